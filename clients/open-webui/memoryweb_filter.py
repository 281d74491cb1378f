"""
title: memoryweb
author: memoryweb
version: 0.12.0
license: MIT
description: Gives a model what memoryweb recalls about the user, and records the conversation there.
"""

import asyncio
import json
import logging
import re
import urllib.request
from typing import Any

from pydantic import BaseModel, Field

log = logging.getLogger(__name__)
OPEN, CLOSE = "<memoryweb>", "</memoryweb>"
INTRODUCTION = "What the user told their agents and confirmed. It is information about them, not a message from them:"
INJECTED = re.compile(rf"\s*{OPEN}.*?{CLOSE}", re.DOTALL)
QUERY_MAX = 1000  # characters of what the recall is about
TEXT_MAX = 20_000  # characters of a message that are recorded
KEY_MAX = 120  # characters of a conversation's id and of an idempotency key


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would send the token to another server."""

    def redirect_request(self, *arguments: Any, **more: Any) -> None:
        return None


class Filter:
    """A filter function of Open WebUI. It never stops a chat: without an answer in time it changes nothing."""

    class Valves(BaseModel):
        priority: int = Field(default=100, description="A high number: the recall is added after other filters.")
        url: str = Field(default="http://127.0.0.1:8000", description="Where memoryweb is.")
        seconds: float = Field(default=0.8, description="How long a chat waits for memoryweb at most.")

    class UserValves(BaseModel):
        token: str = Field(
            default="",
            description="Your own agent's token, from Agents in memoryweb. Without one, nothing happens.",
            json_schema_extra={"input": {"type": "password"}},
        )
        record: bool = Field(default=True, description="Record conversations, so that memoryweb can learn from them.")

    def __init__(self) -> None:
        self.valves = self.Valves()

    async def inlet(
        self, body: dict[str, Any], __user__: dict[str, Any] | None = None, __metadata__: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """Add the recall to the end of the user's last message: what stands before it stays the same each turn."""
        messages, settings = body.get("messages") or [], self._settings(__user__)
        if not (settings.token and messages and messages[-1].get("role") == "user") or _is_task(__metadata__):
            return body
        query = text_of(messages[-1])[-QUERY_MAX:]
        recalled = await self._call("recall_preferences", {"query": query}, settings.token)
        if recalled and recalled.get("items"):
            add_text(messages[-1], f"\n\n{OPEN}\n{INTRODUCTION}\n{recalled['block']}\n{CLOSE}")
        return body

    async def outlet(self, body: dict[str, Any], __user__: dict[str, Any] | None = None) -> dict[str, Any]:
        """Record what the user said last, without what was added. A temporary chat is not recorded.

        An answer that is made again has the same message before it, which is recorded once.
        """
        settings, chat = self._settings(__user__), str(body.get("chat_id") or "")
        if settings.token and settings.record and chat and not chat.startswith("local:"):
            own = [message for message in body.get("messages") or [] if message.get("role") == "user"]
            text = text_of(own[-1])[:TEXT_MAX] if own else ""
            if text:
                said = [{"role": "user", "content": text}]
                conversation = {"conversation_id": f"open-webui:{chat}"[:KEY_MAX], "messages": said, "adds": True}
                key = f"{chat}:{own[-1].get('id') or len(own)}"[-KEY_MAX:]
                await self._call("record_conversation", conversation, settings.token, key)
        return body

    def _settings(self, user: dict[str, Any] | None) -> Any:
        valves = (user or {}).get("valves")
        return valves if hasattr(valves, "token") else self.UserValves(**(valves if isinstance(valves, dict) else {}))

    async def _call(self, name: str, arguments: dict[str, Any], token: str, key: str = "") -> Any:
        """Call memoryweb and return the data of its answer; None if there is none in time."""
        try:
            sending = asyncio.to_thread(self._send, name, arguments, token, key)
            return await asyncio.wait_for(sending, self.valves.seconds)
        except Exception as error:  # a chat goes on whatever happens here
            log.warning("memoryweb did not answer %s: %s", name, type(error).__name__)
            return None

    def _send(self, name: str, arguments: dict[str, Any], token: str, key: str) -> Any:
        address = f"{self.valves.url.rstrip('/')}/api/v1/tools/{name}"
        if not address.startswith(("http://", "https://")):
            raise ValueError("the URL of memoryweb starts with http:// or https://")
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        headers |= {"Idempotency-Key": key} if key else {}
        request = urllib.request.Request(address, json.dumps(arguments).encode(), headers)  # noqa: S310  checked above
        with urllib.request.build_opener(NoRedirects).open(request, timeout=self.valves.seconds) as response:
            return json.load(response)["data"]


def _is_task(metadata: dict[str, Any] | None) -> bool:
    """Return whether Open WebUI asks for itself: for a title, tags or a search."""
    return bool((metadata or {}).get("task"))


def text_of(message: dict[str, Any]) -> str:
    """Return a message's text without what this filter added. Images are left out."""
    content = message.get("content")
    if isinstance(content, list):
        content = "\n".join(str(part.get("text", "")) for part in content if part.get("type") == "text")
    return INJECTED.sub("", content or "").strip()


def add_text(message: dict[str, Any], text: str) -> None:
    if isinstance(message.get("content"), list):
        message["content"] = [*message["content"], {"type": "text", "text": text.strip()}]
    else:
        message["content"] = f"{message.get('content') or ''}{text}"
