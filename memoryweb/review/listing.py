"""The Memories list: filters from the URL, one page of rows, and counts for each filter that stop at a thousand."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.http import QueryDict

from memoryweb.memories.models import Kind, Memory, Source, Status
from memoryweb.people.models import User
from memoryweb.recall import search
from memoryweb.review import paging
from memoryweb.rules import limits

PAGE = 50
NEAREST = 10  # shown when nothing contains every word of the search
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


def _without_nul(text: str) -> str:
    """Remove U+0000, which PostgreSQL accepts in no text."""
    return text.replace("\x00", "")


@dataclass(frozen=True)
class Filters:
    """The filters in the URL. Unknown values are dropped, so that an old link still opens."""

    status: str = Status.ACTIVE
    category: str = ""
    kind: str = ""
    source: str = ""
    q: str = ""
    cursor: str = ""

    @classmethod
    def from_query(cls, query: QueryDict) -> "Filters":
        status = query.get("status", Status.ACTIVE)
        return cls(
            status=status if status in Status.values else Status.ACTIVE,
            category=_without_nul(query.get("category", ""))[: limits.CATEGORY_MAX],
            kind=query.get("kind", "") if query.get("kind") in Kind.values else "",
            source=query.get("source", "") if query.get("source") in Source.values else "",
            q=_without_nul(query.get("q", "")).strip()[: limits.SEARCH_MAX],
            cursor=query.get("cursor", ""),
        )

    def url(self, **changes: str) -> str:
        """Return the query string of the list with some filters changed, starting at its first page."""
        filters = {
            "status": self.status,
            "category": self.category,
            "kind": self.kind,
            "source": self.source,
            "q": self.q,
        }
        filters |= changes
        if filters["status"] == Status.ACTIVE:
            filters.pop("status")
        return "?" + urlencode({name: value for name, value in filters.items() if value})

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
    memories: Sequence[Memory]
    next_url: str
    filters: Filters
    by_meaning: bool = False  # nothing contains every word, so these are the nearest in meaning
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
    """Count the person's memories by what they are: in use, candidates, ended."""
    counts = _counts(person, "", {status: {"status": status} for status in Status.values})
    ended = sum(counts[status] for status in (Status.SUPERSEDED, Status.EXPIRED, Status.ARCHIVED))
    return Totals(active=counts[Status.ACTIVE], candidates=counts[Status.CANDIDATE], ended=ended)


def page(person: User, filters: Filters) -> Page:
    """Return one page of the list. If a search has no match, it holds the nearest in meaning instead."""
    narrow = {"category": filters.category, "kind": filters.kind, "source": filters.source}
    chosen = {"status": filters.status} | {name: value for name, value in narrow.items() if value}
    filtered = Memory.objects.of(person).filter(**chosen).select_related("changed_by_agent")
    matching = search.matching(filtered, filters.q) if filters.q else filtered
    newest = paging.paginate(matching, filters.cursor, by="changed_at", size=PAGE)
    next_url = filters.url(cursor=newest.next_cursor) if newest.next_cursor else ""
    nearest = search.relevant(filtered, filters.q, limit=NEAREST) if filters.q and not newest.rows else []
    return Page(nearest or newest.rows, next_url, filters, bool(nearest), *_facets(person, filters, chosen))


def _facets(
    person: User, filters: Filters, chosen: dict[str, str]
) -> tuple[list[FacetValue], list[FacetValue], list[FacetValue]]:
    """Return the values of category, kind and status, with how many memories each would show."""
    categories = _categories(person, filters.status)
    choices = {"category": categories, "kind": Kind.values, "status": Status.values}
    columns = {f"{name}:{value}": chosen | {name: value} for name, values in choices.items() for value in values}
    counts = _counts(person, filters.q, columns)

    def values(name: str, labels: dict[str, str], current: str) -> list[FacetValue]:
        return [
            FacetValue(
                value,
                label,
                counts[f"{name}:{value}"],
                filters.url(**{name: "" if value == current and name != "status" else value}),
                value == current,
            )
            for value, label in labels.items()
            if counts[f"{name}:{value}"] or value == current or name == "status"
        ]

    return (
        values("category", {name: name.replace("_", " ").capitalize() or "–" for name in categories}, filters.category),
        values("kind", {kind: str(label) for kind, label in Kind.choices}, filters.kind),
        values("status", {status: str(label).capitalize() for status, label in Status.choices}, filters.status),
    )


def _categories(person: User, status: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(CATEGORIES, {"me": person.pk, "status": status})
        return [row[0] for row in cursor.fetchall() if row[0]]


def _counts(person: User, q: str, counted: dict[str, dict[str, str]]) -> dict[str, int]:
    """Return a count for each set of column values, all in one statement.

    Each reads at most COUNT_TO + 1 entries of an index (memories_facet_…). With a search they read its matches instead,
    which the statement finds once.
    """
    sql, params, parts = "", list[Any](), list[str]()
    if q:
        matches = search.matching(Memory.objects.of(person), q).values("status", "category", "kind", "source")
        try:
            matches_sql, values = matches.query.sql_with_params()
        except EmptyResultSet:  # Django knows without a query
            return dict.fromkeys(counted, 0)
        sql, params = f"WITH matches AS MATERIALIZED ({matches_sql}) ", [*values]
    for columns in counted.values():
        tests = ([] if q else ["person_id = %s"]) + [f"{name} = %s" for name in columns]
        table = "matches" if q else "memories_memory"
        parts.append(
            f"(SELECT count(*) FROM (SELECT FROM {table} WHERE {' AND '.join(tests)} LIMIT {COUNT_TO + 1}) AS counted)"
        )
        params += [*([] if q else [person.pk]), *columns.values()]
    with connection.cursor() as cursor:
        cursor.execute(sql + "SELECT " + ", ".join(parts), params)
        return dict(zip(counted, cursor.fetchone(), strict=True))
