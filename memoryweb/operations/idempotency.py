"""Executes a repeated request only once: the repetition gets the answer of the first."""

import json
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any
from uuid import UUID

from memoryweb.agents.models import Agent
from memoryweb.memories.models import Memory, fingerprints
from memoryweb.operations.errors import Failure
from memoryweb.operations.models import Answer
from memoryweb.operations.results import Result, to_data

# Beside a kept answer's own fields: what it is if the agent may no longer read what it met, and what it quotes of that.
AS_NEW, QUOTED = "as new", "quoted"
REUSED = "This idempotency key was already used with other arguments."


def once(
    execute: Callable[[], Result],
    *,
    agent: Agent,
    key: str,
    operation: str,
    arguments: dict[str, Any],
    now: datetime,
    may_read: Callable[[UUID], bool],
    hidden: Callable[[Collection[UUID]], set[UUID]],
) -> Answer:
    """Run `execute` unless this key has an answer already. The caller holds the person, so that of two requests at
    once the second waits for the first.

    A repeated request is answered under today's sight: if the agent may no longer read what it met, as something new,
    and where only what is known can be meant, as about a missing id.
    """
    text = json.dumps([operation, arguments], sort_keys=True, default=str)
    digest = fingerprints.keyed_digest("idempotency", text)
    if answer := Answer.objects.filter(agent=agent, key=key).first():
        if bytes(answer.arguments_digest) != digest:
            raise Failure("CONFLICT", REUSED)
        return _for_today(answer, may_read, hidden)
    result = execute()
    data: dict[str, Any] = json.loads(
        json.dumps(
            to_data(result) | {AS_NEW: getattr(result, "as_new", None), QUOTED: getattr(result, "quoted", [])},
            default=str,
        )
    )
    answer = Answer.objects.create(
        person_id=agent.person_id,
        agent=agent,
        key=key,
        operation=operation,
        arguments_digest=digest,
        created_at=now,
        data=data,
        memory_count=result.memory_count,
    )
    del data[AS_NEW], data[QUOTED]
    return answer


def _for_today(
    answer: Answer, may_read: Callable[[UUID], bool], hidden: Callable[[Collection[UUID]], set[UUID]]
) -> Answer:
    """Return a kept answer as this agent may be told it now. Raises DoesNotExist where nothing of it may be told."""
    data = dict(answer.data)
    as_new = data.pop(AS_NEW, None)
    met = data.pop(QUOTED, [])
    met += [each["preference"]["id"] for each in (data, *data.get("others", ())) if each.get("preference")]
    if as_new:
        answer.data = data if all(may_read(UUID(each)) for each in met) else as_new
        return answer
    if met and hidden([UUID(each) for each in met]):
        raise Memory.DoesNotExist
    if learned := [each for each in data.get("learned", ()) if each["preference"]]:
        unseen = hidden([UUID(each["id"]) for each in learned])
        data["learned"] = [each for each in data["learned"] if not each["id"] or UUID(each["id"]) not in unseen]
    answer.data = data
    return answer
