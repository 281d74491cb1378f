"""memoryweb as the memory provider of Hermes Agent."""

import json
from typing import Any

from agent.memory_provider import MemoryProvider

from memoryweb_client.client import Client
from memoryweb_client.errors import MemoryWebError
from memoryweb_client.notes import LABEL_MAX
from memoryweb_client.suggestions import SCHEMAS, suggested

SECONDS = 0.8  # that a turn waits for a recall
QUERY_MAX = 1000
TEXT_MAX = 20_000  # characters of a turn that are recorded
INTRODUCTION = "What the user told their agents and confirmed:"
SEARCH = {
    "name": "memoryweb_search",
    "description": "Search what the user told their agents and confirmed. The best matches come first.",
    "parameters": {
        "type": "object",
        "properties": {"query": {"type": "string", "description": "Words or a whole question."}},
        "required": ["query"],
    },
}
REMEMBER = {
    "name": "memoryweb_remember",
    "description": "Suggest something to remember about the user. They are asked first, so do not ask them yourself.",
    "parameters": {
        "type": "object",
        "properties": {
            "statement": {"type": "string", "description": "What should be remembered, in one full sentence."},
            "quote": {"type": "string", "description": "The user's own words that show it, as few as possible."},
            **SCHEMAS,
        },
        "required": ["statement"],
    },
}


class MemoryWebProvider(MemoryProvider):
    """Recalls before each turn, records what the user said, and suggests what Hermes' own memory tool writes."""

    def __init__(self) -> None:
        self._client: Client | None = None
        self._session, self._writes = "", False

    @property
    def name(self) -> str:
        return "memoryweb"

    def is_available(self) -> bool:
        try:
            Client.from_environment()
        except ValueError:
            return False
        return True

    def initialize(self, session_id: str, **kwargs: Any) -> None:
        self._client = Client.from_environment()
        self._session = session_id
        self._writes = kwargs.get("agent_context", "primary") == "primary"  # what a schedule says, the user does not

    def prefetch(self, query: str, *, session_id: str = "") -> str:
        if self._client is None:
            return ""
        try:
            recalled = self._client.with_timeout(SECONDS).recall_preferences(query=query[-QUERY_MAX:])
        except MemoryWebError:
            return ""
        return f"{INTRODUCTION}\n{recalled.block}" if recalled.items else ""

    def sync_turn(
        self,
        user_content: str,
        assistant_content: str,
        *,
        session_id: str = "",
        messages: list[dict[str, Any]] | None = None,
    ) -> None:
        """Record what the user said in this turn. Hermes calls this in a thread."""
        if self._client is None or not self._writes or not user_content.strip():
            return
        said = [user_content.strip()[:TEXT_MAX]]
        self._client.record_conversation(f"hermes:{session_id or self._session}"[:120], said, adds=True)

    def on_session_switch(
        self,
        new_session_id: str,
        *,
        parent_session_id: str = "",
        reset: bool = False,
        rewound: bool = False,
        **kwargs: Any,
    ) -> None:
        self._session = new_session_id

    def on_memory_write(self, action: str, target: str, content: str, metadata: dict[str, Any] | None = None) -> None:
        """Suggest what Hermes wrote about the user into its own memory."""
        if self._client is not None and self._writes and target == "user" and action in ("add", "replace"):
            self._client.save_user_preference("", content[:LABEL_MAX], content)

    def get_tool_schemas(self) -> list[dict[str, Any]]:
        return [SEARCH, REMEMBER]

    def handle_tool_call(self, tool_name: str, args: dict[str, Any], **kwargs: Any) -> str:
        """Return the tool's answer as JSON, also where it failed."""
        try:
            return json.dumps(self._run_tool(tool_name, args), ensure_ascii=False)
        except MemoryWebError as error:
            return json.dumps({"error": str(error)})

    def _run_tool(self, name: str, args: dict[str, Any]) -> dict[str, Any]:
        if self._client is None:
            return {"error": "memoryweb is not connected."}
        if name == SEARCH["name"]:
            found = self._client.search_user_preferences(str(args.get("query", "")))
            return {"memories": [each.details for each in found.preferences]}
        statement = str(args.get("statement", ""))
        result = self._client.save_user_preference(
            "",
            statement[:LABEL_MAX],
            statement,
            quote=str(args.get("quote") or ""),
            **suggested(args),
        )
        return {"outcome": result.outcome, "reason": result.reason, "reviewUrl": result.review_url}

    def get_config_schema(self) -> list[dict[str, Any]]:
        return [
            {"key": "url", "description": "Where memoryweb is", "required": True, "env_var": "MEMORYWEB_URL"},
            {
                "key": "token",
                "description": "The token of an agent, from Agents in memoryweb",
                "required": True,
                "secret": True,
                "env_var": "MEMORYWEB_TOKEN",
            },
        ]


def register(context: Any) -> None:
    """Register the provider: Hermes calls this when it loads the plugin."""
    context.register_memory_provider(MemoryWebProvider())
