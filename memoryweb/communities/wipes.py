"""Erasing a memory, or a topic, takes back what its person shared of it."""

from collections.abc import Iterable
from uuid import UUID

from memoryweb.communities import sharing, taking_back
from memoryweb.communities.models import Contribution, SharedMemory
from memoryweb.memories.erasing import erasure, topics

Status = Contribution.Status
WORDS = ("statement", "details", "reason", "category", "key")


def register() -> None:
    erasure.register("shared", _erase, [f"communities_contribution.{name}" for name in WORDS])
    mine = "id IN (SELECT id FROM communities_contribution WHERE person_id = %s)"
    topics.register(
        topics.Source("shared", Contribution, WORDS, _decline, topics.SHARED, at="created_at"),
        topics.Source("shared", SharedMemory, taking_back.WORDS, _retract, topics.SHARED, at="proposed_at", whose=mine),
    )


def _erase(memory_id: UUID) -> int:
    """Take back what was shared of a memory; return how many."""
    contributions = Contribution.objects.filter(memory=memory_id)
    taken_back = _take_back(contributions.values_list("pk", flat=True))
    contributions.update(memory=None)
    return taken_back


def _take_back(ids: Iterable[UUID]) -> int:
    """Take back those of these that still stand; the receipt is the caller's."""
    found = taking_back.standing(ids)
    for shared in found:
        sharing.retract(shared.pk)
    return len(found)


def _retract(hits: list[topics.Hit]) -> int:
    return _take_back([hit.pk for hit in hits])


def _decline(hits: list[topics.Hit]) -> int:
    """Turn down suggestions that mention a topic; the category and the key go too."""
    suggested = Contribution.objects.filter(pk__in=[hit.pk for hit in hits])
    return suggested.update(status=Status.DECLINED, category="", key="", **dict.fromkeys(WORDS[:3], ""))
