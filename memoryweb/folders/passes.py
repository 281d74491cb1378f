"""One pass over one folder: what its files say goes to the memories, and what the memories say into its file.

The first of two transactions takes in the edits, the second writes. A pass that is cut off between any two steps is
made good by the next: what was written is known by its words.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memoryweb.agents import callers
from memoryweb.agents.models import AccessLog
from memoryweb.folders import disk, native, statements
from memoryweb.folders.disk import MEMORY_FILE, Content, DiskError
from memoryweb.folders.edits import Edits
from memoryweb.folders.models import Folder, Trouble
from memoryweb.folders.native import Watched
from memoryweb.folders.statements import Finding
from memoryweb.folders.writing import PlannedFile
from memoryweb.language import readings
from memoryweb.memories import actions
from memoryweb.memories.actions import hold_person
from memoryweb.people.ids import uuid7
from memoryweb.recall import receipts
from memoryweb.recall.models import Receipt
from memoryweb.rls import scope

logger = logging.getLogger(__name__)

PASSES_MAX = 1_000  # transactions of one call, each with so many edits


@dataclass(frozen=True)
class Passed:
    """Result of one pass: whether the file was written, and whether edits are left for the next pass."""

    has_written: bool = False
    is_more: bool = False


def run(folder_id: UUID, person_id: UUID, *, now: datetime) -> bool:
    """Bring a folder in step; return whether its file was written. Its trouble is kept for its page."""
    has_written = False
    for _ in range(PASSES_MAX):
        passed = run_once(folder_id, person_id, now=now)
        has_written |= passed.has_written
        if not passed.is_more:
            break
    return has_written


@readings.kept()
def run_once(folder_id: UUID, person_id: UUID, *, now: datetime) -> Passed:
    """Make one pass. What goes wrong with it is kept as the folder's trouble, in plain words."""
    try:
        return _run(folder_id, person_id, now)
    except DiskError as error:
        _complain(folder_id, person_id, error.trouble)
    except Exception as error:
        logger.error("folder not kept in step: %s", type(error).__name__)
        _complain(folder_id, person_id, Trouble.FAILED)
    return Passed()


def _complain(folder_id: UUID, person_id: UUID, trouble: Trouble) -> None:
    with scope.acting_as(person_id):
        Folder.objects.filter(pk=folder_id).update(trouble=trouble)


@contextmanager
def _held(folder_id: UUID, person_id: UUID) -> Iterator[Folder | None]:
    """Lock the person and the folder for one pass; None if syncing has ended."""
    with scope.acting_as(person_id), hold_person(person_id):
        own = Folder.objects.kept_in_step().select_related("person").select_for_update(of=("self",))
        folder = own.filter(pk=folder_id).first()
        if folder is None:
            yield None
            return
        if folder.agent and (caller := callers.read_again(folder.agent, is_held=True)):
            folder.agent = caller.agent  # as it stays until the pass is written
        folder.trouble = ""
        yield folder
        folder.save(update_fields=["trouble", "findings", "passed_at", "writes_again", "takes_deletions"])


def _read_ahead(folder_id: UUID, person_id: UUID, now: datetime) -> Watched | None:
    """Read the folder's files before the person is held; return what those say that are only watched.

    The file that is also written is read again under the lock: another pass may have written it. Its words are kept.
    """
    with scope.acting_as(person_id):
        folder = Folder.objects.kept_in_step().select_related("person").filter(pk=folder_id).first()
        if folder is None:
            return None
        with suppress(DiskError):  # the pass itself says it, if the folder is not switched off
            if folder.kind == Folder.Kind.NATIVE:
                return native.read(folder, now=now)
            if content := disk.read(folder.path):
                Edits(folder, content.text, now).read_ahead()
        return None


def _run(folder_id: UUID, person_id: UUID, now: datetime) -> Passed:
    watched = _read_ahead(folder_id, person_id, now)
    with _held(folder_id, person_id) as folder:
        if folder is None:
            return Passed()
        folder.trouble = _why_off(folder, now)
        if folder.trouble and folder.kind != Folder.Kind.AGENT:
            return Passed()
        if folder.kind == Folder.Kind.NATIVE:
            return _pass_native(folder, watched or native.read(folder, now=now), now)
        content = disk.read(folder.path)
        found, is_more = _take_in(folder, content, now)
    return _write_out(folder_id, person_id, content, found, is_more=is_more, now=now)


def _why_off(folder: Folder, now: datetime) -> str:
    """Return the switch that keeps the folder from being kept in step; empty if there is none.

    What an agent may not be given any more leaves the file in its workspace, so that one is written all the same.
    """
    with hold_person(folder.person_id) as settings:
        if folder.is_closed or not settings.enable_memory:
            return Trouble.MEMORY_OFF
        if folder.agent and (not folder.agent.is_usable(now) or folder.agent.is_paused(now)):
            return Trouble.AGENT_OFF
        is_given = folder.kind != Folder.Kind.AGENT or settings.injection_enabled
        return "" if is_given else Trouble.GIVEN_OFF


def _pass_native(folder: Folder, watched: Watched, now: datetime) -> Passed:
    is_more = native.take_in(folder, watched, now=now)
    statements.keep_findings(folder, watched.found, now=now)
    folder.passed_at = now
    return Passed(is_more=is_more)


def _take_in(folder: Folder, content: Content | None, now: datetime) -> tuple[list[Finding], bool]:
    """Take in edits. A missing file doesn't mean deleting everything: the page asks."""
    lines = folder.lines.filter(file=MEMORY_FILE)
    if content is None:
        if lines.exists() and not folder.writes_again:
            raise DiskError(Trouble.GONE)
        lines.all().delete()
        folder.writes_again = folder.takes_deletions = False
        return [], False
    edits = Edits(folder, content.text, now)
    if folder.writes_again:
        edits.forget_deleted()
    edits.take_in()
    if not edits.is_more:
        folder.writes_again = folder.takes_deletions = False
    return edits.found, edits.is_more


def _write_out(
    folder_id: UUID, person_id: UUID, content: Content | None, found: list[Finding], *, is_more: bool, now: datetime
) -> Passed:
    """Write the file if memories have changed, with a receipt where it is an agent's."""
    with _held(folder_id, person_id) as folder:
        if folder is None:
            return Passed()
        folder.trouble = _why_off(folder, now) or (Trouble.FULL if _is_full(folder) else "")
        planned = PlannedFile(folder, content.text if content else "", now)
        text = planned.write_out()
        statements.keep_findings(folder, found + planned.found, now=now)
        folder.passed_at = now
        has_changed = text != (content.text if content else "")
        if has_changed:
            disk.write(folder.path, text, before=content)
            _leave_receipt(folder, planned.given, now)
    return Passed(has_changed, is_more)


def _is_full(folder: Folder) -> bool:
    return bool(folder.agent and actions.why_full(folder.agent))


def _leave_receipt(folder: Folder, given: list[UUID], now: datetime) -> None:
    """Write a receipt and a line of the access log: what is written into an agent's folder is given to it."""
    if (agent := folder.agent) is None:
        return
    receipts.write_list(
        agent, Receipt.Operation.GET, given, query=MEMORY_FILE, project=agent.project, now=now, nothing=""
    )
    agent.touch(now)
    AccessLog.objects.create(
        person_id=folder.person_id,
        agent=agent,
        at=now,
        operation="folder",
        writes=False,
        outcome="ok",
        memories=len(given),
        milliseconds=0,
        request_id=uuid7(),
    )
