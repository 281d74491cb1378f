"""How long a memory lasts and how much it matters, and bringing one back: set by the person."""

from collections.abc import Collection
from copy import copy
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone

from memoryweb.language.filing import classifier
from memoryweb.language.text import signs
from memoryweb.memories import refusals
from memoryweb.memories.actions import conflicts, proposals, rivals, store, transitions, types
from memoryweb.memories.actions.store import action
from memoryweb.memories.actions.types import Actor, Outcome
from memoryweb.memories.erasing import tombstones
from memoryweb.memories.models import Memory, Proposal, Status, history_model
from memoryweb.people.models import MemorySettings
from memoryweb.rules import decay, limits, policy
from memoryweb.rules.policy import Horizon

ONE_DAY = "It is for one day only. Edit it to make it last."


def _lock_live(memory_id: UUID, version: str = "") -> tuple[Memory, Outcome | None]:
    """Lock the memory; return it and, if not live or changed since the person saw it, the outcome to give.

    `version` is that of the memory the person saw (proposals.memory_version). Without one, it is as it is now.
    """
    memory = store.lock(memory_id)
    if not memory.is_live:
        return memory, Outcome.unchanged(memory, f"It was {memory.get_status_display()}. Restore it to use it again.")
    is_stale = version and version != proposals.memory_version(memory)
    return memory, Outcome.unchanged(memory, proposals.STALE) if is_stale else None


@action
def pin(memory_id: UUID, *, by: Actor, now: datetime, version: str = "") -> Outcome:
    """Include it always, and never archive it by age. Idempotent."""
    memory, ended = _lock_live(memory_id, version)
    if ended or memory.pinned:
        return ended or Outcome.unchanged(memory, "It is already pinned.")
    memory.pinned = True
    written = conflicts.finish(memory, by=by, verb="pin", now=now)
    return Outcome.revised(memory, "Pinned. Agents always get it, however old it is.", written)


@action
def unpin(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Let it age as its kind does, counted from today. Idempotent."""
    memory, ended = _lock_live(memory_id)
    if ended or not memory.pinned:
        return ended or Outcome.unchanged(memory, "It was not pinned.")
    memory.pinned = False
    transitions.renew_clocks(memory, now=now)
    version = conflicts.finish(memory, by=by, verb="unpin", now=now)
    return Outcome.revised(memory, "Unpinned.", version)


@action
def keep(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Never archive it by age or on a last day; it may still fade. What is for one day stays so. Idempotent."""
    memory, ended = _lock_live(memory_id)
    if ended or memory.day:
        return ended or Outcome.unchanged(memory, ONE_DAY)
    if memory.ttl_days is None and memory.valid_until is None:
        return Outcome.unchanged(memory, "It already has no end date.")
    memory.ttl_days = memory.valid_until = None
    version = conflicts.finish(memory, by=by, verb="keep", now=now)
    return Outcome.revised(memory, "Kept for as long as you like.", version)


@action
def let_age(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Take `keep` back: it lives as long as its kind does, counted from today. Idempotent."""
    memory, ended = _lock_live(memory_id)
    kind_days = policy.LIVES[policy.Kind(memory.kind)].ttl_days
    if ended or memory.ttl_days is not None or kind_days is None:
        return ended or Outcome.unchanged(memory, "It already ages like others of its kind.")
    memory.ttl_days, memory.ttl_from = kind_days, max(memory.ttl_from, now.date())
    version = conflicts.finish(memory, by=by, verb="let_age", now=now)
    is_to_come = memory.ttl_from > now.date()  # an event
    reason = "It ages again, starting on its own day." if is_to_come else "It ages again, starting today."
    return Outcome.revised(memory, reason, version)


@action
def complete(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Mark a goal as completed: no more questions, archived when due. Idempotent."""
    memory, ended = _lock_live(memory_id)
    if ended or memory.kind != policy.Kind.GOAL:
        return ended or Outcome.unchanged(memory, "Only a goal can be completed.")
    if memory.completed_at:
        return Outcome.unchanged(memory, "It is already completed.")
    memory.completed_at = now
    version = conflicts.finish(memory, by=by, verb="complete", now=now, close=Proposal.Status.WITHDRAWN)
    return Outcome.revised(memory, "Completed. Well done.", version)


@action
def still_true(memory_id: UUID, *, by: Actor, now: datetime, version: str = "") -> Outcome:
    """Start both clocks anew, as if it had been said today. Once a day is enough.

    A last day that is over, or so near that the person is asked about it, is removed. What is for one day stays so, as
    it stands beside what is true on all others; only an unfinished goal outlives its day.
    """
    memory, ended = _lock_live(memory_id, version)
    if ended:
        return ended
    if memory.day:
        if not memory.is_unfinished_goal:
            return Outcome.unchanged(memory, ONE_DAY)
        if rivals.rivals(rivals.as_it_will_be(memory, day=None, contested=False)):
            return Outcome.unchanged(memory, rivals.UNSEEN)
        conflicts.detach(memory, by=by, now=now)
        transitions.make_permanent(memory)
    today, verified_on = now.date(), memory.verified_at.date() if memory.verified_at else None
    days_before = policy.FADING_DAYS if memory.horizon == Horizon.SHORT else policy.STILL_TRUE_DAYS
    ends_soon = memory.valid_until is not None and memory.valid_until <= today + timedelta(days=days_before)
    ages_from = min(memory.ttl_from, memory.importance_as_of)
    if verified_on == today <= ages_from and not ends_soon:
        return Outcome.unchanged(memory, "You already said so today.")
    memory.verified_at = now
    memory.ttl_from, memory.importance_as_of = max(memory.ttl_from, today), max(memory.importance_as_of, today)
    memory.importance_assumed = False
    is_to_come = memory.ttl_from > today  # an event
    reason = "Still true. Its time starts on its own day." if is_to_come else "Still true. Its time starts again today."
    if ends_soon:
        memory.valid_until, reason = None, "Still true. It no longer ends on a set day."
    proposals.close_questions(
        Proposal.objects.filter(memory=memory, kind=Proposal.Kind.EXPIRE), Proposal.Status.DECLINED, now=now
    )
    return Outcome.revised(memory, reason, conflicts.finish(memory, by=by, verb="still_true", now=now))


@action
def boost(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Add half a point of importance, as it was used in an answer the person accepted: once a day, to ten at most (S2).

    The decay starts anew from there; the time to live does not. On an agent's word it stays below critical.
    """
    memory = store.lock(memory_id)
    if not memory.is_live:
        return Outcome.unchanged(memory, f"It was {memory.get_status_display()}.")
    if _boosted_today([memory.pk], now):
        return Outcome.unchanged(memory, "It was already marked as helpful today.")
    importance = memory.importance_on(now.date())
    boosted = decay.boosted_importance(importance, by_person=by.decides)
    if boosted == importance and not by.decides:
        return Outcome.unchanged(memory, "Its importance stays the same.")
    memory.importance_base, memory.importance_assumed = boosted, False
    memory.importance_as_of = max(memory.importance_as_of, now.date())
    version = conflicts.finish(memory, by=by, verb="boost", now=now)
    return Outcome.revised(memory, "Marked as helpful. It counts a little more now.", version)


def boostable(memory_ids: Collection[UUID], *, by: Actor, now: datetime) -> list[UUID]:
    """Return the memories in use that a boost would change, in lock order."""
    memories = Memory.objects.filter(pk__in=memory_ids).active().order_by("pk")
    importances = {memory.pk: memory.importance_on(now.date()) for memory in memories}
    boosted_today = _boosted_today(importances, now)
    return [
        pk
        for pk, importance in importances.items()
        if pk not in boosted_today and decay.boosted_importance(importance, by_person=by.decides) != importance
    ]


def _boosted_today(memory_ids: Collection[UUID], now: datetime) -> set[UUID]:
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    boosts = history_model().objects.filter(id__in=memory_ids, changed_verb="boost", history_date__gte=midnight)
    return set(boosts.values_list("id", flat=True))


@action
def promote(memory_id: UUID, *, by: Actor, now: datetime, version: str = "") -> Outcome:
    """Make a short memory long: the person wants it remembered for future interactions."""
    memory, ended = _lock_live(memory_id, version)
    if ended:
        return ended
    if memory.horizon == Horizon.LONG:
        return Outcome.unchanged(memory, "It is already kept for good.")
    if memory.day:
        return Outcome.unchanged(memory, ONE_DAY)
    if memory.kind in policy.NEVER_PROMOTED:
        return Outcome.unchanged(memory, "Events and contexts don’t last. Change its kind first.")
    memory.horizon = Horizon.LONG
    memory.section = classifier.section_for(memory.kind, memory.category, memory.key, memory.tags, memory.horizon)
    transitions.mark_confirmed(memory, now=now)
    written = conflicts.finish(memory, by=by, verb="promote", now=now, supersede=True, close=Proposal.Status.ACCEPTED)
    return Outcome.revised(memory, "Kept for good.", written)


@action
def archive(memory_id: UUID, *, by: Actor, now: datetime, reason: str = "") -> Outcome:
    """Put a memory of any kind into the archive. Restore brings it back. Idempotent."""
    types.check_storable("reason", reason)
    if finding := refusals.refuse(reason, person_id=by.person_id, now=now):
        return Outcome.refused(finding)
    memory = store.lock(memory_id)
    if memory.status == Status.ARCHIVED:
        return Outcome.unchanged(memory, "It is already archived.")
    memory.status, memory.expired_on = Status.ARCHIVED, timezone.localdate(now, by.settings.zone)
    memory.expire_reason = signs.cut(types.clean_text(reason), limits.REASON_MAX) or "archived by you"
    version = conflicts.finish(memory, by=by, verb="archive", now=now, close=Proposal.Status.WITHDRAWN)
    return Outcome.revised(memory, "Archived. Agents no longer get it.", version)


def _get_version(version_id: int) -> Any:
    """Return the version with this id. Raises Memory.DoesNotExist if it is not in the person's scope."""
    version = history_model().objects.filter(history_id=version_id).first()
    if version is None:
        raise Memory.DoesNotExist
    return version


@action
def restore_ended(memory_id: UUID, *, by: Actor, now: datetime, version: str = "") -> Outcome:
    """Restore an ended memory to its last live version."""
    memory = store.lock(memory_id)
    if memory.is_live:
        return Outcome.unchanged(memory, "There is nothing to restore.")
    if version and version != proposals.memory_version(memory):
        return Outcome.unchanged(memory, proposals.STALE)
    live = history_model().objects.filter(id=memory.pk, status__in=[Status.ACTIVE, Status.CANDIDATE])
    if last := live.order_by("-history_id").first():
        return _restore_version(memory, last, by=by, now=now, counts_anew=True)
    return Outcome.unchanged(memory, "It was never in use.")


@action
def restore(version_id: int, *, by: Actor, now: datetime, shown: str = "") -> Outcome:
    """Make a memory what it was in this version, and supersede whatever holds its key now.

    What is in use stays in use: the version brings back what the memory said, not that it waited or had ended. `shown`
    is the digest of the memory the person saw, in whose place it comes (proposals.memory_version): this one, or the one
    that replaced it, whose page has the history of both.
    """
    version = _get_version(version_id)
    memory = store.lock(version.id)
    if shown and all(shown != proposals.memory_version(each) for each in (memory, *_successors(memory)[-1:])):
        return Outcome.unchanged(memory, proposals.STALE)
    if not version.label:
        return Outcome.unchanged(memory, "That version was erased.")
    return _restore_version(memory, version, by=by, now=now, counts_anew=memory.status == Status.ARCHIVED)


def _restore_version(memory: Memory, version: Any, *, by: Actor, now: datetime, counts_anew: bool) -> Outcome:
    was_archived, place_before = memory.status == Status.ARCHIVED, memory.place
    was_in_use, before, replaced_by = memory.status == Status.ACTIVE, copy(memory), _shown_in_its_place(memory)
    transitions.copy_version(memory, version)
    if transitions.is_past_end_date(memory, now) and memory.day:
        transitions.move_to_today(memory, now=now)
    if memory.status == Status.SUPERSEDED:
        memory.status = Status.ACTIVE
    if was_in_use and memory.status != Status.ACTIVE:
        if memory.day and place_before.day is None:
            transitions.make_permanent(memory)
        transitions.mark_confirmed(memory, now=now)
    if memory.status == Status.CANDIDATE:
        if any(bytes(each.fingerprint) == bytes(memory.fingerprint) for each in rivals.rivals(memory)):
            return Outcome.unchanged(memory, "Another memory already says the same.")
    elif memory.is_live and rivals.ends_unseen(before, memory, shown=replaced_by):
        return Outcome.unchanged(memory, rivals.UNSEEN)
    if memory.is_live:
        transitions.renew_if_due(
            memory, counts_anew=counts_anew or (was_archived and _has_faded(memory, by.settings, now)), now=now
        )
        if memory.contested and place_before != memory.place:
            conflicts.detach(memory, by=by, now=now)
        conflicts.rejoin(memory)
        memory.superseded_by = None
        memory.expired_on, memory.expire_reason = None, ""
        tombstones.lift(memory.person_id, memory.label, memory.value)
    is_candidate = memory.status == Status.CANDIDATE
    closes = "" if is_candidate else Proposal.Status.WITHDRAWN
    new_version = conflicts.finish(memory, by=by, verb="restore", now=now, supersede=not is_candidate, close=closes)
    if is_candidate:
        _ask_again(memory, new_version, now=now)
    return Outcome.revised(memory, "Restored.", new_version)


def _successors(memory: Memory) -> list[Memory]:
    """Return a memory's successors in order."""
    found: list[Memory] = []
    later = memory.superseded_by
    while later and later not in found:
        found, later = [*found, later], later.superseded_by
    return found


def _shown_in_its_place(memory: Memory) -> list[UUID]:
    """Return the ids on the successor's page: the successors and their rivals."""
    return [shown.pk for each in _successors(memory) for shown in (each, *rivals.ended_by_yes(each).all)]


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
