"""One page of the Memories list: which rows, in which order, and what a row shows."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import FloatField, OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce, Lower
from django.utils import timezone
from django.utils.translation import gettext as _

from memoryweb.agents.models import Agent
from memoryweb.memories import forecast, usage, visibility
from memoryweb.memories.actions import rivals
from memoryweb.memories.history import first_evidence
from memoryweb.memories.models import Memory, MemoryQuerySet, Status, Use
from memoryweb.people.models import MemorySettings, User
from memoryweb.recall import search
from memoryweb.review import paging
from memoryweb.review.memories import facets
from memoryweb.review.memories.facets import FacetValue
from memoryweb.review.memories.filters import ANY, FADING, SORTS, YOU, Filters
from memoryweb.rules import decay, policy

PAGE = 50
NEAREST = 10  # shown when nothing contains every word of the search
GIVEN = Use.objects.filter(memory=OuterRef("pk")).order_by().values("memory")
# Newest and name read an index; the others sort the person's memories that match.
ORDERS = {
    "newest": paging.Order("changed_at"),
    "given": paging.Order("given", paging.parse_version),
    "importance": paging.Order("points", float),
    "name": paging.Order("name", str, descending=False),
}


@dataclass(frozen=True)
class Row:
    """One memory in the list: how often it was given, who said it first, and what is soon to happen to it."""

    memory: Memory
    given: usage.Given | None
    said_by: str  # an agent's name; empty for the person
    days_left: int | None  # until agents lose it, if that is soon
    is_unasked: bool  # it came into use by a yes given in advance, lately


@dataclass(frozen=True)
class Page:
    rows: Sequence[Row]
    next_url: str
    filters: Filters
    facets: facets.Facets
    by_meaning: bool = False  # nothing contains every word, so these are the nearest in meaning
    agents: list[FacetValue] = field(default_factory=list)
    orders: list[tuple[str, str]] = field(default_factory=list)

    @property
    def memories(self) -> list[Memory]:
        return [row.memory for row in self.rows]


def page(person: User, filters: Filters) -> Page:
    """Return one page of the list. If a search has no match, it holds the nearest in meaning instead."""
    week = forecast.Week(timezone.localdate(), MemorySettings.for_person(person.pk))
    everything = _first_said_by(Memory.objects.of(person), filters.agent)
    matching = search.matching(everything, filters.q) if filters.q else everything
    order = ORDERS[filters.sort]
    narrowed = _narrow(matching, filters, week)
    found = paging.paginate(_sortable(narrowed, filters.sort, week.today), filters.cursor, by=order, size=PAGE)
    nearest: Sequence[Memory] = []
    if filters.q and not found.rows:
        nearest = search.relevant(_narrow(everything, filters, week), filters.q, limit=NEAREST)
    return Page(
        rows=_rows(nearest or found.rows, week),
        next_url=filters.url() + "&" + urlencode({"cursor": found.next_cursor}) if found.next_cursor else "",
        filters=filters,
        facets=_facets(person, filters, matching, everything, week, by_meaning=bool(nearest)),
        by_meaning=bool(nearest),
        agents=_agents(person, filters),
        orders=[(name, str(label)) for name, label in SORTS.items()],
    )


def _facets(
    person: User,
    filters: Filters,
    matching: MemoryQuerySet,
    everything: MemoryQuerySet,
    week: forecast.Week,
    *,
    by_meaning: bool,
) -> facets.Facets:
    """Return the facets: of what has the words, which other filters may show; else without counts.

    What is found by its meaning has none, as each link shows the nearest of its own.
    """
    found = facets.count(person, filters, matching if filters.q or filters.agent else None, week)
    if not by_meaning or not found.is_empty:
        return found
    return facets.count(person, filters, everything if filters.agent else None, week).without_counts()


def _first_said_by(memories: MemoryQuerySet, agent: str) -> MemoryQuerySet:
    if not agent:
        return memories
    return first_evidence.first_said_by(memories, None if agent == YOU else UUID(agent))


def _narrow(memories: MemoryQuerySet, filters: Filters, week: forecast.Week) -> MemoryQuerySet:
    memories = memories.filter(**filters.chosen)
    if filters.state == FADING:
        return memories.filter(week.fading())
    return memories if filters.state == ANY else memories.filter(status=filters.state)


def _sortable(memories: MemoryQuerySet, sort: str, today: date) -> MemoryQuerySet:
    """Add the value that the rows are sorted by, where it is no column."""
    if sort == "given":
        return memories.annotate(given=Coalesce(Subquery(GIVEN.annotate(sum=Sum("times")).values("sum")), 0))
    if sort == "importance":
        importance = visibility.RowCondition(decay.importance_sql("%(today)s"), {"today": today}, FloatField())
        return memories.annotate(points=importance)
    return memories.annotate(name=Lower("label")) if sort == "name" else memories


def _rows(memories: Sequence[Memory], week: forecast.Week) -> list[Row]:
    """Return the rows' contents, in three queries."""
    rivals.read_ended(memories)
    ids = [memory.pk for memory in memories]
    given, first = usage.given(ids), first_evidence.first_evidence(ids)
    since = timezone.now() - timedelta(days=policy.UNASKED_DAYS)
    return [
        Row(
            memory,
            given.get(memory.pk),
            each.agent.name if (each := first.get(memory.pk)) and each.agent else "",
            week.days_left(memory),
            memory.status == Status.ACTIVE and memory.unasked_at is not None and memory.unasked_at >= since,
        )
        for memory in memories
    ]


def _agents(person: User, filters: Filters) -> list[FacetValue]:
    """Return the agents that may have said something first, and the person, without counts."""
    names = list(Agent.objects.of(person).order_by("name", "pk").values_list("pk", "name"))
    values = [(YOU, _("You")), *((str(pk), name) for pk, name in names)] if names else []
    return [
        FacetValue(
            value, label, None, filters.url(agent="" if value == filters.agent else value), value == filters.agent
        )
        for value, label in values
    ]
