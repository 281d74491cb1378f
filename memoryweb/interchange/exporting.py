"""A person's long-term memories as S0's entries, and their archive as S2's."""

import json
from zoneinfo import ZoneInfo

from django.db.models import F, Q
from django.utils import timezone

from memoryweb.interchange.formats.memory_md import NO_KEY, Entry, flat, write
from memoryweb.memories import archive_entry
from memoryweb.memories.models import Conflict, Horizon, Memory, Status
from memoryweb.people.models import MemorySettings, User
from memoryweb.rules import fields, tokens
from memoryweb.rules.policy import LABEL_MAX, Source

EXPORTED = (Status.ACTIVE, Status.EXPIRED, Status.SUPERSEDED)


def memory_md(person: User) -> str:
    """What lasts and what lasted; candidates are not memories yet, and short notes are not long-term.

    Of an open conflict only the side that is in use: the file has no place for a question.
    """
    memories = Memory.objects.of(person).filter(horizon=Horizon.LONG, status__in=EXPORTED)
    winning = Conflict.objects.filter(status=Conflict.Status.OPEN, winner__in=memories).values("winner")
    memories = memories.filter(Q(contested=False) | Q(pk__in=winning)).select_related("superseded_by")
    zone = MemorySettings.for_person(person.pk).zone
    return write(entry(memory, zone) for memory in memories.order_by(F("changed_at"), "id"))


def archive_json(person: User) -> str:
    """Everything archived, the oldest first, as S2's archive entries."""
    found = Memory.objects.of(person).filter(status=Status.ARCHIVED).order_by("expired_on", "obs_id")
    return json.dumps([archive_entry.archive_entry(memory) for memory in found], ensure_ascii=False, indent=2) + "\n"


def entry(memory: Memory, zone: ZoneInfo) -> Entry:
    """On single lines and without an empty value: what an import makes of the entry is the same entry again."""
    unsaid = memory.source_assumed and memory.source == Source.UNCERTAIN
    ended = memory.status != Status.ACTIVE
    label = _line(memory.label)[:LABEL_MAX] or "Memory"
    details = tuple(line for each in memory.details.splitlines() if (line := _line(each)))
    value = _line(memory.shown_value) or " ".join(details) or label
    replaced_by = str(memory.superseded_by) if memory.superseded_by else str(memory.metadata.get("replaced_by", ""))
    return Entry(
        label=label,
        value=value,
        details=() if " ".join(details) == value else details,
        category=memory.category,
        learned=memory.learned_on,
        source="" if unsaid else memory.s0_source,
        updated=memory.updated_on,
        expired=(memory.expired_on or timezone.localdate(memory.changed_at, zone)) if ended else None,
        reason=_line(memory.expire_reason) if ended else "",
        replaced_by=_line(replaced_by) if ended else "",
        condition=_line(memory.shown_condition),
        project=_line(memory.project),
        key="" if _leads_to_its_key(label, memory) else memory.key or NO_KEY,
    )


def _leads_to_its_key(label: str, memory: Memory) -> bool:
    found = fields.match_field(memory.category, label)
    return (found.category or memory.category, found.key) == (memory.category, memory.key)


def _line(text: str) -> str:
    return flat(tokens.show_invisible(text))
