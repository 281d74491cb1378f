"""Whoever messages are sent to, on this machine: it keeps each request, and answers with the status that it is told."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread


@dataclass(frozen=True)
class Sent:
    path: str
    headers: Message
    body: bytes


@dataclass
class Receiver:
    url: str = ""
    status: int = 201
    hangs_up: bool = False  # after it has read the request
    may_answer: Event = field(default_factory=Event)  # cleared, it answers nothing until it is set
    sent: list[Sent] = field(default_factory=list)


@contextmanager
def running() -> Iterator[Receiver]:
    receiver = Receiver()
    receiver.may_answer.set()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.sent.append(Sent(self.path, self.headers, body))
            receiver.may_answer.wait()
            if receiver.hangs_up:
                return
            self.send_response(receiver.status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *arguments: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=[0.02], daemon=True)
        thread.start()
        receiver.url = f"http://127.0.0.1:{server.server_port}"
        try:
            yield receiver
        finally:
            receiver.may_answer.set()
            server.shutdown()
            thread.join()
