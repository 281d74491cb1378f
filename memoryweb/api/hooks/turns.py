"""What becomes of one event: it recalls, or it records the person's words, through the table of operations.

A hook must never be in the way. What fails here stands in the agent's access log, and the host is told nothing.
"""

from datetime import datetime
from hashlib import sha256
from typing import Any

from memoryweb.agents.models import Agent
from memoryweb.api.hooks import words
from memoryweb.api.hooks.hosts import HookEvent, Moment
from memoryweb.language.heads import work
from memoryweb.language.requests import occasions
from memoryweb.language.text import signs
from memoryweb.operations import dispatch
from memoryweb.operations.table import OPERATIONS
from memoryweb.rules import limits, task_types

CODE_TASK = "code_task"  # what sessions of these hosts are about, where a prompt says nothing else
ANY_WORK = task_types.ANY_WORK.name


def answer(agent: Agent, event: HookEvent, *, now: datetime) -> dict[str, Any]:
    """Return what the host reads."""
    recalled: list[dict[str, Any] | None] = []
    match event.moment:
        case Moment.START:
            recalled = _recall_at_start(agent, event, now)
        case Moment.PROMPT:
            prompt = words.of_the_person(event.prompt)
            if prompt and not event.host.only_at_start:
                recalled = [_recall_for(agent, event, prompt, now)]
            if prompt:
                _record(agent, event, now, messages=[prompt], goes_on=True)
        case Moment.END:
            _record(agent, event, now, messages=[], goes_on=False)
    return event.host.answer(event.name, words.context([each for each in recalled if each]))


def _recall_at_start(agent: Agent, event: HookEvent, now: datetime) -> list[dict[str, Any] | None]:
    """Recall what holds for any work: each prompt brings what it needs. A host that reads nothing later is a host of
    code, and gets what that needs, too."""
    recalled = [_recall(agent, event, now, only_new=event.is_resumed, task_type=ANY_WORK)]
    if event.host.only_at_start:
        recalled.append(_recall(agent, event, now, only_new=True, task_type=CODE_TASK))
    return recalled


def _recall_for(agent: Agent, event: HookEvent, prompt: str, now: datetime) -> dict[str, Any] | None:
    """Recall what the words need. "Go on" says nothing of the work, so it is what these hosts are for."""
    query = signs.cut(prompt, limits.QUERY_MAX)
    touched = occasions.touched_by(query)
    tells = work.tasks_in(query) or touched.categories or touched.is_bodily
    return _recall(agent, event, now, query=query, only_new=True, **({} if tells else {"task_type": CODE_TASK}))


def _recall(agent: Agent, event: HookEvent, now: datetime, **arguments: Any) -> dict[str, Any] | None:
    arguments |= {"run": event.session, "project": event.project}
    return _call(agent, "recall_preferences", arguments, now)


def _record(agent: Agent, event: HookEvent, now: datetime, *, messages: list[str], goes_on: bool) -> None:
    """Add to the session's conversation. A turn that a host reports twice counts once."""
    arguments = {
        "conversation_id": event.session,
        "messages": messages,
        "project": event.project,
        "adds": True,
        "goes_on": goes_on,
    }
    turn = " ".join((event.session, event.turn, *messages))
    key = sha256(turn.encode(errors="replace")).hexdigest() if event.turn and messages else ""
    _call(agent, "record_conversation", arguments, now, key=key)


def _call(agent: Agent, name: str, arguments: dict[str, Any], now: datetime, *, key: str = "") -> dict[str, Any] | None:
    """Return the operation's data; None if forbidden or failed."""
    if dispatch.why_forbidden(agent, OPERATIONS[name]):
        return None
    call = dispatch.Call(agent=agent, name=name, arguments=arguments, now=now, idempotency_key=key)
    data: dict[str, Any] | None = dispatch.run(call).envelope.get("data")
    return data
