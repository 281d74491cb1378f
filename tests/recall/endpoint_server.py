"""A server that speaks OpenAI's embeddings API on this machine, and can fall ill."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


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

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            server.asked.append(body)
            server.keys.append(self.headers["Authorization"])
            status, answer = server.answer or (200, server.vectors(body["input"]))
            self.send_response(status if self.path == "/v1/embeddings" else 404)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        thread = Thread(target=http.serve_forever, daemon=True)
        thread.start()
        try:
            yield server, f"http://127.0.0.1:{http.server_address[1]}/v1"
        finally:
            http.shutdown()
            thread.join()
