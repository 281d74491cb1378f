"""An import after the person agreed: how a worker goes on where another one stopped, its Undo, and what became of it.

What is left to do stands in the rows. A worker takes some rows, brings them in and empties them, in one transaction, so
that one that is killed leaves all of it done or none.
"""

import logging
import math
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from time import monotonic
from uuid import UUID

from django.db import OperationalError
from django.db.models import QuerySet
from django.utils import timezone

from memoryweb.interchange.entry import About
from memoryweb.interchange.importing import previews
from memoryweb.interchange.importing.comparing import reference
from memoryweb.interchange.importing.importing import LEFT_OUT, KnownPlaces, Result, import_entry
from memoryweb.interchange.models import ImportBatch, ImportRow
from memoryweb.memories.actions import FileOf, Person, store
from memoryweb.memories.acts import recording, undo
from memoryweb.memories.models import Act, ActChange, Memory
from memoryweb.people.ids import uuid7
from memoryweb.people.models import User
from memoryweb.rls import scope
from memoryweb.rules.policy import OutcomeName

logger = logging.getLogger(__name__)

State, Verdict = ImportBatch.State, ImportRow.Verdict
ROWS_IN_AN_ACT = 25  # in one transaction, which holds the person's memories; Undo takes back all of them or none
KNOWN = Result(OutcomeName.UNCHANGED, "It was imported before.")
FAILED = "Something went wrong with it, so it was left out."


@dataclass
class Report:
    """What became of the rows of an import; lines with their numbers."""

    outcomes: Counter[str] = field(default_factory=Counter)
    refused: list[tuple[int, str]] = field(default_factory=list)
    left_out: list[tuple[int, str]] = field(default_factory=list)
    unknown: list[tuple[int, str, str]] = field(default_factory=list)
    not_of_person: Counter[str] = field(default_factory=Counter)


# The job


def run(batch_id: UUID, person_id: UUID, *, now: datetime | None = None, seconds: float = math.inf) -> bool:
    """Continue an import or its Undo for at most `seconds`; return whether work is left.

    Another worker that does the same at that moment ends here. Without `now`, each transaction has its own time.
    """
    ends = monotonic() + seconds
    return any(monotonic() > ends for _ in steps(batch_id, person_id, now=now))


def steps(batch_id: UUID, person_id: UUID, *, now: datetime | None = None) -> Iterator[None]:
    """Work in steps, one transaction before each yield, until nothing is left."""
    known = KnownPlaces(person_id)
    while _run_some(batch_id, person_id, known, now or timezone.now()):
        yield


def _run_some(batch_id: UUID, person_id: UUID, known: KnownPlaces, now: datetime) -> bool:
    """Process one portion in a transaction; return whether work is left."""
    with scope.acting_as(person_id), store.hold_person(person_id):
        batch = ImportBatch.objects.select_for_update(skip_locked=True, of=("self",)).filter(pk=batch_id).first()
        if batch is None or not batch.is_unfinished:
            return False
        batch.touched_at = now
        more = _import_some(batch, known, now) if batch.state == State.IMPORTING else _undo_one(batch, now)
        batch.save()
        return more


def _import_some(batch: ImportBatch, known: KnownPlaces, now: datetime) -> bool:
    rows = list(batch.rows.filter(is_chosen=True, outcome="").order_by("number")[:ROWS_IN_AN_ACT])
    if not rows:
        batch.state, batch.finished_at = State.DONE, now
        return False
    batch.acts = [*batch.acts, uuid7()]
    person = User.objects.get(pk=batch.person_id)
    refs = [reference(batch.files[row.file]["digest"], row.line, row.part) for row in rows]
    known.read(each["digest"] for each in batch.files)
    with recording.recording(FileOf(person), "import", now=now, goes_on=batch.acts[-1]):
        for row, ref in zip(rows, refs, strict=True):
            result = KNOWN if ref in known else _import_row(batch, row, ref, person, now)
            known.add(ref)
            row.entry, row.text, row.outcome, row.reason = None, "", result.outcome, result.reason[:300]
    ImportRow.objects.bulk_update(rows, ["entry", "text", "outcome", "reason"])
    batch.done += len(rows)
    return True


def _import_row(batch: ImportBatch, row: ImportRow, ref: dict[str, object], person: User, now: datetime) -> Result:
    """Import one row in a savepoint. A failing row is left out, so that it can't block the others."""
    try:
        entry = previews.entry_of(row)
        accept = batch.uses_explicit and row.is_explicit and entry.about == About.PERSON
        return import_entry(entry, ref, person, now=now, accept=accept)
    except OperationalError:  # of the database, not of the row: it is tried again
        raise
    except Exception as error:
        logger.error("row not imported: %s", type(error).__name__)
        return Result(LEFT_OUT, FAILED)


# Undo


def begin_undo(batch: ImportBatch, *, now: datetime) -> bool:
    """Begin to take the whole import back; False if there is nothing to take back."""
    begun = ImportBatch.objects.filter(pk=batch.pk, state=State.DONE).update(
        state=State.UNDOING, total=len(batch.acts), done=0, left_as_is=0, touched_at=now
    )
    return bool(begun)


def _undo_one(batch: ImportBatch, now: datetime) -> bool:
    """Take back the newest act that is left; of one that something was built on since, whatever else is in it."""
    if batch.done >= len(batch.acts):
        _finish_undo(batch, now)
        return False
    person = User.objects.get(pk=batch.person_id)
    act = batch.acts[len(batch.acts) - 1 - batch.done]
    with suppress(Act.DoesNotExist), recording.recording(Person(person), "undo_import", now=now):  # it may be empty
        if undo.undo_act(act, by=Person(person), now=now).name == OutcomeName.UNCHANGED:
            undo.undo_untouched(act, by=Person(person), now=now)
    batch.done += 1
    return True


def _finish_undo(batch: ImportBatch, now: datetime) -> None:
    """Finish the Undo: UNDONE if anything was undone or nothing stays, else DONE."""
    batch.left_as_is = left_as_is(batch).count()
    if Act.objects.filter(pk__in=batch.acts, undone_at__isnull=False).exists() or not batch.left_as_is:
        batch.state, batch.finished_at = State.UNDONE, now
    else:
        _say_done(batch)


def _say_done(batch: ImportBatch) -> None:
    batch.state = State.DONE
    batch.total = batch.done = batch.rows.exclude(outcome="").count()


def follow_undo(acts: Collection[UUID], now: datetime) -> None:
    """Say of the imports of these acts what stands now: History takes back, and brings back, one act at a time."""
    ended = ImportBatch.objects.filter(state__in=(State.DONE, State.UNDONE), acts__overlap=list(acts))
    for batch in ended.select_for_update().order_by("pk"):
        own = Act.objects.filter(pk__in=batch.acts)
        stands, is_undone = own.filter(undone_at=None).exists(), own.filter(undone_at__isnull=False).exists()
        if not is_undone:
            _say_done(batch)
        elif not stands and batch.state == State.DONE:
            batch.state, batch.finished_at = State.UNDONE, now
        batch.left_as_is = left_as_is(batch).count() if batch.state == State.UNDONE else 0
        batch.save(update_fields=["state", "total", "done", "finished_at", "left_as_is"])


def left_as_is(batch: ImportBatch) -> QuerySet[Memory]:
    """Return the import's memories that are still live, newest first: later changes are not undone."""
    made = ActChange.objects.filter(act__in=batch.acts, table_name=Memory._meta.db_table, version_before=None)
    return Memory.objects.of(batch.person_id).live().filter(pk__in=made.values("row_id")).order_by("-changed_at", "-pk")


# What became of it


def report(batch: ImportBatch) -> Report:
    """Return all rows' outcomes for the command."""
    found = Report()
    for row in batch.rows.order_by("file", "line", "part"):
        if row.verdict == Verdict.REFUSED:
            found.outcomes["refused"] += 1
            found.refused.append((row.line, row.reason))
        elif row.outcome == LEFT_OUT or (row.verdict == Verdict.UNKNOWN and row.about and not row.outcome):
            found.left_out.append((row.line, row.reason))
        elif row.verdict == Verdict.UNKNOWN and not row.outcome:
            found.unknown.append((row.line, row.text, row.reason))
        elif row.verdict == Verdict.BLOCKED:
            found.outcomes["blocked"] += 1
        elif row.outcome:
            found.outcomes[row.outcome] += 1
        elif row.about != About.PERSON:
            found.not_of_person[row.about] += 1
        else:
            found.outcomes["unchanged"] += 1
    return found
