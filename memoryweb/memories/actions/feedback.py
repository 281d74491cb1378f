"""What behaviour says about what was learned: how sure it is, and whether it counts (SPEC §9).

The sums are learning's; here they meet a memory. What the person said or confirmed never moves.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from memoryweb.memories.actions import conflicts, matching, proposals, store, transitions
from memoryweb.memories.actions.interpretation import Interpretation, classify_statement, fingerprint_for
from memoryweb.memories.actions.store import action
from memoryweb.memories.actions.types import Outcome, Statement
from memoryweb.memories.actors import Actor, OnlyThePerson
from memoryweb.memories.models import Evidence, Memory, MemoryQuerySet, Proposal, Status
from memoryweb.people.models import MemorySettings
from memoryweb.rules import fields, policy, tokens
from memoryweb.rules.policy import Horizon, OutcomeName

BECAUSE = "user feedback"  # S0's word
CONFIDENCE_DECIMALS = 4  # decimals
MOST_COMPARED = 200  # the newest in use


def is_learned(memory: Memory) -> bool:
    """Whether behaviour may say how sure it is: it was learned, and the person never stood behind it."""
    theirs = memory.confirmed_at or memory.verified_at or memory.pinned
    return memory.is_live and not policy.is_explicit(memory.source) and not theirs


@action
def apply_feedback(memory_id: UUID, *, confidence: float, counts: bool, by: Actor, now: datetime) -> Outcome:
    """Set what feedback makes of a learned memory. Idempotent: the same sums write no version."""
    memory = store.lock(memory_id)
    if not is_learned(memory):
        return Outcome(name=OutcomeName.UNCHANGED, reason="What you said does not move by behaviour.", memory=memory)
    before = (memory.confidence, memory.status)
    memory.confidence = round(confidence, CONFIDENCE_DECIMALS)
    if not memory.contested:
        memory.status = _status(memory, counts=counts)
    if before == (memory.confidence, memory.status):
        return Outcome(name=OutcomeName.UNCHANGED, reason="As sure as before.", memory=memory)
    version = store.save(memory, by=by, verb="weigh", because=BECAUSE, now=now)
    reason = f"From {before[0]:.2f} to {memory.confidence:.2f}."
    return Outcome(name=OutcomeName.REINFORCED, reason=reason, memory=memory, version=version)


def _status(memory: Memory, *, counts: bool) -> str:
    """In use at the threshold, where nobody is in its place; a candidate again below it."""
    if counts:
        waits = memory.proposals.open().filter(kind=Proposal.Kind.REMEMBER).exists()  # then the person decides
        return memory.status if waits or conflicts.rivals(memory).exists() else Status.ACTIVE
    return Status.ACTIVE if memory.status == Status.ACTIVE and _stands_by_itself(memory) else Status.CANDIDATE


def _stands_by_itself(memory: Memory) -> bool:
    """Whether something else than feedback made it count: two distinct evidences, or meant for a while, or to last."""
    if memory.horizon == Horizon.LONG or memory.valid_until:
        return True
    return store.tally_evidence(memory, but_not=Evidence.Kind.FEEDBACK).repeats >= policy.NOTE_EVIDENCES


@action
def record_counter_evidence(
    memory_id: UUID, *, ref: dict[str, Any], since: datetime | None, by: Actor, now: datetime
) -> Outcome:
    """The person rejected work for what they had said themselves. Nothing moves; the third time they are asked (§6),
    counted since they last stood behind it."""
    memory = store.lock(memory_id)
    if not memory.is_live or Evidence.objects.filter(memory=memory, ref=ref, polarity=-1).exists():
        return Outcome(name=OutcomeName.UNCHANGED, reason="This is known already.", memory=memory)
    statement = Statement(source=policy.Source.BEHAVIOUR, evidence_kind=Evidence.Kind.FEEDBACK, ref=ref)
    store.add_evidence(memory, by=by, statement=statement, now=now, polarity=-1)
    signs = store.tally_evidence(memory, polarity=-1, since=since).repeats
    reason = f"The person said otherwise. Sign {signs} of {policy.CONTRARY_SIGNALS} against it."
    if signs < policy.CONTRARY_SIGNALS or memory.contested:
        return Outcome(name=OutcomeName.NOTED, reason=reason, memory=memory)
    question = f"You turned down {signs} pieces of work that went by “{memory}”. Should I stop using it?"
    asked = proposals.ask(
        memory, kind=Proposal.Kind.EXPIRE, question=question, version=store.newest_version(memory.pk), by=by, now=now,
        source=policy.Source.BEHAVIOUR,
    )  # fmt: skip
    return Outcome(
        name=OutcomeName.PROPOSED, reason=reason, memory=memory, proposal_id=asked.pk, question=asked.question
    )


def find_same(statement: Statement, *, by: Actor, now: datetime) -> tuple[Memory | None, Memory | None]:
    """(the live memory that says just this, the one that says something else in its place). Writes nothing."""
    statement = statement.checked()
    heard = Interpretation(
        statement=statement,
        reading=classify_statement(statement),
        by=by,
        settings=MemorySettings.for_person(by.person_id),
        now=now,
    )
    memory = matching.find(heard)
    return (memory, None) if memory and matching.is_same_value(heard, memory) else (None, memory)


def same_in_other_projects(memory: Memory) -> MemoryQuerySet:
    """The same, in use in other projects: there its fingerprint is another, but the words are the same."""
    the_same = {name: getattr(memory, name) for name in ("key", "value", "label", "condition", "community_id")}
    return Memory.objects.of(memory.person_id).active().filter(**the_same).exclude(project=memory.project)


def propose_widening(memory: Memory, *, by: Actor, now: datetime) -> None:
    """What was learned in several projects may count everywhere: the person decides (SPEC §9)."""
    others = sorted(same_in_other_projects(memory).values_list("project", flat=True))
    if not memory.project or "" in others or not others or memory.proposals.filter(kind=Proposal.Kind.MERGE).exists():
        return
    places = ", ".join([*others, memory.project])
    proposals.ask(
        memory, kind=Proposal.Kind.MERGE, question=f"You like “{memory}” in {places}. Should it count everywhere?",
        version=store.newest_version(memory.pk), by=by, now=now,
    )  # fmt: skip


@action
def widen(memory_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """From one project to everywhere; the same of other projects gives way to it."""
    if not by.decides:
        raise OnlyThePerson("Only the person can answer this, in the browser.")
    memory = store.lock(memory_id)
    if not memory.is_live or not memory.project:
        return Outcome(name=OutcomeName.UNCHANGED, reason="It counts everywhere already.", memory=memory)
    others = list(same_in_other_projects(memory).order_by("pk").select_for_update(of=("self",)))
    conflicts.detach(memory, by=by, now=now)
    memory.project = ""
    memory.fingerprint = fingerprint_for(memory, day=memory.day)
    transitions.mark_confirmed(memory, now=now)
    conflicts.supersede_rivals(memory, by=by, now=now)
    for other in others:
        conflicts.remove_member(other, by=by, now=now)
        other.status, other.superseded_by, other.contested = Status.SUPERSEDED, memory, False
        store.save(other, by=by, verb="supersede", because="your decision", now=now)
        proposals.close_for(other, Proposal.Status.WITHDRAWN, now=now)
    version = store.save(memory, by=by, verb="widen", because="your decision", now=now)
    return Outcome(name=OutcomeName.REVISED, reason="It counts everywhere now.", memory=memory, version=version)


def find_said_by_person(memory: Memory) -> Memory | None:
    """What the person said or confirmed themselves in nearly the same words."""
    said = tokens.word_counts(fields.display_value(memory.value) or memory.label)
    theirs = Memory.objects.of(memory.person_id).active().exclude(pk=memory.pk).order_by("-changed_at")
    for other in theirs[:MOST_COMPARED]:
        alike = max(tokens.dice(said, tokens.word_counts(text)) for text in (str(other), other.shown_value))
        if not is_learned(other) and alike >= policy.SAME_WORDS_FROM:
            return other
    return None


def opposite_rule(memory: Memory) -> Memory | None:
    """The live rule that was learned instead of this one."""
    rules = Memory.objects.of(memory.person_id).live().filter(kind=policy.Kind.RULE)
    return rules.filter(negates=memory).first()


def opposite_statement(memory: Memory) -> Statement:
    """The rule that stands for what was turned down every time: not this."""
    shown = fields.display_value(memory.value) or memory.label
    word = "避免" if memory.language == "zh" else "Avoid "
    return Statement(
        name=f"{word}{shown}"[: policy.LABEL_MAX],
        details=f"{word}{shown}"[: policy.DETAILS_MAX],
        negates=memory.pk,
        category=memory.category,
        kind=policy.Kind.RULE,
        source=policy.Source.BEHAVIOUR,
        project=memory.project,
        condition=memory.condition,
        evidence_kind=Evidence.Kind.FEEDBACK,
    )
