"""Selects what is exported, and turns memories into entries."""

from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import F, Q
from django.utils import timezone

from memoryweb.interchange.entry import NO_KEY, Entry, single_line
from memoryweb.memories.models import Conflict, Evidence, Horizon, Memory, MemoryQuerySet, Status
from memoryweb.people.models import MemorySettings, User
from memoryweb.rules import fields, limits, tokens
from memoryweb.rules.policy import Source

EXPORTED = (Status.ACTIVE, Status.EXPIRED, Status.SUPERSEDED)


def long_term_entries(person: User) -> list[Entry]:
    """Return the person's long-term memories, in use or ended, as entries.

    Candidates and short notes are left out. Of an open conflict only the side that is in use is exported: a file has no
    place for a question.
    """
    memories = Memory.objects.of(person).filter(horizon=Horizon.LONG, status__in=EXPORTED)
    winners = Conflict.objects.filter(status=Conflict.Status.OPEN, winner__in=memories).values("winner")
    memories = memories.filter(Q(contested=False) | Q(pk__in=winners)).select_related("superseded_by")
    zone = MemorySettings.for_person(person.pk).zone
    imported = _imported_successors(person)
    return [
        _entry_from_memory(memory, zone, str(memory.superseded_by or imported.get(memory.pk, "")))
        for memory in memories.order_by(F("changed_at"), "id")
    ]


def _imported_successors(person: User) -> dict[UUID, str]:
    """Return what the files that memories were imported from name as their successors, by memory."""
    named = Evidence.objects.filter(person=person, kind=Evidence.Kind.IMPORT, ref__has_key="replaced_by")
    return dict(named.values_list("memory_id", "ref__replaced_by"))


def archived_memories(person: User) -> MemoryQuerySet:
    """Return everything that was archived, the oldest first."""
    return Memory.objects.of(person).filter(status=Status.ARCHIVED).order_by("expired_on", "obs_id")


def _entry_from_memory(memory: Memory, zone: ZoneInfo, replaced_by: str) -> Entry:
    """Turn a memory into an entry with no line breaks and no empty value, so that an import gives the same entry."""
    source_unknown = memory.source_assumed and memory.source == Source.UNCERTAIN
    ended = memory.status != Status.ACTIVE
    label = _clean_line(memory.label)[: limits.LABEL_MAX] or "Memory"
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
        reason=_clean_line(memory.expire_reason) if ended else "",
        replaced_by=_clean_line(replaced_by) if ended else "",
        condition=_clean_line(memory.shown_condition),
        project=_clean_line(memory.project),
        key="" if _label_leads_to_key(label, memory) else memory.key or NO_KEY,
    )


def _label_leads_to_key(label: str, memory: Memory) -> bool:
    field = fields.match_field(memory.category, label)
    return (field.category or memory.category, field.key) == (memory.category, memory.key)


def _clean_line(text: str) -> str:
    return single_line(tokens.show_invisible(text))
