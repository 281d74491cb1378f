"""Selects what is exported, and turns memories into entries.

A file for the person holds what is in use and what once was: never what only waits or was noted, and never what they
declined.
"""

from collections import defaultdict
from dataclasses import replace
from datetime import date, tzinfo
from uuid import UUID

from django.db.models import F
from django.utils import timezone
from django.utils.dateparse import parse_date

from memoryweb.interchange.entry import NO_KEY, Entry, single_line
from memoryweb.language.filing import known_fields
from memoryweb.language.text import invisible, signs
from memoryweb.learning import recent
from memoryweb.learning.models import Conversation
from memoryweb.memories.actions import conflicts
from memoryweb.memories.history import history
from memoryweb.memories.models import (
    ChangedBy,
    Conflict,
    ConflictMember,
    Evidence,
    Horizon,
    Memory,
    MemoryQuerySet,
    Proposal,
    Status,
)
from memoryweb.people.models import MemorySettings, User
from memoryweb.rules import limits
from memoryweb.rules.policy import Source

ONLY_WHEN, ONLY_IN = "Only when", "Only in project"
ENDED = (Status.EXPIRED, Status.SUPERSEDED, Status.ARCHIVED)
EXPORTED = (Status.ACTIVE, Status.EXPIRED, Status.SUPERSEDED)


def long_term_entries(person: User) -> list[Entry]:
    """Return the person's long-term memories, in use or ended, as entries.

    Of an open conflict only the side that is used until the person decides is exported: a file has no place for a
    question.
    """
    ever_in_use = history.ever_in_use(person)
    memories = ever_in_use.filter(horizon=Horizon.LONG, status__in=EXPORTED).exclude(pk__in=_unused_sides(person))
    exported = list(memories.select_related("superseded_by").order_by(F("changed_at"), "id"))
    zone = MemorySettings.for_person(person.pk).zone
    successors = _successors(person, exported)
    return [entry_from_memory(memory, zone, *successors.get(memory.pk, ())) for memory in exported]


def memories_in_use(person: User) -> MemoryQuerySet:
    """Return the memories in use, without the undecided conflicts' unused sides."""
    return Memory.objects.of(person).active().exclude(pk__in=_unused_sides(person))


def _unused_sides(person: User) -> list[UUID]:
    """Return the memories that an open conflict keeps out of use."""
    sides = defaultdict(list)
    members = ConflictMember.objects.filter(
        person=person, conflict__status=Conflict.Status.OPEN, memory__status=Status.ACTIVE
    )
    for member in members.select_related("conflict", "memory"):
        sides[member.conflict].append(member.memory)
    unused = []
    for conflict, memories in sides.items():
        winner = next((each for each in memories if each.pk == conflict.winner_id), None)
        used = winner or conflicts.pick_winner(memories)
        unused += [each.pk for each in memories if each.pk != used.pk]
    return unused


def _successors(person: User, exported: list[Memory]) -> dict[UUID, tuple[str, date | None]]:
    """Return by ended memory its successor's name and the day that was learned.

    But for what a file does not hold.
    """
    hidden = Memory.objects.of(person).exclude(pk__in=history.ever_in_use(person).values("pk")).only("label", "value")
    hidden_ids, hidden_titles = {memory.pk for memory in hidden}, {_clean_line(str(memory)) for memory in hidden}
    named = Evidence.objects.filter(person=person, kind=Evidence.Kind.IMPORT, ref__has_key="replaced_by")
    successors = {
        pk: (title, parse_date(day or ""))
        for pk, title, day in named.values_list("memory_id", "ref__replaced_by", "ref__replaced_on")
        if _clean_line(title) not in hidden_titles
    }
    for memory in exported:
        if memory.superseded_by and memory.superseded_by_id not in hidden_ids:
            successors[memory.pk] = str(memory.superseded_by), memory.superseded_by.learned_on
    return successors


def list_in_use(person: User, section: str = "") -> list[Memory]:
    """Return the memories in use, oldest first, optionally of one section."""
    memories = memories_in_use(person).filter(**{"section": section} if section else {})
    return list(memories.order_by("observed_on", "id"))


def list_notes(person: User) -> list[Memory]:
    """Return short-term memories not in use: unasked notes and ended ones, such as for one day.

    Never what they declined, or what waits for their answer.
    """
    short = Memory.objects.of(person).filter(horizon=Horizon.SHORT)
    noted = short.filter(status=Status.CANDIDATE).exclude(pk__in=Proposal.objects.of(person).open().values("memory"))
    over = history.ever_in_use(person).filter(horizon=Horizon.SHORT, status__in=ENDED)
    return sorted([*noted, *over], key=lambda memory: (memory.observed_on, memory.pk))


def recent_conversations(person: User) -> list[Conversation]:
    """Return the conversations inside the person's window, the oldest first, without what they declined."""
    conversations = list(Conversation.objects.of(person).recent().order_by("ended_at", "id"))
    recent.drop_declined(person, conversations)
    return conversations


def one_line(memory: Memory) -> str:
    """Return a memory with details and limits on one line."""
    return with_limits(words_of(memory), memory.shown_condition, memory.project)


def words_of(memory: Memory) -> str:
    return f"{memory}. {memory.details}" if memory.own_details else str(memory)


def with_limits(words: str, condition: str, project: str) -> str:
    """Return words on one line, followed by their condition and project."""
    limits_of_it = (ONLY_WHEN, condition), (ONLY_IN, project)
    return "".join([_clean_line(words), *(f" ({name}: {_clean_line(text)})" for name, text in limits_of_it if text)])


def archived_memories(person: User) -> MemoryQuerySet:
    """Return archived memories that had been in use, oldest first."""
    return history.ever_in_use(person).filter(status=Status.ARCHIVED).order_by("expired_on", "observed_on", "id")


def entry_from_memory(memory: Memory, zone: tzinfo, replaced_by: str = "", replaced_on: date | None = None) -> Entry:
    """Turn a memory into an entry with no line breaks and no empty value, so that an import gives the same entry."""
    source_unknown = memory.source_assumed and memory.source == Source.UNCERTAIN
    ended = memory.status != Status.ACTIVE
    label = signs.cut(_clean_line(memory.label), limits.LABEL_MAX) or "Memory"
    details = tuple(line for raw_line in memory.details.splitlines() if (line := _clean_line(raw_line)))
    value = _clean_line(memory.shown_value) or " ".join(details) or label
    return Entry(
        label=label,
        value=value,
        details=() if " ".join(details) == value else details,
        category=memory.category,
        learned=memory.learned_on,
        source="" if source_unknown else memory.s0_source,
        updated=memory.updated_on,
        expired=(memory.expired_on or timezone.localdate(memory.changed_at, zone)) if ended else None,
        reason=_reason(memory) if ended else "",
        replaced_by=_clean_line(replaced_by) if ended else "",
        replaced_on=replaced_on if ended and _clean_line(replaced_by) else None,
        condition=_clean_line(memory.shown_condition),
        project=_clean_line(memory.project),
        key="" if _label_leads_to_key(label, memory) else memory.key or NO_KEY,
    )


def exact_entry(memory: Memory, zone: tzinfo) -> Entry:
    """Turn an archived memory into an entry with its texts to the letter, for a file that can hold them: JSON."""
    entry = entry_from_memory(memory, zone)
    return replace(
        entry,
        label=memory.label or entry.label,
        value=memory.shown_value,
        details=tuple(memory.details.split("\n")) if memory.details else (),
        reason="" if memory.changed_by == ChangedBy.AGENT else memory.expire_reason,
        is_archived=True,
        is_exact=True,
    )


def _reason(memory: Memory) -> str:
    """Return why it ended, but for an agent's own note: no yes covers that, and other tools read the file."""
    return "" if memory.changed_by == ChangedBy.AGENT else _clean_line(memory.expire_reason)


def _label_leads_to_key(label: str, memory: Memory) -> bool:
    field = known_fields.match_field(memory.category, label)
    return (field.category or memory.category, field.key) == (memory.category, memory.key)


def _clean_line(text: str) -> str:
    return single_line(invisible.show_invisible(text))
