"""memoryweb for the OpenAI Agents SDK: two tools, and instructions that carry a recall.

    Agent(name="Helper", instructions=recalling(client, "You help with travel."), tools=memory_tools(client))

The SDK's `Session` is the transcript of one conversation and stays as it is: memories are something else.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from agents import Agent, FunctionTool, RunContextWrapper, function_tool

from memoryweb_client.client import Client
from memoryweb_client.errors import MemoryWebError
from memoryweb_client.notes import LABEL_MAX

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
    async def remember(statement: str, quote: str = "") -> str:
        """Suggest something to remember about the user. The user is asked first, so do not ask them yourself.

        Args:
            statement: What should be remembered, in one full sentence.
            quote: The user's own words that show it, as few as possible.
        """
        try:
            result = await asyncio.to_thread(
                client.save_user_preference, "", statement[:LABEL_MAX], statement, quote=quote, project=project
            )
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
