"""Restoring a version that the person chooses."""

from datetime import datetime
from typing import Any
from uuid import UUID

from memoryweb.memories.actions import conflicts, store, transitions
from memoryweb.memories.actions.interpretation import value_fingerprint
from memoryweb.memories.actions.store import action
from memoryweb.memories.actions.types import Actor, Outcome
from memoryweb.memories.models import Memory, Proposal, Status, Tombstone, history_model
from memoryweb.people.models import MemorySettings


def _get_version(version_id: int) -> Any:
    """Return the version with this id. Raises Memory.DoesNotExist if it is not in the person's scope."""
    version = history_model().objects.filter(history_id=version_id).first()
    if version is None:
        raise Memory.DoesNotExist
    return version


@action
def restore_ended(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Restore a memory that is no longer live, as it was when it last was."""
    memory = store.lock(memory_id)
    if memory.is_live:
        return Outcome.unchanged(memory, "It is in use.")
    live = history_model().objects.filter(id=memory.pk, status__in=[Status.ACTIVE, Status.CANDIDATE])
    if last := live.order_by("-history_id").first():
        return _restore_version(memory, last, by=by, now=now, counts_anew=True)
    return Outcome.unchanged(memory, "It was never in use.")


@action
def restore(version_id: int, *, by: Actor, now: datetime) -> Outcome:
    """Make a memory what it was in this version, and supersede whatever holds its key now."""
    version = _get_version(version_id)
    memory = store.lock(version.id)
    if not version.label:
        return Outcome.unchanged(memory, "That version was erased.")
    return _restore_version(memory, version, by=by, now=now, counts_anew=memory.status == Status.ARCHIVED)


def _restore_version(memory: Memory, version: Any, *, by: Actor, now: datetime, counts_anew: bool) -> Outcome:
    was_archived, place_before = memory.status == Status.ARCHIVED, (memory.project, memory.condition, memory.day)
    transitions.copy_version(memory, version)
    if transitions.is_past_end_date(memory, now) and memory.day:
        transitions.move_to_today(memory, now=now)
    if memory.status == Status.SUPERSEDED:
        memory.status = Status.ACTIVE
    if memory.status == Status.CANDIDATE and conflicts.rivals(memory).filter(fingerprint=memory.fingerprint).exists():
        return Outcome.unchanged(memory, "The same is remembered again by now.")
    if memory.is_live:
        transitions.renew_if_due(
            memory, counts_anew=counts_anew or (was_archived and _has_faded(memory, by.settings, now)), now=now
        )
        if memory.contested and place_before != (memory.project, memory.condition, memory.day):
            conflicts.detach(memory, by=by, now=now)
        conflicts.rejoin(memory)
        memory.superseded_by = None
        memory.expired_on, memory.expire_reason = None, ""
        fingerprint = value_fingerprint(memory.person_id, memory.label, memory.value)
        Tombstone.objects.filter(person_id=memory.person_id, fingerprint=fingerprint).delete()
    is_candidate = memory.status == Status.CANDIDATE
    closes = "" if is_candidate else Proposal.Status.WITHDRAWN
    new_version = conflicts.finish(memory, by=by, verb="restore", now=now, supersede=not is_candidate, close=closes)
    if is_candidate:
        _ask_again(memory, new_version, now=now)
    return Outcome.revised(memory, "Restored.", new_version)


def _has_faded(memory: Memory, settings: MemorySettings, now: datetime) -> bool:
    """Return whether the person has memories of so little importance archived: then it must come back with more."""
    below = settings.archive_below
    return below is not None and memory.importance_on(now.date()) < below


def _ask_again(memory: Memory, version: int, *, now: datetime) -> None:
    """Open a candidate's last question again, unless one is open: asked today, about what it says now."""
    questions = Proposal.objects.filter(memory=memory, kind=Proposal.Kind.REMEMBER)
    if questions.open().exists():
        return
    if last := questions.order_by("-created_at").first():
        last.status, last.decided_at, last.created_at, last.based_on = Proposal.Status.OPEN, None, now, version
        last.save(update_fields=["status", "decided_at", "created_at", "based_on"])
