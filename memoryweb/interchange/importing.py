"""Imports the entries of a file through the same actions as everything else, with the dates that the file gives."""

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from django.db import transaction

from memoryweb.interchange.entry import NO_KEY, Document, Entry
from memoryweb.memories import actions
from memoryweb.memories.actions import Edit, FileOf, Person
from memoryweb.memories.models import Evidence, Memory
from memoryweb.people.models import MemorySettings, User
from memoryweb.rules import classifier, limits, policy


@dataclass
class Report:
    """What happened to the entries of a file, and its lines that were not understood; each with its line number."""

    outcomes: Counter[str] = field(default_factory=Counter)
    refused: list[tuple[int, str]] = field(default_factory=list)
    left_out: list[tuple[int, str]] = field(default_factory=list)
    unknown: list[tuple[int, str]] = field(default_factory=list)


class _DryRunError(Exception):
    """Rolls the import back."""


class _InUseError(Exception):
    """An entry that has ended would change a memory that is in use."""


def import_text(
    text: str,
    read: Callable[[str], Document],
    person: User,
    *,
    accept: bool,
    now: datetime,
    dry_run: bool = False,
) -> Report:
    """Import a file that a format's `read` understands. Needs the person's scope.

    Importing the same file twice changes nothing: an entry of a file is evidence only once. Without `accept` all
    memories in use become questions in Review; entries that have expired are left out and reported. A dry run does the
    same in a transaction that is rolled back.
    """
    document = read(text)
    report = Report(unknown=document.unknown)
    digest = hashlib.sha256(text.encode()).hexdigest()
    try:
        with transaction.atomic():
            for entry in sorted(document.entries, key=lambda entry: _import_order(entry, now)):
                _import_entry(entry, digest, person, report, accept=accept, now=now)
            if dry_run:
                raise _DryRunError
    except _DryRunError:
        pass
    return report


def _import_order(entry: Entry, now: datetime) -> tuple[bool, date, int]:
    """Sort ended entries first, so that they never replace a memory in use; then by date."""
    return entry.expired is None, entry.learned or now.date(), entry.line


def _import_entry(entry: Entry, digest: str, person: User, report: Report, *, accept: bool, now: datetime) -> None:
    ref: dict[str, object] = {"file": digest, "line": entry.line}
    if entry.replaced_by:
        ref["replaced_by"] = entry.replaced_by
    if Evidence.objects.filter(person=person, kind=Evidence.Kind.IMPORT, ref=ref).exists():
        report.outcomes["unchanged"] += 1
        return
    if entry.expired and not accept:
        report.left_out.append((entry.line, f"{entry.title}: expired on {entry.expired}"))
        return
    try:
        for day in (entry.learned, entry.updated, entry.expired):
            actions.check_day("date", day)
        with transaction.atomic():
            outcome = _remember(entry, ref, person, accept=accept, now=now)
    except actions.Invalid as error:
        report.left_out.append((entry.line, str(error)))
    except _InUseError:
        report.left_out.append((entry.line, "it has ended in the file, and what is in use here is left as it is"))
    else:
        report.outcomes[outcome.name] += 1
        if outcome.name == policy.OutcomeName.REFUSED:
            report.refused.append((entry.line, outcome.reason))


def _remember(entry: Entry, ref: dict[str, object], person: User, *, accept: bool, now: datetime) -> actions.Outcome:
    by, zone = Person(person) if accept else FileOf(person), MemorySettings.for_person(person.pk).zone
    outcome = actions.remember(_statement(entry, ref), by=by, now=_noon(entry.learned, now, zone))
    if entry.expired and outcome.memory and outcome.name != policy.OutcomeName.SAVED:
        raise _InUseError
    if accept and outcome.memory:
        _apply_later_changes(outcome.memory, entry, person, now, zone)
    return outcome


def _statement(entry: Entry, ref: dict[str, object]) -> actions.Statement:
    value, details = entry.value, "\n".join(entry.details)
    if len(value) > limits.DETAILS_MAX // 2 and not details:
        value, details = "", value  # a value is stored as JSON, in which the same text is longer
    return actions.Statement(
        name=_name(entry),
        label=entry.label,
        value=value or None,
        details=details,
        kind=_kind(entry),
        condition=entry.condition,
        project=entry.project,
        key=_key(entry),
        category=entry.category,
        source=policy.S0_SOURCES.get(entry.source.casefold(), policy.Source.UNCERTAIN),
        learned_on=entry.learned,
        observed_on=entry.learned,
        updated_on=None if entry.update else entry.updated,
        evidence_kind=Evidence.Kind.IMPORT,
        ref=ref,
    )


def _name(entry: Entry) -> str:
    return NO_KEY if entry.key == NO_KEY else entry.label


def _key(entry: Entry) -> str:
    return "" if entry.key == NO_KEY else entry.key


def _kind(entry: Entry) -> str:
    """Return "preference" where the words alone would make the entry short-lived: files hold long-term memories."""
    details = "\n".join(entry.details)
    if len(details) + len(entry.value) > limits.DETAILS_MAX:
        return ""  # too long to be kept, and so to be read
    classification = classifier.classify(
        category=entry.category, name=_name(entry), details=details, value=entry.value or None, key=_key(entry),
        kind="", label=entry.label, quote="",
    )  # fmt: skip
    return policy.Kind.PREFERENCE if classification.kind in (policy.Kind.EVENT, policy.Kind.CONTEXT) else ""


def _apply_later_changes(memory: Memory, entry: Entry, person: User, now: datetime, zone: ZoneInfo) -> None:
    """Write the update and the end that the file tells of as versions with their own dates."""
    if entry.update:
        details = "\n".join([*entry.details, entry.update])
        changes = Edit(
            label=memory.label, value=memory.value, details=details, kind=memory.kind, condition=memory.condition,
            project=memory.project, tags=tuple(memory.tags), pinned=memory.pinned,
        )  # fmt: skip
        since = actions.newest_version(memory.pk)
        actions.edit(memory.pk, changes, by=Person(person), now=_noon(entry.updated, now, zone), since=since)
    if entry.expired:
        actions.expire(memory.pk, by=Person(person), now=_noon(entry.expired, now, zone), reason=entry.reason)


def _noon(day: date | None, now: datetime, zone: ZoneInfo) -> datetime:
    """Return the middle of the day in the person's time zone; `now` if the file gives no day."""
    return datetime.combine(day, time(12), tzinfo=zone) if day else now
