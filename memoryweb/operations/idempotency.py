"""Executes a repeated request only once: the repetition gets the answer of the first."""

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from memoryweb.agents.models import Agent
from memoryweb.memories.models import fingerprints
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
) -> Answer:
    """Run `execute` unless this key has an answer already. The caller holds the person, so that of two requests at
    once the second waits for the first.

    A repeated request is answered under today's sight: as something new, if the agent may no longer read what it met.
    """
    text = json.dumps([operation, arguments], sort_keys=True, default=str)
    digest = fingerprints.keyed_digest("idempotency", text)
    if answer := Answer.objects.filter(agent=agent, key=key).first():
        if bytes(answer.arguments_digest) != digest:
            raise Failure("CONFLICT", REUSED)
        return _for_today(answer, may_read)
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


def _for_today(answer: Answer, may_read: Callable[[UUID], bool]) -> Answer:
    """Return a kept answer as this agent may be told it now."""
    data = dict(answer.data)
    as_new = data.pop(AS_NEW, None)
    met = data.pop(QUOTED, [])
    met += [each["preference"]["id"] for each in (data, *data.get("others", ())) if each.get("preference")]
    answer.data = data if not as_new or all(may_read(UUID(each)) for each in met) else as_new
    return answer
