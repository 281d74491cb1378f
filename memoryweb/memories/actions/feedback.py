"""Applying feedback to learned memories: their confidence, and whether they are used.

Learning counts the feedback; this applies the result. What the person said or confirmed never changes by it.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone

from memoryweb.language import locales
from memoryweb.language.text import signs, tokens, value_text
from memoryweb.memories.actions import conflicts, matching, proposals, rivals, store, transitions
from memoryweb.memories.actions.interpretation import Interpretation, fingerprint_for
from memoryweb.memories.actions.store import action
from memoryweb.memories.actions.types import Actor, Outcome, Statement
from memoryweb.memories.models import Evidence, Memory, Proposal, Status
from memoryweb.rules import limits, policy
from memoryweb.rules.policy import Horizon, OutcomeName

BECAUSE = "user feedback"  # S0's words for the change log
CONFIDENCE_DECIMALS = 4
NEWEST_COMPARED = 200  # newest active memories compared with a learned one
IN_SKILLS = {"widens": "skills"}  # the `change` of a question whether what was learned in skills counts in all
EARNED = {"asked": "earned"}  # the `change` of a question that feedback raised


@dataclass(frozen=True, kw_only=True)
class LedgerResult:
    """What the feedback on a memory comes to. `confidence` is None while there is too little to say."""

    confidence: float | None = None
    is_earned: bool = False
    is_lost: bool = False  # it had been earned, but for later rejects
    has_standing_yes: bool = False  # every accept came under one
    rejected: float = 0.0  # R of docs/rules.md

    def confidence_of(self, memory: Memory) -> float:
        return memory.confidence if self.confidence is None else round(self.confidence, CONFIDENCE_DECIMALS)

    def changes_nothing(self, memory: Memory) -> bool:
        """Return whether feedback leaves the memory unchanged, so that no lock is needed."""
        return not (self.is_earned or self.is_lost) and self.confidence_of(memory) == memory.confidence


def is_learned(memory: Memory) -> bool:
    """Return whether feedback may change it: it was learned, it lasts, and the person never stood behind it."""
    stood_behind = memory.confirmed_at or memory.verified_at or memory.pinned or memory.day
    return memory.is_live and not policy.is_explicit(memory.source) and not stood_behind


@action
def apply_feedback(
    memory_id: UUID, result: LedgerResult, *, by: Actor, now: datetime, ref: dict[str, Any] | None = None
) -> Outcome:
    """Set a learned memory's confidence; put it into use where a standing yes covers all of it, else ask.

    `ref` is the accept that names it: one more piece of evidence, once a day for each agent. Idempotent.
    """
    memory = store.lock(memory_id)
    if not is_learned(memory):
        return Outcome.unchanged(memory, "Feedback doesn’t change what the person said.")
    before = (memory.confidence, memory.status, memory.evidence_count)
    if ref is not None:
        _add_accept(memory, ref, by=by, now=now)
    memory.confidence = result.confidence_of(memory)
    has_question = Proposal.objects.filter(memory=memory).open().exists()
    if result.is_earned and memory.status == Status.CANDIDATE and not has_question:
        if _is_covered(memory, result):
            memory.status, memory.unasked_at = Status.ACTIVE, now
    elif result.is_lost and memory.status == Status.ACTIVE and not (memory.contested or _stands_by_itself(memory)):
        memory.status, memory.unasked_at = Status.CANDIDATE, None
    outcome = Outcome.unchanged(memory, "The confidence stays the same.")
    if before != (memory.confidence, memory.status, memory.evidence_count):
        version = store.save(memory, by=by, verb="weigh", because=BECAUSE, now=now)
        reason = f"Confidence went from {before[0]:.2f} to {memory.confidence:.2f}."
        outcome = Outcome(name=OutcomeName.REINFORCED, reason=reason, memory=memory, version=version)
    _ask_if_earned(memory, result, has_question=has_question, has_new_accept=ref is not None, by=by, now=now)
    return outcome


def _add_accept(memory: Memory, ref: dict[str, Any], *, by: Actor, now: datetime) -> None:
    """Count an accept as evidence, which is one step towards promotion and restarts the time to live."""
    midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    of_today = Evidence.objects.filter(occurred_at__gte=midnight, occurred_at__lt=midnight + timedelta(days=1))
    if of_today.filter(memory=memory, agent=by.agent, kind=Evidence.Kind.FEEDBACK, polarity=1).exists():
        return
    statement = Statement(source=policy.Source.BEHAVIOUR, evidence_kind=Evidence.Kind.FEEDBACK, ref=ref)
    store.add_evidence(memory, by=by, statement=statement, now=now)
    memory.evidence_count += 1
    store.update_evidence_counts(memory)
    memory.ttl_from = max(memory.ttl_from, now.date())


def _is_covered(memory: Memory, result: LedgerResult) -> bool:
    return result.has_standing_yes and _may_come_into_use(memory)


def _may_come_into_use(memory: Memory) -> bool:
    """Return whether a standing yes covers all that was said of it, and it takes no other memory's place.

    What the person undid, stopped or declined is asked about.
    """
    is_decided = _was_declined(memory) or matching.was_decided_by_person(memory)
    is_free = not (memory.contested or is_decided or rivals.rivals(memory))
    return is_free and matching.is_covered(memory)


def _stands_by_itself(memory: Memory) -> bool:
    """Return whether more than feedback keeps it in use: enough other evidence, an end date, or that it is long."""
    if memory.horizon == Horizon.LONG or memory.valid_until:
        return True
    return store.tally_evidence(memory, but_not=Evidence.Kind.FEEDBACK).repeats >= policy.PROMOTE_REPEATS


def _was_declined(memory: Memory) -> bool:
    """Return whether the person declined to keep it."""
    kinds = (Proposal.Kind.REMEMBER, Proposal.Kind.PROMOTE)
    return memory.proposals.filter(kind__in=kinds, status=Proposal.Status.DECLINED).exists()


def _ask_if_earned(
    memory: Memory, result: LedgerResult, *, has_question: bool, has_new_accept: bool, by: Actor, now: datetime
) -> None:
    """Ask the person about what feedback has earned, or what an accept has made ripe together with other evidence.

    What is neither any more loses that question. What a standing yes covers waits until it is earned.
    """
    if memory.status != Status.CANDIDATE or memory.contested:
        return
    if not (result.is_earned or (_is_ripe(memory, result) and not _is_covered(memory, result))):
        if has_question:
            earned = memory.proposals.filter(kind=Proposal.Kind.REMEMBER, change=EARNED)
            proposals.close_questions(earned, Proposal.Status.WITHDRAWN, now=now)
    elif not has_question and not _was_declined(memory) and (result.is_earned or has_new_accept):
        proposals.ask(
            memory,
            kind=Proposal.Kind.REMEMBER,
            question=proposals.remember_question(memory),
            version=store.newest_version(memory.pk),
            by=by,
            now=now,
            change=EARNED,
            source=policy.Source.BEHAVIOUR,
        )


def _is_ripe(memory: Memory, result: LedgerResult) -> bool:
    """Return whether its evidence earns a question. Each reject outweighs one piece, in whatever order they came."""
    left = memory.repeats - result.rejected
    return left > 1 and policy.is_ripe(left, memory.evidence_days)


@action
def record_counter_evidence(memory_id: UUID, *, ref: dict[str, Any], by: Actor, now: datetime) -> Outcome:
    """Count rejected work that followed what the person said. The third time since they last answered, ask.

    Nothing else changes. It is memoryweb that asks, and no agent, whoever reported the work.
    """
    memory = store.lock(memory_id)
    if not memory.is_live or Evidence.objects.filter(memory=memory, ref=ref, polarity=-1).exists():
        return Outcome.unchanged(memory, "This was already counted.")
    statement = Statement(source=policy.Source.BEHAVIOUR, evidence_kind=Evidence.Kind.FEEDBACK, ref=ref)
    store.add_evidence(memory, by=by, statement=statement, now=now, polarity=-1)
    signs = store.tally_evidence(memory, polarity=-1, since=_answered_at(memory)).repeats
    reason = f"What the person said counts for more. This is sign {signs} of {policy.CONTRARY_SIGNALS} against it."
    if signs < policy.CONTRARY_SIGNALS or memory.contested or memory.status != Status.ACTIVE:
        return Outcome(name=OutcomeName.NOTED, reason=reason, memory=memory)
    question = f"Work based on “{memory}” was rejected {signs} times. Should I stop using it?"
    proposal = proposals.ask(
        memory,
        kind=Proposal.Kind.EXPIRE,
        question=question,
        version=store.newest_version(memory.pk),
        by=replace(by, agent=None),
        now=now,
        source=policy.Source.BEHAVIOUR,
    )
    return Outcome(
        name=OutcomeName.PROPOSED, reason=reason, memory=memory, proposal_id=proposal.pk, question=proposal.question
    )


def _answered_at(memory: Memory) -> datetime | None:
    """Return when the person last stood behind it, or said no to "Should I stop using it?"."""
    declined = memory.proposals.filter(kind=Proposal.Kind.EXPIRE, status=Proposal.Status.DECLINED)
    times = [memory.stood_behind_at, *declined.values_list("decided_at", flat=True)]
    return max((at for at in times if at), default=None)


def find_same(statement: Statement, *, by: Actor, now: datetime) -> tuple[Memory | None, Memory | None]:
    """Return the live memory that says the same, and the one that says something else in its place. Writes nothing."""
    interpretation = Interpretation.from_statement(statement.checked(), by=by, now=now)
    matches = matching.Matches(interpretation)
    in_use = matches.in_use()
    if in_use and matching.is_same_value(interpretation, in_use):
        return in_use, None
    waiting = matches.waiting()
    return (waiting, None) if waiting else (None, in_use)


def propose_widening(memory: Memory, *, by: Actor, now: datetime, skills: Collection[str] = ()) -> None:
    """Ask the person whether what was learned in several projects, or in several skills, counts everywhere.

    `skills` are those in which it was accepted.
    """
    if memory.status != Status.ACTIVE or memory.proposals.filter(kind=Proposal.Kind.MERGE).exists():
        return
    places, change = _projects_of(memory), {}
    if not places and memory.applies_to and set(skills) - set(memory.applies_to):
        places, change = list(dict.fromkeys([*memory.applies_to, *sorted(skills)])), IN_SKILLS
    if not places:
        return
    question = f"You use “{memory}” in {', '.join(places)}. Should it apply everywhere?"
    proposals.ask(
        memory,
        kind=Proposal.Kind.MERGE,
        question=question,
        version=store.newest_version(memory.pk),
        by=by,
        now=now,
        change=change,
    )


def _projects_of(memory: Memory) -> list[str]:
    """Return the projects with the same memory, this one included; empty if only here or also general."""
    others = sorted(each.project for each in rivals.same_in_other_projects(memory)) if memory.project else []
    return [*others, memory.project] if others and "" not in others else []


@action
def widen(memory_id: UUID, *, by: Actor, now: datetime, in_skills: bool = False) -> Outcome:
    """Make a memory of one project, or of some skills, count everywhere.

    The same ones of other projects are superseded by it.
    """
    memory = store.lock(memory_id)
    if not memory.is_live or not (memory.applies_to if in_skills else memory.project):
        return Outcome.unchanged(memory, "It already applies everywhere.")
    others: list[Memory] = []
    if in_skills:
        memory.applies_to = []
    else:
        others = [store.lock(each.pk) for each in rivals.same_in_other_projects(memory)]
        conflicts.detach(memory, by=by, now=now)
        memory.project = ""
        memory.fingerprint = fingerprint_for(memory, day=memory.day)
    transitions.mark_confirmed(memory, now=now)
    if not in_skills:
        conflicts.supersede_rivals(memory, by=by, now=now)
    for other in others:
        conflicts.remove_member(other, by=by, now=now)
        conflicts.supersede(other, memory, by=by, now=now)
    version = conflicts.finish(memory, by=by, verb="widen", now=now)
    return Outcome.revised(memory, "It applies everywhere now.", version)


def find_said_by_person(memory: Memory) -> Memory | None:
    """Return an active memory that the person said or confirmed in nearly the same words."""
    words = tokens.word_counts(value_text.display_value(memory.value) or memory.label)
    confirmed = Memory.objects.of(memory.person_id).active().exclude(pk=memory.pk).order_by("-changed_at")
    for other in confirmed[:NEWEST_COMPARED]:
        similarity = max(tokens.dice(words, tokens.word_counts(text)) for text in (str(other), other.shown_value))
        if not is_learned(other) and similarity >= policy.SAME_WORDS_FROM:
            return other
    return None


@action
def expire_opposite(rule_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Expire a learned rule "not this", as the opposite was accepted since. What the person confirmed stays."""
    rule = store.lock(rule_id)
    if not is_learned(rule):
        return Outcome.unchanged(rule, "Feedback doesn’t change what the person said.")
    rule.status, rule.expired_on = Status.EXPIRED, timezone.localdate(now, by.settings.zone)
    rule.expire_reason = "Later work with it was accepted."
    version = conflicts.finish(rule, by=by, verb="expire", because=BECAUSE, now=now, close=Proposal.Status.WITHDRAWN)
    return Outcome.revised(rule, rule.expire_reason, version)


def opposite_statement(memory: Memory, *, ref: dict[str, Any]) -> Statement:
    """Build the rule to avoid what the person rejected every time.

    The category is that of what agents are given: of a candidate, another agent may have named it.
    """
    value = value_text.display_value(memory.value) or memory.label
    avoid = locales.for_code(memory.language).avoid.format(thing=value)
    return Statement(
        name=signs.cut(avoid, limits.LABEL_MAX),
        details=signs.cut(avoid, limits.DETAILS_MAX),
        negates=memory.pk,
        is_told=False,
        category=memory.category if memory.status == Status.ACTIVE else "",
        kind=policy.Kind.RULE,
        source=policy.Source.BEHAVIOUR,
        project=memory.project,
        condition=memory.condition,
        applies_to=tuple(memory.applies_to),
        evidence_kind=Evidence.Kind.FEEDBACK,
        ref=ref,
    )
