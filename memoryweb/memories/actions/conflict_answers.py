"""The person answers a conflict: one of them, both under conditions, it was temporary, or later (SPEC §7)."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone

from memoryweb.memories import refusals
from memoryweb.memories.actions import conflicts, proposals, store, transitions, types
from memoryweb.memories.actions.interpretation import CONDITION_MAX, fingerprint_for
from memoryweb.memories.actions.store import action
from memoryweb.memories.actions.types import Invalid, Outcome
from memoryweb.memories.actors import Actor, OnlyThePerson
from memoryweb.memories.models import Conflict, Memory, Proposal, Status, history_model
from memoryweb.people.models import MemorySettings
from memoryweb.rules import policy
from memoryweb.rules.policy import OutcomeName


def _lock_open_conflict(conflict_id: UUID, by: Actor) -> tuple[Conflict, list[Memory]]:
    """The conflict and its live members, the oldest statement first, all locked; none where it is decided."""
    if not by.decides:
        raise OnlyThePerson("Only the person can answer this, in the browser.")
    ids = list(
        Memory.objects.live().filter(conflicts__conflict=conflict_id).order_by("pk").values_list("pk", flat=True)
    )
    members = [store.lock(pk) for pk in ids]
    conflict = Conflict.objects.select_for_update(of=("self",)).get(pk=conflict_id)
    return conflict, sorted(members, key=conflicts.statement_age) if conflict.status == Conflict.Status.OPEN else []


ALREADY_DECIDED = Outcome(name=OutcomeName.UNCHANGED, reason="This was decided already.")


def _mark_answered(
    conflict: Conflict, how: str, versions: Mapping[UUID, int], reason: str, *, now: datetime
) -> Outcome:
    """What was written, so that reopen can take it back; no words, which an erasure would have to find."""
    conflict.status, conflict.decided_at, conflict.later_until = Conflict.Status.ANSWERED, now, None
    conflict.answer = {"how": how, "versions": {str(pk): version for pk, version in versions.items()}}
    conflict.save()
    return Outcome(name=OutcomeName.REVISED, reason=reason, conflict_id=conflict.pk)


def _keep_member(memory: Memory, *, by: Actor, now: datetime, beside: Collection[UUID] = ()) -> int:
    """The person has chosen this one: confirmed, in use, in no conflict."""
    memory.contested, memory.verified_at = False, now
    transitions.mark_confirmed(memory, now=now)
    conflicts.supersede_rivals(memory, by=by, now=now, beside=beside)
    version = store.save(memory, by=by, verb="settle", because="your decision", now=now)
    proposals.close_for(memory, Proposal.Status.ACCEPTED, now=now)
    return version


@action
def keep_one(conflict_id: UUID, memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """This one is right: the others are superseded by it, linked and kept in history."""
    conflict, members = _lock_open_conflict(conflict_id, by)
    kept = next((each for each in members if each.pk == memory_id), None)
    if kept is None:
        return ALREADY_DECIDED
    versions = {}
    for other in members:
        if other.pk != kept.pk:
            other.status, other.superseded_by, other.contested = Status.SUPERSEDED, kept, False
            versions[other.pk] = store.save(other, by=by, verb="supersede", because="your decision", now=now)
            proposals.close_for(other, Proposal.Status.WITHDRAWN, now=now)
    versions[kept.pk] = _keep_member(kept, by=by, now=now)
    return _mark_answered(conflict, "keep_one", versions, "Settled. The other one is kept in history only.", now=now)


@action
def keep_both(conflict_id: UUID, conditions: Mapping[UUID, str], *, by: Actor, now: datetime) -> Outcome:
    """All are right, each under its own condition; at most one may stay without.

    Raises Invalid where two would count under the same condition. A condition not given stays as it is.
    """
    conflict, members = _lock_open_conflict(conflict_id, by)
    if not members:
        return ALREADY_DECIDED
    types.check_storable("condition", list(conditions.values()))
    said = {each.pk: types.clean_text(conditions.get(each.pk, each.condition)) for each in members}
    if any(len(condition) > CONDITION_MAX for condition in said.values()):
        raise Invalid("condition", f"At most {CONDITION_MAX} characters.")
    if found := refusals.refuse(list(said.values()), person_id=by.person_id, now=now):
        return Outcome(name=OutcomeName.REFUSED, reason=refusals.REASONS[found.category], category=found.category)
    if len({condition.casefold() for condition in said.values()}) < len(members):
        raise Invalid("condition", "Say when each of them is right; only one can be right always.")
    for each in members:
        each.condition, each.contested = said[each.pk], False
        each.fingerprint = fingerprint_for(each, day=each.day)
        others = conflicts.rivals(each).filter(status=Status.ACTIVE).exclude(pk__in=said)
        if other := others.exclude(fingerprint=each.fingerprint).first():  # who says the same just gives way
            raise Invalid("condition", f"“{other}” counts then already. Say another occasion.")
    versions = {}
    for each in members:
        versions[each.pk] = _keep_member(each, by=by, now=now, beside=said)
    return _mark_answered(conflict, "keep_both", versions, "Both are kept, each for its own occasion.", now=now)


@action
def was_temporary(conflict_id: UUID, memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """This one was a passing need: it expires without a tombstone, and what remains is right."""
    conflict, members = _lock_open_conflict(conflict_id, by)
    passing = next((each for each in members if each.pk == memory_id), None)
    if passing is None:
        return ALREADY_DECIDED
    rest = [each for each in members if each.pk != memory_id]
    passing.status, passing.contested, passing.expire_reason = Status.EXPIRED, False, "It was temporary."
    passing.expired_on = timezone.localdate(now, MemorySettings.for_person(by.person_id).zone)
    versions = {passing.pk: store.save(passing, by=by, verb="expire", because="your decision", now=now)}
    proposals.close_for(passing, Proposal.Status.WITHDRAWN, now=now)
    if len(rest) > 1:
        conflict.question = conflicts.phrase_question(rest)
        conflict.winner = conflicts.pick_winner(rest)
        conflict.save()
        return Outcome(
            name=OutcomeName.REVISED, reason="Expired. The others are still open.", memory=passing,
            version=versions[passing.pk],
        )  # fmt: skip
    versions |= {each.pk: _keep_member(each, by=by, now=now) for each in rest}
    return _mark_answered(conflict, "was_temporary", versions, "It was temporary; the other one stays.", now=now)


@action
def later(conflict_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Ask me later: it stays open, agents keep what they use, and Review is quiet about it for a week."""
    conflict, members = _lock_open_conflict(conflict_id, by)
    if not members:
        return ALREADY_DECIDED
    conflict.later_until = now.date() + timedelta(days=policy.LATER_DAYS)
    conflict.save(update_fields=["later_until"])
    return Outcome(
        name=OutcomeName.REVISED, reason=f"You are asked again in {policy.LATER_DAYS} days.", conflict_id=conflict.pk
    )


@action
def reopen(conflict_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Undo of an answer, or of "later": everything as it was before, if no member has changed since."""
    if not by.decides:
        raise OnlyThePerson("Only the person can undo, in the browser.")
    versions = {
        UUID(pk): version for pk, version in Conflict.objects.get(pk=conflict_id).answer.get("versions", {}).items()
    }
    members = [store.lock(pk) for pk in sorted(versions) if Memory.objects.filter(pk=pk).exists()]
    conflict = Conflict.objects.select_for_update(of=("self",)).get(pk=conflict_id)
    if conflict.status == Conflict.Status.OPEN:
        conflict.later_until = None
        conflict.save(update_fields=["later_until"])
        return Outcome(name=OutcomeName.REVISED, reason="It is on Review again.", conflict_id=None)
    if not versions or any(store.newest_version(pk) != version for pk, version in versions.items()):
        return Outcome(name=OutcomeName.UNCHANGED, reason="They have changed since; their history has every version.")
    for memory in members:
        _revert_member(memory, versions[memory.pk])
    if any(conflicts.rivals(memory).exclude(pk__in=versions).exists() for memory in members):
        return Outcome(name=OutcomeName.UNCHANGED, reason="Something else stands in their place by now.")
    for memory in members:
        memory.contested = True  # so that none holds the key alone
        store.save(memory, by=by, verb="undo", because="your decision", now=now)
    conflict.status, conflict.decided_at, conflict.answer = Conflict.Status.OPEN, None, {}
    conflict.save()
    return Outcome(name=OutcomeName.REVISED, reason="The conflict is open again.")


def _revert_member(memory: Memory, answer: int) -> None:
    """As its version before the one the answer wrote."""
    earlier: Any = history_model().objects.filter(id=memory.pk, history_id__lt=answer)
    transitions.copy_version(memory, earlier.latest("history_id"))
    memory.superseded_by = None
