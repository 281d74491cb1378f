"""The only code that saves a memory: row, version and search document in one transaction, one action at a time."""

import json
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from functools import cache, wraps
from typing import Any, ParamSpec, Protocol, TypeVar, cast
from uuid import UUID

from django.db import connection, transaction

from memoryweb.language import readings
from memoryweb.language.filing import sameness
from memoryweb.language.mentions import identifiers
from memoryweb.language.text import folding, tokens
from memoryweb.memories.actions.interpretation import has_standing_yes
from memoryweb.memories.actions.types import LOCKED_SETTINGS, Actor, OnlyThePerson, Outcome, Statement
from memoryweb.memories.acts import recording
from memoryweb.memories.models import Evidence, Memory, fingerprints, history_model
from memoryweb.people.ids import uuid7
from memoryweb.people.models import MemorySettings
from memoryweb.rls import rows, scope
from memoryweb.rules.policy import MAY, NEVER_UNDONE, WEIGHTS

P = ParamSpec("P")
T = TypeVar("T")
NEW, CHANGED = "+", "~"  # simple-history's types of a version

DOCUMENT = """setweight(to_tsvector('english', {name}), 'A') || to_tsvector('english', {body})
             || to_tsvector('simple', {chinese}) || array_to_tsvector({lexemes}::text[])"""
SEARCH_DOCUMENT = f"""
INSERT INTO memories_searchdocument (memory_id, person_id, statement, words)
VALUES (%s, %s, %s, {DOCUMENT.format(name="%s", body="%s", chinese="%s", lexemes="%s")})
ON CONFLICT (person_id, memory_id)
DO UPDATE SET words = EXCLUDED.words, statement = EXCLUDED.statement, compared = false
"""
UNCHANGED_DOCUMENTS = f"""
SELECT d.memory_id FROM memories_searchdocument d
JOIN jsonb_to_recordset(%(texts)s::jsonb) AS m(id uuid, name text, body text, chinese text, lexemes text[])
    ON m.id = d.memory_id
WHERE d.person_id = %(person)s
    AND d.words = {DOCUMENT.format(name="m.name", body="m.body", chinese="m.chinese", lexemes="m.lexemes")}
"""
COMPARE_AGAIN = "UPDATE memories_searchdocument SET compared = false WHERE person_id = %s AND memory_id = %s"

NEXT_NUMBER = """
INSERT INTO memories_observationcounter (id, person_id, day, last) VALUES (%s, %s, %s, 1)
ON CONFLICT (person_id, day) DO UPDATE SET last = memories_observationcounter.last + 1
RETURNING last
"""
# Another day (UTC) or another agent is another piece of evidence.
TALLY = """
SELECT count(DISTINCT (agent_id, day)), min(day), max(day)
FROM (SELECT agent_id, (occurred_at AT TIME ZONE 'UTC')::date AS day FROM memories_evidence
      WHERE person_id = %(person)s AND memory_id = %(memory)s AND polarity = %(polarity)s AND kind <> %(but_not)s
        AND occurred_at >= coalesce(%(since)s::timestamptz, '-infinity')) AS piece
"""

# What a search reads of a memory, and what else makes it comparable with others. A save that leaves both as they were
# indexes nothing again; nor does one after which it is no longer live, if its words stayed.
SEARCHED = ("label", "value", "details", "tags", "category", "key", "condition")
COMPARED = ("status", "contested", "kind", "one_valued", "project", "day", "community_id")


class OnSave(Protocol):
    """Keeps something beside a memory whose words may have changed. A new one has nothing there yet."""

    def __call__(self, memory: Memory, *, is_new: bool) -> None: ...


# What other rooms keep beside a memory, by name: a save calls these in its transaction.
ON_SAVE: dict[str, OnSave] = {}


def register_on_save(name: str, write: OnSave) -> None:
    ON_SAVE[name] = write


def action(function: Callable[P, T]) -> Callable[P, T]:
    """Run an action in one transaction that holds the person's settings row, if policy.MAY lets this actor.

    An action may touch several memories (a conflict, a predecessor, a rival), and two at once would lock those in two
    orders, or each decide by what the other is about to change. The constraints still stand behind it. An action that
    another one calls is already inside. The clock does not wait here: it skips rows that are held.

    The action is one act, unless it happens inside one; its outcome names the act.
    """
    name = function.__name__

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        by = cast(Actor, kwargs["by"])
        if by.role not in MAY[name]:
            raise OnlyThePerson("Only the person can do this, in the browser.")
        locked = LOCKED_SETTINGS.get()
        if locked and locked.person_id == by.person_id:
            return function(*args, **kwargs)
        with transaction.atomic(), hold_person(by.person_id):
            if name in NEVER_UNDONE:
                with recording.not_recording():
                    return function(*args, **kwargs)
            with recording.recording(by, name, now=cast(datetime, kwargs["now"])) as act:
                result = function(*args, **kwargs)
                return cast(T, replace(result, act=act.if_changed)) if isinstance(result, Outcome) else result

    return run


@contextmanager
def hold_person(person_id: UUID) -> Iterator[MemorySettings]:
    """Hold the person's settings row for the actions inside, which then neither take it nor open a savepoint each."""
    settings = lock_person(person_id)
    token = LOCKED_SETTINGS.set(settings)
    try:
        with readings.at_once():
            yield settings
    finally:
        LOCKED_SETTINGS.reset(token)


def lock_person(person_id: UUID) -> MemorySettings:
    """Hold the person's settings row until the transaction ends: what is read from here on stays true."""
    return MemorySettings.for_person(person_id, is_locked=True)


def lock(memory_id: UUID) -> Memory:
    """Return the row as it is now, held until the transaction ends. Raises DoesNotExist for a stranger's id."""
    named = [scope.current().person_id, memory_id]
    if (memory := rows.fetch_one(Memory, "person_id = %s AND id = %s FOR UPDATE", named)) is None:
        raise Memory.DoesNotExist
    memory.indexed_as = _indexed(memory)
    return memory


def _indexed(memory: Memory) -> tuple[str, str]:
    searched, compared = ("\x1f".join(str(getattr(memory, name)) for name in names) for names in (SEARCHED, COMPARED))
    return searched, compared


def save(memory: Memory, *, by: Actor, verb: str, because: str, now: datetime) -> int:
    """Write the memory and its one new version; return the version's id.

    A version is never older than the one before it: a file may tell of a day long ago, but is known only now.
    """
    if not memory._state.adding:
        now = max(now, memory.changed_at)
    memory.changed_by, memory.changed_by_agent = by.name, by.agent
    memory.changed_verb, memory.changed_because, memory.changed_at = verb, because, now
    is_new = memory._state.adding
    version = _write_row(memory, at=now)
    before, memory.indexed_as = memory.indexed_as, _indexed(memory)
    if memory.indexed_as[0] != before[0]:
        index_for_search(memory)
        for write in ON_SAVE.values():
            write(memory, is_new=is_new)
    elif memory.indexed_as != before and memory.is_live:
        _compare_again(memory)
    return version


def _write_row(memory: Memory, *, at: datetime) -> int:
    """Write a memory's row and its version, and return the version's id. Raises DoesNotExist if the row is gone.

    Both are one statement: the version is the row, as the database has just written it. django-simple-history would
    write them one after the other, each with all its columns. Its table and its models stay.
    """
    is_new = memory._state.adding
    values = [*rows.values(memory), *([] if is_new else [memory.pk, memory.person_id]), at]
    with rows.prepared_cursor() as cursor:
        cursor.execute(_write_statement(NEW if is_new else CHANGED), values)
        row = cursor.fetchone()
    if row is None:
        raise Memory.DoesNotExist
    version, memory.archive_on, memory.dormant_on = row
    memory._state.adding, memory._state.db = False, connection.alias
    return int(version)


@cache
def _write_statement(history_type: str) -> str:
    write = rows.insert_statement(Memory)
    if history_type != NEW:
        write = f"{rows.update_statement(Memory)} AND person_id = %s"
    of_version = {field.column for field in history_model()._meta.concrete_fields}
    copied = ", ".join(name for name in rows.names(Memory) if name in of_version)
    return (
        f"WITH written AS ({write} RETURNING *), version AS ("
        f"INSERT INTO {history_model()._meta.db_table} ({copied}, history_date, history_type)"
        f" SELECT {copied}, %s, '{history_type}' FROM written RETURNING history_id)"
        " SELECT history_id, archive_on, dormant_on FROM version, written"
    )


def next_obs_id(person_id: UUID, now: datetime) -> str:
    """Return OBS-YYYYMMDD-NNN. The counter row makes callers of the same day wait for each other."""
    with rows.prepared_cursor() as cursor:
        cursor.execute(NEXT_NUMBER, [uuid7(), person_id, now.date()])
        number = cursor.fetchone()[0]
    return f"OBS-{now:%Y%m%d}-{number:03d}"


def newest_version(memory_id: UUID) -> int:
    versions: Any = history_model().objects.filter(id=memory_id).order_by("-history_id")
    return int(versions.values_list("history_id", flat=True)[0])


def _compare_again(memory: Memory) -> None:
    """Have upkeep compare a memory again whose words stayed as they were: to index them would be to read them."""
    with rows.prepared_cursor() as cursor:
        cursor.execute(COMPARE_AGAIN, [memory.person_id, memory.pk])
        is_indexed = bool(cursor.rowcount)
    if not is_indexed:
        index_for_search(memory)


def index_for_search(memory: Memory) -> None:
    """Write what full text search finds the memory by: English by stems, Chinese by pairs, identifiers, and emoji."""
    with rows.prepared_cursor() as cursor:
        statement = fingerprints.statement_digest(memory.person_id, words_of(memory))
        cursor.execute(SEARCH_DOCUMENT, [memory.pk, memory.person_id, statement, *searched_texts(memory).values()])


def words_of(memory: Memory) -> str:
    """Return the words by which a memory is known under any category and label."""
    return sameness.words_of(key=memory.key, label=memory.label, value=memory.value, details=memory.details)


def searched_texts(memory: Memory) -> dict[str, Any]:
    """Return what a search document is made of. Migrations memories 0036 and communities 0007 make the same."""
    own_name = f"{memory.label} {memory.shown_value} {memory.category}"
    own_body = f"{memory.details} {memory.condition} {' '.join(memory.tags)}"
    name, body = folding.indexed(own_name), folding.indexed(own_body)
    found = identifiers.lexemes("\n".join((memory.shown_value, f"{memory.label} {memory.category}", own_body)))
    return {
        "name": name,
        "body": body,
        "chinese": " ".join(tokens.pairs(f"{name} {body}")),
        "lexemes": [*found, *folding.emoji(f"{own_name} {own_body}")],
    }


def with_unchanged_document(memory_ids: Collection[UUID]) -> set[UUID]:
    """Return the memories whose search document is just what their words give now."""
    memories = Memory.objects.filter(pk__in=memory_ids)
    texts = [{"id": str(memory.pk), **searched_texts(memory)} for memory in memories]
    with connection.cursor() as cursor:
        cursor.execute(UNCHANGED_DOCUMENTS, {"person": scope.current().person_id, "texts": json.dumps(texts)})
        return {pk for (pk,) in cursor.fetchall()}


@dataclass(frozen=True)
class EvidenceTally:
    """Evidence of one polarity: how many distinct pieces, and the days of the first and the last."""

    repeats: int
    first: date | None
    last: date | None


def add_evidence(
    memory: Memory,
    *,
    by: Actor,
    statement: Statement,
    now: datetime,
    polarity: int = 0,
    own_words: dict[str, Any] | None = None,
) -> Evidence:
    """Add a statement as evidence for (or against) a memory. `polarity` replaces the statement's own.

    `own_words` are kept of an agent's statement (`Interpretation.own_words`).
    """
    evidence = Evidence(
        person_id=memory.person_id,
        memory=memory,
        kind=statement.evidence_kind,
        source=statement.how_known,
        quote=statement.quote or statement.sentence,
        ref=statement.ref,
        statement=own_words if own_words and by.agent else {},
        conversation=statement.conversation,
        polarity=polarity or statement.polarity,
        weight=WEIGHTS[statement.how_known],
        standing_yes=has_standing_yes(statement, by),
        occurred_at=occurred_at(statement, now),
        agent=by.agent,
    )
    rows.insert(evidence)
    return evidence


def occurred_at(statement: Statement, now: datetime) -> datetime:
    """Return noon of the day it was observed, if that day has passed; else now."""
    day = statement.observed_on
    return datetime.combine(day, time(12), UTC) if day and day < now.date() else now


def tally_evidence(
    memory: Memory, *, polarity: int = 1, but_not: str = "", since: datetime | None = None
) -> EvidenceTally:
    """Count a memory's distinct evidence, and the days it spans: another day (UTC) or another agent.

    Ids of runs and conversations do not count: an agent can name as many as it likes.
    """
    with rows.prepared_cursor() as cursor:
        about = {"person": memory.person_id, "memory": memory.pk, "polarity": polarity}
        cursor.execute(TALLY, about | {"but_not": but_not, "since": since})
        return EvidenceTally(*cursor.fetchone())


def update_evidence_counts(memory: Memory) -> None:
    """Set what the row says about its evidence. It can be recomputed at any time from Evidence alone."""
    tally = tally_evidence(memory)
    memory.repeats, memory.evidence_from, memory.evidence_to = tally.repeats, tally.first, tally.last
