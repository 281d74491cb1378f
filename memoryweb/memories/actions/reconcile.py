"""What a statement does to the memory it is about: reinforce, revise, ask, or open a conflict (docs/rules.md)."""

from dataclasses import replace
from typing import Any

from django.utils import timezone
from django.utils.dateparse import parse_date

from memoryweb.language.filing import classifier
from memoryweb.language.text import tokens, value_text
from memoryweb.memories.actions import (
    conflicts,
    create,
    matching,
    proposals,
    remainders,
    rivals,
    store,
    transitions,
)
from memoryweb.memories.actions.create import Written
from memoryweb.memories.actions.interpretation import Interpretation
from memoryweb.memories.actions.types import Outcome
from memoryweb.memories.models import Conflict, ConflictMember, Evidence, Memory, Proposal, Status
from memoryweb.rules import limits, policy
from memoryweb.rules.policy import Kind, OutcomeName, Role


def repeat(interpretation: Interpretation, memory: Memory, *, is_change: bool = False) -> Outcome:
    """Reinforce what is in use with a statement that says the same. The person's own word confirms it.

    Other details, tags, tasks or another kind are an update; they never come in with a repetition.
    """
    if known := _known_evidence(interpretation, memory):
        return known
    if changes := _other_details(interpretation, memory, is_change=is_change):
        return _change_details(interpretation, memory, changes)
    return _reinforce(interpretation, memory)


def _reinforce(interpretation: Interpretation, memory: Memory) -> Outcome:
    """Count one more evidence and restart the time to live. Nothing else changes, unless the person says it."""
    statement, by, now = interpretation.statement, interpretation.by, interpretation.now
    evidence = _add_evidence(interpretation, memory)
    memory.ttl_from = max(memory.ttl_from, now.date())
    if by.decides:
        memory.source, memory.source_assumed = statement.how_known, statement.source_assumed
        transitions.mark_confirmed(memory, now=now)
    closes = Proposal.Status.ACCEPTED if by.decides else ""
    version = conflicts.finish(
        memory, by=by, verb="reinforce", because=statement.because, now=now, supersede=by.decides, close=closes
    )
    reason = f"Already saved. It has come up {memory.evidence_count} times."
    return Written(version, evidence).outcome(OutcomeName.REINFORCED, reason, memory)


def _add_evidence(interpretation: Interpretation, memory: Memory) -> Evidence:
    """Add the statement as evidence, and set what the row says about its evidence. Does not save the memory."""
    evidence = store.add_evidence(
        memory,
        by=interpretation.by,
        statement=interpretation.statement,
        now=interpretation.now,
        own_words=interpretation.own_words(),
    )
    memory.evidence_count += 1
    create.add_categories(interpretation, memory)
    store.update_evidence_counts(memory)
    return evidence


def _other_details(interpretation: Interpretation, memory: Memory, *, is_change: bool) -> dict[str, Any]:
    """Return what the statement says besides the value that the memory does not say yet.

    Where it gives no value of its own, its words are only another way of saying the value.
    """
    statement = interpretation.statement
    changes: dict[str, Any] = {}
    details = value_text.details_beyond_value(statement.details, interpretation.classification.value)
    if is_change and interpretation.by.role == Role.FOLDER:  # a file shows all of it, so what is gone was deleted
        return {} if details == memory.own_details else {"details": statement.details}
    gives_details = is_change or statement.value is not None
    if gives_details and details and tokens.similarity(details, memory.details) < policy.SAME_WORDS_FROM:
        changes["details"] = statement.details
    for name in ("tags", "applies_to"):
        known = getattr(memory, name)
        more = [each for each in getattr(statement, name) if each not in known]
        if more := more[: limits.TAGS_MAX - len(known)]:  # an error would tell how many a hidden memory has
            changes[name] = [*known, *more]
    kind = (
        "" if is_change else classifier.ALIASES.get(statement.kind, statement.kind)
    )  # an update names none of its own
    if kind in policy.KINDS and kind != memory.kind:
        changes["kind"] = kind
    if statement.valid_until and statement.valid_until != memory.valid_until and memory.day is None:
        changes["valid_until"] = statement.valid_until.isoformat()
    return changes if statement.evidence_kind == Evidence.Kind.STATEMENT else {}


def _change_details(interpretation: Interpretation, memory: Memory, changes: dict[str, Any]) -> Outcome:
    """Change what stands around the same value: the person's word does, a standing yes on what is not protected."""
    by, statement, now = interpretation.by, interpretation.statement, interpretation.now
    is_free = interpretation.counts_as_theirs or not (memory.is_protected or changes.get("kind") == Kind.RULE)
    has_yes = interpretation.has_standing_yes and is_free
    if not by.decides and not has_yes:
        return _propose_details(interpretation, memory, changes)
    evidence = _add_evidence(interpretation, memory)
    apply_details(memory, changes)
    if by.decides:
        transitions.mark_confirmed(memory, now=now)
    else:
        memory.unasked_at = now
    version = conflicts.finish(memory, by=by, verb="revise", because=statement.because, now=now)
    reason = "Saved what you added." if by.decides else "Saved the new details."
    return Written(version, evidence).outcome(OutcomeName.REVISED, reason, memory)


def apply_details(memory: Memory, changes: dict[str, Any]) -> None:
    """Set what an update changes beside the value. Does not save."""
    for name, value in changes.items():
        setattr(memory, name, parse_date(value) if name == "valid_until" else value)
    if "kind" in changes:
        memory.kind_basis, memory.ttl_days = "tag", create.ttl_days_for(memory.kind, memory)
    if changes.keys() & {"kind", "tags"}:
        memory.section = classifier.section_for(memory.kind, memory.category, memory.key, memory.tags, memory.horizon)


def _propose_details(interpretation: Interpretation, memory: Memory, changes: dict[str, Any]) -> Outcome:
    """Ask whether details, tags, tasks or the kind of what is in use should change."""
    evidence = _add_evidence(interpretation, memory)
    version = store.save(
        memory, by=interpretation.by, verb="reinforce", because=interpretation.statement.because, now=interpretation.now
    )
    proposal = proposals.ask(
        memory,
        kind=Proposal.Kind.UPDATE,
        question=proposals.details_question(memory),
        version=version,
        by=interpretation.by,
        now=interpretation.now,
        source=interpretation.statement.how_known,
        change=changes | {"quote": interpretation.statement.quote},
    )
    return Written(version, evidence).outcome(
        OutcomeName.PROPOSED,
        create.ASKED_FIRST,
        memory,
        quotes=memory,
        proposal_id=proposal.pk,
        question=proposal.question,
    )


def repeat_waiting(interpretation: Interpretation, waiting: Memory, in_use: Memory | None) -> Outcome | None:
    """Apply a statement that says the same as a candidate: an agent adds evidence.

    Return None where the person says it or their standing yes covers it: it is taken as new in its own words, and the
    candidate is withdrawn. Its other words, details and tags nobody said yes to.
    """
    by, statement, now = interpretation.by, interpretation.statement, interpretation.now
    if not by.decides and (known := _known_evidence(interpretation, waiting)):
        return known
    is_other_value = in_use is not None and not _is_against(interpretation, in_use)
    replaces_it = is_other_value and interpretation.has_standing_yes and not interpretation.must_ask
    if replaces_it or create.initial_outcome(interpretation) == OutcomeName.SAVED:
        withdraw(waiting, interpretation)
        return None
    written = Written(0, _add_evidence(interpretation, waiting))
    has_question = waiting.proposals.open().exists()
    asks = policy.is_explicit(statement.how_known) or by.role in (Role.FILE, Role.FOLDER)
    asks = asks or is_other_value
    if not has_question and waiting.day is None and policy.is_ripe(waiting.repeats, waiting.evidence_days):
        was_decided = interpretation.must_ask or matching.was_decided_by_person(waiting)
        if in_use is None and matching.is_covered(waiting) and not was_decided:
            return _use_earned(interpretation, waiting, written)
        asks = True
    version = store.save(waiting, by=by, verb="reinforce", because=statement.because, now=now)
    written = replace(written, version=version)
    if asks and not has_question and waiting.day is None:
        asked = create.propose(interpretation, waiting, written, replaces=in_use)
        return replace(asked, question=proposals.question_in_own_words(interpretation, replaces=in_use))
    if not has_question:
        return written.outcome(OutcomeName.NOTED, create.NEW_REASONS[OutcomeName.NOTED], waiting)
    question = proposals.question_in_own_words(interpretation)
    return written.outcome(OutcomeName.PROPOSED, create.ASKED_FIRST, waiting, question=question)


def _use_earned(interpretation: Interpretation, waiting: Memory, written: Written) -> Outcome:
    """Use a note that earned it by evidence that all came under a standing yes."""
    waiting.status, waiting.unasked_at = Status.ACTIVE, interpretation.now
    version = conflicts.finish(
        waiting,
        by=interpretation.by,
        verb="remember",
        because=interpretation.statement.because,
        now=interpretation.now,
        close=Proposal.Status.ACCEPTED,
    )
    return replace(written, version=version).outcome(OutcomeName.SAVED, create.NEW_REASONS[OutcomeName.SAVED], waiting)


def withdraw(waiting: Memory, interpretation: Interpretation) -> None:
    """Close a candidate that the person, or an agent under a standing yes, says in words of its own. No tombstone."""
    by_person = interpretation.by.decides
    waiting.status, waiting.expired_on = Status.EXPIRED, interpretation.today
    waiting.expire_reason = "You said it yourself." if by_person else "A trusted agent said it again."
    conflicts.finish(
        waiting,
        by=interpretation.by,
        verb="withdraw",
        because=interpretation.statement.because,
        now=interpretation.now,
        close=Proposal.Status.WITHDRAWN,
    )


def change(interpretation: Interpretation, memory: Memory, *, is_change: bool = False) -> Outcome:
    """Apply another value than the one in use: revise it, ask about it, or open a conflict."""
    if interpretation.by.decides:
        return _change_by_person(interpretation, memory)
    if is_outdated(interpretation, memory):
        return outdated(memory)
    is_third_sign = not is_change and _is_against(interpretation, memory)
    if not interpretation.has_standing_yes or interpretation.must_ask or is_third_sign:
        return propose_update(interpretation, memory)
    is_correction = interpretation.statement.how_known == policy.Source.CORRECTION
    is_theirs = interpretation.counts_as_theirs
    if is_theirs or is_change or is_correction or interpretation.carries_change:
        may_lose = not is_theirs and remainders.must_ask(interpretation, memory)
        must_ask = (memory.confirmed_at and not is_theirs) or may_lose
        is_edit = is_change and interpretation.by.role == Role.FOLDER  # a file shows all of it
        return propose_update(interpretation, memory) if must_ask else revise(interpretation, memory, is_edit=is_edit)
    return open_conflict(interpretation, memory)


def change_close(interpretation: Interpretation, memory: Memory, *, is_update: bool) -> Outcome:
    """Apply a different value to a memory that only a head judged to be about the same.

    It takes its place only with a word of change, and where that is what it most likely does (`is_update`).
    """
    if is_update or not interpretation.carries_change or is_outdated(interpretation, memory):
        return change(interpretation, memory)
    return open_conflict(interpretation, memory)


def _change_by_person(interpretation: Interpretation, memory: Memory) -> Outcome:
    """Replace what the person's statement is surely about; open a conflict where only the subject was matched.

    Or where what is in use says more, and nobody can tell which part of it the statement is about.
    """
    is_certain = interpretation.carries_change or not matching.matched_by_subject_only(interpretation, memory)
    is_certain = is_certain and not remainders.must_ask(interpretation, memory)
    return revise(interpretation, memory) if is_certain else open_conflict(interpretation, memory)


def is_outdated(interpretation: Interpretation, memory: Memory) -> bool:
    """Return whether the memory changed after the conversation was held: it may be read long after."""
    observed_on, zone = interpretation.statement.observed_on, interpretation.settings.zone
    if interpretation.statement.evidence_kind != Evidence.Kind.CONVERSATION or observed_on is None:
        return False
    confirmed_on = timezone.localdate(memory.confirmed_at, zone) if memory.confirmed_at else None
    return any(day and observed_on < day for day in (confirmed_on, memory.updated_on, memory.observed_on))


def _known_evidence(interpretation: Interpretation, memory: Memory) -> Outcome | None:
    """Return the outcome if this agent said this very thing before, as a run or a conversation names it."""
    ref = interpretation.statement.ref
    known = Evidence.objects.filter(memory=memory, ref=ref, agent=interpretation.by.agent).first() if ref else None
    if known is None:
        return None
    return Outcome.unchanged(memory, "This was already counted.", statement_id=known.pk)


def said_before(interpretation: Interpretation, memory: Memory) -> bool:
    """Return whether the same agent already supported this memory."""
    agent = interpretation.by.agent
    return agent is not None and Evidence.objects.filter(memory=memory, agent=agent, polarity=1).exists()


def _is_against(interpretation: Interpretation, memory: Memory) -> bool:
    """Return whether a statement tells of an act against what the person said."""
    is_behaviour = interpretation.statement.how_known == policy.Source.BEHAVIOUR
    return is_behaviour and not interpretation.by.decides and policy.is_explicit(memory.source)


def outdated(memory: Memory) -> Outcome:
    return Outcome.unchanged(memory, "Something newer is known about this.")


def count_against(interpretation: Interpretation, memory: Memory) -> Outcome | None:
    """Count an act against what the person said. It lowers nothing; the third time they are asked.

    Return None for what is no such act, and the third time: then it is asked about like any other value.
    """
    if not _is_against(interpretation, memory) or is_outdated(interpretation, memory):
        return None
    if known := _known_evidence(interpretation, memory):
        return known
    evidence = store.add_evidence(
        memory,
        by=interpretation.by,
        statement=interpretation.statement,
        now=interpretation.now,
        polarity=-1,
        own_words=interpretation.own_words(),
    )
    signs = store.tally_evidence(memory, polarity=-1, since=proposals.last_kept_at(memory)).repeats
    if signs >= policy.CONTRARY_SIGNALS and not memory.contested:
        return None
    reason = f"What the person said counts for more. This is sign {signs} of {policy.CONTRARY_SIGNALS} against it."
    return Outcome(
        name=OutcomeName.NOTED,
        reason=reason,
        memory=memory,
        quotes=memory,
        statement_id=evidence.pk,
    )


def revise(interpretation: Interpretation, old: Memory, *, is_edit: bool = False) -> Outcome:
    """Put the new value in the old one's place: both stay, linked both ways, logged, with Undo at hand.

    What the old one says besides stays in use. `is_edit` says that all of it was before whoever changed it.
    """
    statement, by, now = interpretation.statement, interpretation.by, interpretation.now
    old_line = str(old)
    memory = create.build(interpretation, status=Status.ACTIVE, contested=old.contested, replaces=old)
    if not by.decides and any(each.status == Status.ACTIVE and each.pk != old.pk for each in rivals.rivals(memory)):
        return propose_update(interpretation, old)
    is_whole = is_edit and remainders.is_cut(old, memory.words)
    conflicts.supersede(old, memory, by=by, because=statement.because, now=now, is_whole=is_whole)
    if by.decides:
        conflicts.supersede_rivals(memory, by=by, now=now)  # an edit may also say where it counts
    written = create.insert(interpretation, memory, "revise")
    if memory.contested:
        conflicts.replace_member(old, memory)
    # A page's notice outlives an erasure, so it quotes nothing.
    reason = "Changed. The old one is in History." if by.decides else f"This replaces “{old_line}”."
    return written.outcome(OutcomeName.REVISED, reason, memory, quotes=old, replaced_id=old.pk)


def propose_update(interpretation: Interpretation, old: Memory) -> Outcome:
    """Ask whether another value should take the place of the one in use, which stays until the person answers."""
    memory = create.build(interpretation, status=Status.CANDIDATE, replaces=old)
    written = create.insert(interpretation, memory, "suggest")
    return create.propose(interpretation, memory, written, replaces=old)


def open_conflict(interpretation: Interpretation, old: Memory) -> Outcome:
    """Keep both values in use, give one of them, and ask the person: neither is plainly the successor."""
    by, now, because = interpretation.by, interpretation.now, interpretation.statement.because
    if not old.contested:
        old.contested = True
        store.save(old, by=by, verb="contest", because=because, now=now)
    memory, written = create.create(interpretation, status=Status.ACTIVE, contested=True)
    conflict = _conflict_of(interpretation, old)
    ConflictMember.objects.create(person_id=old.person_id, conflict=conflict, memory=memory)
    conflicts.recompute(conflict)
    conflict.save()
    # A page's notice outlives an erasure, so it quotes nothing.
    reason = f"It contradicts “{old}”. Agents use “{conflict.winner}” until the person chooses."
    if by.decides:
        reason = "It contradicts another memory. Choose between them in Review."
    return written.outcome(
        OutcomeName.CONFLICT,
        reason,
        memory,
        quotes=old,
        conflict_id=conflict.pk,
        question=conflict.question,
    )


def _conflict_of(interpretation: Interpretation, old: Memory) -> Conflict:
    """Return the memory's open conflict, or a new one with the memory as first member."""
    existing = Conflict.objects.filter(members__memory=old, status=Conflict.Status.OPEN).first()
    if existing:
        return existing
    conflict = Conflict.objects.create(
        person_id=old.person_id, detected_by=interpretation.by.name, question="", created_at=interpretation.now
    )
    ConflictMember.objects.create(person_id=old.person_id, conflict=conflict, memory=old)
    return conflict
