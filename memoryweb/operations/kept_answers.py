"""How kept answers go: with a memory they may quote, with a topic they mention, and by age."""

from uuid import UUID

from memoryweb.memories.erasing import erasure, topics
from memoryweb.memories.models import Memory
from memoryweb.memories.upkeep import purge
from memoryweb.operations.models import Answer
from memoryweb.rules import policy


def register_wipe() -> None:
    erasure.register("kept answers", _forget_all, ["operations_answer.data"])
    topics.register(topics.Source("kept answers", Answer, ("data", "key"), _forget, at="created_at"))


def register_log() -> None:
    """Register when upkeep deletes kept answers: nobody repeats a request after that many days."""
    purge.register("kept answers", purge.Log("operations_answer", "created_at", policy.ANSWER_DAYS))


def _forget_all(memory_id: UUID) -> int:
    """Delete all kept answers of the memory's owner: any of them may quote the memory in a question or a reason.

    A request that is repeated after that is executed again, and the erased memory stays blocked.
    """
    owner = Memory.objects.filter(pk=memory_id).values("person")
    return Answer.objects.filter(person__in=owner).delete()[0]


def _forget(hits: list[topics.Hit]) -> int:
    return Answer.objects.filter(pk__in=[hit.pk for hit in hits]).delete()[0]
