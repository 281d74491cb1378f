"""The person's answers to a conflict: one of them, both under conditions, it was temporary, or later."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

from django.utils import timezone

from memoryweb.language import locales
from memoryweb.language.comparing import identity
from memoryweb.language.text import value_text
from memoryweb.memories import refusals
from memoryweb.memories.actions import (
    conflicts,
    create,
    matching,
    proposals,
    rivals,
    store,
    telling,
    transitions,
    types,
)
from memoryweb.memories.actions.interpretation import Interpretation, fingerprint_for, known_spelling
from memoryweb.memories.actions.store import action
from memoryweb.memories.actions.types import Actor, Invalid, Outcome, Statement
from memoryweb.memories.models import Conflict, Memory, Proposal, Status
from memoryweb.people.ids import uuid7
from memoryweb.rules import limits, policy
from memoryweb.rules.policy import OutcomeName


def _lock_open_conflict(conflict_id: UUID) -> tuple[Conflict, list[Memory]]:
    """Return the conflict and its live members, the oldest statement first, all locked; no member if it is decided."""
    ids = list(
        Memory.objects.live().filter(conflicts__conflict=conflict_id).order_by("pk").values_list("pk", flat=True)
    )
    members = [store.lock(pk) for pk in ids]
    conflict = Conflict.objects.select_for_update(of=("self",)).get(pk=conflict_id)
    return conflict, sorted(members, key=conflicts.statement_age) if conflict.status == Conflict.Status.OPEN else []


def _why_not_answered(
    conflict: Conflict, members: Sequence[Memory], version: str, chosen: UUID | None = None
) -> Outcome | None:
    """Return the outcome if the conflict is already decided, has changed, or lacks the chosen side; None to go on.

    `version` is that of the sides as they were shown (proposals.conflict_version). Without one, the answer is to the
    sides as they are now.
    """
    is_side = chosen is None or any(each.pk == chosen for each in members)
    if members and version and version != proposals.conflict_version(members):
        return Outcome.unchanged(None, proposals.STALE, conflict_id=conflict.pk)
    return None if members and is_side else ALREADY_DECIDED


ALREADY_DECIDED = Outcome(name=OutcomeName.UNCHANGED, reason="This is already settled.")


def _mark_answered(conflict: Conflict, how: str, reason: str, *, now: datetime) -> Outcome:
    """Close the conflict. It keeps no words of the answer, which an erasure would have to find."""
    conflict.status, conflict.decided_at, conflict.later_until = Conflict.Status.ANSWERED, now, None
    conflict.answer = {"how": how}
    conflict.save()
    return Outcome(name=OutcomeName.REVISED, reason=reason, conflict_id=conflict.pk)


def _keep_member(memory: Memory, *, by: Actor, now: datetime, beside: Collection[UUID] = ()) -> None:
    """Confirm a member that the person has chosen."""
    memory.contested, memory.verified_at = False, now
    transitions.mark_confirmed(memory, now=now)
    conflicts.finish(
        memory, by=by, verb="settle", now=now, close=Proposal.Status.ACCEPTED, supersede=True, beside=beside
    )


@action
def keep_one(conflict_id: UUID, memory_id: UUID, *, by: Actor, now: datetime, version: str = "") -> Outcome:
    """Keep one member: the others are superseded by it, linked and kept in history."""
    conflict, members = _lock_open_conflict(conflict_id)
    if stopped := _why_not_answered(conflict, members, version, memory_id):
        return stopped
    chosen = next(each for each in members if each.pk == memory_id)
    for other in members:
        if other.pk != chosen.pk:
            conflicts.supersede(other, chosen, by=by, now=now)
    _keep_member(chosen, by=by, now=now)
    return replace(_mark_answered(conflict, "keep_one", "Settled. Agents use it now.", now=now), memory=chosen)


@action
def keep_both(
    conflict_id: UUID, conditions: Mapping[UUID, str], *, by: Actor, now: datetime, version: str = ""
) -> Outcome:
    """Keep all members, each under its own condition; at most one without a condition.

    Raises Invalid where two would count under the same condition. A condition not given stays as it is.
    """
    conflict, members = _lock_open_conflict(conflict_id)
    if stopped := _why_not_answered(conflict, members, version):
        return stopped
    types.check_storable("condition", list(conditions.values()))
    new_conditions = {each.pk: types.clean_text(conditions.get(each.pk, each.condition)) for each in members}
    if any(len(condition) > limits.CONDITION_MAX for condition in new_conditions.values()):
        raise Invalid("condition", f"Use at most {limits.CONDITION_MAX} characters.")
    if finding := refusals.refuse(list(new_conditions.values()), person_id=by.person_id, now=now):
        return Outcome.refused(finding)
    if len({identity.normal_text(condition) for condition in new_conditions.values()}) < len(members):
        raise Invalid("condition", "Say when each one applies. Only one can stay empty.")
    for each in members:
        each.condition = known_spelling(by.person_id, "condition", new_conditions[each.pk], without=each.pk)
        each.contested = False
        each.fingerprint = fingerprint_for(each, day=each.day)
        others = [other for other in rivals.rivals(each) if other.pk not in new_conditions]
        # One that says the same is superseded.
        if other := next((other for other in others if bytes(other.fingerprint) != each.fingerprint), None):
            raise Invalid("condition", f"“{other}” already applies then. Use a different condition.")
    for each in members:
        _keep_member(each, by=by, now=now, beside=new_conditions)
    return _mark_answered(conflict, "keep_both", "Kept both, each for its own case.", now=now)


@action
def was_temporary(conflict_id: UUID, memory_id: UUID, *, by: Actor, now: datetime, version: str = "") -> Outcome:
    """Expire a member that was right for a while only, without a tombstone, and keep the rest."""
    conflict, members = _lock_open_conflict(conflict_id)
    if stopped := _why_not_answered(conflict, members, version, memory_id):
        return stopped
    temporary = next(each for each in members if each.pk == memory_id)
    rest = [each for each in members if each.pk != memory_id]
    temporary.status, temporary.contested, temporary.expire_reason = Status.EXPIRED, False, "It was temporary."
    temporary.expired_on = timezone.localdate(now, by.settings.zone)
    written = conflicts.finish(temporary, by=by, verb="expire", now=now, close=Proposal.Status.WITHDRAWN)
    if len(rest) > 1:
        conflict.question = conflicts.phrase_question(rest)
        conflict.winner = conflicts.pick_winner(rest)
        conflict.save()
        return Outcome.revised(temporary, "Stopped using it. The others still need an answer.", written)
    for each in rest:
        _keep_member(each, by=by, now=now)
    return _mark_answered(conflict, "was_temporary", "Stopped using the temporary one. The other one stays.", now=now)


@action
def later(conflict_id: UUID, *, by: Actor, now: datetime, version: str = "") -> Outcome:
    """Ask again in a week: it stays open, and agents keep what they use."""
    conflict, members = _lock_open_conflict(conflict_id)
    if stopped := _why_not_answered(conflict, members, version):
        return stopped
    conflict.later_until = now.date() + timedelta(days=policy.LATER_DAYS)
    conflict.save(update_fields=["later_until"])
    return Outcome(
        name=OutcomeName.REVISED, reason=f"You’ll be asked again in {policy.LATER_DAYS} days.", conflict_id=conflict.pk
    )


@action
def answer_conflict(
    conflict_id: UUID, statement: Statement, *, shown: Collection[UUID], by: Actor, now: datetime
) -> Outcome | None:
    """Apply an answer that an agent was told: a standing yes settles the conflict, else the person is asked.

    `shown` are the sides that the question showed to this agent. Any of them may be the answer, also one that is not in
    use, which it could not read otherwise.

    It is no evidence, as the person's own answer is none: they may deny that they gave it. Return None if the conflict
    is not open, no side says this, or the agent only concluded it: then it is a statement like any other.
    """
    if not policy.is_explicit(statement.how_known):
        return None
    if not by.settings.enable_memory or not Conflict.objects.open().filter(pk=conflict_id).exists():
        return None
    _, members = _lock_open_conflict(conflict_id)
    statement = statement.checked()
    chosen, told = None, None
    for member in members:
        about = Interpretation.about(member, statement, by=by, now=now)
        if member.pk in shown and (_names_side(statement, member) or matching.is_same_value(about, member)):
            chosen, told = member, about
    if chosen is None or told is None:
        return None
    others = [member for member in members if member.pk != chosen.pk]
    if told.has_standing_yes and not told.must_ask and all(_may_go(other, shown) for other in others):
        return _settle(conflict_id, chosen, others, by=by, now=now)
    agent = by.agent.name if by.agent else ""
    question = locales.for_code(chosen.language).answer_question.format(
        agent=agent, value=chosen.shown_value or chosen.label
    )
    proposal = proposals.ask(
        chosen,
        kind=Proposal.Kind.UPDATE,
        question=question,
        version=store.newest_version(chosen.pk),
        by=by,
        now=now,
        change={Proposal.SETTLES: str(conflict_id), "quote": statement.quote or statement.sentence},
        source=statement.how_known,
    )
    return Outcome(
        name=OutcomeName.PROPOSED,
        reason=create.ASKED_FIRST,
        quotes=chosen,
        proposal_id=proposal.pk,
        question=question,
        memory=chosen if told.may_read(chosen) else None,
        as_new=telling.if_new(told, uuid7()),
    )


def _may_go(side: Memory, shown: Collection[UUID]) -> bool:
    """Return whether a standing yes may take a side out of use."""
    return side.pk in shown and not side.is_protected


def _names_side(statement: Statement, side: Memory) -> bool:
    """Return whether an answer is a side's value, in the words in which the question showed it."""
    option = identity.normal_text(side.shown_value or side.label)
    said = value_text.display_value(statement.value) if statement.value is not None else statement.details
    return bool(option) and identity.normal_text(said) == option


def _settle(conflict_id: UUID, chosen: Memory, others: Sequence[Memory], *, by: Actor, now: datetime) -> Outcome:
    """Keep the side that an agent was told to keep, under the person's standing yes."""
    versions = {other.pk: conflicts.supersede_unshown(other, chosen, by=by, now=now) for other in others}
    chosen.contested, chosen.unasked_at = False, now
    versions[chosen.pk] = conflicts.finish(chosen, by=by, verb="settle", because="told by an agent", now=now)
    _mark_answered(Conflict.objects.get(pk=conflict_id), "told", "Settled.", now=now)
    return Outcome.revised(chosen, "Settled with the answer you passed on.", versions[chosen.pk])
