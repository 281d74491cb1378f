"""Calls the operations that every agent calls, as the agent of a chat, and keeps what it said."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from memoryweb.operations import dispatch
from memoryweb.rls import scope
from memoryweb.telegram.linking import Writer

PRIVATE_TOOLS = (
    "get_user_preferences",
    "search_user_preferences",
    "save_user_preference",
    "update_user_preference",
)


@dataclass
class Calls:
    """The calls of one message. Each write has a key of its own, so that a message read twice says nothing twice."""

    writer: Writer
    key: str
    now: datetime
    count: int = 0
    said: list[UUID] = field(default_factory=list)  # the ids of statements and memories that writes answered
    outcomes: list[dict[str, Any]] = field(default_factory=list)  # what writes answered
    read: bool = False  # whether anything was read, so that there is a receipt

    def may(self, name: str) -> bool:
        """Return whether the chat may call an operation: in private S4's four, in a group what the community allows."""
        return name in (PRIVATE_TOOLS if self.writer.is_private else self.writer.tools)

    def __call__(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Return the envelope. In a group a write says nothing of what it met there, for whoever writes the answer."""
        if not self.may(name):
            return {"ok": False, "error": {"code": "PERMISSION_DENIED", "message": "This is switched off here."}}
        if not self._is_usable():
            return {"ok": False, "error": {"code": "PERMISSION_DENIED", "message": "The person has ended this chat."}}
        self.count += 1
        call = dispatch.Call(
            agent=self.writer.agent,
            name=name,
            arguments=arguments,
            now=self.now,
            idempotency_key=f"{self.key}-{self.count}" if name.startswith(("save", "update")) else "",
        )
        envelope = dispatch.run(call).envelope
        if not name.startswith(("save", "update")):
            self.read = self.read or bool(envelope["ok"])
            return envelope
        self._note(envelope)
        return envelope if self.writer.is_private else {"ok": True, "data": {"outcome": "told to the person alone"}}

    def _is_usable(self) -> bool:
        """Read the agent anew: while a model thinks the person may end or pause it, or change what it may do."""
        agent = self.writer.agent
        with scope.acting_as(agent.person_id):
            agent.refresh_from_db(fields=["revoked_at", "expires_at", "paused_at", "paused_until", "trust", "scopes"])
        return agent.is_usable(self.now)

    def _note(self, envelope: dict[str, Any]) -> None:
        data = envelope.get("data") or {"outcome": "", "reason": envelope["error"]["message"]}
        for each in (data, *data.get("others", ())):
            self.outcomes.append(each)
            if each.get("id"):
                self.said.append(UUID(each["id"]))
