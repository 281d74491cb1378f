"""Bringing a file's entries in: through the same verbs as everything else, with the dates the file gives."""

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from django.db import transaction

from memoryweb.interchange.formats import memory_md
from memoryweb.interchange.formats.memory_md import NO_KEY, Entry
from memoryweb.memories import actions
from memoryweb.memories.actions import Edit
from memoryweb.memories.actors import FileOf, Person
from memoryweb.memories.models import Evidence, Memory
from memoryweb.people.models import MemorySettings, User
from memoryweb.rules import classifier, policy


@dataclass
class Report:
    """What became of each entry, and the lines that were not understood."""

    outcomes: Counter[str] = field(default_factory=Counter)
    refused: list[tuple[int, str]] = field(default_factory=list)
    left_out: list[tuple[int, str]] = field(default_factory=list)
    unknown: list[tuple[int, str]] = field(default_factory=list)


class _DryRunError(Exception):
    """Rolls everything back."""


class _InUseError(Exception):
    """An entry that has ended would touch a memory that is in use."""


def import_memory_md(text: str, person: User, *, accept: bool, now: datetime, dry_run: bool = False) -> Report:
    """Idempotent by file: the same entry of the same file is evidence only once. Needs the person's scope.

    Without `accept` everything that is in use lands in Review; what has expired is left out and reported.
    A dry run does the same in a transaction that is rolled back.
    """
    reading = memory_md.read(text)
    report = Report(unknown=reading.unknown)
    digest = hashlib.sha256(text.encode()).hexdigest()
    try:
        with transaction.atomic():
            for entry in sorted(reading.entries, key=lambda e: _order(e, now)):
                _bring(entry, digest, person, report, accept=accept, now=now)
            if dry_run:
                raise _DryRunError
    except _DryRunError:
        pass
    return report


def _bring(entry: Entry, digest: str, person: User, report: Report, *, accept: bool, now: datetime) -> None:
    ref = {"file": digest, "line": entry.line}
    if Evidence.objects.filter(person=person, kind=Evidence.Kind.IMPORT, ref=ref).exists():
        report.outcomes["unchanged"] += 1
        return
    if entry.expired and not accept:
        report.left_out.append((entry.line, f"{entry.title}: expired on {entry.expired}"))
        return
    try:
        with transaction.atomic():
            done = _remember(entry, ref, person, accept=accept, now=now)
    except actions.Invalid as error:
        report.left_out.append((entry.line, str(error)))
    except _InUseError:
        report.left_out.append((entry.line, "it has ended in the file, and what is in use here is left as it is"))
    else:
        report.outcomes[done.name] += 1
        if done.name == policy.OutcomeName.REFUSED:
            report.refused.append((entry.line, done.reason))


def _remember(entry: Entry, ref: dict[str, object], person: User, *, accept: bool, now: datetime) -> actions.Outcome:
    by, zone = Person(person) if accept else FileOf(person), MemorySettings.for_person(person.pk).zone
    done = actions.remember(_statement(entry, ref), by=by, now=_noon(entry.learned, now, zone))
    if entry.expired and done.memory and done.name != policy.OutcomeName.SAVED:
        raise _InUseError
    if accept and done.memory:
        _catch_up(done.memory, entry, person, now, zone)
    return done


def _order(entry: Entry, now: datetime) -> tuple[bool, date, int]:
    """What has ended comes first, so that it never takes the place of what is in use; then by date."""
    return entry.expired is None, entry.learned or now.date(), entry.line


def _statement(entry: Entry, ref: dict[str, object]) -> actions.Statement:
    value, details = entry.value, "\n".join(entry.details)
    if len(value) > policy.DETAILS_MAX // 2 and not details:
        value, details = "", value  # a value is JSON, where the same text is longer
    return actions.Statement(
        name=_name(entry),
        label=entry.label,
        value=value or None,
        details=details,
        kind=_lasting_kind(entry),
        condition=entry.condition,
        project=entry.project,
        key=_key(entry),
        category=entry.category,
        source=policy.S0_SOURCES.get(entry.source.casefold(), policy.Source.UNCERTAIN),
        learned_on=entry.learned,
        observed_on=entry.learned,
        updated_on=None if entry.update else entry.updated,
        evidence_kind=Evidence.Kind.IMPORT,
        metadata={"replaced_by": entry.replaced_by} if entry.replaced_by else {},
        ref=ref,
    )


def _name(entry: Entry) -> str:
    return NO_KEY if entry.key == NO_KEY else entry.label


def _key(entry: Entry) -> str:
    return "" if entry.key == NO_KEY else entry.key


def _lasting_kind(entry: Entry) -> str:
    """S0's file is of what lasts. Where the words alone would make it an event or a context, it is a preference."""
    details = "\n".join(entry.details)
    if len(details) + len(entry.value) > policy.DETAILS_MAX:
        return ""  # too long to be kept, and so to be read
    read = classifier.classify(
        category=entry.category, name=_name(entry), details=details, value=entry.value or None, key=_key(entry),
        kind="", label=entry.label, quote="",
    )  # fmt: skip
    return policy.Kind.PREFERENCE if read.kind in (policy.Kind.EVENT, policy.Kind.CONTEXT) else ""


def _catch_up(memory: Memory, entry: Entry, person: User, now: datetime, zone: ZoneInfo) -> None:
    """What the file says happened after it was learned, as versions of their own dates."""
    if entry.update:
        details = "\n".join([*entry.details, entry.update])
        wanted = Edit(
            label=memory.label, value=memory.value, details=details, kind=memory.kind, condition=memory.condition,
            project=memory.project, tags=tuple(memory.tags), pinned=memory.pinned,
        )  # fmt: skip
        actions.edit(memory.pk, wanted, by=Person(person), now=_noon(entry.updated, now, zone))
    if entry.expired:
        actions.expire(memory.pk, by=Person(person), now=_noon(entry.expired, now, zone), reason=entry.reason)


def _noon(day: date | None, now: datetime, zone: ZoneInfo) -> datetime:
    """The middle of the person's own day."""
    return datetime.combine(day, time(12), tzinfo=zone) if day else now
