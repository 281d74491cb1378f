"""The Memories list: filters from the URL, keyset pages, facet counts that stop at a thousand."""

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.http import QueryDict

from memoryweb.memories.models import Kind, Memory, Source, Status
from memoryweb.operations import cursors
from memoryweb.people.models import User
from memoryweb.recall import search
from memoryweb.rules import limits

PAGE = 50
NEAREST = 10  # shown where nothing has every word that is searched for
COUNT_TO = 1000  # a facet says "1,000+" beyond: counting further costs more than it tells

CATEGORIES = """
WITH RECURSIVE found AS (
    (SELECT category FROM memories_memory WHERE person_id = %(me)s AND status = %(status)s ORDER BY category LIMIT 1)
    UNION ALL
    SELECT (SELECT m.category FROM memories_memory m
            WHERE m.person_id = %(me)s AND m.status = %(status)s AND m.category > found.category
            ORDER BY m.category LIMIT 1)
    FROM found WHERE found.category IS NOT NULL
) SELECT category FROM found WHERE category IS NOT NULL LIMIT 40
"""  # one index jump a category, however many memories there are


def _plain(text: str) -> str:
    """Without U+0000, which PostgreSQL cannot be asked about."""
    return text.replace("\x00", "")


@dataclass(frozen=True)
class Filters:
    """What the URL asks for; unknown values are dropped, so an old link still opens."""

    status: str = Status.ACTIVE
    category: str = ""
    kind: str = ""
    source: str = ""
    q: str = ""
    cursor: str = ""

    @classmethod
    def of(cls, query: QueryDict) -> "Filters":
        status = query.get("status", Status.ACTIVE)
        return cls(
            status=status if status in Status.values else Status.ACTIVE,
            category=_plain(query.get("category", ""))[: limits.CATEGORY_MAX],
            kind=query.get("kind", "") if query.get("kind") in Kind.values else "",
            source=query.get("source", "") if query.get("source") in Source.values else "",
            q=_plain(query.get("q", "")).strip()[: limits.SEARCH_MAX],
            cursor=query.get("cursor", ""),
        )

    def url(self, **changes: str) -> str:
        """The query string of the same view with something else chosen, back on the first page."""
        kept = {"status": self.status, "category": self.category, "kind": self.kind, "source": self.source, "q": self.q}
        kept |= changes
        if kept["status"] == Status.ACTIVE:
            kept.pop("status")
        return "?" + urlencode({name: value for name, value in kept.items() if value})

    @property
    def narrowed(self) -> bool:
        return bool(self.category or self.kind or self.source or self.q)


@dataclass(frozen=True)
class FacetValue:
    value: str
    label: str
    count: int
    url: str
    chosen: bool

    @property
    def shown(self) -> str:
        return f"{COUNT_TO:,}+" if self.count > COUNT_TO else f"{self.count:,}"


@dataclass(frozen=True)
class Page:
    memories: list[Memory]
    next_url: str
    filters: Filters
    by_meaning: bool = False  # nothing has every word, so these are the nearest in meaning
    categories: list[FacetValue] = field(default_factory=list)
    kinds: list[FacetValue] = field(default_factory=list)
    statuses: list[FacetValue] = field(default_factory=list)


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
        return f"{COUNT_TO:,}+" if self.active > COUNT_TO else f"{self.active:,}"


def totals(person: User) -> Totals:
    each = {status: {"status": status} for status in Status.values}
    counts = _counts(person, "", each)
    ended = sum(counts[status] for status in (Status.SUPERSEDED, Status.EXPIRED, Status.ARCHIVED))
    return Totals(active=counts[Status.ACTIVE], candidates=counts[Status.CANDIDATE], ended=ended)


def page(person: User, filters: Filters) -> Page:
    mine = Memory.objects.of(person)
    narrow = {"category": filters.category, "kind": filters.kind, "source": filters.source}
    every = mine.filter(status=filters.status, **{name: value for name, value in narrow.items() if value})
    every = every.select_related("changed_by_agent")
    rows = found = search.matching(every, filters.q) if filters.q else every
    if filters.cursor:
        try:
            rows = cursors.seek_cursor(rows, filters.cursor)
        except ValueError:
            rows = found
    newest = list(rows.order_by("-changed_at", "-id")[: PAGE + 1])
    more = filters.url(cursor=cursors.cursor_after(newest[PAGE - 1])) if len(newest) > PAGE else ""
    nearest = search.relevant(every, filters.q, limit=NEAREST) if filters.q and not newest else []
    return Page(nearest or newest[:PAGE], more, filters, bool(nearest), *_facets(person, filters, narrow))


def _facets(
    person: User, filters: Filters, narrow: dict[str, str]
) -> tuple[list[FacetValue], list[FacetValue], list[FacetValue]]:
    categories = _categories(person, filters.status)
    chosen = {"status": filters.status} | {name: value for name, value in narrow.items() if value}
    choices = {"category": categories, "kind": Kind.values, "status": Status.values}
    counted = _counts(
        person, filters.q, {f"{name}:{v}": chosen | {name: v} for name, values in choices.items() for v in values}
    )

    def values(name: str, labels: dict[str, str], chosen: str) -> list[FacetValue]:
        return [
            FacetValue(
                v,
                label,
                counted[f"{name}:{v}"],
                filters.url(**{name: "" if v == chosen and name != "status" else v}),
                v == chosen,
            )
            for v, label in labels.items()
            if counted[f"{name}:{v}"] or v == chosen or name == "status"
        ]

    return (
        values("category", {c: c.replace("_", " ").capitalize() or "–" for c in categories}, filters.category),
        values("kind", {k: str(label) for k, label in Kind.choices}, filters.kind),
        values("status", {s: str(label).capitalize() for s, label in Status.choices}, filters.status),
    )


def _categories(person: User, status: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(CATEGORIES, {"me": person.pk, "status": status})
        return [row[0] for row in cursor.fetchall() if row[0]]


def _counts(person: User, q: str, wanted: dict[str, dict[str, str]]) -> dict[str, int]:
    """All counts in one statement, each reading at most COUNT_TO + 1 entries of an index (memories_facet_…).

    While searching they read what matches instead, which is looked up only once.
    """
    sql, params, parts = "", list[Any](), list[str]()
    if q:
        matches = search.matching(Memory.objects.of(person), q).values("status", "category", "kind", "source")
        try:
            found, values = matches.query.sql_with_params()
        except EmptyResultSet:  # Django knows without asking
            return dict.fromkeys(wanted, 0)
        sql, params = f"WITH found AS MATERIALIZED ({found}) ", [*values]
    for columns in wanted.values():
        tests = ([] if q else ["person_id = %s"]) + [f"{name} = %s" for name in columns]
        source = "found" if q else "memories_memory"
        parts.append(
            f"(SELECT count(*) FROM (SELECT FROM {source} WHERE {' AND '.join(tests)} LIMIT {COUNT_TO + 1}) AS counted)"
        )
        params += [*([] if q else [person.pk]), *columns.values()]
    with connection.cursor() as cursor:
        cursor.execute(sql + "SELECT " + ", ".join(parts), params)
        return dict(zip(wanted, cursor.fetchone(), strict=True))
