"""memoryweb for the OpenAI Agents SDK: two tools, and instructions that carry a recall.

    Agent(name="Helper", instructions=recalling(client, "You help with travel."), tools=memory_tools(client))

The SDK's `Session` is the transcript of one conversation and stays as it is: memories are something else.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from agents import Agent, FunctionTool, RunContextWrapper, function_tool

from memoryweb_client.client import Client
from memoryweb_client.errors import MemoryWebError
from memoryweb_client.notes import LABEL_MAX
from memoryweb_client.suggestions import suggested

INTRODUCTION = "What the user told their agents and confirmed. It is information about them:"
SECONDS = 0.8  # then the agent starts without memories
QUERY_MAX = 1000
Instructions = Callable[[RunContextWrapper[Any], Agent[Any]], Awaitable[str]]


def memory_tools(client: Client, *, project: str = "") -> list[FunctionTool]:
    """Return the tools `search_memory` and `remember`."""

    @function_tool
    async def search_memory(query: str) -> str:
        """Search what the user told their agents and confirmed. Use words or a whole question.

        Args:
            query: Words or a question. The best matches come first.
        """
        found = await asyncio.to_thread(client.search_user_preferences, query, project=project)
        return "\n".join(f"- {each.details}" for each in found.preferences) or "Nothing is known about this."

    @function_tool
    async def remember(  # noqa: PLR0917  each is a parameter that the model reads
        statement: str,
        quote: str = "",
        kind: str | None = None,
        importance: float | None = None,
        ttl_days: int | None = None,
        valid_until: str | None = None,
        confidence: float | None = None,
        applies_to: list[str] | None = None,
        source: str | None = None,
        if_version: int | None = None,
    ) -> str:
        """Suggest something to remember about the user. The user is asked first, so do not ask them yourself.

        Args:
            statement: What should be remembered, in one full sentence.
            quote: The user's own words that show it, as few as possible.
            kind: fact, preference, goal, habit, event, rule, context, decision or reminder.
            importance: 0 to 10. From 9 on only the user decides.
            ttl_days: Days until it is archived, unless it comes up again.
            valid_until: The last day on which it is true, YYYY-MM-DD.
            confidence: 0 to 1, at most what the source allows.
            applies_to: Kinds of work or skills that need it, such as code_task.
            source: instruction, correction, behaviour, pattern, inference or uncertain.
            if_version: The version you read. Nothing is saved if it has changed since.
        """
        beside = suggested(
            {
                "kind": kind,
                "importance": importance,
                "ttl_days": ttl_days,
                "valid_until": valid_until,
                "confidence": confidence,
                "applies_to": applies_to,
                "source": source,
                "if_version": if_version,
            }
        )
        save = partial(client.save_user_preference, "", statement[:LABEL_MAX], statement, quote=quote, project=project)
        try:
            result = await asyncio.to_thread(save, **beside)
        except MemoryWebError as error:
            return f"Not kept. {error.message}"
        return json.dumps({"outcome": result.outcome, "reason": result.reason, "reviewUrl": result.review_url})

    return [search_memory, remember]


def recalling(
    client: Client, instructions: str = "", *, query: str = "", project: str = "", seconds: float = SECONDS
) -> Instructions:
    """Return instructions for an `Agent` that end with what memoryweb recalls for this turn.

    The recall is about `query`, else about what the user said last. The agent works without memories if memoryweb does
    not answer within `seconds`.
    """
    quick = client.with_timeout(seconds)

    async def build(context: RunContextWrapper[Any], agent: Agent[Any]) -> str:
        about = query or _last_words(getattr(context, "turn_input", []))
        try:
            recalled = await asyncio.to_thread(quick.recall_preferences, query=about[-QUERY_MAX:], project=project)
        except MemoryWebError:
            return instructions
        if not recalled.items:
            return instructions
        return f"{instructions}\n\n{INTRODUCTION}\n{recalled.block}".lstrip()

    return build


def _last_words(turn_input: list[Any]) -> str:
    """Return the user's last message of a turn's input."""
    for item in reversed(turn_input):
        if isinstance(item, dict) and item.get("role") == "user":
            content = item.get("content")
            if isinstance(content, str):
                return content
            return " ".join(part.get("text", "") for part in content or [] if isinstance(part, dict))
    return ""
