"""What came into use without a question, by a yes given in advance: the words behind its rows on Review."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from memoryweb.memories.actions import rivals
from memoryweb.memories.acts import recording
from memoryweb.memories.models import Memory, history_model
from memoryweb.memories.models.enums import UNASKED
from memoryweb.people.models import User
from memoryweb.review.words.claims import claim
from memoryweb.rules import policy

UNASKED_SHOWN = 50


@dataclass(frozen=True)
class Unasked:
    """A memory that came into use by a yes given in advance, who said it, and the act that Undo takes back."""

    memory: Memory
    claim: str
    act: UUID | None = None


def unasked(person: User, *, now: datetime) -> list[Unasked]:
    """Return what came into use without a question in the last two weeks, the newest first."""
    since = now - timedelta(days=policy.UNASKED_DAYS)
    memories = Memory.objects.of(person).filter(UNASKED, unasked_at__gte=since).order_by("-unasked_at", "-pk")
    rows = list(memories.prefetch_related("evidence__agent")[:UNASKED_SHOWN])
    rivals.read_ended(rows)
    acts = _acts_that_brought(rows, now=now)
    return [Unasked(memory, claim(memory), acts.get(memory.pk)) for memory in rows]


def _acts_that_brought(memories: Sequence[Memory], *, now: datetime) -> dict[UUID, UUID]:
    """Return for each memory the act that brought it into use, where it can still be undone."""
    came_at = {memory.pk: memory.unasked_at for memory in memories}
    versions = history_model().objects.filter(id__in=came_at, history_date__in=came_at.values())
    version_of = {
        version: pk for version, pk, at in versions.values_list("history_id", "id", "history_date") if at == came_at[pk]
    }
    acts = recording.undoable_by_version(version_of, now=now)
    return {version_of[version]: act for version, act in acts.items()}
