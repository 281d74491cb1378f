"""The filters beside the Memories list: each with how many memories it would show, counted up to a thousand."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import BooleanField, ExpressionWrapper

from memoryweb.memories import forecast
from memoryweb.memories.models import Kind, Memory, MemoryQuerySet, Source, Status
from memoryweb.people.models import User
from memoryweb.review.memories.filters import ANY, FADING, STATES, Filters

COUNT_TO = 1000  # above this a count is shown as "1,000+", because counting further is slow
CATEGORIES = """
WITH RECURSIVE found AS (
    (SELECT category FROM memories_memory WHERE person_id = %(me)s AND status = %(status)s ORDER BY category LIMIT 1)
    UNION ALL
    SELECT (SELECT m.category FROM memories_memory m
            WHERE m.person_id = %(me)s AND m.status = %(status)s AND m.category > found.category
            ORDER BY m.category LIMIT 1)
    FROM found WHERE found.category IS NOT NULL
) SELECT category FROM found WHERE category IS NOT NULL LIMIT 40
"""  # one index lookup per category, however many memories there are


@dataclass(frozen=True)
class FacetValue:
    """A filter link; its count is None if unknown."""

    value: str
    label: str
    count: int | None
    url: str
    chosen: bool

    @property
    def shown(self) -> str:
        return "" if self.count is None else shown_count(self.count)


@dataclass(frozen=True)
class Facets:
    """The links by group, and how many memories the chosen ones show."""

    states: list[FacetValue] = field(default_factory=list)
    categories: list[FacetValue] = field(default_factory=list)
    kinds: list[FacetValue] = field(default_factory=list)
    sources: list[FacetValue] = field(default_factory=list)
    found: str = ""

    @property
    def is_empty(self) -> bool:
        return not any(value.count for group in (self.states, self.categories, self.kinds) for value in group)

    def without_counts(self) -> "Facets":
        groups = (self.states, self.categories, self.kinds, self.sources)
        states, categories, kinds, sources = ([replace(value, count=None) for value in group] for group in groups)
        return Facets(states, categories, kinds, sources)


def shown_count(count: int) -> str:
    return f"{COUNT_TO:,}+" if count > COUNT_TO else f"{count:,}"


@dataclass(frozen=True)
class Totals:
    active: int
    candidates: int
    ended: int

    @property
    def empty(self) -> bool:
        return not (self.active or self.candidates or self.ended)

    @property
    def active_shown(self) -> str:
        return shown_count(self.active)


def totals(person: User) -> Totals:
    """Count the person's memories by what they are: in use, candidates, ended."""
    counts = _counts(person, None, {}, {"state": Status.values}, None)
    ended = sum(counts[f"state:{status}"] for status in (Status.SUPERSEDED, Status.EXPIRED, Status.ARCHIVED))
    return Totals(active=counts["state:active"], candidates=counts["state:candidate"], ended=ended)


def count(person: User, filters: Filters, matching: MemoryQuerySet | None, week: forecast.Week) -> Facets:
    """Return the facets. `matching` are the memories that a search or an agent leaves; None without these."""
    categories = _categories(person, filters.state if filters.state in Status.values else "")
    choices = {"category": categories, "kind": Kind.values, "source": Source.values, "state": list(STATES)}
    counts = _counts(person, matching, {"state": filters.state, **filters.chosen}, choices, week)

    def values(name: str, labels: dict[str, str], current: str) -> list[FacetValue]:
        return [
            FacetValue(
                value,
                label,
                counts[f"{name}:{value}"],
                filters.url(**{name: "" if value == current else value}),
                value == current,
            )
            for value, label in labels.items()
            if counts[f"{name}:{value}"] or value == current
        ]

    names = {name: name.replace("_", " ").capitalize() for name in categories}
    return Facets(
        states=_states(filters, counts),
        categories=values("category", names, filters.category),
        kinds=values("kind", {kind: str(label) for kind, label in Kind.choices}, filters.kind),
        sources=values("source", {kind: str(label).capitalize() for kind, label in Source.choices}, filters.source),
        found=shown_count(counts[f"state:{filters.state}"]),
    )


def _states(filters: Filters, counts: dict[str, int]) -> list[FacetValue]:
    """Return all states; "Any state" only with a search or agent, or when chosen."""
    return [
        FacetValue(state, str(label), counts[f"state:{state}"], filters.url(status=state), state == filters.state)
        for state, label in STATES.items()
        if state != ANY or filters.q or filters.agent or filters.state == ANY
    ]


def _categories(person: User, status: str) -> list[str]:
    """Return the person's categories, for one status or all."""
    if not status:
        everything = Memory.objects.of(person).exclude(category="").order_by("category")
        return list(everything.values_list("category", flat=True).distinct()[:40])
    with connection.cursor() as cursor:
        cursor.execute(CATEGORIES, {"me": person.pk, "status": status})
        return [row[0] for row in cursor.fetchall() if row[0]]


def _counts(
    person: User,
    matching: MemoryQuerySet | None,
    chosen: dict[str, str],
    choices: dict[str, list[str]],
    week: forecast.Week | None,
) -> dict[str, int]:
    """Return under "name:value" how many memories each value would show in place of the chosen one, in one statement.

    Each count reads at most COUNT_TO + 1 entries of an index (memories_facet_…). With a search it reads its matches
    instead, which the statement finds once; what fades is found once too. The counts of one name differ only in a
    value, so that PostgreSQL plans them as one.
    """
    parts, params, withs = list[str](), list[Any](), list[str]()
    sources = {"matches": matching}
    if week and matching is None:
        sources = {"fading": Memory.objects.of(person).filter(week.fading())}
    elif week and matching is not None:
        fades = ExpressionWrapper(week.fading(), output_field=BooleanField())
        sources = {"matches": matching.annotate(fading=fades)}
    for name, rows in sources.items():
        if rows is None:
            continue
        columns = ["status", "category", "kind", "source", *(["fading"] if name == "matches" else [])]
        try:
            sql, values = rows.order_by().values(*columns).query.sql_with_params()
        except EmptyResultSet:  # Django knows without a query
            return {f"{name}:{choice}": 0 for name, offered in choices.items() for choice in offered}
        withs.append(f"{name} AS MATERIALIZED ({sql})")
        params += values
    for name, column, state, offered in _groups(choices, chosen.get("state", ANY)):
        others = {other: value for other, value in chosen.items() if other not in (name, "state")}
        table, tests, values_of = _source(person, others, state, is_search=matching is not None)
        tests += [f"{column} = choice"] if column else []
        rows_sql = f"SELECT FROM {table} WHERE {' AND '.join(tests) or 'true'} LIMIT {COUNT_TO + 1}"
        counted = f"(SELECT count(*) FROM ({rows_sql}) AS counted)"
        parts.append(f"SELECT %s || choice, {counted} FROM unnest(%s::text[]) AS choice")
        params += [f"{name}:", *values_of, offered]
    with connection.cursor() as cursor:
        cursor.execute(f"{'WITH ' if withs else ''}{', '.join(withs)} {' UNION ALL '.join(parts)}", params)
        return dict(cursor.fetchall())


def _groups(choices: dict[str, list[str]], state: str) -> Iterator[tuple[str, str, str, list[str]]]:
    """Yield the choices that are counted alike: their name, the column they are in or none, their state, the values."""
    for name, offered in choices.items():
        if name != "state":
            yield name, name, state, offered
            continue
        yield name, "status", ANY, [choice for choice in offered if choice in Status.values]
        for special in [choice for choice in offered if choice not in Status.values]:
            yield name, "", special, [special]


def _source(person: User, chosen: dict[str, str], state: str, *, is_search: bool) -> tuple[str, list[str], list[Any]]:
    """Return where a count reads, its conditions, and their values."""
    tests, values = [f"{name} = %s" for name in chosen], list[Any](chosen.values())
    if state == FADING:
        return ("matches", ["fading", *tests], values) if is_search else ("fading", tests, values)
    if state != ANY:
        tests, values = ["status = %s", *tests], [state, *values]
    return (
        ("matches", tests, values)
        if is_search
        else ("memories_memory", ["person_id = %s", *tests], [person.pk, *values])
    )
