"""Changing what is known: the person's edit, an agent's update, expiring, and an agent's wish to forget."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from memoryweb.memories import classify, policy, refusals
from memoryweb.memories.actors import Actor
from memoryweb.memories.lifecycle import conflicts, meet, propose, write
from memoryweb.memories.lifecycle.heard import Heard, understand
from memoryweb.memories.lifecycle.outcome import Outcome
from memoryweb.memories.lifecycle.statement import Statement
from memoryweb.memories.models import Memory, Proposal, Status
from memoryweb.memories.policy import OutcomeName
from memoryweb.people.models import MemorySettings


@dataclass(frozen=True, kw_only=True)
class Edit:
    """What the person's form says a memory should be; every field, as it stands in the form."""

    label: str
    value: Any
    details: str
    kind: str
    condition: str
    project: str
    tags: tuple[str, ...]
    pinned: bool = False


def _heard(memory: Memory, statement: Statement, by: Actor, now: datetime) -> Heard:
    checked = statement.checked()
    settings = MemorySettings.of(by.person_id)
    return Heard(statement=checked, reading=understand(checked), by=by, settings=settings, now=now)


def _about(memory: Memory, *, details: str, quote: str, source: str, value: Any = None) -> Statement:
    """A statement about the subject of a memory that exists: its key, scope and kind stay."""
    return Statement(
        name=memory.label,
        label=memory.label,
        key=memory.key,
        category=memory.category,
        kind=memory.raw_kind or memory.kind,
        details=details,
        value=value,
        quote=quote,
        source=source,
        project=memory.project,
        condition=memory.condition,
        tags=tuple(memory.tags),
        metadata=memory.metadata,
    )


def _refused(statement: Statement, by: Actor, now: datetime) -> Outcome | None:
    allow = by.decides and statement.category == "dietary"
    found = refusals.refuse(statement.texts(), person_id=by.person_id, now=now, allow_allergy=allow)
    if not found:
        return None
    return Outcome(name=OutcomeName.REFUSED, reason=refusals.REASONS[found.category], category=found.category)


def _stays(memory: Memory, reason: str) -> Outcome:
    return Outcome(name=OutcomeName.UNCHANGED, reason=reason, memory=memory)


@transaction.atomic
def update(memory_id: UUID, *, details: str, by: Actor, now: datetime, quote: str = "", source: str = "") -> Outcome:
    """S4's update_user_preference: other words for the same subject. What the person confirmed is asked about."""
    memory = write.locked(memory_id)
    statement = _about(memory, details=details, quote=quote, source=source)
    if refused := _refused(statement, by, now):
        return refused
    if not MemorySettings.of(by.person_id).enable_memory:
        return _stays(memory, "Memory is switched off in Settings, so nothing was written.")
    if not memory.is_live:
        return _stays(memory, f"It is {memory.get_status_display()}; save it anew if it is true again.")
    heard = _heard(memory, statement, by, now)
    if meet.says_the_same(heard, memory):
        return meet.again(heard, memory)
    if memory.confirmed_at and not quote and not by.decides:
        return meet.ask_to_update(heard, memory)
    if heard.statement.weight < memory.weight:
        return meet.ask_to_update(heard, memory)
    return meet.revise(heard, memory)


@transaction.atomic
def edit(memory_id: UUID, wanted: Edit, *, by: Actor, now: datetime) -> Outcome:
    """The person's own edit: another value replaces the memory, anything else changes it in place."""
    memory = write.locked(memory_id)
    base = _about(memory, details=wanted.details, quote="", source=policy.Source.INSTRUCTION, value=wanted.value)
    statement = replace(
        base, label=wanted.label, kind=wanted.kind, condition=wanted.condition, project=wanted.project, tags=wanted.tags
    )
    if refused := _refused(statement, by, now):
        return refused
    heard = _heard(memory, statement, by, now)
    if heard.fingerprint != bytes(memory.fingerprint) and memory.is_live:
        return meet.revise(heard, memory)
    return _edit_in_place(memory, heard, wanted)


def _edit_in_place(memory: Memory, heard: Heard, wanted: Edit) -> Outcome:
    said, by, now = heard.statement, heard.by, heard.now
    before = (memory.label, memory.details, memory.kind, memory.condition, memory.project, memory.tags, memory.pinned)
    after = (said.label, said.details, wanted.kind, said.condition, said.project, list(said.tags), wanted.pinned)
    if before == after and memory.value == heard.reading.value:
        return _stays(memory, "Nothing was changed.")
    if wanted.kind != memory.kind:
        memory.kind_basis, memory.ttl_days = "person", policy.LIVES[policy.Kind(wanted.kind)].ttl_days
    memory.label, memory.details, memory.kind, memory.condition, memory.project, memory.tags, memory.pinned = after
    memory.value, memory.fingerprint = heard.reading.value, heard.fingerprint
    memory.section = classify.section_of(memory.kind, memory.category, memory.key, memory.tags, memory.horizon)
    memory.importance_base = memory.importance_on(now.date())
    memory.importance_as_of = memory.ttl_from = now.date()
    memory.updated_on = timezone.localdate(now, heard.settings.zone)
    version = write.save(memory, by=by, verb="edit", because="your edit", now=now)
    return Outcome(name=OutcomeName.REVISED, reason="Changed.", memory=memory, version=version)


@transaction.atomic
def expire(memory_id: UUID, *, by: Actor, now: datetime, reason: str = "") -> Outcome:
    """Hide from agents, keep the past. Idempotent: a second call writes no version."""
    memory = write.locked(memory_id)
    if found := refusals.refuse(reason, person_id=by.person_id, now=now):
        return Outcome(name=OutcomeName.REFUSED, reason=refusals.REASONS[found.category], category=found.category)
    if not memory.is_live:
        return _stays(memory, f"It is already {memory.get_status_display()}.")
    version = end(memory, by=by, now=now, reason=reason)
    propose.close(memory, Proposal.Status.WITHDRAWN, now=now)
    return Outcome(name=OutcomeName.REVISED, reason="Expired. Agents no longer get it.", memory=memory, version=version)


def end(memory: Memory, *, by: Actor, now: datetime, reason: str, verb: str = "expire") -> int:
    """Set a locked memory to expired and write its one version."""
    zone = MemorySettings.of(memory.person_id).zone
    memory.status, memory.expired_on = Status.EXPIRED, timezone.localdate(now, zone)
    memory.expire_reason = reason[:300]
    because = "your decision" if by.decides else "asked by an agent"
    conflicts.leave(memory, by=by, now=now)
    memory.contested = False
    return write.save(memory, by=by, verb=verb, because=because, now=now)


@transaction.atomic
def forget(memory_id: UUID, *, by: Actor, now: datetime, reason: str = "") -> Outcome:
    """An agent's forget_user_preference: expires, never erases; asks where the person had confirmed."""
    memory = write.locked(memory_id)
    if by.decides or not memory.confirmed_at or not memory.is_live:
        return expire(memory_id, by=by, now=now, reason=reason)
    question = f"Should I stop using “{memory}”?"
    asked = propose.ask(
        memory, kind=Proposal.Kind.EXPIRE, question=question, version=write.newest_version(memory.pk), by=by, now=now,
        change={"reason": reason},
    )  # fmt: skip
    why = "The person confirmed it, so they are asked first."
    return Outcome(name=OutcomeName.PROPOSED, reason=why, memory=memory, proposal_id=asked.pk, question=question)
