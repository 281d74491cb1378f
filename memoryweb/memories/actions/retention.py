"""How long a memory lasts and how much it matters: the person's word on the clock (SPEC §5, §6)."""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID

from django.utils import timezone

from memoryweb.memories import refusals
from memoryweb.memories.actions import conflicts, proposals, store, transitions, types
from memoryweb.memories.actions.store import action
from memoryweb.memories.actions.types import Outcome
from memoryweb.memories.actors import Actor, OnlyThePerson
from memoryweb.memories.models import Memory, Proposal, Status, history_model
from memoryweb.people.models import MemorySettings
from memoryweb.rules import classifier, policy
from memoryweb.rules.policy import Horizon, OutcomeName

ONE_DAY = "It is for one day only. Edit it to make it last."


def _stays(memory: Memory, reason: str) -> Outcome:
    return Outcome(name=OutcomeName.UNCHANGED, reason=reason, memory=memory)


def _changed(memory: Memory, *, by: Actor, now: datetime, name: str, reason: str) -> Outcome:
    because = "your decision" if by.decides else "user feedback"
    version = store.save(memory, by=by, verb=name, because=because, now=now)
    return Outcome(name=OutcomeName.REVISED, reason=reason, memory=memory, version=version)


def _live(memory_id: UUID, by: Actor) -> tuple[Memory, Outcome | None]:
    """The memory, locked, and why its clock cannot be set, if it cannot."""
    if not by.decides:
        raise OnlyThePerson("Only the person sets a memory's clock, in the browser.")
    memory = store.lock(memory_id)
    over = f"It is {memory.get_status_display()}; restore it to use it again."
    return memory, None if memory.is_live else _stays(memory, over)


def _set(
    memory_id: UUID, *, by: Actor, now: datetime, name: str, reason: str, same: str, change: Callable[[Memory], None]
) -> Outcome:
    """The shape of these verbs: change a live memory, or say that it was so already."""
    memory, over = _live(memory_id, by)
    if over:
        return over
    before = (memory.pinned, memory.ttl_days, memory.valid_until, memory.completed_at)
    change(memory)
    if before == (memory.pinned, memory.ttl_days, memory.valid_until, memory.completed_at):
        return _stays(memory, same)
    return _changed(memory, by=by, now=now, name=name, reason=reason)


@action
def pin(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Always included, never archived by age. Idempotent."""

    def change(memory: Memory) -> None:
        memory.pinned = True

    said = "Pinned: always included, and never archived by age."
    return _set(memory_id, by=by, now=now, name="pin", reason=said, same="It was pinned already.", change=change)


@action
def unpin(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """It ages as its kind does, counted from today."""

    def change(memory: Memory) -> None:
        if memory.pinned:
            memory.pinned = False
            transitions.renew_clocks(memory, now=now)

    return _set(memory_id, by=by, now=now, name="unpin", reason="Unpinned.", same="It was not pinned.", change=change)


@action
def keep(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Not archived any more, neither by age nor on a last day; it may still fade. What is for one day stays so."""
    memory, over = _live(memory_id, by)
    if over or memory.day:
        return over or _stays(memory, ONE_DAY)

    def change(memory: Memory) -> None:
        memory.ttl_days = memory.valid_until = None

    said = "Kept as long as you like."
    return _set(memory_id, by=by, now=now, name="keep", reason=said, same="It was kept already.", change=change)


@action
def let_age(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Takes `keep` back: it lives as long as its kind does, counted from today."""

    def change(memory: Memory) -> None:
        if memory.ttl_days is None:
            memory.ttl_days, memory.ttl_from = policy.LIVES[policy.Kind(memory.kind)].ttl_days, now.date()

    said, same = "It ages again, from today.", "It ages as its kind does."
    return _set(memory_id, by=by, now=now, name="let_age", reason=said, same=same, change=change)


@action
def complete(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """A goal is reached: it is not asked about any more, and is archived when its time is over."""
    memory, over = _live(memory_id, by)
    if over or memory.kind != policy.Kind.GOAL:
        return over or _stays(memory, "Only a goal can be completed.")

    def change(memory: Memory) -> None:
        memory.completed_at = memory.completed_at or now

    done = _set(
        memory_id, by=by, now=now, name="complete", reason="Well done.", same="It was completed already.", change=change
    )
    proposals.close_for(memory, Proposal.Status.WITHDRAWN, now=now)
    return done


@action
def still_true(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Both clocks start anew, as if it had been said today. Once a day is enough.

    A last day that is over, or so near that the person is asked about it, is taken off. What is for one day stays so:
    beside it stands what is true on all others. But a goal is not given up because its day is over.
    """
    memory, over = _live(memory_id, by)
    if over:
        return over
    if memory.day:
        if not memory.is_unfinished_goal:
            return _stays(memory, ONE_DAY)
        conflicts.detach(memory, by=by, now=now)
        transitions.make_permanent(memory)
        conflicts.supersede_rivals(memory, by=by, now=now)
    today, said_on = now.date(), memory.verified_at.date() if memory.verified_at else None
    near = policy.FADING_DAYS if memory.horizon == Horizon.SHORT else policy.STILL_TRUE_DAYS
    ends_soon = memory.valid_until is not None and memory.valid_until <= today + timedelta(days=near)
    if said_on == memory.ttl_from == memory.importance_as_of == today and not ends_soon:
        return _stays(memory, "You said so today.")
    memory.verified_at = now
    memory.ttl_from = memory.importance_as_of = today
    memory.importance_assumed = False
    reason = "Still true. Its clock starts anew today."
    if ends_soon:
        memory.valid_until, reason = None, "Still true. It has no last day any more, and its clock starts anew today."
    proposals.close_questions(
        Proposal.objects.filter(memory=memory, kind=Proposal.Kind.EXPIRE), Proposal.Status.DECLINED, now=now
    )
    return _changed(memory, by=by, now=now, name="still_true", reason=reason)


@action
def boost(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """It was used in an answer the person accepted: half a point more, once a day, never above ten (S2).

    The decay starts anew from the new height; the time to the archive does not.
    """
    memory = store.lock(memory_id)
    if not memory.is_live:
        return _stays(memory, f"It is {memory.get_status_display()}.")
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    if history_model().objects.filter(id=memory.pk, changed_verb="boost", history_date__gte=midnight).exists():
        return _stays(memory, "It was marked as helpful today already.")
    memory.importance_base = policy.boosted_importance(memory.importance_on(now.date()))
    memory.importance_as_of, memory.importance_assumed = now.date(), False
    return _changed(memory, by=by, now=now, name="boost", reason="It helped: half a point more.")


@action
def promote(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """From short to long: the person wants it remembered for future interactions (SPEC §6)."""
    memory, over = _live(memory_id, by)
    if over:
        return over
    if memory.horizon == Horizon.LONG:
        return _stays(memory, "It is meant to last already.")
    if memory.day:
        return _stays(memory, ONE_DAY)
    if memory.kind in policy.NEVER_PROMOTED:
        return _stays(memory, "Events and contexts are short by nature. Change its kind first.")
    memory.horizon = Horizon.LONG
    memory.section = classifier.section_for(memory.kind, memory.category, memory.key, memory.tags, memory.horizon)
    transitions.mark_confirmed(memory, now=now)
    conflicts.supersede_rivals(memory, by=by, now=now)
    done = _changed(memory, by=by, now=now, name="promote", reason="Remembered for future interactions.")
    proposals.close_for(memory, Proposal.Status.ACCEPTED, now=now)
    return done


@action
def archive(memory_id: UUID, *, by: Actor, now: datetime, reason: str = "") -> Outcome:
    """The person puts anything into the archive, rules too. Restore brings it back."""
    if not by.decides:
        raise OnlyThePerson("Only the person archives, in the browser; the clock does by age.")
    types.check_storable("reason", reason)
    if found := refusals.refuse(reason, person_id=by.person_id, now=now):
        return Outcome(name=OutcomeName.REFUSED, reason=refusals.REASONS[found.category], category=found.category)
    memory = store.lock(memory_id)
    if memory.status == Status.ARCHIVED:
        return _stays(memory, "It is archived already.")
    conflicts.remove_member(memory, by=by, now=now)
    memory.status, memory.contested = Status.ARCHIVED, False
    memory.expired_on = timezone.localdate(now, MemorySettings.for_person(by.person_id).zone)
    memory.expire_reason = types.clean_text(reason)[: policy.REASON_MAX] or "archived by you"
    done = _changed(memory, by=by, now=now, name="archive", reason="Archived. Agents no longer get it.")
    proposals.close_for(memory, Proposal.Status.WITHDRAWN, now=now)
    return done
