"""Finds everything of a person that mentions a topic. It only reads.

A room with words registers its tables as sources at start-up: where its words are, whose place they belong to, and how
they are emptied. A place is what the person ticks on the page: a memory, a conversation, a receipt.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, LiteralString
from uuid import UUID

from django.db import connection, models
from django.db.models import Exists, OuterRef
from psycopg import sql

from memoryweb.language.mentions import identifiers
from memoryweb.language.mentions.topics import Topic, strings_of
from memoryweb.language.text import folding, tokens
from memoryweb.memories.models import ConflictMember, Memory, Proposal, Status

OWN: LiteralString = "person_id = %s"
ROWS_MAX = 2000  # of one source in one search
MEMORIES, NOTES, QUOTES, QUESTIONS, CONVERSATIONS, FEEDBACK, RECEIPTS, SHARED = (
    "memories",
    "notes",
    "quotes",
    "questions",
    "conversations",
    "feedback",
    "receipts",
    "shared",
)
GROUPS = (MEMORIES, NOTES, QUOTES, QUESTIONS, CONVERSATIONS, FEEDBACK, RECEIPTS, SHARED)


@dataclass(frozen=True)
class Hit:
    """A row that mentions the topic, and its texts that do, by column."""

    source: "Source"
    pk: Any
    of: UUID | None  # what it belongs to: its memory, conversation or receipt
    at: datetime | None
    texts: dict[str, list[str]]


@dataclass(frozen=True)
class Source:
    """A table that may mention a topic.

    `store` is what the receipt's check calls it. `group` is the group of places that its rows belong to, none if the
    rows cannot be ticked. `of` names the column with the id of that place. `empty` removes the words from rows that
    mention the topic, and returns how many pieces of text it removed. `copies` is set for search documents, which have
    the stems of words: given the ids of memories, it returns those whose document has just the memory's own words.
    """

    store: str
    model: type[models.Model]
    columns: tuple[str, ...]
    empty: Callable[[list[Hit]], int]
    group: str = ""
    of: str = "id"
    at: str = ""
    key: str = "id"
    copies: Callable[[Collection[UUID]], set[UUID]] | None = None
    whose: LiteralString = OWN  # the condition for the person's own rows

    @property
    def table(self) -> str:
        return self.model._meta.db_table


SOURCES: list[Source] = []


def register(*sources: Source) -> None:
    SOURCES.extend(sources)


@dataclass
class Place:
    """One thing that mentions the topic. The person ticks it, or keeps it."""

    group: str
    pk: UUID
    hits: list[Hit] = field(default_factory=list)
    memory: Memory | None = None

    @property
    def key(self) -> str:
        return f"{self.group}:{self.pk}"

    @property
    def at(self) -> datetime | None:
        return max((hit.at for hit in self.hits if hit.at), default=None)

    @property
    def texts(self) -> list[str]:
        """The texts that mention the topic, the most telling first."""
        return [text for hit in self.hits for column in hit.texts.values() for text in column]


@dataclass(frozen=True)
class Found:
    """All that mentions a topic. `is_cut` if a source has more rows than are read at once."""

    topic: Topic
    hits: list[Hit]
    places: list[Place]
    is_cut: bool

    @property
    def counts(self) -> dict[str, int]:
        """Numbers of rows that mention it, by store."""
        rows = Counter(hit.source.store for hit in self.hits)
        return {source.store: rows[source.store] for source in SOURCES}

    def of_group(self, group: str) -> list[Place]:
        return [place for place in self.places if place.group == group]


@dataclass(frozen=True)
class Choice:
    """The person's ticks among the search results.

    Of a long list only the first places were listed one by one; `rest` has the groups of which all others are ticked.
    """

    keys: frozenset[str]
    listed: frozenset[str] = frozenset()
    rest: frozenset[str] = frozenset()

    def includes(self, place: Place) -> bool:
        return place.key in self.keys or (place.group in self.rest and place.key not in self.listed)


def find(person: UUID, topic: Topic) -> Found:
    """Find the topic in every registered source of this person, in a constant number of queries."""
    by_source = [_hits(person, topic, source) for source in SOURCES]
    hits = [hit for of_source, _ in by_source for hit in of_source]
    return Found(topic, hits, _places(hits), any(is_cut for _, is_cut in by_source))


def check(person: UUID, topic: Topic) -> Found:
    """Find what is left of a topic.

    Search documents tell neither order nor signs: "50 and off" has the stems of "50% off". So they count only if their
    memory mentions the topic, or if they have other words than it.
    """
    found = find(person, topic)
    about_it = {hit.pk for hit in found.hits if hit.source.model is Memory}
    copies = set[UUID]()
    for source in SOURCES:
        doubtful = [hit.pk for hit in found.hits if hit.source is source and hit.pk not in about_it]
        copies |= source.copies(doubtful) if source.copies and doubtful else set()
    return replace(found, hits=[hit for hit in found.hits if not (hit.source.copies and hit.pk in copies)])


def _hits(person: UUID, topic: Topic, source: Source) -> tuple[list[Hit], bool]:
    """Return a source's rows about the topic, newest first, and whether more may exist."""
    names = [source.key, source.of, *([source.at] if source.at else [])]
    matches, values = _condition(topic, source)
    query = sql.SQL("SELECT {columns} FROM {table} WHERE {whose} AND {matches} ORDER BY {at} DESC LIMIT %s").format(
        columns=sql.SQL(", ").join(map(sql.Identifier, [*names, *source.columns])),
        table=sql.Identifier(source.table),
        matches=matches,
        at=sql.Identifier(source.at or source.key),
        whose=sql.SQL(source.whose),
    )
    with connection.cursor() as cursor:
        cursor.execute(query.as_string(cursor.connection), [person, *values, ROWS_MAX])
        rows = cursor.fetchall()
    hits = [_hit(topic, source, row) for row in rows]
    return [hit for hit in hits if hit.texts], len(rows) == ROWS_MAX


def _condition(topic: Topic, source: Source) -> tuple[sql.Composable, list[str]]:
    """Return the SQL that lets every row through that mentions the topic, and its values."""
    if source.copies:
        return _condition_of_stems(topic, sql.Identifier(source.columns[0]))
    texts = sql.SQL(", ").join(sql.SQL("{}::text").format(sql.Identifier(name)) for name in source.columns)
    matches = sql.SQL("concat_ws(chr(10), {}) ~ %s").format(texts)
    return sql.SQL(" AND ").join([matches] * len(topic.sql_patterns)), topic.sql_patterns


def _condition_of_stems(topic: Topic, column: sql.Identifier) -> tuple[sql.Composable, list[str]]:
    """Return the same for a search document: it has stems of folded words, Chinese in pairs, and of symbols emoji."""
    if topic.identifier:
        return sql.SQL("tsvector_to_array({}) && %s::text[]").format(column), [
            identifiers.as_array(topic.identifier.key)
        ]
    folded = Topic(folding.fold(topic.text))
    pairs = tokens.pairs(folded.text)
    if pairs or len(folded.words) == 1:
        lexemes = [f"'{Topic(each).sql_patterns[0]}" for each in pairs or [folded.text]]
        matches = sql.SQL(" AND ").join(sql.SQL("{}::text ~ %s").format(column) for _ in lexemes)
        if pairs or not folded.text.isalnum():
            return matches, lexemes
        return sql.SQL("({} OR {} @@ plainto_tsquery('english', %s))").format(matches, column), [*lexemes, folded.text]
    return sql.SQL("{} @@ phraseto_tsquery('english', %s)").format(column), [" ".join(folded.words)]


def _hit(topic: Topic, source: Source, row: tuple[Any, ...]) -> Hit:
    number = 3 if source.at else 2
    texts = {}
    for name, value in zip(source.columns, row[number:], strict=True):
        is_json = isinstance(source.model._meta.get_field(name), models.JSONField)
        strings = list(strings_of(json.loads(value) if is_json and isinstance(value, str) else value))
        if found := strings if source.copies else [text for text in strings if topic.is_in(text)]:
            texts[name] = found
    return Hit(source, row[0], row[1], row[2] if source.at else None, texts)


def _places(hits: Iterable[Hit]) -> list[Place]:
    """Gather the hits by what the person can tick. What belongs to a memory that is found goes with that memory."""
    by_group: dict[str, list[Hit]] = defaultdict(list)
    for hit in hits:
        by_group[hit.source.group].append(hit)
    members = _members([hit.pk for hit in by_group[QUESTIONS] if hit.source.of == "id"])
    of_memories = [hit for group in (MEMORIES, QUOTES) for hit in by_group[group]]
    ids = {hit.of for hit in (*of_memories, *by_group[QUESTIONS]) if hit.of}
    waiting = Proposal.objects.open().filter(memory=OuterRef("pk"))
    memories = {each.pk: each for each in Memory.objects.filter(pk__in=ids).annotate(asked=Exists(waiting))}
    places: dict[str, Place] = {}

    def add(group: str, pk: UUID, hit: Hit) -> None:
        place = places.setdefault(f"{group}:{pk}", Place(group, pk, memory=memories.get(hit.of) if hit.of else None))
        place.hits.append(hit)

    groups = {pk: _group(memories[pk]) for hit in by_group[MEMORIES] if (pk := hit.of) in memories}
    for hit in of_memories:
        if hit.of in memories:
            add(groups.get(hit.of, QUOTES), hit.of, hit)
    for hit in by_group[QUESTIONS]:
        memory = next((pk for pk in members.get(hit.pk, [hit.of]) if pk in groups), None)
        add(groups[memory] if memory else QUESTIONS, memory or hit.pk, hit)
    for group in (CONVERSATIONS, FEEDBACK, RECEIPTS, SHARED):
        for hit in by_group[group]:
            if hit.of:
                add(group, hit.of, hit)
    return sorted(places.values(), key=lambda place: GROUPS.index(place.group))


def _members(conflicts: Collection[UUID]) -> dict[UUID, list[UUID]]:
    members: dict[UUID, list[UUID]] = defaultdict(list)
    for conflict, memory in ConflictMember.objects.filter(conflict__in=conflicts).values_list("conflict", "memory"):
        members[conflict].append(memory)
    return members


def _group(memory: Any) -> str:
    """Return the group: notes for unasked candidates, else memories."""
    return NOTES if memory.status == Status.CANDIDATE and not memory.asked else MEMORIES


def empty_columns(model: type[models.Model], **blanks: Any) -> Callable[[list[Hit]], int]:
    """Return what empties the columns that mention the topic, and counts them."""

    def empty(hits: list[Hit]) -> int:
        emptied = 0
        for name, blank in blanks.items():
            found = [hit.pk for hit in hits if name in hit.texts]
            emptied += model._default_manager.filter(pk__in=found).update(**{name: blank}) if found else 0
        return emptied

    return empty
