"""Brings one entry of a file to Review, or into the past if it has ended, with the dates the file gives."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction

from memoryweb.interchange.entry import NO_KEY, Entry
from memoryweb.interchange.importing import filing
from memoryweb.language.comparing import identity
from memoryweb.language.filing import classifier, known_fields
from memoryweb.language.text import signs
from memoryweb.memories import actions
from memoryweb.memories.actions import FileOf, Person
from memoryweb.memories.models import Evidence, Memory, Proposal
from memoryweb.people.models import MemorySettings, User
from memoryweb.rules import limits, policy
from memoryweb.rules.policy import Kind, OutcomeName, Source

READ_AT_ONCE = 1000  # rows
VALUE_MAX = limits.DETAILS_MAX // 2  # characters
IN_THE_PAST = "saved as ended"  # counted beside the outcomes
LEFT_OUT = "left out"
ALLERGY = "This looks like something about health. You can add an allergy yourself, in the browser."
UNDONE = "Undone."  # why what an undone import brought has ended


@dataclass(frozen=True)
class Result:
    """Result of an entry: outcome name and reason."""

    outcome: str
    reason: str = ""


def import_entry(entry: Entry, ref: dict[str, object], person: User, *, now: datetime, accept: bool = False) -> Result:
    """Bring an entry to Review, or into the past. Needs the person's scope.

    To `accept` is the person's own yes to what the file marks as said by them, given in the preview. What was imported
    before is not brought again (`KnownPlaces`).
    """
    if entry.replaced_by:
        ref = ref | {"replaced_by": entry.replaced_by}
    if entry.replaced_on:
        ref = ref | {"replaced_on": entry.replaced_on.isoformat()}
    if entry.as_of:
        ref = ref | {"as_of": entry.as_of.isoformat()}
    if impossible := find_impossible_date(entry, now):
        return Result(LEFT_OUT, impossible)
    try:
        with transaction.atomic():
            outcome = _ended(entry, ref, person, now) if entry.expired else _waiting(entry, ref, person, now)
            if accept and outcome.name == OutcomeName.PROPOSED and outcome.proposal_id:
                outcome = _accept(outcome, entry, person, now)
    except actions.Invalid as error:
        return Result(LEFT_OUT, str(error))
    if outcome.name == OutcomeName.UNCHANGED and entry.expired and outcome.memory and outcome.memory.is_live:
        return Result(LEFT_OUT, outcome.reason)
    if outcome.name == OutcomeName.REFUSED:
        is_allergy = outcome.category == "health" and known_fields.slugify(entry.category) == "dietary"
        return Result(outcome.name, ALLERGY if is_allergy else outcome.reason)
    has_ended = outcome.name == OutcomeName.SAVED and outcome.memory and not outcome.memory.is_live
    return Result(IN_THE_PAST if has_ended else outcome.name, outcome.reason)


Place = tuple[object, object, object]  # of an entry: its file, its line, and its part of the line


def place_of(ref: dict[str, Any]) -> Place:
    """Return the file, line and part of an entry's evidence."""
    return ref.get("file"), ref.get("line"), ref.get("part", 0)


class KnownPlaces:
    """Which places of files are evidence already, and were not undone.

    A file's are read once, when it is first named: each time takes a look at all of the person's evidence.
    """

    def __init__(self, person_id: UUID) -> None:
        self._person_id = person_id
        self._by_file: dict[object, set[Place]] = {}

    def read(self, files: Iterable[object]) -> None:
        """Read the places of those files that are new here. Needs the person's scope."""
        new = set(files) - self._by_file.keys()
        if not new:
            return
        self._by_file |= {file: set() for file in new}
        evidence = Evidence.objects.filter(person=self._person_id, kind=Evidence.Kind.IMPORT, ref__file__in=new)
        refs = evidence.exclude(memory__expire_reason=UNDONE).values_list("ref", flat=True)
        for ref in refs.iterator(chunk_size=READ_AT_ONCE):
            self._by_file[ref["file"]].add(place_of(ref))

    def __contains__(self, ref: dict[str, Any]) -> bool:
        return place_of(ref) in self._by_file[ref["file"]]

    def add(self, ref: dict[str, Any]) -> None:
        self._by_file[ref["file"]].add(place_of(ref))


def _accept(outcome: actions.Outcome, entry: Entry, person: User, now: datetime) -> actions.Outcome:
    """Say the person's yes, where the preview showed them all that it is a yes to. The rest waits on Review."""
    assert outcome.proposal_id
    question = Proposal.objects.select_related("memory").get(pk=outcome.proposal_id)
    if question.kind == Proposal.Kind.UPDATE or question.replaces:
        return outcome  # what they use now is replaced by nobody but them, on Review
    if not _was_shown(question.memory, entry):
        return outcome
    accepted = actions.accept(question.pk, by=Person(person), now=now)
    return accepted if accepted.version else outcome


def _was_shown(memory: Memory, entry: Entry) -> bool:
    """Return whether the row of the preview showed what the memory is: no rule, no more limits, no agent's words."""
    limits_of_it = (memory.condition, entry.condition), (memory.project, entry.project)
    if any(identity.normal_text(stored) != identity.normal_text(shown) for stored, shown in limits_of_it):
        return False
    if memory.kind == Kind.RULE or (memory.tags and not entry.tags):
        return False
    return not memory.evidence.exclude(kind=Evidence.Kind.IMPORT).exists()


def find_impossible_date(entry: Entry, now: datetime) -> str:
    """Return a sentence on the first date that nobody means, or that has not come yet; empty if all are fine."""
    for day in (entry.learned, entry.updated, entry.expired, entry.as_of, entry.replaced_on):
        if day is None:
            continue
        try:
            limits.check_day(day)
        except ValueError as error:
            return f"{day}: {error}"
        if day > now.date() + timedelta(days=1) and day != entry.as_of:  # that of a coming event begins on its day
            return f"{day} is still in the future."
    return ""


def _waiting(entry: Entry, ref: dict[str, object], person: User, now: datetime) -> actions.Outcome:
    said_at = _noon(entry.learned, now, MemorySettings.for_person(person.pk).zone)
    return actions.import_statement(statement_of(entry, ref), said_at=said_at, by=FileOf(person), now=now)


def _ended(entry: Entry, ref: dict[str, object], person: User, now: datetime) -> actions.Outcome:
    assert entry.expired is not None
    zone = MemorySettings.for_person(person.pk).zone
    is_exact = entry.is_exact and len(entry.value) <= VALUE_MAX
    return actions.import_ended(
        statement_of(entry, ref),
        said_at=_noon(entry.learned or entry.expired, now, zone),
        ended_at=_noon(entry.expired, now, zone),
        ended_on=entry.expired,
        reason=entry.reason,
        by=FileOf(person),
        now=now,
        is_archived=entry.is_archived,
        is_short=entry.is_short,
        texts=(entry.label, entry.value or None, "\n".join(entry.details)) if is_exact else None,
    )


def statement_of(entry: Entry, ref: dict[str, object] | None = None) -> actions.Statement:
    """Return an entry as a statement; bare words are filed as a conversation would file them."""
    statement = _statement_of(entry, ref)
    if found := filing.describe(entry):
        name, value = found.label, statement.value if found.value is None else found.value
        return replace(
            statement,
            name=name,
            label=name,
            category=found.category,
            key=found.key,
            value=value,
            condition=found.condition,
            kind=statement.kind or found.kind,
        )
    return statement


def _statement_of(entry: Entry, ref: dict[str, object] | None) -> actions.Statement:
    value, details = entry.value, "\n".join([*entry.details, entry.update] if entry.update else entry.details)
    if len(value) > VALUE_MAX and not details:
        value, details = "", value  # a value is stored as JSON, in which the same text is longer
    source = "instruction" if entry.is_explicit and not entry.source else entry.source
    return actions.Statement(
        name=_name(entry),
        label=signs.cut(entry.label, limits.LABEL_MAX) if entry.is_listed else entry.label,
        value=value or None,
        details=details,
        kind=_kind(entry),
        condition=entry.condition,
        project=entry.project,
        key=_key(entry),
        category=entry.category,
        source=policy.SOURCE_NAMES.get(source.casefold(), Source.UNCERTAIN),
        importance=entry.importance,
        importance_as_of=entry.as_of,
        ttl_days=entry.ttl_days,
        confidence=entry.confidence,
        valid_until=entry.valid_until,
        tags=tuple(signs.cut(tag, limits.TAG_MAX) for tag in entry.tags[: limits.TAGS_MAX]),
        learned_on=entry.learned,
        observed_on=entry.learned,
        updated_on=entry.updated,
        evidence_kind=Evidence.Kind.IMPORT,
        ref=ref or {},
    )


def _name(entry: Entry) -> str:
    return NO_KEY if entry.key == NO_KEY or _is_item(entry) else entry.label


def _is_item(entry: Entry) -> bool:
    """Return whether it is an item of a list whose label is no known field, so that items never contradict."""
    if not (entry.is_listed and entry.label) or entry.key:
        return False
    return known_fields.match_field(known_fields.slugify(entry.category), entry.label).field is None


def _key(entry: Entry) -> str:
    return "" if entry.key == NO_KEY else entry.key


def _kind(entry: Entry) -> str:
    """Return "preference" where the words alone would make the entry short-lived: files hold long-term memories."""
    if entry.kind:
        return entry.kind[: limits.KIND_MAX]
    details = "\n".join(entry.details)
    if len(details) + len(entry.value) > limits.DETAILS_MAX:
        return ""  # too long to be kept, and so to be read
    classification = classifier.classify(
        category=entry.category,
        name=_name(entry),
        details=details,
        value=entry.value or None,
        key=_key(entry),
        kind="",
        label=entry.label,
        quote="",
    )
    return policy.Kind.PREFERENCE if classification.kind in (Kind.EVENT, Kind.CONTEXT) else ""


def _noon(day: date | None, now: datetime, zone: ZoneInfo) -> datetime:
    """Return the middle of the day in the person's time zone; `now` if the file gives no day, or a later one."""
    return min(now, datetime.combine(day, time(12), tzinfo=zone)) if day else now
