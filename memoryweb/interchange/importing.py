"""Bringing a file's entries in: through the same verbs as everything else, with the dates the file gives."""

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time

from django.db import transaction

from memoryweb.interchange import memory_md
from memoryweb.interchange.memory_md import Entry
from memoryweb.memories import lifecycle, policy
from memoryweb.memories.actors import FileOf, Person
from memoryweb.memories.lifecycle.change import Edit
from memoryweb.memories.models import Evidence, Memory
from memoryweb.people.models import User


@dataclass
class Report:
    """What became of each entry, and the lines that were not understood."""

    outcomes: Counter[str] = field(default_factory=Counter)
    refused: list[tuple[int, str]] = field(default_factory=list)
    left_out: list[tuple[int, str]] = field(default_factory=list)
    unknown: list[tuple[int, str]] = field(default_factory=list)


class _DryRun(Exception):
    pass


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
            for entry in sorted(reading.entries, key=lambda e: (e.learned or now.date(), e.line)):
                _bring(entry, digest, person, report, accept=accept, now=now)
            if dry_run:
                raise _DryRun
    except _DryRun:
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
    by = Person(person) if accept else FileOf(person)
    try:
        done = lifecycle.remember(_statement(entry, ref), by=by, now=_noon(entry.learned, now))
    except lifecycle.Invalid as error:
        report.left_out.append((entry.line, str(error)))
        return
    report.outcomes[done.name] += 1
    if done.name == policy.OutcomeName.REFUSED:
        report.refused.append((entry.line, done.reason))
    elif accept and done.memory:
        _catch_up(done.memory, entry, person, now)


def _statement(entry: Entry, ref: dict[str, object]) -> lifecycle.Statement:
    return lifecycle.Statement(
        name=entry.label,
        label=entry.label,
        value=entry.value or None,
        details="\n".join(entry.details),
        category=entry.category,
        source=policy.S0_SOURCES.get(entry.source.casefold(), policy.Source.UNCERTAIN),
        learned_on=entry.learned,
        observed_on=entry.learned,
        updated_on=None if entry.update else entry.updated,
        evidence_kind=Evidence.Kind.IMPORT,
        metadata={"replaced_by": entry.replaced_by} if entry.replaced_by else {},
        ref=ref,
    )


def _catch_up(memory: Memory, entry: Entry, person: User, now: datetime) -> None:
    """What the file says happened after it was learned, as versions of their own dates."""
    if entry.update:
        details = "\n".join([*entry.details, entry.update])
        wanted = Edit(
            label=memory.label, value=memory.value, details=details, kind=memory.kind, condition=memory.condition,
            project=memory.project, tags=tuple(memory.tags), pinned=memory.pinned,
        )  # fmt: skip
        lifecycle.edit(memory.pk, wanted, by=Person(person), now=_noon(entry.updated, now))
    if entry.expired:
        lifecycle.expire(memory.pk, by=Person(person), now=_noon(entry.expired, now), reason=entry.reason)


def _noon(day: date | None, now: datetime) -> datetime:
    """The middle of that day: the same date in nearly every time zone."""
    return datetime.combine(day, time(12), tzinfo=UTC) if day else now
