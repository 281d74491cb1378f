"""A local server that speaks OpenAI's chat API and can be made to fail."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any

from tests.json_server import serving

TEA = {
    "quote": "green tea, as ever",
    "details": "I drink green tea.",
    "category": "food",
    "subject": "Favourite drink",
    "value": "green tea",
    "condition": "",
    "source": "instruction",
}
TRAIN = TEA | {
    "quote": "I always travel by train",
    "details": "I always travel by train.",
    "category": "travel",
    "subject": "Means of travel",
    "value": "train",
}
SILENT = "silent"


class Model:
    """Records requests and answers with `items`; if it is `honest`, only with those quoted from the request.

    `failures` replace the next answers, each once: a status, a body, or SILENT for none before the server ends.
    """

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.failures: list[int | str] = []
        self.items: list[dict[str, str]] = [TEA]
        self.honest = False
        self.before_answer: Callable[[], object] = lambda: None
        self.ended = Event()

    def answer(self, prompt: str) -> tuple[int, bytes]:
        self.before_answer()
        failure = self.failures.pop(0) if self.failures else None
        if failure == SILENT:
            self.ended.wait()
        if isinstance(failure, int):
            return failure, json.dumps({"error": {"message": "not now"}}).encode()
        items = [item for item in self.items if not self.honest or item["quote"] in prompt]
        content = failure if isinstance(failure, str) else json.dumps({"items": items})
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}
        usage = {"prompt_tokens": 400, "completion_tokens": 100, "total_tokens": 500}
        return 200, json.dumps(
            {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}
        ).encode()


@contextmanager
def running() -> Iterator[tuple[Model, str]]:
    model = Model()

    def answer(path: str, body: dict[str, Any], key: str) -> tuple[int, bytes]:
        model.requests.append(body)
        model.keys.append(key)
        status, content = model.answer(body["messages"][-1]["content"])
        return status if path == "/v1/chat/completions" else 404, content

    with serving(answer) as address:
        try:
            yield model, address
        finally:
            model.ended.set()
