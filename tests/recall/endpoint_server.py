"""A server that speaks OpenAI's embeddings API on this machine, and can fall ill."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.json_server import serving


class Server:
    """`answer` is what it gives instead of vectors, where it is not None: (status, body)."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.answer: tuple[int, bytes] | None = None
        self.dimensions = 8

    def vectors(self, texts: list[str]) -> bytes:
        """Counts letters, so that equal texts mean the same; the rows in reverse, as the API allows."""
        rows = [
            {"index": n, "embedding": [1.0 + text.count(chr(97 + d)) for d in range(self.dimensions)]}
            for n, text in enumerate(texts)
        ]
        return json.dumps({"data": rows[::-1]}).encode()


@contextmanager
def running() -> Iterator[tuple[Server, str]]:
    server = Server()

    def answer(path: str, body: dict[str, Any], key: str) -> tuple[int, bytes]:
        server.asked.append(body)
        server.keys.append(key)
        status, said = server.answer or (200, server.vectors(body["input"]))
        return status if path == "/v1/embeddings" else 404, said

    with serving(answer) as address:
        yield server, address
