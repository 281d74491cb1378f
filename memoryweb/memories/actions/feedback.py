"""Applying feedback to learned memories: their confidence, and whether they are used (SPEC §9).

Learning counts the feedback; this applies the result. What the person said or confirmed never changes by it.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from memoryweb.memories.actions import conflicts, matching, proposals, store, transitions
from memoryweb.memories.actions.interpretation import Interpretation, fingerprint_for
from memoryweb.memories.actions.store import action
from memoryweb.memories.actions.types import Actor, Outcome, Statement
from memoryweb.memories.models import Evidence, Memory, MemoryQuerySet, Proposal, Status
from memoryweb.rules import fields, languages, limits, policy, tokens
from memoryweb.rules.policy import Horizon, OutcomeName

BECAUSE = "user feedback"  # S0's words for the change log
CONFIDENCE_DECIMALS = 4
NEWEST_COMPARED = 200  # newest active memories compared with a learned one


def is_learned(memory: Memory) -> bool:
    """Return whether feedback may change its confidence: it was learned, and the person never stood behind it."""
    stood_behind = memory.confirmed_at or memory.verified_at or memory.pinned
    return memory.is_live and not policy.is_explicit(memory.source) and not stood_behind


@action
def apply_feedback(memory_id: UUID, *, confidence: float, counts: bool, by: Actor, now: datetime) -> Outcome:
    """Set the confidence of a learned memory, and whether it is used (`counts`). Idempotent."""
    memory = store.lock(memory_id)
    if not is_learned(memory):
        return Outcome.unchanged(memory, "What you said does not move by behaviour.")
    before = (memory.confidence, memory.status)
    memory.confidence = round(confidence, CONFIDENCE_DECIMALS)
    if not memory.contested:
        memory.status = _status(memory, counts=counts)
    if before == (memory.confidence, memory.status):
        return Outcome.unchanged(memory, "As sure as before.")
    version = store.save(memory, by=by, verb="weigh", because=BECAUSE, now=now)
    reason = f"From {before[0]:.2f} to {memory.confidence:.2f}."
    return Outcome(name=OutcomeName.REINFORCED, reason=reason, memory=memory, version=version)


def _status(memory: Memory, *, counts: bool) -> str:
    """Return active if it counts and nothing is in its place, candidate if it no longer counts."""
    if counts:
        has_question = memory.proposals.open().filter(kind=Proposal.Kind.REMEMBER).exists()  # then the person decides
        return memory.status if has_question or conflicts.rivals(memory).exists() else Status.ACTIVE
    return Status.ACTIVE if memory.status == Status.ACTIVE and _stands_by_itself(memory) else Status.CANDIDATE


def _stands_by_itself(memory: Memory) -> bool:
    """Return whether more than feedback makes it count: two distinct evidences, an end date, or that it is long."""
    if memory.horizon == Horizon.LONG or memory.valid_until:
        return True
    return store.tally_evidence(memory, but_not=Evidence.Kind.FEEDBACK).repeats >= policy.NOTE_EVIDENCES


@action
def record_counter_evidence(
    memory_id: UUID, *, ref: dict[str, Any], since: datetime | None, by: Actor, now: datetime
) -> Outcome:
    """Count rejected work that followed what the person said. The third time since they last stood behind it, ask (§6).

    Nothing else changes.
    """
    memory = store.lock(memory_id)
    if not memory.is_live or Evidence.objects.filter(memory=memory, ref=ref, polarity=-1).exists():
        return Outcome.unchanged(memory, "This very evidence is known already.")
    statement = Statement(source=policy.Source.BEHAVIOUR, evidence_kind=Evidence.Kind.FEEDBACK, ref=ref)
    store.add_evidence(memory, by=by, statement=statement, now=now, polarity=-1)
    signs = store.tally_evidence(memory, polarity=-1, since=since).repeats
    reason = f"The person said otherwise. Sign {signs} of {policy.CONTRARY_SIGNALS} against it."
    if signs < policy.CONTRARY_SIGNALS or memory.contested:
        return Outcome(name=OutcomeName.NOTED, reason=reason, memory=memory)
    question = f"You turned down {signs} pieces of work that went by “{memory}”. Should I stop using it?"
    proposal = proposals.ask(
        memory, kind=Proposal.Kind.EXPIRE, question=question, version=store.newest_version(memory.pk), by=by, now=now,
        source=policy.Source.BEHAVIOUR,
    )  # fmt: skip
    return Outcome(
        name=OutcomeName.PROPOSED, reason=reason, memory=memory, proposal_id=proposal.pk, question=proposal.question
    )


def find_same(statement: Statement, *, by: Actor, now: datetime) -> tuple[Memory | None, Memory | None]:
    """Return the live memory that says the same, and the one that says something else in its place. Writes nothing."""
    interpretation = Interpretation.from_statement(statement.checked(), by=by, now=now)
    in_use = matching.find_in_use(interpretation)
    if in_use and matching.is_same_value(interpretation, in_use):
        return in_use, None
    waiting = matching.find_waiting(interpretation)
    return (waiting, None) if waiting else (None, in_use)


def same_in_other_projects(memory: Memory) -> MemoryQuerySet:
    """Return the active memories that say the same in other projects, where their fingerprint differs."""
    the_same = {name: getattr(memory, name) for name in ("key", "value", "label", "condition", "community_id")}
    return Memory.objects.of(memory.person_id).active().filter(**the_same).exclude(project=memory.project)


def propose_widening(memory: Memory, *, by: Actor, now: datetime) -> None:
    """Ask the person whether what was learned in several projects counts everywhere (SPEC §9)."""
    others = sorted(same_in_other_projects(memory).values_list("project", flat=True))
    if not memory.project or "" in others or not others or memory.proposals.filter(kind=Proposal.Kind.MERGE).exists():
        return
    projects = ", ".join([*others, memory.project])
    proposals.ask(
        memory, kind=Proposal.Kind.MERGE, question=f"You like “{memory}” in {projects}. Should it count everywhere?",
        version=store.newest_version(memory.pk), by=by, now=now,
    )  # fmt: skip


@action
def widen(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Make a memory of one project count everywhere; the same ones of other projects are superseded by it."""
    memory = store.lock(memory_id)
    if not memory.is_live or not memory.project:
        return Outcome.unchanged(memory, "It counts everywhere already.")
    others = list(same_in_other_projects(memory).order_by("pk").select_for_update(of=("self",)))
    conflicts.detach(memory, by=by, now=now)
    memory.project = ""
    memory.fingerprint = fingerprint_for(memory, day=memory.day)
    transitions.mark_confirmed(memory, now=now)
    conflicts.supersede_rivals(memory, by=by, now=now)
    for other in others:
        conflicts.remove_member(other, by=by, now=now)
        conflicts.supersede(other, memory, by=by, now=now)
    version = conflicts.finish(memory, by=by, verb="widen", now=now)
    return Outcome.revised(memory, "It counts everywhere now.", version)


def find_said_by_person(memory: Memory) -> Memory | None:
    """Return an active memory that the person said or confirmed in nearly the same words."""
    words = tokens.word_counts(fields.display_value(memory.value) or memory.label)
    confirmed = Memory.objects.of(memory.person_id).active().exclude(pk=memory.pk).order_by("-changed_at")
    for other in confirmed[:NEWEST_COMPARED]:
        similarity = max(tokens.dice(words, tokens.word_counts(text)) for text in (str(other), other.shown_value))
        if not is_learned(other) and similarity >= policy.SAME_WORDS_FROM:
            return other
    return None


def opposite_rule(memory: Memory) -> Memory | None:
    """Return the live rule that was learned against this memory."""
    rules = Memory.objects.of(memory.person_id).live().filter(kind=policy.Kind.RULE)
    return rules.filter(negates=memory).first()


def opposite_statement(memory: Memory) -> Statement:
    """Build the rule to avoid what the person rejected every time."""
    value = fields.display_value(memory.value) or memory.label
    avoid = languages.for_code(memory.language).avoid.format(thing=value)
    return Statement(
        name=avoid[: limits.LABEL_MAX],
        details=avoid[: limits.DETAILS_MAX],
        negates=memory.pk,
        category=memory.category,
        kind=policy.Kind.RULE,
        source=policy.Source.BEHAVIOUR,
        project=memory.project,
        condition=memory.condition,
        evidence_kind=Evidence.Kind.FEEDBACK,
    )
