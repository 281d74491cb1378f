"""Changing what is known: the person's edit, an agent's update, expiring, and an agent's wish to forget."""

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from memoryweb.memories import refusals
from memoryweb.memories.actions import conflicts, create, matching, proposals, reconcile, store, transitions, types
from memoryweb.memories.actions.interpretation import Interpretation, classify_statement
from memoryweb.memories.actions.remember import check_refusal, check_tombstone, decide, why_switched_off
from memoryweb.memories.actions.store import action
from memoryweb.memories.actions.types import Invalid, Outcome, Statement
from memoryweb.memories.actors import Actor, OnlyThePerson
from memoryweb.memories.models import Memory, Proposal, Status
from memoryweb.people.models import MemorySettings
from memoryweb.rules import classifier, fields, policy
from memoryweb.rules.policy import OutcomeName


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
    applies_to: tuple[str, ...] = ()
    valid_until: date | None = None


def _interpret(memory: Memory, statement: Statement, by: Actor, now: datetime) -> Interpretation:
    """Understood as being about this memory: whatever the words, its subject stays."""
    read = replace(
        classify_statement(statement), key=memory.key, category=memory.category, one_valued=memory.one_valued
    )
    read = replace(read, normal=fields.normalize_value(memory.key, read.value))
    if read.kind == memory.kind:
        read = replace(read, basis=memory.kind_basis)
    return Interpretation(
        statement=statement, reading=read, by=by, settings=MemorySettings.for_person(by.person_id), now=now
    )


def _statement_about(memory: Memory, *, details: str, quote: str, source: str, value: Any = None) -> Statement:
    """A statement about the subject of a memory that exists: its key, scope and kind stay."""
    return Statement(
        name=memory.label,
        label=memory.label,
        key=memory.key,
        category=memory.category,
        kind=memory.kind if memory.kind_basis == "person" else memory.raw_kind or memory.kind,
        details=details,
        value=value,
        quote=quote,
        source=source,
        project=memory.project,
        condition=memory.condition,
        day=memory.day,
        tags=tuple(memory.tags),
        metadata=memory.metadata,
        negates=memory.negates_id,
    )


def _stays(memory: Memory, reason: str) -> Outcome:
    return Outcome(name=OutcomeName.UNCHANGED, reason=reason, memory=memory)


@action
def update(
    memory_id: UUID, *, details: str, by: Actor, now: datetime, quote: str = "", source: str = "", value: Any = None,
    ref: dict[str, Any] | None = None,
) -> Outcome:  # fmt: skip
    """S4's update_user_preference: other words for the same subject. What the person confirmed is asked about."""
    memory = store.lock(memory_id)
    about = _statement_about(memory, details=details, quote=quote, source=source, value=value)
    statement = replace(about, ref=ref or {}).checked()
    if refused := check_refusal(statement, by, now):
        return refused
    if off := why_switched_off(statement, by, MemorySettings.for_person(by.person_id)):
        return _stays(memory, off)
    if not memory.is_live:
        return _stays(memory, f"It is {memory.get_status_display()}; save it anew if it is true again.")
    heard = _interpret(memory, statement, by, now)
    if heard.temporary:
        return decide(heard)  # for today only: it stands beside what is meant to last
    return check_tombstone(heard) or reconcile.apply(
        heard, matching.find_duplicate(heard, memory) or memory, is_change=True
    )


@action
def edit(memory_id: UUID, wanted: Edit, *, by: Actor, now: datetime) -> Outcome:
    """The person's own edit: another value replaces the memory, anything else changes it in place."""
    if not by.decides:
        raise OnlyThePerson("Only the person can edit, in the browser.")
    if wanted.kind not in policy.KINDS:
        raise Invalid("kind", f"Choose one of {', '.join(policy.Kind)}.")
    memory = store.lock(memory_id)
    wanted = _without_past_end_date(wanted, memory, now)
    base = _statement_about(
        memory, details=wanted.details, quote="", source=policy.Source.INSTRUCTION, value=wanted.value
    )
    statement = replace(
        base, label=wanted.label, kind=wanted.kind, condition=wanted.condition, project=wanted.project,
        day=memory.day if wanted.valid_until else None, tags=wanted.tags, applies_to=wanted.applies_to,
    ).checked()  # fmt: skip
    if refused := check_refusal(statement, by, now):
        return refused
    heard = _interpret(memory, statement, by, now)
    heard = replace(heard, reading=replace(heard.reading, temporary=False))  # the form says what is meant
    check_tombstone(heard)  # lifts the tombstone: the person says it themselves
    if (memory.project, memory.condition, memory.day) != (statement.project, statement.condition, statement.day):
        conflicts.detach(memory, by=by, now=now)
    if memory.is_live and heard.reading.normal != fields.normalize_value(memory.key, memory.value):
        memory.pinned, memory.applies_to = wanted.pinned, list(statement.applies_to)
        heard = replace(heard, statement=replace(statement, valid_until=wanted.valid_until))
        if wanted.kind != memory.kind:
            memory.ttl_days = create.ttl_days_for(wanted.kind, memory)
            memory.kind, memory.kind_basis = wanted.kind, "person"
        return _edit_value(heard, memory)
    return _edit_in_place(memory, heard, wanted)


def _without_past_end_date(wanted: Edit, memory: Memory, now: datetime) -> Edit:
    """Drop a last day that has passed: the form still shows it, and the person edits what is true now."""
    is_past = wanted.valid_until and wanted.valid_until < transitions.local_today(memory, now)
    return replace(wanted, valid_until=None) if is_past else wanted


def _edit_value(heard: Interpretation, memory: Memory) -> Outcome:
    """Where the new value is known already, that memory is confirmed and takes this one's place."""
    if twin := matching.find_duplicate(heard, memory):
        return reconcile.apply(heard, twin)
    return reconcile.revise(heard, memory)


def _edit_in_place(memory: Memory, heard: Interpretation, wanted: Edit) -> Outcome:
    said, by, now = heard.statement, heard.by, heard.now
    before = (memory.label, memory.details, memory.kind, memory.condition, memory.project, memory.tags, memory.pinned)
    after = (said.label, said.details, wanted.kind, said.condition, said.project, list(said.tags), wanted.pinned)
    rest = (heard.reading.value, wanted.valid_until, list(said.applies_to))
    if (before, memory.value, memory.valid_until, memory.applies_to) == (after, *rest):
        return _stays(memory, "Nothing was changed.")
    memory.valid_until, memory.applies_to = wanted.valid_until, list(said.applies_to)
    if wanted.kind != memory.kind:
        memory.kind_basis, memory.ttl_days = "person", create.ttl_days_for(wanted.kind, memory)
    memory.importance_base = transitions.restored_importance(memory, wanted.kind, now.date())
    memory.label, memory.details, memory.kind, memory.condition, memory.project, memory.tags, memory.pinned = after
    memory.day, memory.value, memory.fingerprint = said.day, heard.reading.value, heard.fingerprint
    memory.section = classifier.section_for(memory.kind, memory.category, memory.key, memory.tags, memory.horizon)
    memory.importance_as_of = memory.ttl_from = now.date()
    memory.importance_assumed = False
    memory.updated_on = timezone.localdate(now, heard.settings.zone)
    if memory.is_live:
        transitions.mark_confirmed(memory, now=now)
        conflicts.supersede_rivals(memory, by=by, now=now)
    version = store.save(memory, by=by, verb="edit", because="your edit", now=now)
    conflicts.refresh(memory)
    proposals.close_for(memory, Proposal.Status.ACCEPTED, now=now)
    return Outcome(name=OutcomeName.REVISED, reason="Changed.", memory=memory, version=version)


@action
def expire(memory_id: UUID, *, by: Actor, now: datetime, reason: str = "") -> Outcome:
    """Hide from agents, keep the past. Idempotent: a second call writes no version."""
    memory = store.lock(memory_id)
    if stopped := _why_not_expire(memory, reason, by, now):
        return stopped
    version = expire_locked(memory, by=by, now=now, reason=types.clean_text(reason))
    proposals.close_for(memory, Proposal.Status.WITHDRAWN, now=now)
    return Outcome(name=OutcomeName.REVISED, reason="Expired. Agents no longer get it.", memory=memory, version=version)


def _why_not_expire(memory: Memory, reason: str, by: Actor, now: datetime) -> Outcome | None:
    """Why a memory is not to be expired: the reason given, the settings, or that it is over already."""
    types.check_storable("reason", reason)
    if found := refusals.refuse(reason, person_id=by.person_id, now=now):
        return Outcome(name=OutcomeName.REFUSED, reason=refusals.REASONS[found.category], category=found.category)
    if not by.decides and not MemorySettings.for_person(by.person_id).enable_memory:
        return _stays(memory, "Memory is switched off in Settings, so nothing was written.")
    return None if memory.is_live else _stays(memory, f"It is already {memory.get_status_display()}.")


def expire_locked(memory: Memory, *, by: Actor, now: datetime, reason: str, verb: str = "expire") -> int:
    """Set a locked memory to expired and write its one version."""
    zone = MemorySettings.for_person(memory.person_id).zone
    memory.status, memory.expired_on = Status.EXPIRED, timezone.localdate(now, zone)
    memory.expire_reason = reason[: policy.REASON_MAX]
    because = "your decision" if by.decides else "asked by an agent"
    conflicts.remove_member(memory, by=by, now=now)
    memory.contested = False
    return store.save(memory, by=by, verb=verb, because=because, now=now)


@action
def forget(memory_id: UUID, *, by: Actor, now: datetime, reason: str = "") -> Outcome:
    """An agent's forget_user_preference: expires, never erases; asks where the person had confirmed."""
    memory = store.lock(memory_id)
    if by.decides or not memory.confirmed_at:
        return expire(memory_id, by=by, now=now, reason=reason)
    if stopped := _why_not_expire(memory, reason, by, now):
        return stopped
    question = f"Should I stop using “{memory}”?"
    asked = proposals.ask(
        memory, kind=Proposal.Kind.EXPIRE, question=question, version=store.newest_version(memory.pk), by=by, now=now,
        change={"reason": types.clean_text(reason)[: policy.REASON_MAX]},
    )  # fmt: skip
    why = "The person confirmed it, so they are asked first."
    return Outcome(
        name=OutcomeName.PROPOSED, reason=why, memory=memory, quotes=memory, proposal_id=asked.pk, question=question
    )
