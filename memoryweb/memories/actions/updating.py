"""Changing what is in use: an agent's update, stopping, and an agent's own statement taken back or said anew."""

from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_date

from memoryweb.language.text import signs, value_text
from memoryweb.memories import refusals
from memoryweb.memories.actions import conflicts, create, matching, proposals, reconcile, store, telling, types
from memoryweb.memories.actions.interpretation import Interpretation
from memoryweb.memories.actions.remember import check_tombstone, decide, why_not_written
from memoryweb.memories.actions.store import action
from memoryweb.memories.actions.types import Actor, Invalid, Outcome, Statement
from memoryweb.memories.models import Evidence, Memory, Proposal, Status
from memoryweb.rules import limits, policy
from memoryweb.rules.policy import OutcomeName, Role

TAKEN_BACK = "Taken back. The person won’t be asked."


def statement_about(memory: Memory, *, details: str, quote: str, source: str, value: Any = None) -> Statement:
    """Build a statement about the subject of a memory that exists: its key, scope and kind stay.

    The memory is one whose words the speaker said or may read, or it is the person who speaks. An agent's note stays
    with what that agent said. Raises Invalid if it says nothing: the subject's name would be taken for its value.
    """
    if value is None and not details.strip():
        raise Invalid("details", "Say what is true now.")
    return Statement(
        name=memory.label,
        label=memory.label,
        key=memory.key,
        category=memory.said_category or memory.category,
        kind=memory.kind if memory.kind_basis == "person" else memory.raw_kind or memory.kind,
        details=details,
        value=value,
        quote=quote,
        source=source,
        project=memory.project,
        condition=memory.condition,
        day=memory.day,
        tags=tuple(memory.tags),
        negates=memory.negates_id,
    )


def _without_old_words(statement: Statement, memory: Memory) -> Statement:
    """Drop a label that only repeats what the memory says: new words would stand behind the old ones."""
    repeats = value_text.format_line(memory.label, memory.value) == memory.label
    return replace(statement, name="", label="") if repeats else statement


def updated_statement(
    memory: Memory, *, details: str, quote: str, source: str, value: Any = None, ref: dict[str, Any] | None = None
) -> Statement:
    """Return what `update` says of a memory."""
    statement = statement_about(memory, details=details, quote=quote, source=source, value=value)
    return replace(_without_old_words(statement, memory), ref=ref or {})


def restated_statement(
    evidence: Evidence, *, details: str, quote: str, source: str, ref: dict[str, Any] | None = None
) -> Statement:
    """Return what `restate` says instead of an agent's own statement."""
    statement = statement_about(_as_stated(evidence), details=details, quote=quote, source=source)
    return replace(statement, metadata=evidence.statement.get("metadata", {}), ref=ref or {})


@action
def update(
    memory_id: UUID,
    *,
    details: str,
    by: Actor,
    now: datetime,
    quote: str = "",
    source: str = "",
    value: Any = None,
    ref: dict[str, Any] | None = None,
) -> Outcome:
    """Give a memory another value or other words (S4's update_user_preference).

    What the person confirmed is asked about. Raises Invalid for an argument that cannot be.
    """
    memory = store.lock(memory_id)
    if not by.decides and memory.status == Status.CANDIDATE:
        raise Memory.DoesNotExist  # only the person may read it; whoever said it says it again (`restate`)
    statement = updated_statement(memory, details=details, quote=quote, source=source, value=value, ref=ref).checked()
    if stopped := why_not_written(statement, by=by, now=now, memory=memory):
        return stopped
    if not memory.is_live:
        return Outcome.unchanged(memory, f"It was {memory.get_status_display()}. If it’s true again, save it again.")
    interpretation = Interpretation.about(memory, statement, by=by, now=now)
    if memory.status == Status.CANDIDATE:
        expire_locked(memory, by=by, now=now, reason="Said again in other words.", verb="withdraw")
        return decide(interpretation)
    if interpretation.temporary:
        return decide(interpretation)  # for today only: it stands beside what is meant to last
    if blocked := check_tombstone(interpretation):
        return blocked
    return telling.keep_told(interpretation, _update_in_use(interpretation, memory))


def _update_in_use(interpretation: Interpretation, memory: Memory) -> Outcome:
    """Apply a change to what is in use; the same new value may wait already, or be in use itself."""
    tell = telling.as_it_is if interpretation.may_read(memory) else telling.as_new  # asked before it is changed
    duplicate = matching.Matches(interpretation).duplicate_of(memory)
    if duplicate and duplicate.status == Status.CANDIDATE:
        if outcome := reconcile.repeat_waiting(interpretation, duplicate, memory):
            return telling.as_change(interpretation, outcome, memory)
        duplicate = None
    is_seen = duplicate is None or interpretation.may_read(duplicate)
    target = duplicate or memory
    if matching.is_same_value(interpretation, target):
        outcome = reconcile.repeat(interpretation, target, is_change=True)
        return tell(interpretation, outcome) if is_seen else telling.as_change(interpretation, outcome, memory)
    return tell(interpretation, reconcile.change(interpretation, target, is_change=True))


@action
def expire(memory_id: UUID, *, by: Actor, now: datetime, reason: str = "") -> Outcome:
    """Stop giving a memory to agents, and keep it in the past. Idempotent: a second call writes no version."""
    memory = store.lock(memory_id)
    if stopped := _why_not_expire(memory, reason, by, now):
        return stopped
    version = expire_locked(memory, by=by, now=now, reason=types.clean_text(reason))
    return Outcome.revised(memory, "Stopped using it. Agents no longer get it.", version)


def _why_not_expire(memory: Memory, reason: str, by: Actor, now: datetime) -> Outcome | None:
    """Return the outcome if expiring is refused: sensitive reason, memory off, or already ended. None to go on."""
    types.check_storable("reason", reason)
    if finding := refusals.refuse(reason, person_id=by.person_id, now=now):
        return Outcome.refused(finding)
    if not by.decides and not by.settings.enable_memory:
        return Outcome.unchanged(memory, "Memory is off in Settings, so nothing was saved.")
    return None if memory.is_live else Outcome.unchanged(memory, f"It is already {memory.get_status_display()}.")


def expire_locked(
    memory: Memory,
    *,
    by: Actor,
    now: datetime,
    reason: str,
    verb: str = "expire",
    close: str = Proposal.Status.WITHDRAWN,
) -> int:
    """Expire a locked memory and close its questions; return the one version this writes."""
    memory.status, memory.expired_on = Status.EXPIRED, timezone.localdate(now, by.settings.zone)
    memory.expire_reason = signs.cut(reason, limits.REASON_MAX)
    because = "asked by an agent" if by.agent else by.because
    return conflicts.finish(memory, by=by, verb=verb, because=because, now=now, close=close)


@action
def forget(memory_id: UUID, *, by: Actor, now: datetime, reason: str = "") -> Outcome:
    """Stop using a memory (forget_user_preference): it is withdrawn, expired or asked about, never erased."""
    memory = store.lock(memory_id)
    if by.decides:
        return expire(memory_id, by=by, now=now, reason=reason)
    if stopped := _why_not_expire(memory, reason, by, now):
        return stopped
    if memory.status == Status.CANDIDATE:
        if by.agent:
            return _take_back_from(memory, by=by, now=now)
        version = expire_locked(memory, by=by, now=now, reason="It was deleted from your folder.", verb="withdraw")
        return Outcome.revised(memory, TAKEN_BACK, version)
    if _may_stop(memory, by):
        version = expire_locked(memory, by=by, now=now, reason=types.clean_text(reason))
        return Outcome.revised(memory, "Stopped using it. Agents no longer get it.", version)
    question = f"Should I stop using “{memory}”?"
    proposal = proposals.ask(
        memory,
        kind=Proposal.Kind.EXPIRE,
        question=question,
        version=store.newest_version(memory.pk),
        by=by,
        now=now,
        change={"reason": signs.cut(types.clean_text(reason), limits.REASON_MAX)},
    )
    return Outcome(
        name=OutcomeName.PROPOSED,
        reason=create.ASKED_FIRST,
        memory=memory,
        quotes=memory,
        proposal_id=proposal.pk,
        question=question,
    )


def _take_back_from(memory: Memory, *, by: Actor, now: datetime) -> Outcome:
    """Take back all that an agent said for a candidate; what others said for it stays. Raises DoesNotExist for none."""
    said = list(Evidence.objects.filter(memory=memory, agent=by.agent).order_by("pk"))
    if not said:
        raise Memory.DoesNotExist
    for evidence in said:
        _take_back(memory, evidence, by=by, now=now)
    return Outcome.revised(memory, TAKEN_BACK, store.newest_version(memory.pk))


def _may_stop(memory: Memory, by: Actor) -> bool:
    """Return whether the person said yes in advance to what this actor stops."""
    if by.role == Role.FOLDER:
        return by.trust == "trusted"
    has_yes = policy.gives_standing_yes(
        trust=by.trust, confirm_new=by.settings.confirm_new, source=policy.Source.INSTRUCTION, is_assumed=True
    )
    return has_yes and not memory.is_protected


@action
def restate(
    statement_id: UUID,
    *,
    details: str,
    by: Actor,
    now: datetime,
    quote: str = "",
    source: str = "",
    ref: dict[str, Any] | None = None,
) -> Outcome:
    """Say an agent's own statement in other words. Raises DoesNotExist for a statement that is not its own.

    It is built from what this agent said, never from the memory that its statement met: somebody else's words may stand
    there, which the person has not seen or which are hidden from it. The first words are withdrawn if nothing else
    stands behind them. What they met stays as it is.
    """
    evidence, memory = _lock_stated(statement_id, by)
    statement = restated_statement(evidence, details=details, quote=quote, source=source, ref=ref).checked()
    if stopped := why_not_written(statement, by=by, now=now):
        return stopped
    _take_back(memory, evidence, by=by, now=now)
    if evidence.statement:
        return decide(Interpretation.about(_as_stated(evidence), statement, by=by, now=now))
    return decide(Interpretation.from_statement(statement, by=by, now=now))


def _as_stated(evidence: Evidence) -> Memory:
    """Return the memory that a statement described, as its agent said it; it is not stored."""
    words = evidence.statement | {"metadata": {}, "day": parse_date(evidence.statement.get("day", ""))}
    community_id = evidence.agent.community_id if evidence.agent else None
    return Memory(pk=evidence.memory_id, person_id=evidence.person_id, community_id=community_id, **words)


@action
def take_back(statement_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Take back an agent's own statement. Raises DoesNotExist for a statement that is not its own."""
    evidence, memory = _lock_stated(statement_id, by)
    _take_back(memory, evidence, by=by, now=now)
    return Outcome(name=OutcomeName.REVISED, reason="Taken back.")


def _lock_stated(statement_id: UUID, by: Actor) -> tuple[Evidence, Memory]:
    """Return a statement of this agent and the live memory that it is evidence of, locked."""
    evidence = Evidence.objects.filter(pk=statement_id, agent=by.agent).first() if by.agent else None
    memory = store.lock(evidence.memory_id) if evidence else None
    if evidence is None or memory is None or not memory.is_live:
        raise Memory.DoesNotExist
    return evidence, memory


def _take_back(memory: Memory, evidence: Evidence, *, by: Actor, now: datetime) -> None:
    """Withdraw a candidate that rests on this statement alone; of anything else, remove the evidence.

    Where it stays, as the only reason for what is in use, its agent waits for no answer to it any more.
    """
    others = Evidence.objects.filter(memory=memory, polarity=1).exclude(pk=evidence.pk)
    if evidence.polarity < 0:  # it was never counted as a reason for the memory
        evidence.delete()
    elif memory.status == Status.CANDIDATE and not others.exists():
        expire_locked(memory, by=by, now=now, reason="The agent took it back.", verb="withdraw")
    elif others.exists():
        create.drop_categories(memory, evidence, others)
        _pass_on(evidence, others)
        proposals.withdraw_own(memory, others, by=by, now=now)
        evidence.delete()
        memory.evidence_count = max(1, memory.evidence_count - 1)
        store.update_evidence_counts(memory)
        store.save(memory, by=by, verb="withdraw", because=by.because, now=now)
    elif evidence.told_to_wait is not None:
        evidence.told_to_wait = None
        evidence.save(update_fields=["told_to_wait"])
        proposals.withdraw_own(memory, others, by=by, now=now)


def _pass_on(evidence: Evidence, others: QuerySet[Evidence]) -> None:
    """Let the next statement of the same agent wait in place of one that is taken back."""
    if evidence.told_to_wait is not None:
        later = others.filter(agent=evidence.agent, told_to_wait=None, pk__gt=evidence.pk).order_by("pk")
        Evidence.objects.filter(pk__in=later.values("pk")[:1]).update(told_to_wait=evidence.told_to_wait)
