"""Changing a memory: the person's edit, an agent's update, expiring, and an agent's request to forget."""

from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from memoryweb.memories import refusals
from memoryweb.memories.actions import conflicts, create, matching, proposals, reconcile, store, transitions, types
from memoryweb.memories.actions.edits import Edit, Stale, is_same_json
from memoryweb.memories.actions.interpretation import Interpretation
from memoryweb.memories.actions.remember import check_guard, check_tombstone, decide, why_not_written
from memoryweb.memories.actions.store import action
from memoryweb.memories.actions.types import Actor, Invalid, Outcome, Statement
from memoryweb.memories.models import Evidence, Memory, Proposal, Status, history_model
from memoryweb.rules import classifier, fields, limits, policy
from memoryweb.rules.policy import OutcomeName

NOTHING_CHANGED = "Nothing was changed."
YOUR_EDIT = "your edit"


def _statement_about(memory: Memory, *, details: str, quote: str, source: str, value: Any = None) -> Statement:
    """Build a statement about the subject of a memory that exists: its key, scope and kind stay."""
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


@action
def update(
    memory_id: UUID, *, details: str, by: Actor, now: datetime, quote: str = "", source: str = "", value: Any = None,
    ref: dict[str, Any] | None = None,
) -> Outcome:  # fmt: skip
    """Give a memory another value or other words (S4's update_user_preference).

    What the person confirmed is asked about. Raises Invalid for an argument that cannot be.
    """
    memory = store.lock(memory_id)
    statement = _statement_about(memory, details=details, quote=quote, source=source, value=value)
    statement = replace(statement, ref=ref or {}).checked()
    if stopped := why_not_written(statement, by=by, now=now, memory=memory):
        return stopped
    if not memory.is_live:
        return Outcome.unchanged(memory, f"It is {memory.get_status_display()}; save it anew if it is true again.")
    interpretation = Interpretation.about(memory, statement, by=by, now=now)
    if memory.status == Status.CANDIDATE:
        expire_locked(memory, by=by, now=now, reason="Said in other words.", verb="withdraw")
        return decide(interpretation)
    if interpretation.temporary:
        return decide(interpretation)  # for today only: it stands beside what is meant to last
    met_readable = interpretation.may_read(memory)
    return check_tombstone(interpretation) or replace(_update_in_use(interpretation, memory), met_readable=met_readable)


def _update_in_use(interpretation: Interpretation, memory: Memory) -> Outcome:
    """Apply a change to what is in use; the same new value may wait already, or be in use itself."""
    duplicate = matching.find_duplicate(interpretation, memory)
    if duplicate and duplicate.status == Status.CANDIDATE:
        if outcome := reconcile.repeat_waiting(interpretation, duplicate, memory):
            return outcome
        duplicate = None
    target = duplicate or memory
    if matching.is_same_value(interpretation, target):
        return reconcile.repeat(interpretation, target, is_change=True)
    return reconcile.change(interpretation, target, is_change=True)


@action
def edit(memory_id: UUID, form: Edit, *, by: Actor, now: datetime, since: int) -> Outcome:
    """Save the person's edit: another value replaces the memory, anything else changes it in place.

    `since` is the version that the form showed. Raises Stale if the memory says something else by now, and Invalid for
    a field that cannot be. A field that is as it was shown stays exactly as it is stored.
    """
    if form.kind not in policy.KINDS:
        raise Invalid("kind", f"Choose one of {', '.join(policy.Kind)}.")
    memory = store.lock(memory_id)
    _check_version(memory, since)
    changed = Edit.from_row(memory).changed_fields(form)
    if not changed and memory.status != Status.CANDIDATE:  # saving a candidate is a yes to it
        return Outcome.unchanged(memory, NOTHING_CHANGED)
    if "valid_until" in changed:
        types.check_day("valid_until", form.valid_until)
    form = _without_past_end_date(form, memory, now)
    statement = _edited_statement(memory, form, changed)
    if refused := check_guard(statement, by=by, now=now):
        return refused
    interpretation = Interpretation.about(memory, statement, by=by, now=now)
    classification = replace(interpretation.classification, temporary=False)  # the form says how long, not the words
    if "value" not in changed:
        normal = fields.normalize_value(memory.key, memory.value)
        classification = replace(classification, value=memory.value, normal=normal)
    interpretation = replace(interpretation, classification=classification)
    statement = interpretation.statement  # with the person's spelling of its project and condition
    check_tombstone(interpretation)  # lifts it: the person says it themselves
    if (memory.project, memory.condition, memory.day) != (statement.project, statement.condition, statement.day):
        conflicts.detach(memory, by=by, now=now)
    if memory.is_live and (same := matching.find_duplicate(interpretation, memory)):
        return _join(interpretation, memory, same, form)
    if memory.is_live and interpretation.classification.normal != fields.normalize_value(memory.key, memory.value):
        return _edit_value(interpretation, memory, form)
    return _edit_in_place(memory, interpretation, form)


def _check_version(memory: Memory, since: int) -> None:
    """Raise Stale unless the memory says what it said in that version, and is still in use if it was."""
    version = history_model().objects.filter(id=memory.pk, history_id=since).first()
    if version is None or memory.status == Status.SUPERSEDED:
        raise Stale(memory)
    was_live = version.status in (Status.CANDIDATE, Status.ACTIVE)
    if was_live != memory.is_live or Edit.from_row(version).changed_fields(Edit.from_row(memory)):
        raise Stale(memory)


def _edited_statement(memory: Memory, form: Edit, changed: list[str]) -> Statement:
    """Return the edit as a statement: what was changed is checked and cleaned, the rest is as it is stored."""
    base = _statement_about(memory, details=form.details, quote="", source=policy.Source.INSTRUCTION, value=form.value)
    statement = replace(
        base, label=form.label, kind=form.kind, condition=form.condition, project=form.project,
        day=memory.day if form.valid_until else None, tags=form.tags, applies_to=form.applies_to,
    ).checked()  # fmt: skip
    names = ("label", "value", "details", "condition", "project", "tags", "applies_to")
    return replace(statement, **{name: getattr(form, name) for name in names if name not in changed})


def _without_past_end_date(form: Edit, memory: Memory, now: datetime) -> Edit:
    """Drop a last day that has passed: the form still shows it, and the person edits what is true now."""
    is_past = form.valid_until and form.valid_until < transitions.local_today(memory, now)
    return replace(form, valid_until=None) if is_past else form


def _edit_value(interpretation: Interpretation, memory: Memory, form: Edit) -> Outcome:
    """Replace the memory by one with the new value."""
    statement = replace(interpretation.statement, valid_until=form.valid_until)
    memory.pinned, memory.applies_to = form.pinned, list(statement.applies_to)
    if form.kind != memory.kind:
        memory.ttl_days = create.ttl_days_for(form.kind, memory)
        memory.kind, memory.kind_basis = form.kind, "person"
    return reconcile.revise(replace(interpretation, statement=statement), memory)


def _join(interpretation: Interpretation, memory: Memory, same: Memory, form: Edit) -> Outcome:
    """Confirm another memory that says the same already, with the edited one's details and tags; it replaces that."""
    statement, by, now = interpretation.statement, interpretation.by, interpretation.now
    conflicts.remove_member(memory, by=by, now=now)
    same = store.lock(same.pk)  # the conflict they were both in may have ended
    conflicts.supersede(memory, same, by=by, now=now, because=YOUR_EDIT)
    same.tags = list(dict.fromkeys([*same.tags, *statement.tags]))
    same.applies_to = list(dict.fromkeys([*same.applies_to, *statement.applies_to]))
    same.details = _joined_details(memory, same, statement.details)
    for name in ("tags", "applies_to"):
        if len(getattr(same, name)) > limits.TAGS_MAX:
            raise Invalid(name, f"Another memory says the same. Together they have more than {limits.TAGS_MAX}.")
    if len(same.details) > limits.DETAILS_MAX:
        raise Invalid("details", "Another memory says the same. The details of both together are too long.")
    same.pinned = same.pinned or form.pinned
    store.add_evidence(same, by=by, statement=statement, now=now)
    same.evidence_count += 1
    store.update_evidence_counts(same)
    transitions.mark_confirmed(same, now=now)
    version = conflicts.finish(
        same, by=by, verb="confirm", because=YOUR_EDIT, now=now, supersede=True, close=Proposal.Status.ACCEPTED
    )
    reason = (
        "Another memory said the same already. It is confirmed now and replaces the one you edited, with the details"
        " and tags of both."
    )
    return Outcome(
        name=OutcomeName.REVISED, reason=reason, memory=same, quotes=memory, version=version, replaced_id=memory.pk
    )


def _joined_details(memory: Memory, same: Memory, details: str) -> str:
    """Return the details of both, without those that only repeat a value or were about the value of before."""
    own = fields.details_beyond_value(details, memory.value)
    if not own or (details == memory.details and same.own_details):
        return same.details
    return own if not same.own_details or own == same.details else f"{same.details}\n{own}"


def _edit_in_place(memory: Memory, interpretation: Interpretation, form: Edit) -> Outcome:
    statement, by, now = interpretation.statement, interpretation.by, interpretation.now
    new_fields = {
        "label": statement.label,
        "details": statement.details,
        "kind": form.kind,
        "condition": statement.condition,
        "project": statement.project,
        "tags": list(statement.tags),
        "pinned": form.pinned,
        "value": interpretation.classification.value,
        "valid_until": form.valid_until,
        "applies_to": list(statement.applies_to),
    }
    is_new = not is_same_json(memory.value, new_fields["value"]) or memory.status == Status.CANDIDATE
    if not is_new and all(getattr(memory, name) == value for name, value in new_fields.items()):
        return Outcome.unchanged(memory, NOTHING_CHANGED)
    if form.kind != memory.kind:
        memory.kind_basis, memory.ttl_days = "person", create.ttl_days_for(form.kind, memory)
    memory.importance_base = transitions.restored_importance(memory, form.kind, now.date())
    for name, value in new_fields.items():
        setattr(memory, name, value)
    memory.day, memory.fingerprint = statement.day, interpretation.fingerprint
    memory.section = classifier.section_for(memory.kind, memory.category, memory.key, memory.tags, memory.horizon)
    memory.importance_as_of = memory.ttl_from = now.date()
    memory.importance_assumed = False
    memory.updated_on = interpretation.today
    if memory.is_live:
        transitions.mark_confirmed(memory, now=now)
    version = conflicts.finish(
        memory, by=by, verb="edit", because=YOUR_EDIT, now=now, supersede=True, close=Proposal.Status.ACCEPTED
    )
    return Outcome.revised(memory, "Changed.", version)


@action
def expire(memory_id: UUID, *, by: Actor, now: datetime, reason: str = "") -> Outcome:
    """Stop giving a memory to agents, and keep it in the past. Idempotent: a second call writes no version."""
    memory = store.lock(memory_id)
    if stopped := _why_not_expire(memory, reason, by, now):
        return stopped
    version = expire_locked(memory, by=by, now=now, reason=types.clean_text(reason))
    return Outcome.revised(memory, "Expired. Agents no longer get it.", version)


def _why_not_expire(memory: Memory, reason: str, by: Actor, now: datetime) -> Outcome | None:
    """Return the outcome if it is not to be expired: the guard refuses the reason, memory is off, or it is over."""
    types.check_storable("reason", reason)
    if finding := refusals.refuse(reason, person_id=by.person_id, now=now):
        return Outcome.refused(finding)
    if not by.decides and not by.settings.enable_memory:
        return Outcome.unchanged(memory, "Memory is switched off in Settings, so nothing was written.")
    return None if memory.is_live else Outcome.unchanged(memory, f"It is already {memory.get_status_display()}.")


def expire_locked(
    memory: Memory, *, by: Actor, now: datetime, reason: str, verb: str = "expire",
    close: str = Proposal.Status.WITHDRAWN,
) -> int:  # fmt: skip
    """Expire a locked memory and close its questions; return the one version this writes."""
    memory.status, memory.expired_on = Status.EXPIRED, timezone.localdate(now, by.settings.zone)
    memory.expire_reason = reason[: limits.REASON_MAX]
    because = "your decision" if by.decides else "asked by an agent"
    return conflicts.finish(memory, by=by, verb=verb, because=because, now=now, close=close)


@action
def forget(memory_id: UUID, *, by: Actor, now: datetime, reason: str = "") -> Outcome:
    """Stop using a memory (S4's forget_user_preference): withdrawn, expired or asked about by SPEC §3; never erased."""
    memory = store.lock(memory_id)
    if by.decides:
        return expire(memory_id, by=by, now=now, reason=reason)
    if stopped := _why_not_expire(memory, reason, by, now):
        return stopped
    if memory.status == Status.CANDIDATE:
        version = expire_locked(memory, by=by, now=now, reason="Taken back by its agent.", verb="withdraw")
        return Outcome.revised(memory, "Withdrawn. The person is not asked about it.", version)
    has_yes = policy.gives_standing_yes(
        trust=by.trust, confirm_new=by.settings.confirm_new, source=policy.Source.INSTRUCTION, is_assumed=True
    )
    if has_yes and not create.is_protected(memory):
        version = expire_locked(memory, by=by, now=now, reason=types.clean_text(reason))
        return Outcome.revised(memory, "Stopped. Agents no longer get it.", version)
    question = f"Should I stop using “{memory}”?"
    proposal = proposals.ask(
        memory, kind=Proposal.Kind.EXPIRE, question=question, version=store.newest_version(memory.pk), by=by, now=now,
        change={"reason": types.clean_text(reason)[: limits.REASON_MAX]},
    )  # fmt: skip
    return Outcome(
        name=OutcomeName.PROPOSED, reason=create.ASKED_FIRST, memory=memory, quotes=memory, proposal_id=proposal.pk,
        question=question,
    )  # fmt: skip


@action
def restate(
    statement_id: UUID, *, details: str, by: Actor, now: datetime, quote: str = "", source: str = "",
    ref: dict[str, Any] | None = None,
) -> Outcome:  # fmt: skip
    """Say an agent's own statement in other words. Raises DoesNotExist for a statement that is not its own.

    The first words are withdrawn if nothing else stands behind them. What they met stays as it is.
    """
    memory = _lock_stated(statement_id, by)
    statement = replace(_statement_about(memory, details=details, quote=quote, source=source), ref=ref or {}).checked()
    if stopped := why_not_written(statement, by=by, now=now):
        return stopped
    _take_back(memory, statement_id, by=by, now=now)
    return decide(Interpretation.about(memory, statement, by=by, now=now))


@action
def take_back(statement_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Take back an agent's own statement. Raises DoesNotExist for a statement that is not its own."""
    memory = _lock_stated(statement_id, by)
    _take_back(memory, statement_id, by=by, now=now)
    return Outcome(name=OutcomeName.REVISED, reason="Taken back.")


def _lock_stated(statement_id: UUID, by: Actor) -> Memory:
    """Lock the live memory that a statement of this agent is evidence of."""
    evidence = Evidence.objects.filter(pk=statement_id, agent=by.agent).first() if by.agent else None
    memory = store.lock(evidence.memory_id) if evidence else None
    if memory is None or not memory.is_live:
        raise Memory.DoesNotExist
    return memory


def _take_back(memory: Memory, statement_id: UUID, *, by: Actor, now: datetime) -> None:
    """Withdraw a candidate that rests on this statement alone; of anything else, remove the evidence."""
    others = Evidence.objects.filter(memory=memory).exclude(pk=statement_id)
    if memory.status == Status.CANDIDATE and not others.exists():
        expire_locked(memory, by=by, now=now, reason="Taken back by its agent.", verb="withdraw")
    elif others.exists():
        Evidence.objects.filter(pk=statement_id).delete()
        memory.evidence_count = max(1, memory.evidence_count - 1)
        store.update_evidence_counts(memory)
        store.save(memory, by=by, verb="withdraw", because=by.because, now=now)
