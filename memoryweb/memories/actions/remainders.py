"""What stays in use of a memory that says several things, where another one takes the place of a part."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from memoryweb.language.comparing import remainders
from memoryweb.language.filing import classifier
from memoryweb.language.text import signs, value_text
from memoryweb.memories.actions import proposals, store
from memoryweb.memories.actions.interpretation import Interpretation, fingerprint_for
from memoryweb.memories.actions.types import Actor
from memoryweb.memories.models import Evidence, Memory, Proposal, Status
from memoryweb.people.ids import uuid7
from memoryweb.rules import fields, limits

PART_STAYS = "the change was about another part"


def left_over(old: Memory, successor: Memory) -> list[str]:
    """Return the parts of a memory that stay in use once another one has taken its place.

    None where that cannot be told: a yes that showed the whole memory replaces the whole of it.
    """
    return [] if _says_one_thing(old) else remainders.left_over(old.words, successor.words) or []


def all_left_over(olds: Iterable[Memory], successor: Memory) -> list[str]:
    """Return the parts of several memories that stay in use, each of them once."""
    return list(dict.fromkeys(part for old in olds for part in left_over(old, successor)))


def must_ask(interpretation: Interpretation, old: Memory) -> bool:
    """Return whether a change may remove words it does not mention, so that the person must decide."""
    new = interpretation.statement.details or value_text.display_value(interpretation.classification.value)
    return not _says_one_thing(old) and remainders.left_over(old.words, new) is None


def is_cut(old: Memory, new: str) -> bool:
    """Return whether an edit only cut parts of the memory."""
    return remainders.is_cut(old.words, new)


def _says_one_thing(memory: Memory) -> bool:
    """Return whether a memory is just the value of a known field."""
    return memory.key in fields.fields_by_key() and memory.one_valued and not memory.own_details


def give_up_key(successor: Memory, *, of: Memory) -> None:
    """Remove the label's key from the change of one part: it belonged to the whole.

    Or the change of another part would replace this one. Does not save.
    """
    if successor.key != of.key or successor.key in fields.fields_by_key():
        return
    fingerprint = fingerprint_for(successor, day=successor.day, key="")
    if not Memory.objects.of(of.person_id).live().filter(fingerprint=fingerprint).exclude(pk=successor.pk).exists():
        successor.key, successor.one_valued, successor.fingerprint = "", False, fingerprint


def keep(old: Memory, parts: Iterable[str], *, by: Actor, now: datetime) -> list[Memory]:
    """Keep parts of an ended memory as separate memories; return these.

    All that the person decided about it goes with each, and so does its evidence. A part that is in use already needs
    no second memory.
    """
    return [kept for part in parts if (kept := _keep(old, part, by=by, now=now))]


def ask(old: Memory, parts: Iterable[str], *, by: Actor, now: datetime) -> list[Memory]:
    """Ask the person about parts of a memory that nobody said yes to, each in a question of its own.

    Returns those that stay in use: none.
    """
    for part in parts:
        waiting = _part_of(old, part, now)
        if not Memory.objects.of(old.person_id).live().filter(fingerprint=waiting.fingerprint).exists():
            waiting.status, waiting.unasked_at = Status.CANDIDATE, None
            version = store.save(waiting, by=by, verb="keep_part", because=PART_STAYS, now=now)
            _copy_evidence(old, waiting)
            question = proposals.remember_question(waiting)
            kind = Proposal.Kind.REMEMBER
            proposals.ask(waiting, kind=kind, question=question, version=version, by=by, now=now, is_only=True)
    return []


def _keep(old: Memory, part: str, *, by: Actor, now: datetime) -> Memory | None:
    kept = _part_of(old, part, now)
    same = Memory.objects.of(old.person_id).live().filter(fingerprint=kept.fingerprint).exclude(pk=old.pk).first()
    if same and same.status == Status.ACTIVE:
        return None
    if same:  # it waits for a yes that the person gave to the whole
        _withdraw(same, kept, by=by, now=now)
    store.save(kept, by=by, verb="keep_part", because=PART_STAYS, now=now)
    _copy_evidence(old, kept)
    return kept


def _part_of(old: Memory, part: str, now: datetime) -> Memory:
    """Return a part as an unsaved memory with the whole's settings and decisions."""
    kept = Memory(
        **{each.attname: getattr(old, each.attname) for each in Memory._meta.concrete_fields if not each.generated}
    )
    kept.pk, kept.obs_id = uuid7(), store.next_obs_id(old.person_id, now)
    kept.status, kept.contested, kept.superseded_by, kept.negates_id = Status.ACTIVE, False, None, None
    kept.label, kept.value, kept.details = signs.cut(part, limits.LABEL_MAX), part, part
    kept.key, kept.one_valued = "", False
    kept.section = classifier.section_for(kept.kind, kept.category, kept.key, kept.tags, kept.horizon)
    kept.fingerprint = fingerprint_for(kept, day=kept.day)
    return kept


def _withdraw(waiting: Memory, kept: Memory, *, by: Actor, now: datetime) -> None:
    waiting = store.lock(waiting.pk)
    waiting.status, waiting.superseded_by = Status.SUPERSEDED, kept
    store.save(waiting, by=by, verb="withdraw", because=PART_STAYS, now=now)
    proposals.close_for(waiting, Proposal.Status.WITHDRAWN, now=now)


def _copy_evidence(old: Memory, kept: Memory) -> None:
    """Copy the whole's evidence to a part, with the part's words as quote."""
    copies: Sequence[Evidence] = list(Evidence.objects.filter(memory=old, polarity=1))
    for each in copies:
        each.pk, each.memory, each.statement = uuid7(), kept, {}
        each.quote, each._state.adding = signs.cut(kept.details, limits.QUOTE_MAX), True
    Evidence.objects.bulk_create(copies)
