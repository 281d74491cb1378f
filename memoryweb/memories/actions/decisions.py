"""The person's decisions: confirm, decline, only this time, accept, reject, mute. No agent's credential comes here."""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from memoryweb.memories import refusals
from memoryweb.memories.actions import (
    conflicts,
    editing,
    feedback,
    proposals,
    retention,
    store,
    transitions,
    types,
)
from memoryweb.memories.actions.interpretation import (
    fingerprint_for,
    lasting_fingerprint,
)
from memoryweb.memories.actions.store import action
from memoryweb.memories.actions.types import Invalid, Outcome
from memoryweb.memories.actors import Actor, OnlyThePerson
from memoryweb.memories.models import Memory, Proposal, Status, Tombstone, history_model
from memoryweb.people.models import MemorySettings
from memoryweb.rules import fields
from memoryweb.rules.policy import Horizon, OutcomeName


def _require_person(by: Actor) -> None:
    if not by.decides:
        raise OnlyThePerson("Only the person can answer this, in the browser.")


@action
def confirm(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """The person says yes: it counts from now on, and only they change it. Idempotent."""
    _require_person(by)
    memory = store.lock(memory_id)
    if not memory.is_live:
        return _unchanged(memory, f"It is {memory.get_status_display()}; restore a version to use it again.")
    if memory.status == Status.ACTIVE and memory.confirmed_at:
        return _unchanged(memory, "It was already confirmed.")
    if memory.day and transitions.is_past_end_date(memory, now):
        return _unchanged(memory, "It was for one day only, and that day is over. Edit it to make it last.")
    transitions.mark_confirmed(memory, now=now)
    conflicts.supersede_rivals(memory, by=by, now=now)
    version = store.save(memory, by=by, verb="confirm", because="your decision", now=now)
    proposals.close_for(memory, Proposal.Status.ACCEPTED, now=now)
    if rule := feedback.opposite_rule(memory):
        editing.expire(rule.pk, by=by, now=now, reason="You confirmed the opposite.")
    return Outcome(name=OutcomeName.SAVED, reason="Remembered.", memory=memory, version=version)


@action
def decline(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """The person says no: expired with that reason, and not learned again."""
    _require_person(by)
    memory = store.lock(memory_id)
    if not memory.is_live:
        return _unchanged(memory, f"It is already {memory.get_status_display()}.")
    version = editing.expire_locked(memory, by=by, now=now, reason="You said not to remember it.", verb="decline")
    add_tombstone(memory.person_id, lasting_fingerprint(memory), Tombstone.Cause.DECLINED, now=now)
    proposals.close_for(memory, Proposal.Status.DECLINED, now=now)
    return Outcome(
        name=OutcomeName.REVISED, reason="Not remembered, and not asked again.", memory=memory, version=version
    )


def add_tombstone(person_id: UUID, fingerprint: bytes, cause: str, *, now: datetime) -> None:
    Tombstone.objects.update_or_create(
        person_id=person_id,
        fingerprint=fingerprint,
        defaults={"cause": cause},
        create_defaults={"cause": cause, "created_at": now},
    )


@action
def only_this_time(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Yes, but only until the end of the person's day; leaves no tombstone."""
    _require_person(by)
    memory = store.lock(memory_id)
    if memory.status != Status.CANDIDATE:
        return _unchanged(memory, f"It is already {memory.get_status_display()}.")
    today = timezone.localdate(now, MemorySettings.for_person(memory.person_id).zone)
    conflicts.detach(memory, by=by, now=now)
    memory.status, memory.horizon, memory.section = Status.ACTIVE, Horizon.SHORT, ""
    memory.valid_until = memory.day = today
    memory.fingerprint = fingerprint_for(memory, day=memory.day)
    conflicts.supersede_rivals(memory, by=by, now=now)
    version = store.save(memory, by=by, verb="only_this_time", because="your decision", now=now)
    proposals.close_for(memory, Proposal.Status.ACCEPTED, now=now)
    return Outcome(name=OutcomeName.SAVED, reason="Used until the end of today.", memory=memory, version=version)


@action
def accept(proposal_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Yes to a question of any kind. One about a version that has changed since is stale, and says so."""
    _require_person(by)
    memory, asked = _lock_proposal(proposal_id)
    if asked.status != Proposal.Status.OPEN:
        return _unchanged(memory, f"This question was already {asked.get_status_display()}.")
    if asked.kind == Proposal.Kind.REMEMBER:
        return confirm(memory.pk, by=by, now=now)
    offered = asked.change
    if _has_changed_since(memory, asked.based_on):
        _decide(asked, Proposal.Status.STALE, now)
        return _unchanged(memory, "It has changed since this was asked, so nothing was done. Please look at it again.")
    _decide(asked, Proposal.Status.ACCEPTED, now)
    if say_yes := YES.get(Proposal.Kind(asked.kind)):
        return say_yes(memory.pk, by=by, now=now)
    if asked.kind == Proposal.Kind.EXPIRE:
        reason = offered.get("reason") or "You agreed to stop using it."
        return editing.expire(memory.pk, by=by, now=now, reason=reason)
    return editing.update(
        memory.pk, details=offered["details"], value=offered["value"], quote=offered["quote"], source=offered["source"],
        by=by, now=now,
    )  # fmt: skip


YES: dict[Proposal.Kind, Callable[..., Outcome]] = {
    Proposal.Kind.PROMOTE: retention.promote,
    Proposal.Kind.MERGE: feedback.widen,
}


def _lock_proposal(proposal_id: UUID) -> tuple[Memory, Proposal]:
    """A memory and then its question, locked: the order in which the clock and every verb take them."""
    about = Proposal.objects.values_list("memory_id", flat=True).get(pk=proposal_id)
    return store.lock(about), Proposal.objects.select_for_update(of=("self",)).get(pk=proposal_id)


def _has_changed_since(memory: Memory, version_id: int) -> bool:
    """Whether it says something else than when it was asked about; more evidence for it is no change."""
    asked_about = history_model().objects.filter(id=memory.pk, history_id=version_id).first()
    return asked_about is None or any(
        fields.display_value(getattr(asked_about, name)) != fields.display_value(getattr(memory, name))
        for name in ("status", "label", "value", "details", "condition", "project")
    )


@action
def reject(proposal_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """No to a question of any kind: the memory stays as it was; what was offered is not learned again."""
    _require_person(by)
    memory, asked = _lock_proposal(proposal_id)
    if asked.status != Proposal.Status.OPEN:
        return _unchanged(memory, f"This question was already {asked.get_status_display()}.")
    if asked.kind == Proposal.Kind.REMEMBER:
        return decline(memory.pk, by=by, now=now)
    _decide(asked, Proposal.Status.DECLINED, now)
    if fingerprint := asked.change.get("fingerprint"):
        add_tombstone(memory.person_id, bytes.fromhex(fingerprint), Tombstone.Cause.DECLINED, now=now)
    if asked.kind == Proposal.Kind.EXPIRE and memory.is_unfinished_goal:
        return retention.still_true(memory.pk, by=by, now=now)  # else the clock would ask again tonight
    return _unchanged(memory, "Left as it was.")


def _decide(asked: Proposal, status: str, now: datetime) -> None:
    proposals.close_questions(Proposal.objects.filter(pk=asked.pk), status, now=now)


def _unchanged(memory: Memory, reason: str) -> Outcome:
    return Outcome(name=OutcomeName.UNCHANGED, reason=reason, memory=memory)


TASK_MAX = 80  # characters of a task type or skill
MUTES_MAX = 50  # agents, and tasks, of one memory


@action
def mute(memory_id: UUID, *, agent: UUID | None = None, task: str = "", by: Actor, now: datetime) -> Outcome:
    """Keep a memory in use, but stop giving it to one agent, or to agents at one task or skill. Idempotent.

    Raises Invalid where neither an agent nor a task is named.
    """
    memory, refused = _lock_for_mute(memory_id, agent, task, by, now)
    if refused:
        return refused
    if agent in memory.muted_agents or task in memory.muted_tasks:
        return _unchanged(memory, "It was muted there already.")
    if len(memory.muted_agents) >= MUTES_MAX or len(memory.muted_tasks) >= MUTES_MAX:
        raise Invalid("task" if task else "agent", f"At most {MUTES_MAX}; expire it instead.")
    memory.muted_agents = [*memory.muted_agents, agent] if agent else memory.muted_agents
    memory.muted_tasks = [*memory.muted_tasks, task] if task else memory.muted_tasks
    version = store.save(memory, by=by, verb="mute", because="your decision", now=now)
    reason = "Muted there, from the next request on."
    return Outcome(name=OutcomeName.REVISED, reason=reason, memory=memory, version=version)


@action
def unmute(memory_id: UUID, *, agent: UUID | None = None, task: str = "", by: Actor, now: datetime) -> Outcome:
    """Give a memory again to the agent, or for the task, it was muted for. Idempotent."""
    memory, refused = _lock_for_mute(memory_id, agent, task, by, now)
    if refused:
        return refused
    if agent not in memory.muted_agents and task not in memory.muted_tasks:
        return _unchanged(memory, "It was not muted there.")
    memory.muted_agents = [muted for muted in memory.muted_agents if muted != agent]
    memory.muted_tasks = [muted for muted in memory.muted_tasks if muted != task]
    version = store.save(memory, by=by, verb="unmute", because="your decision", now=now)
    return Outcome(name=OutcomeName.REVISED, reason="Given there again.", memory=memory, version=version)


def _lock_for_mute(
    memory_id: UUID, agent: UUID | None, task: str, by: Actor, now: datetime
) -> tuple[Memory, Outcome | None]:
    if not by.decides:
        raise OnlyThePerson("Only the person mutes, in the browser.")
    if agent is None and not task:
        raise Invalid("task", "Name an agent or a task.")
    if len(task) > TASK_MAX:
        raise Invalid("task", f"At most {TASK_MAX} characters.")
    types.check_storable("task", task)
    memory = store.lock(memory_id)
    if found := refusals.refuse(task, person_id=by.person_id, now=now):
        reason = refusals.REASONS[found.category]
        return memory, Outcome(name=OutcomeName.REFUSED, reason=reason, category=found.category)
    return memory, None
