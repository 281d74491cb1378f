"""The person's decisions: confirm, decline, only this time, accept, reject, mute. No agent may (policy.MAY)."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.language.text import value_text
from memoryweb.memories import refusals
from memoryweb.memories.actions import (
    conflict_answers,
    conflicts,
    create,
    feedback,
    proposals,
    reconcile,
    retention,
    rivals,
    store,
    transitions,
    types,
    updating,
)
from memoryweb.memories.actions.interpretation import fingerprint_for
from memoryweb.memories.actions.store import action
from memoryweb.memories.actions.types import Actor, Invalid, Outcome
from memoryweb.memories.erasing.tombstones import add_tombstone
from memoryweb.memories.models import Conflict, Memory, Proposal, Status, Tombstone, history_model
from memoryweb.people.models import Section
from memoryweb.rules import limits, policy
from memoryweb.rules.policy import Horizon, OutcomeName

WOULD_REPLACE = "It would replace something that you use. Review shows both."
DETAILS = ("details", "tags", "applies_to", "kind", "valid_until")  # what an update may change beside the value


@action
def confirm(memory_id: UUID, *, by: Actor, now: datetime, version: str = "") -> Outcome:
    """Remember it: it counts from now on, and only the person changes it. Idempotent.

    `version` is that of the memory the person saw (proposals.memory_version), as in accept.
    """
    memory = store.lock(memory_id)
    if because := _why_not_confirmed(memory, version, now):
        return Outcome.unchanged(memory, because)
    if question := _unasked_replacement(memory, by=by, now=now):
        return Outcome.unchanged(memory, WOULD_REPLACE, proposal_id=question.pk, question=question.question)
    return _say_yes(memory, by=by, now=now)


def _say_yes(memory: Memory, *, by: Actor, now: datetime) -> Outcome:
    """Do what the person said yes to, once it is sure that they saw all of it."""
    if because := _why_not_confirmed(memory, "", now):
        return Outcome.unchanged(memory, because)
    if memory.contested:  # a yes to one side is the answer
        conflict = Conflict.objects.open().get(members__memory=memory)
        return conflict_answers.keep_one(conflict.pk, memory.pk, by=by, now=now)
    return _confirm(memory, by, now)


def _why_not_confirmed(memory: Memory, version: str, now: datetime) -> str:
    if not memory.is_live:
        return f"It was {memory.get_status_display()}. Restore it to use it again."
    if memory.status == Status.ACTIVE and memory.confirmed_at and not memory.contested:
        return "You already confirmed it."
    if version and version != proposals.memory_version(memory):
        return proposals.STALE
    if memory.day and not memory.contested and transitions.is_past_end_date(memory, now):
        return "It was for one day, and that day is over. Edit it to make it last."
    return ""


def _unasked_replacement(memory: Memory, *, by: Actor, now: datetime) -> Proposal | None:
    """Return a question for a candidate that would replace a memory in use: only a question shows both. Else None."""
    ended = rivals.ended_by_yes(memory).in_its_place
    if memory.status != Status.CANDIDATE or not ended:
        return None
    if question := Proposal.objects.filter(memory=memory, kind__in=proposals.CHOICES).open().first():
        return question
    replaced = ended[0]
    return proposals.ask(
        memory,
        kind=Proposal.Kind.UPDATE,
        question=proposals.update_question(replaced, memory.shown_value),
        version=store.newest_version(memory.pk),
        by=by,
        now=now,
        replaces=replaced.pk,
    )


def _confirm(memory: Memory, by: Actor, now: datetime) -> Outcome:
    transitions.mark_confirmed(memory, now=now)
    version = conflicts.finish(memory, by=by, verb="confirm", now=now, supersede=True, close=Proposal.Status.ACCEPTED)
    if rule := rivals.opposite_rules([memory.pk]).get(memory.pk):
        updating.expire(rule.pk, by=by, now=now, reason="You confirmed the opposite.")
    reason = "Remembered." + _why_not_given(memory, by)
    return Outcome(name=OutcomeName.SAVED, reason=reason, memory=memory, version=version)


def _why_not_given(memory: Memory, by: Actor) -> str:
    """Return a sentence if a setting keeps every agent from what the person just said yes to; else nothing."""
    if not by.settings.enable_memory:
        return " Agents get it once you switch memory on in Settings."
    if memory.section and memory.section not in by.settings.enabled_sections:
        return f" Agents get it once you switch “{Section(memory.section).label}” on in Settings."
    return ""


@action
def decline(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Decline a memory: it expires and is not learned again."""
    memory = store.lock(memory_id)
    if not memory.is_live:
        return Outcome.unchanged(memory, f"It is already {memory.get_status_display()}.")
    version = updating.expire_locked(
        memory, by=by, now=now, reason="You said not to remember it.", verb="decline", close=Proposal.Status.DECLINED
    )
    add_tombstone(memory, Tombstone.Cause.DECLINED, now=now)
    return Outcome.revised(memory, "Not remembered. You won’t be asked again.", version)


@action
def only_this_time(
    memory_id: UUID, *, by: Actor, now: datetime, question: UUID | None = None, version: str = ""
) -> Outcome:
    """Use it, but only until the end of the person's day; leaves no tombstone.

    `version` is that of the question the person saw, as in accept; without a question, that of the memory.
    """
    memory = store.lock(memory_id)
    if question and version != proposals.current_version(Proposal.objects.get(pk=question), memory):
        return Outcome.unchanged(memory, proposals.STALE)
    if version and not question and version != proposals.memory_version(memory):
        return Outcome.unchanged(memory, proposals.STALE)
    if memory.status != Status.CANDIDATE:
        return Outcome.unchanged(memory, f"It is already {memory.get_status_display()}.")
    today = timezone.localdate(now, by.settings.zone)
    if rivals.ends_unseen(memory, rivals.as_it_will_be(memory, day=today, contested=False)):
        return Outcome.unchanged(memory, rivals.UNSEEN)
    conflicts.detach(memory, by=by, now=now)
    memory.status, memory.horizon, memory.section = Status.ACTIVE, Horizon.SHORT, ""
    memory.confirmed_at = memory.confirmed_at or now
    memory.confidence = max(memory.confidence, policy.CONFIRMED_CONFIDENCE)
    memory.valid_until = memory.day = today
    memory.importance_base = max(memory.importance_on(now.date()), policy.CONFIRMED_IMPORTANCE)
    memory.importance_as_of, memory.importance_assumed = max(memory.importance_as_of, now.date()), False
    memory.fingerprint = fingerprint_for(memory, day=memory.day)
    written = conflicts.finish(
        memory, by=by, verb="only_this_time", now=now, supersede=True, close=Proposal.Status.ACCEPTED
    )
    return Outcome(name=OutcomeName.SAVED, reason="Used until the end of today.", memory=memory, version=written)


@action
def accept(
    proposal_id: UUID, *, by: Actor, now: datetime, version: str = "", instead_of: UUID | None = None
) -> Outcome:
    """Say yes to a question of any kind.

    `version` is that of the question the person saw (proposals.version_of): if it has changed since, nothing is done.
    Without one, the yes is to the question as it is now. `instead_of` is a memory in use that the question showed
    beside the new one: it is replaced.
    """
    memory, proposal = _lock_proposal(proposal_id)
    if instead_of:
        return _accept_instead_of(memory, proposal, instead_of, by=by, now=now, version=version)
    if proposal.status != Proposal.Status.OPEN:
        return Outcome.unchanged(memory, "This question is already closed.")
    if version and version != proposals.current_version(proposal, memory):
        return Outcome.unchanged(memory, proposals.STALE)
    if proposal.kind == Proposal.Kind.REMEMBER or proposal.replaces:
        return _say_yes(memory, by=by, now=now)
    if _has_changed_since(memory, proposal.based_on):
        _close(proposal, Proposal.Status.STALE, now)
        return Outcome.unchanged(memory, proposals.STALE)
    change = dict(proposal.change)
    _close(proposal, Proposal.Status.ACCEPTED, now)
    return ACCEPTED_ACTIONS[Proposal.Kind(proposal.kind)](memory, change, by=by, now=now)


def _accept_instead_of(
    memory: Memory, proposal: Proposal, replaced_id: UUID, *, by: Actor, now: datetime, version: str
) -> Outcome:
    """Accept a new memory instead of one in use. The version covers both."""
    replaced = Memory.objects.of(memory.person_id).filter(pk=replaced_id, status=Status.ACTIVE).first()
    is_open = proposal.status == Proposal.Status.OPEN and proposal.kind == Proposal.Kind.REMEMBER
    if replaced is None or not is_open or version != proposals.current_version(proposal, memory, beside=[replaced]):
        return Outcome.unchanged(memory, proposals.STALE)
    outcome = _say_yes(memory, by=by, now=now)
    if outcome.name != OutcomeName.SAVED:
        return outcome
    replaced = store.lock(replaced_id)
    if replaced.status == Status.ACTIVE:
        conflicts.detach(replaced, by=by, now=now)
        conflicts.supersede(replaced, store.lock(memory.pk), by=by, now=now)
    return replace(outcome, name=OutcomeName.REVISED, reason="Remembered. The old one is in History.")


def _accept_promotion(memory: Memory, _: dict[str, Any], *, by: Actor, now: datetime) -> Outcome:
    return retention.promote(memory.pk, by=by, now=now)


def _accept_widening(memory: Memory, change: dict[str, Any], *, by: Actor, now: datetime) -> Outcome:
    return feedback.widen(memory.pk, by=by, now=now, in_skills=change == feedback.IN_SKILLS)


def _accept_stopping(memory: Memory, change: dict[str, Any], *, by: Actor, now: datetime) -> Outcome:
    reason = change.get("reason") or "You agreed to stop using it."
    return updating.expire(memory.pk, by=by, now=now, reason=reason)


def _accept_details(memory: Memory, change: dict[str, Any], *, by: Actor, now: datetime) -> Outcome:
    """Change what stands around the value as the question offered, and confirm it; or settle the conflict it is in."""
    if conflict_id := change.get(Proposal.SETTLES):
        return conflict_answers.keep_one(UUID(conflict_id), memory.pk, by=by, now=now)
    reconcile.apply_details(memory, {name: value for name, value in change.items() if name in DETAILS})
    memory.updated_on = timezone.localdate(now, by.settings.zone)
    transitions.mark_confirmed(memory, now=now)
    version = conflicts.finish(memory, by=by, verb="confirm", now=now, close=Proposal.Status.ACCEPTED)
    return Outcome.revised(memory, "Changed.", version)


ACCEPTED_ACTIONS: dict[Proposal.Kind, Callable[..., Outcome]] = {
    Proposal.Kind.PROMOTE: _accept_promotion,
    Proposal.Kind.MERGE: _accept_widening,
    Proposal.Kind.EXPIRE: _accept_stopping,
    Proposal.Kind.UPDATE: _accept_details,
}


def _lock_proposal(proposal_id: UUID) -> tuple[Memory, Proposal]:
    """Return a memory and its question, locked in the order in which every action and the upkeep lock them."""
    memory_id = Proposal.objects.values_list("memory_id", flat=True).get(pk=proposal_id)
    return store.lock(memory_id), Proposal.objects.select_for_update(of=("self",)).get(pk=proposal_id)


def _has_changed_since(memory: Memory, version_id: int) -> bool:
    """Return whether the memory's words or status changed since the question; more evidence doesn't count."""
    version = history_model().objects.filter(id=memory.pk, history_id=version_id).first()
    return version is None or any(
        value_text.display_value(getattr(version, name)) != value_text.display_value(getattr(memory, name))
        for name in ("status", "label", "value", "details", "condition", "project")
    )


@action
def reject(proposal_id: UUID, *, by: Actor, now: datetime, version: str = "") -> Outcome:
    """Decline a question of any kind: the memory stays, and the offered change is not learned again.

    A no needs no version, but where it keeps a goal it is a yes to that: `version` is as in accept.
    """
    memory, proposal = _lock_proposal(proposal_id)
    if proposal.status != Proposal.Status.OPEN:
        return Outcome.unchanged(memory, "This question is already closed.")
    if proposal.kind == Proposal.Kind.REMEMBER or proposal.replaces:
        return decline(memory.pk, by=by, now=now)
    keeps_goal = proposal.kind == Proposal.Kind.EXPIRE and memory.is_unfinished_goal
    if keeps_goal and version and version != proposals.current_version(proposal, memory):
        return Outcome.unchanged(memory, proposals.STALE)
    _close(proposal, Proposal.Status.DECLINED, now)
    if keeps_goal:
        return retention.still_true(memory.pk, by=by, now=now)  # or the next upkeep would ask again
    return Outcome.unchanged(memory, "Kept as it is.")


def _close(proposal: Proposal, status: str, now: datetime) -> None:
    proposals.close_questions(Proposal.objects.filter(pk=proposal.pk), status, now=now)


@action
def mute(memory_id: UUID, *, agent: UUID | None = None, task: str = "", by: Actor, now: datetime) -> Outcome:
    """Keep a memory in use, but stop giving it to one agent, or to agents at one task or skill. Idempotent.

    Raises Invalid where neither an agent nor a task is named.
    """
    if refused := _check_mute(agent, task, by, now):
        return refused
    memory = store.lock(memory_id)
    if agent in memory.muted_agents or task in memory.muted_tasks:
        return Outcome.unchanged(memory, "It is already muted.")
    if len(memory.muted_agents) >= limits.MUTED_MAX or len(memory.muted_tasks) >= limits.MUTED_MAX:
        raise Invalid(
            "task" if task else "agent", f"It is already muted in {limits.MUTED_MAX} places. Stop using it instead."
        )
    memory.muted_agents = [*memory.muted_agents, agent] if agent else memory.muted_agents
    memory.muted_tasks = [*memory.muted_tasks, task] if task else memory.muted_tasks
    version = conflicts.finish(memory, by=by, verb="mute", now=now)
    return Outcome.revised(
        memory, f"{_whom(agent, by)} won’t get it{'' if agent else ' for this task'} any more.", version
    )


@action
def unmute(memory_id: UUID, *, agent: UUID | None = None, task: str = "", by: Actor, now: datetime) -> Outcome:
    """Unmute a memory for an agent or a task. Idempotent."""
    if refused := _check_mute(agent, task, by, now):
        return refused
    memory = store.lock(memory_id)
    if agent not in memory.muted_agents and task not in memory.muted_tasks:
        return Outcome.unchanged(memory, "It was not muted.")
    memory.muted_agents = [muted for muted in memory.muted_agents if muted != agent]
    memory.muted_tasks = [muted for muted in memory.muted_tasks if muted != task]
    version = conflicts.finish(memory, by=by, verb="unmute", now=now)
    return Outcome.revised(memory, f"{_whom(agent, by)} can get it again{'' if agent else ' for this task'}.", version)


@action
def file_under(memory_id: UUID, category: str, *, by: Actor, now: datetime) -> Outcome:
    """Let every agent find a memory under a category that an agent said it under. Idempotent.

    Whom the category is blocked for will not be given it. Raises Invalid where no agent said it under this category.
    """
    memory = store.lock(memory_id)
    if category in (memory.category, memory.said_category, *memory.said_under):
        return Outcome.unchanged(memory, "It is found there already.")
    if category not in create.categories_of_agents(memory.evidence.all()):
        raise Invalid("category", "No agent said it under this category.")
    create.join_categories(memory, category)
    version = conflicts.finish(memory, by=by, verb="file_under", now=now)
    name = category.replace("_", " ")
    return Outcome.revised(memory, f"Every agent that may see {name} finds it there now.", version)


def _whom(agent: UUID | None, by: Actor) -> str:
    """Return a mute's subject: an agent's name, or all agents."""
    if agent is None:
        return "Agents"
    name = Agent.objects.filter(pk=agent, person=by.person_id).values_list("name", flat=True).first()
    return name or "This agent"


def _check_mute(agent: UUID | None, task: str, by: Actor, now: datetime) -> Outcome | None:
    """Check what a memory is to be muted for. Raises Invalid; returns the outcome where the guard refuses the text."""
    if agent is None and not task:
        raise Invalid("task", "Choose an agent or a task.")
    if len(task) > limits.TASK_MAX:
        raise Invalid("task", f"Use at most {limits.TASK_MAX} characters.")
    types.check_storable("task", task)
    finding = refusals.refuse(task, person_id=by.person_id, now=now)
    return Outcome.refused(finding) if finding else None
