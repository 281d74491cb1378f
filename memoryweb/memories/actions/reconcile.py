"""What a statement does to the memory it is about: reinforce, replace, ask, or open a conflict (SPEC §3)."""

from dataclasses import replace

from django.utils import timezone

from memoryweb.memories.actions import conflicts, create, matching, proposals, store, transitions
from memoryweb.memories.actions.interpretation import Interpretation
from memoryweb.memories.actions.types import Outcome
from memoryweb.memories.models import Conflict, ConflictMember, Evidence, Memory, Proposal, Status
from memoryweb.rules import fields, policy
from memoryweb.rules.policy import OutcomeName

CHANGED_SINCE = " The person had confirmed it; they see the change."


def apply(interpretation: Interpretation, memory: Memory, *, is_change: bool = False) -> Outcome:
    """Reinforce a live memory of the same subject, replace it, ask about it, or open a conflict with it."""
    if matching.is_same_value(interpretation, memory):
        return _reinforce(interpretation, memory)
    if interpretation.by.decides:
        return _apply_from_person(interpretation, memory)
    if _is_outdated(interpretation, memory):
        return Outcome.unchanged(memory, "Something newer is known about this.")
    return _apply_other_value(interpretation, memory, is_change=is_change)


def _apply_from_person(interpretation: Interpretation, memory: Memory) -> Outcome:
    """Replace what the person's statement is surely about; open a conflict where only the subject was matched."""
    is_certain = interpretation.carries_change or not matching.matched_by_subject_only(interpretation, memory)
    return revise(interpretation, memory) if is_certain else open_conflict(interpretation, memory)


def _apply_other_value(interpretation: Interpretation, memory: Memory, *, is_change: bool) -> Outcome:
    """Count, revise, ask or open a conflict: an agent reports another value."""
    statement, by = interpretation.statement, interpretation.by
    if statement.how_known == policy.Source.BEHAVIOUR and policy.is_explicit(memory.source) and not is_change:
        return _record_counter_evidence(interpretation, memory)
    if interpretation.is_extracted and memory.status == Status.ACTIVE:
        return propose_update(interpretation, memory)
    is_protected = memory.confirmed_at is not None or (by.trust == "file" and memory.status == Status.ACTIVE)
    is_change = (is_change or interpretation.carries_change) and statement.weight >= memory.weight
    if is_change and (not is_protected or statement.quote):
        return revise(interpretation, memory)
    if is_protected:
        return propose_update(interpretation, memory)
    return open_conflict(interpretation, memory)


def _is_outdated(interpretation: Interpretation, memory: Memory) -> bool:
    """Return whether the memory changed after the conversation was held: it may be read long after."""
    observed_on, zone = interpretation.statement.observed_on, interpretation.settings.zone
    if interpretation.statement.evidence_kind != Evidence.Kind.CONVERSATION or observed_on is None:
        return False
    confirmed_on = timezone.localdate(memory.confirmed_at, zone) if memory.confirmed_at else None
    return any(day and observed_on < day for day in (confirmed_on, memory.updated_on, memory.observed_on))


def _reinforce(interpretation: Interpretation, memory: Memory) -> Outcome:
    """Add one more evidence and restart the TTL clock; a better source raises the memory's."""
    statement, by, now = interpretation.statement, interpretation.by, interpretation.now
    if _is_known_evidence(interpretation, memory):
        return Outcome.unchanged(memory, "This very evidence is known already.")
    store.add_evidence(memory, by=by, statement=statement, now=now)
    memory.evidence_count += 1
    store.update_evidence_counts(memory)
    if memory.importance_assumed:  # something is known of it now, and it fades from here
        memory.importance_assumed, memory.importance_as_of = False, now.date()
    memory.ttl_from = max(memory.ttl_from, now.date())
    is_stronger = statement.weight > memory.weight
    if is_stronger:
        memory.source, memory.source_assumed = statement.how_known, statement.source_assumed
        memory.confidence = max(memory.confidence, policy.CONFIDENCES[statement.how_known])
    has_question = Proposal.objects.filter(memory=memory).open().exists()
    if by.decides:
        transitions.mark_confirmed(memory, now=now)
    elif memory.status == Status.CANDIDATE and not has_question and _has_earned_use(memory):
        memory.status = Status.ACTIVE
    closes = Proposal.Status.ACCEPTED if by.decides else ""
    version = conflicts.finish(
        memory, by=by, verb="reinforce", because=statement.because, now=now, supersede=by.decides, close=closes
    )
    if memory.status == Status.CANDIDATE and is_stronger and not has_question and policy.is_explicit(memory.source):
        return create.propose_memory(interpretation, memory, version)
    reason = f"Already known; that makes {memory.evidence_count} pieces of evidence."
    return Outcome(name=OutcomeName.REINFORCED, reason=reason, memory=memory, version=version)


def _is_known_evidence(interpretation: Interpretation, memory: Memory) -> bool:
    ref = interpretation.statement.ref
    return bool(ref) and Evidence.objects.filter(memory=memory, ref=ref).exists()


def _has_earned_use(memory: Memory) -> bool:
    """Return whether a note has two distinct evidences (SPEC §3), and no memory in use would have to give way to it."""
    return memory.repeats >= policy.NOTE_EVIDENCES and not conflicts.rivals(memory).exists()


def _record_counter_evidence(interpretation: Interpretation, memory: Memory) -> Outcome:
    """Count an act against what the person said. It lowers nothing; the third time they are asked (SPEC §6)."""
    if _is_known_evidence(interpretation, memory):
        return Outcome.unchanged(memory, "This very evidence is known already.")
    store.add_evidence(
        memory, by=interpretation.by, statement=interpretation.statement, now=interpretation.now, polarity=-1
    )
    signs = store.tally_evidence(memory, polarity=-1, since=memory.stood_behind_at).repeats
    if signs >= policy.CONTRARY_SIGNALS and not memory.contested:
        return open_conflict(interpretation, memory)
    reason = f"The person said otherwise, which counts for more. Sign {signs} of {policy.CONTRARY_SIGNALS} against it."
    return Outcome(name=OutcomeName.NOTED, reason=reason, memory=memory)


def revise(interpretation: Interpretation, old: Memory) -> Outcome:
    """Put the new value in the old one's place: both stay, linked both ways, logged, with Undo at hand."""
    statement, by, now = interpretation.statement, interpretation.by, interpretation.now
    had_question = Proposal.objects.filter(memory=old).open().exists()
    old_line = str(old)
    status = _status_of_successor(interpretation, old)
    memory = create.build(interpretation, status=status, contested=old.contested, replaces=old)
    conflicts.supersede(old, memory, by=by, because=statement.because, now=now)
    if by.decides:
        conflicts.supersede_rivals(memory, by=by, now=now)  # an edit may also say where it counts
    elif memory.status == Status.ACTIVE and conflicts.rivals(memory).exists():
        memory.status = Status.CANDIDATE
    version = create.insert(interpretation, memory, "revise")
    conflicts.replace_member(old, memory)
    outcome = Outcome(
        name=OutcomeName.REVISED,
        reason=f"Replaces “{old_line}”." + (CHANGED_SINCE if old.confirmed_at and not by.decides else ""),
        memory=memory,
        quotes=old,
        version=version,
        replaced_id=old.pk,
    )
    if memory.status == Status.CANDIDATE and (had_question or policy.is_explicit(memory.source)):
        proposed = create.propose_memory(interpretation, memory, version)
        return replace(outcome, proposal_id=proposed.proposal_id, question=proposed.question)
    return outcome


def _status_of_successor(interpretation: Interpretation, old: Memory) -> str:
    """Return active for what replaces a memory in use; what is not yet in use is judged as if it were new."""
    if interpretation.by.decides or old.status == Status.ACTIVE:
        return Status.ACTIVE
    return Status.ACTIVE if create.initial_outcome(interpretation) == OutcomeName.SAVED else Status.CANDIDATE


def propose_update(interpretation: Interpretation, memory: Memory) -> Outcome:
    """Ask whether the other value is right now: what the person confirmed stays as it is until they answer."""
    statement, value = interpretation.statement, interpretation.classification.value
    change = {
        "details": statement.details,
        "value": value,
        "quote": statement.quote,
        "source": statement.how_known,
        "fingerprint": interpretation.fingerprint.hex(),
    }
    question = proposals.update_question(memory, fields.display_value(value))
    proposal = proposals.ask(
        memory, kind=Proposal.Kind.UPDATE, question=question, version=store.newest_version(memory.pk),
        by=interpretation.by, now=interpretation.now, change=change, source=statement.how_known,
    )  # fmt: skip
    return Outcome(
        name=OutcomeName.PROPOSED,
        reason="The person confirmed what is known, so they are asked before it changes.",
        memory=memory,
        quotes=memory,
        proposal_id=proposal.pk,
        question=question,
    )


def open_conflict(interpretation: Interpretation, old: Memory) -> Outcome:
    """Keep both values, use one of them, and ask the person: neither is plainly the successor (SPEC §7)."""
    by, now, because = interpretation.by, interpretation.now, interpretation.statement.because
    if not old.contested:
        old.contested = True
        store.save(old, by=by, verb="contest", because=because, now=now)
    memory, version = create.create(interpretation, status=old.status, contested=True)
    conflict = _conflict_of(interpretation, old)
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


def _conflict_of(interpretation: Interpretation, old: Memory) -> Conflict:
    """Return the open conflict this memory is in, or a new one with it as the first member."""
    existing = Conflict.objects.filter(members__memory=old, status=Conflict.Status.OPEN).first()
    if existing:
        return existing
    conflict = Conflict.objects.create(
        person_id=old.person_id, detected_by=interpretation.by.name, question="", created_at=interpretation.now
    )
    ConflictMember.objects.create(person_id=old.person_id, conflict=conflict, memory=old)
    return conflict
