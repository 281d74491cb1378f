"""Brings the entries of a file to Review, and those that have ended into the past, with the dates the file gives."""

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction

from memoryweb.interchange.entry import NO_KEY, Document, Entry
from memoryweb.memories import actions, recording
from memoryweb.memories.actions import FileOf
from memoryweb.memories.models import Evidence
from memoryweb.people.models import MemorySettings, User
from memoryweb.rules import classifier, fields, limits, policy

IN_THE_PAST = "saved as ended"  # counted beside the outcomes
ALLERGY = "This looks like something about health. You can add an allergy yourself, in the browser."


@dataclass
class Report:
    """What happened to the entries of a file, and its lines that were not understood; each with its line number."""

    outcomes: Counter[str] = field(default_factory=Counter)
    refused: list[tuple[int, str]] = field(default_factory=list)
    left_out: list[tuple[int, str]] = field(default_factory=list)
    unknown: list[tuple[int, str]] = field(default_factory=list)


class _DryRunError(Exception):
    """Rolls the import back."""


def import_text(
    text: str, read: Callable[[str], Document], person: User, *, now: datetime, dry_run: bool = False
) -> Report:
    """Bring a file that a format's `read` understands to Review. Needs the person's scope.

    What is in use in the file becomes a question, and what has ended there goes into the past. Importing the same file
    twice changes nothing: an entry of a file is evidence only once. A dry run does the same in a transaction that is
    rolled back.
    """
    document = read(text)
    report = Report(unknown=document.unknown)
    digest = hashlib.sha256(text.encode()).hexdigest()
    try:
        with transaction.atomic(), recording.recording(FileOf(person), "import", now=now):
            for entry in sorted(document.entries, key=lambda entry: _import_order(entry, now)):
                _import_entry(entry, digest, person, report, now=now)
            if dry_run:
                raise _DryRunError
    except _DryRunError:
        pass
    return report


def _import_order(entry: Entry, now: datetime) -> tuple[bool, date, int]:
    """Sort ended entries first, so that they are found in the past by those in use; then by date."""
    return entry.expired is None, entry.learned or now.date(), entry.line


def _import_entry(entry: Entry, digest: str, person: User, report: Report, *, now: datetime) -> None:
    ref: dict[str, object] = {"file": digest, "line": entry.line}
    if entry.replaced_by:
        ref["replaced_by"] = entry.replaced_by
    if Evidence.objects.filter(person=person, kind=Evidence.Kind.IMPORT, ref=ref).exists():
        report.outcomes["unchanged"] += 1
        return
    if impossible := _find_impossible_date(entry, now):
        report.left_out.append((entry.line, impossible))
        return
    try:
        with transaction.atomic():
            outcome = _ended(entry, ref, person, now) if entry.expired else _waiting(entry, ref, person, now)
    except actions.Invalid as error:
        report.left_out.append((entry.line, str(error)))
        return
    if outcome.name == policy.OutcomeName.UNCHANGED and entry.expired and outcome.memory and outcome.memory.is_live:
        report.left_out.append((entry.line, outcome.reason))
        return
    report.outcomes[IN_THE_PAST if outcome.name == policy.OutcomeName.SAVED else outcome.name] += 1
    if outcome.name == policy.OutcomeName.REFUSED:
        is_allergy = outcome.category == "health" and fields.slugify(entry.category) == "dietary"
        report.refused.append((entry.line, ALLERGY if is_allergy else outcome.reason))


def _find_impossible_date(entry: Entry, now: datetime) -> str:
    """Return a sentence on the first date that nobody means, or that has not come yet; empty if all are fine."""
    for day in (entry.learned, entry.updated, entry.expired):
        if day is None:
            continue
        try:
            limits.check_day(day)
        except ValueError as error:
            return f"{day}: {error}"
        if day > now.date() + timedelta(days=1):
            return f"{day} is still in the future."
    return ""


def _waiting(entry: Entry, ref: dict[str, object], person: User, now: datetime) -> actions.Outcome:
    said_at = _noon(entry.learned, now, MemorySettings.for_person(person.pk).zone)
    return actions.import_statement(_statement(entry, ref), said_at=said_at, by=FileOf(person), now=now)


def _ended(entry: Entry, ref: dict[str, object], person: User, now: datetime) -> actions.Outcome:
    assert entry.expired is not None
    zone = MemorySettings.for_person(person.pk).zone
    return actions.import_ended(
        _statement(entry, ref), said_at=_noon(entry.learned or entry.expired, now, zone),
        ended_at=_noon(entry.expired, now, zone), ended_on=entry.expired, reason=entry.reason, by=FileOf(person),
        now=now,
    )  # fmt: skip


def _statement(entry: Entry, ref: dict[str, object]) -> actions.Statement:
    value, details = entry.value, "\n".join([*entry.details, entry.update] if entry.update else entry.details)
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
        updated_on=entry.updated,
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


def _noon(day: date | None, now: datetime, zone: ZoneInfo) -> datetime:
    """Return the middle of the day in the person's time zone; `now` if the file gives no day, or a later one."""
    return min(now, datetime.combine(day, time(12), tzinfo=zone)) if day else now
