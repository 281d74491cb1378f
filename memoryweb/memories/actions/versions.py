"""Going back: to any version a person chooses, or just before the last change."""

from datetime import datetime
from typing import Any
from uuid import UUID

from memoryweb.memories.actions import conflicts, editing, proposals, store, transitions
from memoryweb.memories.actions.interpretation import lasting_fingerprint
from memoryweb.memories.actions.store import action
from memoryweb.memories.actions.types import Outcome
from memoryweb.memories.actors import Actor, OnlyThePerson
from memoryweb.memories.models import Memory, Proposal, Status, Tombstone, history_model
from memoryweb.people.models import MemorySettings
from memoryweb.rules import policy
from memoryweb.rules.policy import OutcomeName


def _get_version(version_id: int) -> Any:
    """The version with this id; Memory.DoesNotExist where it is not in the person's scope."""
    found = history_model().objects.filter(history_id=version_id).first()
    if found is None:
        raise Memory.DoesNotExist
    return found


@action
def restore_ended(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Bring back what is expired or archived, as it was when it was last in use."""
    if not by.decides:
        raise OnlyThePerson("Only the person can restore, in the browser.")
    memory = store.lock(memory_id)
    if memory.is_live:
        return Outcome(name=OutcomeName.UNCHANGED, reason="It is in use.", memory=memory)
    used = history_model().objects.filter(id=memory.pk, status__in=[Status.ACTIVE, Status.CANDIDATE])
    if last := used.order_by("-history_id").first():
        return _restore_version(memory, last, by=by, now=now, name="restore", anew=True)
    return Outcome(name=OutcomeName.UNCHANGED, reason="It was never in use.", memory=memory)


@action
def restore(version_id: int, *, by: Actor, now: datetime) -> Outcome:
    """Make a memory what it was in this version. Whatever holds its key now gives way."""
    if not by.decides:
        raise OnlyThePerson("Only the person can restore a version, in the browser.")
    version = _get_version(version_id)
    memory = store.lock(version.id)
    if not version.label:
        return Outcome(name=OutcomeName.UNCHANGED, reason="That version was erased.", memory=memory)
    return _restore_version(memory, version, by=by, now=now, name="restore", anew=memory.status == Status.ARCHIVED)


def _restore_version(
    memory: Memory, version: Any, *, by: Actor, now: datetime, name: str, anew: bool = False
) -> Outcome:  # fmt: skip
    was_archived, was_at = memory.status == Status.ARCHIVED, (memory.project, memory.condition, memory.day)
    transitions.copy_version(memory, version)
    if name == "restore" and transitions.is_past_end_date(memory, now) and memory.day:
        transitions.move_to_today(memory, now=now)
    if memory.status == Status.SUPERSEDED:
        memory.status = Status.ACTIVE
    if memory.status == Status.CANDIDATE and conflicts.rivals(memory).filter(fingerprint=memory.fingerprint).exists():
        return Outcome(name=OutcomeName.UNCHANGED, reason="The same is known again by now.", memory=memory)
    if not memory.is_live:
        conflicts.remove_member(memory, by=by, now=now)
        memory.contested = False
    else:
        _renew_if_due(memory, anew=anew or (was_archived and _has_faded(memory, now)), now=now)
        if memory.contested and was_at != (memory.project, memory.condition, memory.day):
            conflicts.detach(memory, by=by, now=now)
        conflicts.rejoin(memory)
        memory.superseded_by = None
        memory.expired_on, memory.expire_reason = None, ""
        Tombstone.objects.filter(person_id=memory.person_id, fingerprint=lasting_fingerprint(memory)).delete()
    if memory.status == Status.ACTIVE:
        conflicts.supersede_rivals(memory, by=by, now=now)
    saved = store.save(memory, by=by, verb=name, because="your decision", now=now)
    conflicts.refresh(memory)
    if memory.status == Status.CANDIDATE:
        _ask_again(memory, saved, now=now)
    else:
        proposals.close_for(memory, Proposal.Status.WITHDRAWN, now=now)
    return Outcome(name=OutcomeName.REVISED, reason="As it was before.", memory=memory, version=saved)


def _renew_if_due(memory: Memory, *, anew: bool, now: datetime) -> None:
    """What comes back would be archived again tonight if its time is over: then its clock starts today.

    What a person brings back after it had ended counts again, at least as much as the day it was learned.
    """
    today = now.date()
    transitions.clear_past_end_date(memory, now=now)
    due = policy.archive_day(
        kind=memory.kind, pinned=memory.pinned, base=memory.importance_base, as_of=memory.importance_as_of,
        assumed=memory.importance_assumed, ttl_from=memory.ttl_from, ttl_days=memory.ttl_days,
        valid_until=memory.valid_until,
    )  # fmt: skip
    if due and due <= today:
        memory.ttl_from = today
    if anew:
        least = policy.first_importance(memory.source, memory.kind)
        memory.importance_base = max(memory.importance_on(today), least)
        memory.ttl_from = memory.importance_as_of = today


def _has_faded(memory: Memory, now: datetime) -> bool:
    """Whether the person wants such faint ones archived: then it must come back stronger, or not at all."""
    below = MemorySettings.for_person(memory.person_id).archive_below
    return below is not None and memory.importance_on(now.date()) < below


def _ask_again(memory: Memory, version: int, *, now: datetime) -> None:
    """A candidate's question is open again, unless another one is: asked today, about what it says now."""
    asked = Proposal.objects.filter(memory=memory, kind=Proposal.Kind.REMEMBER)
    if asked.open().exists():
        return
    if last := asked.order_by("-created_at").first():
        last.status, last.decided_at, last.created_at, last.based_on = Proposal.Status.OPEN, None, now, version
        last.save(update_fields=["status", "decided_at", "created_at", "based_on"])


@action
def undo(version_id: int, *, by: Actor, now: datetime) -> Outcome:
    """Take back the change that wrote this version, if nothing has happened to the memory since."""
    if not by.decides:
        raise OnlyThePerson("Only the person can undo, in the browser.")
    version = _get_version(version_id)
    memory = store.lock(version.id)
    if store.newest_version(memory.pk) != version_id:
        return Outcome(
            name=OutcomeName.UNCHANGED, reason="It has changed since; its history has every version.", memory=memory
        )
    earlier = history_model().objects.filter(id=memory.pk, history_id__lt=version_id)
    if before := earlier.order_by("-history_id").first():
        return _restore_version(memory, before, by=by, now=now, name="undo")
    return _undo_creation(memory, by=by, now=now)


def _undo_creation(memory: Memory, *, by: Actor, now: datetime) -> Outcome:
    """Undo of a memory's first version: it expires, and what it replaced is used again."""
    replaced = list(Memory.objects.filter(superseded_by=memory.pk).order_by("pk"))
    if not memory.is_live:
        return Outcome(name=OutcomeName.UNCHANGED, reason="It is no longer in use.", memory=memory)
    for old in replaced[:1]:  # its place in a conflict goes back, it does not fall empty
        memory.contested = False
        conflicts.replace_member(memory, old)
    version = editing.expire_locked(memory, by=by, now=now, reason="Undone.", verb="undo")
    for old in replaced:
        _reactivate(old.pk, by=by, now=now)
    proposals.close_for(memory, Proposal.Status.WITHDRAWN, now=now)
    return Outcome(name=OutcomeName.REVISED, reason="Undone.", memory=memory, version=version)


def _reactivate(memory_id: UUID, *, by: Actor, now: datetime) -> None:
    memory = store.lock(memory_id)
    earlier = history_model().objects.filter(id=memory_id).exclude(status=Status.SUPERSEDED)
    if before := earlier.order_by("-history_id").first():
        _restore_version(memory, before, by=by, now=now, name="undo")
