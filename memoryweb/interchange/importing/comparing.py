"""Compares the entries of an import with what the person has, for the preview. It only reads.

By value and by field, in a few queries for any number of entries. What two texts mean is decided at the import itself,
by `remember`, which may still find that they say the same.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from itertools import islice
from typing import NamedTuple
from uuid import UUID

from django.db.models import F, Func, Q, TextField

from memoryweb.interchange import exporting
from memoryweb.interchange.entry import Entry
from memoryweb.interchange.importing.importing import KnownPlaces, find_impossible_date, statement_of
from memoryweb.interchange.models import ImportRow
from memoryweb.language.comparing import identity
from memoryweb.language.filing import sameness
from memoryweb.language.text import value_text
from memoryweb.memories import actions
from memoryweb.memories.actions import interpretation
from memoryweb.memories.erasing import tombstones
from memoryweb.memories.history import history
from memoryweb.memories.models import Memory, Place, SearchDocument, Status, Tombstone, fingerprints
from memoryweb.people.models import MemorySettings, User

Verdict = ImportRow.Verdict
AT_ONCE = 500  # entries in one query
IMPORTED = "You imported it before."
YOURS = "It says what a memory of yours says."
WAITS = "It waits in Review already."
OVER = "It has ended here, too."
TWICE = "It stands in these files before."
DECIDED = "Not kept."
NO_MEMORY = "It is longer than a memory may be, or empty."
STILL_IN_USE = "The file says it ended, but you still have it here."
OVER_IN_WORDS = {Status.SUPERSEDED, Status.EXPIRED, Status.ARCHIVED}
OTHERWISE = (Verdict.NEW, Verdict.CHANGE, Verdict.PAST)  # no value of theirs is the same
OLDER = "What you use now is newer, so this goes into your history."
ENDED = "It has ended in the file, so it goes into your history."


@dataclass(frozen=True)
class Placed:
    """An entry with its file number, file digest and part."""

    entry: Entry
    file: int
    digest: str
    part: int  # of several on one line

    @property
    def ref(self) -> dict[str, object]:
        return reference(self.digest, self.entry.line, self.part)


def reference(digest: str, line: int, part: int) -> dict[str, object]:
    """Return what the evidence of an entry is known by, so that it counts once however often it is imported."""
    return {"file": digest, "line": line} | ({"part": part} if part else {})


@dataclass(frozen=True)
class Compared:
    verdict: str
    reason: str = ""


@dataclass(frozen=True)
class _Key:
    """An entry's keys for comparison."""

    fingerprint: bytes
    words: bytes | None  # what it says, whatever category and label it stands under
    values: list[bytes]  # under each of the person's keys
    field: tuple[str, Place] | None  # the key and the place, of a field with one value
    text: str  # the value, if it is words
    said_on: date | None


def compare(placed: Sequence[Placed], person: User, *, now: datetime) -> Iterator[Compared]:
    """Yield each entry's verdict against the person's memories, in order. Needs the person's scope."""
    seen: set[bytes | str] = set()
    sentences = _Sentences(person)
    entries, brought = iter(placed), tombstones.brought_keys(person.pk)
    in_words, imported = _in_words(person, brought), KnownPlaces(person.pk)
    if any(each.entry.is_exact for each in placed):
        in_words = _with_archived(in_words, person, brought)
    imported.read({each.ref["file"] for each in placed})
    while batch := list(islice(entries, AT_ONCE)):
        keys = [_key(each.entry, person.pk, brought) for each in batch]
        state = _State.read(person, keys, in_words, imported)
        for each, key in zip(batch, keys, strict=True):
            compared = _verdict(each, key, state, seen, now)
            sentence = _sentence(each.entry)
            if (
                compared.verdict in OTHERWISE
                and not each.entry.expired
                and (same := sentences.why_same(sentence, seen))
            ):
                compared = Compared(Verdict.SAME, same)
            yield compared
            if key and not each.entry.expired:  # what was taken up again stands there twice, and is both
                seen |= {key.fingerprint, sentence}


class _Sentences:
    """The person's memories as lines of a plain file, read only where nothing else finds an entry."""

    def __init__(self, person: User) -> None:
        self._person = person

    def why_same(self, sentence: str, seen: set[bytes | str]) -> str:
        """Return why a sentence is already known; empty if new."""
        if sentence in seen:
            return TWICE
        status = self._statuses.get(sentence)
        return (YOURS if status == Status.ACTIVE else WAITS) if status else ""

    @cached_property
    def _statuses(self) -> dict[str, str]:
        live = Memory.objects.of(self._person).live().order_by("-status")  # what is in use comes last, and counts
        return {
            identity.normal_text(exporting.one_line(memory)): memory.status
            for memory in live.iterator(chunk_size=AT_ONCE)
        }


def _sentence(entry: Entry) -> str:
    said = value_text.format_line(entry.label, entry.value) if entry.label else ""
    words = ". ".join(filter(None, [said, " ".join(entry.details)]))
    return identity.normal_text(exporting.with_limits(words, entry.condition, entry.project))


def _key(entry: Entry, person_id: UUID, brought: list[str]) -> _Key | None:
    """Return the entry's comparison key; None if invalid for import."""
    try:
        statement = statement_of(entry).checked()
    except actions.Invalid:
        return None
    said = interpretation.classify_statement(statement)
    place = Place.at(person_id, None, statement.project, statement.condition, None)
    fingerprint = fingerprints.fingerprint(place, key=said.key, normal=said.normal)
    details = statement.details.strip()
    values = tombstones.Digests.for_statement(person_id, said.label, said.value, brought, details=details).values
    field = (said.key, place) if said.key and said.one_valued else None
    text = said.value if isinstance(said.value, str) else ""
    is_known = place.is_everywhere
    words = sameness.words_of(key=said.key, label=said.label, value=said.value, details=details) if is_known else ""
    digest = fingerprints.statement_digest(person_id, words)
    return _Key(fingerprint, digest, values, field, text, statement.updated_on or statement.learned_on)


def _in_words(person: User, brought: list[str]) -> dict[bytes, set[str]]:
    """Return the statuses of what a file says otherwise than it is stored, by the file's words for it.

    A list, a number and a yes stand in a file as text, and what is for one day with the day as its condition.
    """
    kind_of_value = Func(F("value"), function="jsonb_typeof", output_field=TextField())
    is_odd = ~Q(is_a="string") | Q(value="") | Q(day__isnull=False)
    known = Q(pk__in=history.ever_in_use(person).values("pk")) | Q(status=Status.CANDIDATE)
    odd = Memory.objects.of(person).filter(known).alias(is_a=kind_of_value).filter(is_odd)
    zone, statuses = MemorySettings.for_person(person.pk).zone, defaultdict(set)
    for memory in odd.iterator(chunk_size=AT_ONCE):
        if key := _key(exporting.entry_from_memory(memory, zone), person.pk, brought):
            statuses[key.fingerprint].add(memory.status)
    return statuses


def _with_archived(statuses: dict[bytes, set[str]], person: User, brought: list[str]) -> dict[bytes, set[str]]:
    """Add archived memories by their archive texts, word for word."""
    statuses, zone = defaultdict(set, statuses), MemorySettings.for_person(person.pk).zone
    for memory in exporting.archived_memories(person).iterator(chunk_size=AT_ONCE):
        if key := _key(exporting.exact_entry(memory, zone), person.pk, brought):
            statuses[key.fingerprint].add(memory.status)
    return statuses


class _InUse(NamedTuple):
    """The value of a field, and since when it is known."""

    value: object
    since: date

    @classmethod
    def from_memory(cls, memory: Memory) -> "_InUse":
        confirmed_on = memory.confirmed_at and memory.confirmed_at.date()
        days = memory.updated_on, memory.learned_on or memory.observed_on, confirmed_on
        return cls(memory.value, max(day for day in days if day))


@dataclass(frozen=True)
class _State:
    """The person's memories that a batch of entries is compared with."""

    statuses: dict[bytes, str]
    ended: set[bytes]  # was in use once
    declined: set[bytes]
    fields: dict[tuple[str, Place], _InUse]
    imported: KnownPlaces

    @classmethod
    def read(
        cls, person: User, keys: Sequence[_Key | None], in_words: dict[bytes, set[str]], imported: KnownPlaces
    ) -> "_State":
        known = [key for key in keys if key]
        live = Memory.objects.of(person.pk).live()
        fingerprints = [key.fingerprint for key in known]
        same = live.filter(fingerprint__in=fingerprints)
        live_statuses = Status.CANDIDATE, Status.ACTIVE
        everywhere = {f"memory__{name}": value for name, value in Place(person.pk).lookups().items()}
        documents = SearchDocument.objects.filter(person=person, memory__status__in=live_statuses, **everywhere)
        documents = documents.filter(statement__in=[key.words for key in known if key.words])
        # what is in use comes last, and counts
        in_same_words = documents.order_by("-memory__status").values_list("statement", "memory__status")
        over = history.ever_in_use(person).filter(fingerprint__in=fingerprints).exclude(status=Status.ACTIVE)
        of_field = live.active().holding(*(key.field[0] for key in known if key.field))
        of_field = of_field.order_by("-contested", "changed_at")  # the last one counts, as at the import itself
        values = [value for key in known for value in key.values]
        decided = Tombstone.objects.filter(person=person, fingerprint__in=values)
        return cls(
            statuses={
                **{digest: Status.CANDIDATE for digest, found in in_words.items() if Status.CANDIDATE in found},
                **{digest: Status.ACTIVE for digest, found in in_words.items() if Status.ACTIVE in found},
                **{bytes(words): status for words, status in in_same_words if words},
                **{bytes(digest): status for digest, status in same.values_list("fingerprint", "status")},
            },
            ended={bytes(digest) for digest in over.values_list("fingerprint", flat=True)}
            | {digest for digest, found in in_words.items() if found & OVER_IN_WORDS},
            declined={bytes(digest) for digest in decided.values_list("fingerprint", flat=True)},
            fields={(each.key, each.place): _InUse.from_memory(each) for each in of_field.iterator(chunk_size=AT_ONCE)},
            imported=imported,
        )


def _verdict(each: Placed, key: _Key | None, state: _State, seen: set[bytes | str], now: datetime) -> Compared:
    if (impossible := find_impossible_date(each.entry, now)) or key is None:
        return Compared(Verdict.UNKNOWN, impossible or NO_MEMORY)
    if not state.declined.isdisjoint(key.values):
        return Compared(Verdict.BLOCKED, DECIDED)
    if each.entry.expired and key.fingerprint in state.ended:
        return Compared(Verdict.SAME, OVER)
    if same := _why_same(each, key, state, seen):
        is_in_use = same == YOURS and each.entry.expired
        return Compared(Verdict.UNKNOWN, STILL_IN_USE) if is_in_use else Compared(Verdict.SAME, same)
    if each.entry.expired:
        return Compared(Verdict.PAST, ENDED)
    return _against_field(key, state.fields.get(key.field) if key.field else None)


def _against_field(key: _Key, in_use: _InUse | None) -> Compared:
    """Compare an entry with what is in use in its field."""
    if in_use is None:
        return Compared(Verdict.NEW)
    if isinstance(in_use.value, str) and identity.is_repetition(key.text, in_use.value):
        return Compared(Verdict.SAME, YOURS)
    is_older = key.said_on and key.said_on < in_use.since
    return Compared(Verdict.PAST, OLDER) if is_older else Compared(Verdict.CHANGE)


def _why_same(each: Placed, key: _Key, state: _State, seen: set[bytes | str]) -> str:
    """Return why an entry is already known; empty if new."""
    if each.ref in state.imported:
        return IMPORTED
    if status := state.statuses.get(key.fingerprint) or (key.words and state.statuses.get(key.words)):
        return YOURS if status == Status.ACTIVE else WAITS
    return TWICE if key.fingerprint in seen and not each.entry.expired else ""
