"""When a statement meets what is already known: the same again, a change, or a conflict (SPEC §3.5)."""

from dataclasses import replace

from django.utils import timezone

from memoryweb.memories.actions import conflicts, create, matching, proposals, store, transitions
from memoryweb.memories.actions.interpretation import Interpretation
from memoryweb.memories.actions.types import Outcome
from memoryweb.memories.models import Conflict, ConflictMember, Evidence, Memory, Proposal, Status
from memoryweb.rules import fields, policy
from memoryweb.rules.policy import OutcomeName


def apply(heard: Interpretation, memory: Memory, *, is_change: bool = False) -> Outcome:
    """A live memory of the same subject: reinforce it, replace it, ask about it, or record the conflict."""
    if matching.is_same_value(heard, memory):
        return _reinforce(heard, memory)
    if heard.by.decides:
        return _apply_from_person(heard, memory)
    if _is_outdated(heard, memory):
        return Outcome(name=OutcomeName.UNCHANGED, reason="Something newer is known about this.", memory=memory)
    return _apply_other_value(heard, memory, is_change=is_change)


def _apply_other_value(heard: Interpretation, memory: Memory, *, is_change: bool) -> Outcome:
    """An agent tells another value: counted, a change, a question, or a conflict."""
    if heard.statement.how_known == policy.Source.BEHAVIOUR and policy.is_explicit(memory.source) and not is_change:
        return _record_counter_evidence(heard, memory)
    protected = memory.confirmed_at is not None or (heard.by.trust == "file" and memory.status == Status.ACTIVE)
    change = (is_change or heard.carries_change) and heard.statement.weight >= memory.weight
    if change and (not protected or heard.statement.quote):
        return revise(heard, memory)
    if protected:
        return propose_update(heard, memory)
    return open_conflict(heard, memory)


def _apply_from_person(heard: Interpretation, memory: Memory) -> Outcome:
    """The person themselves: their word replaces what it is surely about."""
    certain = heard.carries_change or not matching.matched_by_subject_only(heard, memory)
    return revise(heard, memory) if certain else open_conflict(heard, memory)


def _is_outdated(heard: Interpretation, memory: Memory) -> bool:
    """A conversation may be read long after it was held: what was said since stands."""
    said_on, zone = heard.statement.observed_on, heard.settings.zone
    if heard.statement.evidence_kind != Evidence.Kind.CONVERSATION or said_on is None:
        return False
    confirmed = timezone.localdate(memory.confirmed_at, zone) if memory.confirmed_at else None
    return any(day and said_on < day for day in (confirmed, memory.updated_on, memory.observed_on))


def _reinforce(heard: Interpretation, memory: Memory) -> Outcome:
    """The same again: one more evidence, the TTL clock restarts; a better source raises it."""
    if _is_known_evidence(heard, memory):
        return Outcome(name=OutcomeName.UNCHANGED, reason="This very evidence is known already.", memory=memory)
    store.add_evidence(memory, by=heard.by, statement=heard.statement, now=heard.now)
    memory.evidence_count += 1
    store.update_evidence_counts(memory)
    if memory.importance_assumed:  # something is known of it now, and it fades from here
        memory.importance_assumed, memory.importance_as_of = False, heard.now.date()
    memory.ttl_from = max(memory.ttl_from, heard.now.date())
    stronger = heard.statement.weight > memory.weight
    if stronger:
        memory.source, memory.source_assumed = heard.statement.how_known, heard.statement.source_assumed
        memory.confidence = max(memory.confidence, policy.CONFIDENCES[heard.statement.how_known])
    waiting = Proposal.objects.filter(memory=memory).open().exists()
    if heard.by.decides:
        _confirm(heard, memory)
    elif memory.status == Status.CANDIDATE and not waiting and _is_earned(memory):
        memory.status = Status.ACTIVE
    version = store.save(
        memory, by=heard.by, verb="reinforce", because=policy.s0_source(heard.statement.how_known), now=heard.now
    )
    if memory.contested:
        conflicts.refresh(memory)  # it may weigh more now
    if memory.status == Status.CANDIDATE and stronger and not waiting and policy.is_explicit(memory.source):
        return create.propose_memory(heard, memory, version)
    reason = f"Already known; that makes {memory.evidence_count} pieces of evidence."
    return Outcome(name=OutcomeName.REINFORCED, reason=reason, memory=memory, version=version)


def _is_known_evidence(heard: Interpretation, memory: Memory) -> bool:
    return bool(heard.statement.ref) and Evidence.objects.filter(memory=memory, ref=heard.statement.ref).exists()


def _record_counter_evidence(heard: Interpretation, memory: Memory) -> Outcome:
    """The person acts otherwise than they said. That lowers nothing; the third time they are asked (SPEC §6)."""
    if _is_known_evidence(heard, memory):
        return Outcome(name=OutcomeName.UNCHANGED, reason="This very evidence is known already.", memory=memory)
    store.add_evidence(memory, by=heard.by, statement=heard.statement, now=heard.now, polarity=-1)
    signs = store.tally_evidence(memory, polarity=-1, since=memory.stood_behind_at).repeats
    if signs >= policy.CONTRARY_SIGNALS and not memory.contested:
        return open_conflict(heard, memory)
    reason = f"The person said otherwise, which counts for more. Sign {signs} of {policy.CONTRARY_SIGNALS} against it."
    return Outcome(name=OutcomeName.NOTED, reason=reason, memory=memory)


def _confirm(heard: Interpretation, memory: Memory) -> None:
    """The person says themselves what was known: that is their yes, whatever was being asked."""
    transitions.mark_confirmed(memory, now=heard.now)
    conflicts.supersede_rivals(memory, by=heard.by, now=heard.now)
    proposals.close_for(memory, Proposal.Status.ACCEPTED, now=heard.now)


def _is_earned(memory: Memory) -> bool:
    """Two distinct evidences: another conversation, run or day (SPEC §3.6). Nobody gives way to a note."""
    return memory.repeats >= policy.NOTE_EVIDENCES and not conflicts.rivals(memory).exists()


def revise(heard: Interpretation, old: Memory) -> Outcome:
    """The new value takes the old one's place: both stay, linked both ways, logged, no question, Undo at hand."""
    waiting = Proposal.objects.filter(memory=old).open().exists()
    was = str(old)
    memory = create.build(heard, status=_status_of_successor(heard, old), contested=old.contested, replaces=old)
    old.status, old.superseded_by_id, old.contested = Status.SUPERSEDED, memory.pk, False
    because = policy.s0_source(heard.statement.how_known)
    store.save(old, by=heard.by, verb="supersede", because=because, now=heard.now)
    proposals.close_for(old, Proposal.Status.WITHDRAWN, now=heard.now)
    if heard.by.decides:
        conflicts.supersede_rivals(memory, by=heard.by, now=heard.now)  # an edit may also say where it counts
    elif memory.status == Status.ACTIVE and conflicts.rivals(memory).exists():
        memory.status = Status.CANDIDATE
    version = create.insert(heard, memory, "revise")
    conflicts.replace_member(old, memory)
    replaced = Outcome(
        name=OutcomeName.REVISED,
        reason=f"Replaces “{was}”." + (CHANGED_SINCE if old.confirmed_at and not heard.by.decides else ""),
        memory=memory,
        quotes=old,
        version=version,
        replaced_id=old.pk,
    )
    if memory.status == Status.CANDIDATE and (waiting or policy.is_explicit(memory.source)):
        asked = create.propose_memory(heard, memory, version)
        return replace(replaced, proposal_id=asked.proposal_id, question=asked.question)
    return replaced


def _status_of_successor(heard: Interpretation, old: Memory) -> str:
    """In use stays in use; what is not yet in use is judged as if it were new."""
    if heard.by.decides or old.status == Status.ACTIVE:
        return Status.ACTIVE
    return Status.ACTIVE if create.initial_outcome(heard) == OutcomeName.SAVED else Status.CANDIDATE


CHANGED_SINCE = " The person had confirmed it; they see the change."


def propose_update(heard: Interpretation, memory: Memory) -> Outcome:
    """What the person confirmed stays as it is; the other value becomes a question about this version."""
    shown = fields.display_value(heard.reading.value)
    change = {
        "details": heard.statement.details,
        "value": heard.reading.value,
        "quote": heard.statement.quote,
        "source": heard.statement.how_known,
        "fingerprint": heard.fingerprint.hex(),
    }
    question = proposals.update_question(memory, shown)
    asked = proposals.ask(
        memory, kind=Proposal.Kind.UPDATE, question=question, version=store.newest_version(memory.pk), by=heard.by,
        now=heard.now, change=change, source=heard.statement.how_known,
    )  # fmt: skip
    return Outcome(
        name=OutcomeName.PROPOSED,
        reason="The person confirmed what is known, so they are asked before it changes.",
        memory=memory,
        quotes=memory,
        proposal_id=asked.pk,
        question=question,
    )


def open_conflict(heard: Interpretation, old: Memory) -> Outcome:
    """Two values, neither plainly the successor: keep both, use one, ask the person (SPEC §7)."""
    if not old.contested:
        old.contested = True
        store.save(old, by=heard.by, verb="contest", because=policy.s0_source(heard.statement.how_known), now=heard.now)
    memory, version = create.create(heard, status=old.status, contested=True)
    conflict = _conflict_of(heard, old)
    ConflictMember.objects.create(person_id=old.person_id, conflict=conflict, memory=memory)
    conflicts.recompute(conflict)
    conflict.save()
    return Outcome(
        name=OutcomeName.CONFLICT,
        reason=f"It cannot be right together with “{old}”. Until the person decides, “{conflict.winner}” is used.",
        memory=memory,
        quotes=old,
        version=version,
        conflict_id=conflict.pk,
        question=conflict.question,
    )


def _conflict_of(heard: Interpretation, old: Memory) -> Conflict:
    """The conflict this memory is already in, or a new one with it as the first member."""
    found = Conflict.objects.filter(members__memory=old, status=Conflict.Status.OPEN).first()
    if found:
        return found
    conflict = Conflict.objects.create(
        person_id=old.person_id, detected_by=heard.by.name, question="", created_at=heard.now
    )
    ConflictMember.objects.create(person_id=old.person_id, conflict=conflict, memory=old)
    return conflict
