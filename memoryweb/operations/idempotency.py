"""The same request twice is done once: the second is given the first one's answer."""

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from memoryweb.agents.models import Agent
from memoryweb.memories import erasure, fingerprints
from memoryweb.memories.models import Memory
from memoryweb.memories.upkeep import purge
from memoryweb.operations.errors import Failure
from memoryweb.operations.models import Answer
from memoryweb.rules import policy

REUSED = "This idempotency key was already used with other arguments."


def once(
    do: Callable[[], dict[str, Any]], *, agent: Agent, key: str, operation: str, said: dict[str, Any], now: datetime
) -> dict[str, Any]:
    """Run `do` unless this key was answered before. Two at once: the second waits for the first."""
    words = json.dumps([operation, said], sort_keys=True, default=str)
    asked = fingerprints.keyed_digest("idempotency", words)
    try:
        with transaction.atomic():
            kept = Answer.objects.create(
                person_id=agent.person_id, agent=agent, key=key, operation=operation, asked=asked, created_at=now
            )
    except IntegrityError:
        kept = Answer.objects.get(agent=agent, key=key)
        if bytes(kept.asked) != asked or kept.data is None:
            raise Failure("CONFLICT", REUSED) from None
        return dict(kept.data)
    kept.data = json.loads(json.dumps(do(), default=str))
    kept.save(update_fields=["data"])
    return dict(kept.data)


def register_wipe() -> None:
    erasure.register("kept answers", _forget_all, ["operations_answer.data"])


def register_log() -> None:
    """Nobody repeats a request after this long."""
    purge.register("kept answers", purge.Log("operations_answer", "created_at", policy.ANSWER_DAYS))


def _forget_all(memory_id: UUID) -> int:
    """A kept answer may quote more memories than its own, in a question or a reason: none outlives an erasure.

    A request repeated after that is done anew, and what was erased is blocked.
    """
    owner = Memory.objects.filter(pk=memory_id).values("person")
    return Answer.objects.filter(person__in=owner).delete()[0]
