"""The person's answers: remember it, not, only this time. No agent's credential ever comes here."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from memoryweb.memories import classify
from memoryweb.memories.actors import Actor, OnlyThePerson
from memoryweb.memories.lifecycle import change, propose, write
from memoryweb.memories.lifecycle.outcome import Outcome
from memoryweb.memories.models import Memory, Proposal, Status, Tombstone
from memoryweb.memories.policy import Horizon, OutcomeName
from memoryweb.people.models import MemorySettings


def _person_only(by: Actor) -> None:
    if not by.decides:
        raise OnlyThePerson("Only the person can answer this, in the browser.")


@transaction.atomic
def confirm(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """The person says yes: it counts from now on, and only they change it. Idempotent."""
    _person_only(by)
    memory = write.locked(memory_id)
    if not memory.is_live:
        return _unchanged(memory, f"It is {memory.get_status_display()}; restore a version to use it again.")
    if memory.status == Status.ACTIVE and memory.confirmed_at:
        return _unchanged(memory, "It was already confirmed.")
    if memory.status == Status.CANDIDATE and memory.condition == "":
        _lengthen(memory)
    memory.status, memory.confirmed_at = Status.ACTIVE, now
    supersede_others(memory, by=by, now=now)
    version = write.save(memory, by=by, verb="confirm", because="your decision", now=now)
    propose.close(memory, Proposal.Status.ACCEPTED, now=now)
    return Outcome(name=OutcomeName.SAVED, reason="Remembered.", memory=memory, version=version)


def _lengthen(memory: Memory) -> None:
    """What the person confirmed is meant to last, unless its kind is short by nature."""
    memory.horizon = classify.horizon_of(memory.kind, explicit=True, temporary=False)
    memory.section = classify.section_of(memory.kind, memory.category, memory.key, memory.tags, memory.horizon)


def supersede_others(memory: Memory, *, by: Actor, now: datetime) -> None:
    """Make room: a one-valued key has one active memory, and the person has just chosen which."""
    if not memory.key or not memory.one_valued or memory.contested:
        return
    others = Memory.objects.of(memory.person_id).active().filter(
        key=memory.key, project=memory.project, condition=memory.condition, audience=memory.audience,
        community=memory.community_id, one_valued=True, contested=False,
    )  # fmt: skip
    for other in others.exclude(pk=memory.pk).order_by("pk").select_for_update(of=("self",)):
        other.status, other.superseded_by = Status.SUPERSEDED, memory
        write.save(other, by=by, verb="supersede", because="your decision", now=now)


@transaction.atomic
def decline(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """The person says no: expired with that reason, and not learned again."""
    _person_only(by)
    memory = write.locked(memory_id)
    if not memory.is_live:
        return _unchanged(memory, f"It is already {memory.get_status_display()}.")
    version = change.end(memory, by=by, now=now, reason="You said not to remember it.", verb="decline")
    bury(memory.person_id, bytes(memory.fingerprint), Tombstone.Cause.DECLINED, now=now)
    propose.close(memory, Proposal.Status.DECLINED, now=now)
    return Outcome(name=OutcomeName.REVISED, reason="Not remembered, and not asked again.", memory=memory, version=version)


def bury(person_id: UUID, fingerprint: bytes, cause: str, *, now: datetime) -> None:
    Tombstone.objects.update_or_create(
        person_id=person_id, fingerprint=fingerprint, defaults={"cause": cause}, create_defaults={"cause": cause, "created_at": now}
    )


@transaction.atomic
def only_this_time(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Yes, but only until the end of the person's day; leaves no tombstone."""
    _person_only(by)
    memory = write.locked(memory_id)
    if memory.status != Status.CANDIDATE:
        return _unchanged(memory, f"It is already {memory.get_status_display()}.")
    today = timezone.localdate(now, MemorySettings.of(memory.person_id).zone)
    memory.status, memory.horizon, memory.section = Status.ACTIVE, Horizon.SHORT, ""
    memory.valid_until, memory.condition = today, memory.condition or f"only on {today}"
    version = write.save(memory, by=by, verb="only_this_time", because="your decision", now=now)
    propose.close(memory, Proposal.Status.ACCEPTED, now=now)
    return Outcome(name=OutcomeName.SAVED, reason="Used until the end of today.", memory=memory, version=version)


@transaction.atomic
def accept(proposal_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Yes to a question of any kind. One about a version that has changed since is stale, and says so."""
    _person_only(by)
    asked = Proposal.objects.select_for_update(of=("self",)).get(pk=proposal_id)
    memory = write.locked(asked.memory_id)
    if asked.status != Proposal.Status.OPEN:
        return _unchanged(memory, f"This question was already {asked.get_status_display()}.")
    if asked.kind == Proposal.Kind.REMEMBER:
        return confirm(memory.pk, by=by, now=now)
    if write.newest_version(memory.pk) != asked.based_on:
        _decide(asked, Proposal.Status.STALE, now)
        return _unchanged(memory, "It has changed since this was asked, so nothing was done. Please look at it again.")
    _decide(asked, Proposal.Status.ACCEPTED, now)
    if asked.kind == Proposal.Kind.EXPIRE:
        return change.expire(memory.pk, by=by, now=now, reason=asked.change.get("reason") or "You agreed to stop using it.")
    said = asked.change
    return change.update(memory.pk, details=said["details"], quote=said["quote"], source=said["source"], by=by, now=now)


@transaction.atomic
def reject(proposal_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """No to a question of any kind: the memory stays as it was; what was offered is not learned again."""
    _person_only(by)
    asked = Proposal.objects.select_for_update(of=("self",)).get(pk=proposal_id)
    memory = write.locked(asked.memory_id)
    if asked.status != Proposal.Status.OPEN:
        return _unchanged(memory, f"This question was already {asked.get_status_display()}.")
    if asked.kind == Proposal.Kind.REMEMBER:
        return decline(memory.pk, by=by, now=now)
    _decide(asked, Proposal.Status.DECLINED, now)
    if fingerprint := asked.change.get("fingerprint"):
        bury(memory.person_id, bytes.fromhex(fingerprint), Tombstone.Cause.DECLINED, now=now)
    return _unchanged(memory, "Left as it was.")


def _decide(asked: Proposal, status: str, now: datetime) -> None:
    asked.status, asked.decided_at = status, now
    asked.save(update_fields=["status", "decided_at"])


def _unchanged(memory: Memory, reason: str) -> Outcome:
    return Outcome(name=OutcomeName.UNCHANGED, reason=reason, memory=memory)
