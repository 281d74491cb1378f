"""A server that speaks OpenAI's chat API on this machine, and can fall ill in turn."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.json_server import serving

TEA = {
    "quote": "green tea, always", "details": "I drink green tea.", "category": "food", "subject": "Favourite drink",
    "value": "green tea", "condition": "", "source": "instruction",
}  # fmt: skip
TRAIN = TEA | {"quote": "I always travel by train", "details": "I always travel by train.", "category": "travel",
               "subject": "Means of travel", "value": "train"}  # fmt: skip


class Model:
    """`moods` are what the next calls meet, each once: a status, a body, or seconds to wait. Then it is well, and
    answers `items`; all of them, or where it is `honest` those that were really said."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.moods: list[int | str | float] = []
        self.items: list[dict[str, str]] = [TEA]
        self.honest = False

    def answer(self, asked: str) -> tuple[int, bytes]:
        mood = self.moods.pop(0) if self.moods else None
        if isinstance(mood, float):
            time.sleep(mood)
        if isinstance(mood, int):
            return mood, json.dumps({"error": {"message": "not now"}}).encode()
        items = [item for item in self.items if not self.honest or item["quote"] in asked]
        said = mood if isinstance(mood, str) else json.dumps({"items": items})
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": said}}
        usage = {"prompt_tokens": 400, "completion_tokens": 100, "total_tokens": 500}
        return 200, json.dumps(
            {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}
        ).encode()


@contextmanager
def running() -> Iterator[tuple[Model, str]]:
    model = Model()

    def answer(path: str, body: dict[str, Any], key: str) -> tuple[int, bytes]:
        model.asked.append(body)
        model.keys.append(key)
        status, said = model.answer(body["messages"][-1]["content"])
        return status if path == "/v1/chat/completions" else 404, said

    with serving(answer) as address:
        yield model, address
