"""A local server that speaks OpenAI's embeddings API and can be made to fail."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any

from tests.json_server import serving
from tests.waiting import PATIENCE


def letter_counts(text: str, dimensions: int = 8) -> list[float]:
    return [1.0 + text.count(chr(97 + letter)) for letter in range(dimensions)]


class Server:
    """Records requests. `answer`, a status and a body, replaces the vectors if it is set; it waits for `may_answer`."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.answer: tuple[int, bytes] | None = None
        self.dimensions = 8
        self.may_answer = Event()
        self.may_answer.set()

    def vectors(self, texts: list[str]) -> bytes:
        """Return letter counts as vectors, in reverse order, which the API allows."""
        rows = [{"index": n, "embedding": letter_counts(text, self.dimensions)} for n, text in enumerate(texts)]
        return json.dumps({"data": rows[::-1]}).encode()


@contextmanager
def running() -> Iterator[tuple[Server, str]]:
    server = Server()

    def answer(path: str, body: dict[str, Any], key: str) -> tuple[int, bytes]:
        server.requests.append(body)
        server.keys.append(key)
        server.may_answer.wait(PATIENCE)
        status, content = server.answer or (200, server.vectors(body["input"]))
        return status if path == "/v1/embeddings" else 404, content

    with serving(answer) as address:
        yield server, address
