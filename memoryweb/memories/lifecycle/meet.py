"""When a statement meets what is already known: the same again, a change, or a conflict (SPEC §3.5)."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models.functions import Left

from memoryweb.memories import policy, registry, subjects, words
from memoryweb.memories.lifecycle import conflicts, new, propose, room, write
from memoryweb.memories.lifecycle.heard import Heard
from memoryweb.memories.lifecycle.outcome import Outcome
from memoryweb.memories.models import Evidence, Memory, MemoryQuerySet, Proposal, Status
from memoryweb.memories.policy import OutcomeName

OF_ANYTHING = {Status.ACTIVE: 30, Status.CANDIDATE: 20}  # newest ones of other kinds and categories, looked at, too
NEAR_ENOUGH_TO_LOOK = 200  # newest live memories of the same kind and category compared by their words


def known(heard: Heard) -> Memory | None:
    """The live memory this statement is about, locked: same statement, same one-valued key, near-same words,
    or the same subject in other words.
    """
    read, live = heard.reading, _in_scope(heard)
    found = _first(live.filter(fingerprint=heard.fingerprint))
    if found is None and read.key and read.one_valued:
        of_key = live.filter(key=read.key, one_valued=True)
        found = _first(of_key.order_by("contested", "status", "-changed_at"))
    if found is None and read.key not in registry.by_key():
        others = _newest(live.filter(kind=read.kind, category=read.category).exclude(key__in=registry.by_key()))
        found = _near(heard, others) or _about_the_same(heard, others)
    elif found is None and not read.one_valued:
        found = _near(heard, _newest(live.filter(key=read.key)))
    return write.locked(found) if found else None


def _first(memories: MemoryQuerySet) -> UUID | None:
    """Only the id: the row is wide, and is read again under its lock."""
    return memories.values_list("pk", flat=True).first()


def _in_scope(heard: Heard) -> MemoryQuerySet:
    return Memory.objects.of(heard.by.person_id).live().filter(
        project=heard.statement.project, condition=heard.condition, community=heard.community_id
    )  # fmt: skip


def twin(heard: Heard, memory: Memory) -> Memory | None:
    """Another live memory that already says what this one is about to say, locked."""
    found = _first(_in_scope(heard).filter(fingerprint=heard.fingerprint).exclude(pk=memory.pk))
    return write.locked(found) if found else None


class Row(NamedTuple):
    """The words of a memory, and where it counts. Only these are read: this is the dear part of every save."""

    pk: UUID
    status: str
    category: str
    key: str
    condition: str
    project: str
    label: str
    value: Any
    start: str


def _rows(memories: MemoryQuerySet) -> Any:
    words_of = memories.order_by("-changed_at").annotate(start=Left("details", subjects.READ_MAX))
    return words_of.values_list(*Row._fields)


def _newest(memories: MemoryQuerySet) -> list[Row]:
    return [Row(*found) for found in _rows(memories)[:NEAR_ENOUGH_TO_LOOK]]


def _near(heard: Heard, others: list[Row]) -> UUID | None:
    """The one most alike in its words."""
    said = words.tokens(_text(heard.reading.label, heard.reading.value))
    scored = ((words.shared(said, words.tokens(_text(row.label, row.value))), row.pk) for row in others)
    score, pk = max(scored, key=lambda pair: pair[0], default=(0.0, None))
    return pk if score >= policy.SAME_WORDS_FROM else None


def _about_the_same(heard: Heard, others: list[Row]) -> UUID | None:
    """The newest one with the same subject: "When tired, tea" and "When tired, coffee" (SPEC §3.5).

    What a person says themselves is not held up by what was never more than a candidate.
    """
    said = _sentence(heard.statement.details, heard.reading.value)
    subject = subjects.of(said)
    if not subject.tells:
        return None
    named = not subjects.repeats(heard.reading.label, said)
    for row in chain(others, _of_anything(heard)):
        other = _sentence(row.start, row.value)
        if (heard.by.decides and row.status != Status.ACTIVE) or not subject.near(other):
            continue
        known, apart = subjects.of(other), named and not subjects.repeats(row.label, other)
        may = row.category == heard.reading.category or subjects.comparable(subject, known)
        if may and subjects.alike(subject, known, named_apart=apart):
            return row.pk
    return None


def _of_anything(heard: Heard) -> Iterator[Row]:
    """The newest of this scope, whatever kind and category: two of a mind are not always filed alike.

    The scope is looked at here: asked for in SQL, few matching rows would cost the reading of all.
    """
    mine = Memory.objects.of(heard.by.person_id).live().filter(community=heard.community_id)
    active, candidates = (_rows(mine.filter(status=status))[:most] for status, most in OF_ANYTHING.items())
    for row in (Row(*found) for found in active.union(candidates, all=True)):
        same_scope = (row.condition, row.project) == (heard.condition, heard.statement.project)
        if same_scope and row.key not in registry.by_key():
            yield row


def _is_guess(heard: Heard, memory: Memory) -> bool:
    """Whether only the subject told that the two belong together, neither a key nor near-same words."""
    read = heard.reading
    if (read.key and read.key == memory.key) or bytes(memory.fingerprint) == heard.fingerprint:
        return False
    return words.sameness(_text(read.label, read.value), _text(memory.label, memory.value)) < policy.SAME_WORDS_FROM


def _sentence(details: str, value: object) -> str:
    return details or registry.display(value)


def _text(label: str, value: object) -> str:
    shown = registry.display(value)
    return shown if shown.casefold().startswith(label.casefold()) else f"{label} {shown}"


def says_the_same(heard: Heard, memory: Memory) -> bool:
    """Under one key only the values count, and a word exchanged for another is a change: a long
    sentence about Tuesday and the same about Thursday are 0.9 alike and not the same.
    """
    if bytes(memory.fingerprint) == heard.fingerprint:
        return True
    read = heard.reading
    if read.key and read.key == memory.key and read.one_valued:
        new, old = registry.display(read.value), registry.display(memory.value)
        if registry.option(read.key, new) or registry.option(memory.key, old) or words.exchanges(new, old):
            return False
    else:
        new, old = _text(read.label, read.value), _text(memory.label, memory.value)
    if words.sameness(new, old) < policy.SAME_WORDS_FROM or subjects.turned(new, old):
        return False
    return words.is_negative(new) == words.is_negative(old)


def again(heard: Heard, memory: Memory, *, is_change: bool = False) -> Outcome:
    """A live memory of the same subject: reinforce it, replace it, ask about it, or record the conflict."""
    if says_the_same(heard, memory):
        return _reinforce(heard, memory)
    if heard.by.decides:
        certain = heard.carries_change or not _is_guess(heard, memory)
        return revise(heard, memory) if certain else conflicts.record(heard, memory)
    if heard.statement.how_known == policy.Source.BEHAVIOUR and policy.is_explicit(memory.source) and not is_change:
        return _against(heard, memory)
    protected = memory.confirmed_at is not None or (heard.by.trust == "file" and memory.status == Status.ACTIVE)
    change = (is_change or heard.carries_change) and heard.statement.weight >= memory.weight
    if change and (not protected or heard.statement.quote):
        return revise(heard, memory)
    if protected:
        return ask_to_update(heard, memory)
    return conflicts.record(heard, memory)


def _reinforce(heard: Heard, memory: Memory) -> Outcome:
    """The same again: one more evidence, the TTL clock restarts; a better source raises it."""
    if _is_known_evidence(heard, memory):
        return Outcome(name=OutcomeName.UNCHANGED, reason="This very evidence is known already.", memory=memory)
    write.add_evidence(memory, by=heard.by, statement=heard.statement, now=heard.now)
    memory.evidence_count += 1
    write.count_evidence(memory)
    memory.importance_assumed = False  # something is known of it now
    memory.ttl_from = max(memory.ttl_from, heard.now.date())
    stronger = heard.statement.weight > memory.weight
    if stronger:
        memory.source, memory.source_assumed = heard.statement.how_known, heard.statement.source_assumed
        memory.confidence = max(memory.confidence, policy.CONFIDENCES[heard.statement.how_known])
    waiting = Proposal.objects.filter(memory=memory).open().exists()
    if heard.by.decides:
        _confirm(heard, memory)
    elif memory.status == Status.CANDIDATE and not waiting and _has_earned_it(memory):
        memory.status = Status.ACTIVE
    version = write.save(
        memory, by=heard.by, verb="reinforce", because=policy.s0_source(heard.statement.how_known), now=heard.now
    )
    if memory.status == Status.CANDIDATE and stronger and not waiting and policy.is_explicit(memory.source):
        return new.proposed(heard, memory, version)
    reason = f"Already known; that makes {memory.evidence_count} pieces of evidence."
    return Outcome(name=OutcomeName.REINFORCED, reason=reason, memory=memory, version=version)


def _is_known_evidence(heard: Heard, memory: Memory) -> bool:
    return bool(heard.statement.ref) and Evidence.objects.filter(memory=memory, ref=heard.statement.ref).exists()


def _against(heard: Heard, memory: Memory) -> Outcome:
    """The person acts otherwise than they said. That lowers nothing; the third time they are asked (SPEC §6)."""
    if _is_known_evidence(heard, memory):
        return Outcome(name=OutcomeName.UNCHANGED, reason="This very evidence is known already.", memory=memory)
    write.add_evidence(memory, by=heard.by, statement=heard.statement, now=heard.now, polarity=-1)
    signs = write.distinct(memory, polarity=-1).repeats
    if signs >= policy.CONTRARY_SIGNALS and not memory.contested:
        return conflicts.record(heard, memory)
    reason = f"The person said otherwise, which counts for more. Sign {signs} of {policy.CONTRARY_SIGNALS} against it."
    return Outcome(name=OutcomeName.NOTED, reason=reason, memory=memory)


def _confirm(heard: Heard, memory: Memory) -> None:
    """The person says themselves what was known: that is their yes, whatever was being asked."""
    new.confirm(memory, now=heard.now)
    room.make(memory, by=heard.by, now=heard.now)
    propose.close(memory, Proposal.Status.ACCEPTED, now=heard.now)


def _has_earned_it(memory: Memory) -> bool:
    """Two distinct evidences: another conversation, run or day (SPEC §3.6). Nobody gives way to a note."""
    return memory.repeats >= policy.NOTE_EVIDENCES and not room.taken_by(memory).exists()


def revise(heard: Heard, old: Memory) -> Outcome:
    """The new value takes the old one's place: both stay, linked both ways, logged, no question, Undo at hand."""
    waiting = Proposal.objects.filter(memory=old).open().exists()
    was = str(old)
    memory = new.made(heard, status=_status_of_successor(heard, old), contested=old.contested, replaces=old)
    old.status, old.superseded_by_id, old.contested = Status.SUPERSEDED, memory.pk, False
    because = policy.s0_source(heard.statement.how_known)
    write.save(old, by=heard.by, verb="supersede", because=because, now=heard.now)
    propose.close(old, Proposal.Status.WITHDRAWN, now=heard.now)
    if heard.by.decides:
        room.make(memory, by=heard.by, now=heard.now)  # an edit may also say where it counts
    elif memory.status == Status.ACTIVE and room.taken_by(memory).exists():
        memory.status = Status.CANDIDATE
    version = new.first(heard, memory, "revise")
    conflicts.hand_over(old, memory)
    replaced = Outcome(
        name=OutcomeName.REVISED,
        reason=f"Replaces “{was}”." + (CHANGED_SINCE if old.confirmed_at and not heard.by.decides else ""),
        memory=memory,
        quotes=old,
        version=version,
        replaced_id=old.pk,
    )
    if memory.status == Status.CANDIDATE and (waiting or policy.is_explicit(memory.source)):
        asked = new.proposed(heard, memory, version)
        return replace(replaced, proposal_id=asked.proposal_id, question=asked.question)
    return replaced


def _status_of_successor(heard: Heard, old: Memory) -> str:
    """In use stays in use; what is not yet in use is judged as if it were new."""
    if heard.by.decides or old.status == Status.ACTIVE:
        return Status.ACTIVE
    return Status.ACTIVE if new.outcome_of(heard) == OutcomeName.SAVED else Status.CANDIDATE


CHANGED_SINCE = " The person had confirmed it; they see the change."


def ask_to_update(heard: Heard, memory: Memory) -> Outcome:
    """What the person confirmed stays as it is; the other value becomes a question about this version."""
    shown = registry.display(heard.reading.value)
    change = {
        "details": heard.statement.details,
        "value": heard.reading.value,
        "quote": heard.statement.quote,
        "source": heard.statement.how_known,
        "fingerprint": heard.fingerprint.hex(),
    }
    question = propose.should_i_change(memory, shown)
    asked = propose.ask(
        memory, kind=Proposal.Kind.UPDATE, question=question, version=write.newest_version(memory.pk), by=heard.by,
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
