"""A Bot API on this machine: it takes calls over real HTTP, keeps them, and can be made to fail."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.json_server import serving

TOKEN = "123456:a-token-of-nobody"
BOT = "memoryweb_bot"


class BotApi:
    """Keeps what was called. `failures` answer the next calls, each once; `updates` are what getUpdates gives."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.failures: list[dict[str, Any] | int | bytes] = []
        self.updates: list[dict[str, Any]] = []
        self.tokens: set[str] = set()
        self.during_call: Callable[[], object] = lambda: None  # what to do during each call

    def answer(self, path: str, body: dict[str, Any], _: str) -> tuple[int, bytes]:
        token, method = path.removeprefix("/v1/bot").split("/")
        self.tokens.add(token)
        self.during_call()
        if self.failures:
            failure = self.failures.pop(0)
            if isinstance(failure, bytes):
                return 200, failure
            code = failure if isinstance(failure, int) else failure["error_code"]
            described = {"error_code": code} if isinstance(failure, int) else failure
            return code, json.dumps({"ok": False, "description": "no"} | described).encode()
        self.calls.append((method, body))
        result: Any = True
        if method == "getMe":
            result = {"id": 1, "is_bot": True, "username": BOT}
        if method == "getUpdates":
            result = [each for each in self.updates if each["update_id"] >= body["offset"]]
        if method == "sendMessage":
            result = {"message_id": 1000 + len(self.calls)}
        return 200, json.dumps({"ok": True, "result": result}).encode()

    def sent(self, chat: int | None = None) -> list[dict[str, Any]]:
        """Return the messages that were sent, to one chat or to all."""
        return [body for method, body in self.calls if method == "sendMessage" and chat in (None, body["chat_id"])]

    def texts(self, chat: int | None = None) -> list[str]:
        return [body["text"] for body in self.sent(chat)]

    def methods(self) -> list[str]:
        return [method for method, _ in self.calls]

    def everything(self) -> str:
        return json.dumps(self.calls, ensure_ascii=False)

    def clear(self) -> None:
        self.calls.clear()


@contextmanager
def running() -> Iterator[tuple[BotApi, str]]:
    api = BotApi()
    with serving(api.answer) as address:
        yield api, address
