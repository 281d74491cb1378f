"""The web process as `make run` starts it, and the requests of agents and people that are measured."""

import http.client
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from memoryweb.embedded.child import until
from memoryweb.embedded.processes import Installation

HOST = "127.0.0.1"


@contextmanager
def web() -> Iterator[int]:
    """Run the web process in the app's role and give its port."""
    with socket.socket() as free:
        free.bind((HOST, 0))
        port = int(free.getsockname()[1])
    environ = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    data = Path(environ["MEMORYWEB_DATA"])
    (data / "logs").mkdir(exist_ok=True)
    child = Installation(data=data, port=port, environ=environ).web()
    child.start()
    try:
        assert until(lambda: _listens(port), 60), child.last_log_line()
        yield port
    finally:
        child.stop()


def _listens(port: int) -> bool:
    with socket.socket() as there:
        return not there.connect_ex((HOST, port))


def connection(port: int) -> http.client.HTTPConnection:
    return http.client.HTTPConnection(HOST, port, timeout=60)


def post(there: http.client.HTTPConnection, path: str, token: str, said: dict[str, Any]) -> tuple[int, bytes]:
    """Send what an agent says; return the answer's status and body."""
    accept = "application/json, text/event-stream"
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Accept": accept}
    there.request("POST", path, json.dumps(said), headers)
    answer = there.getresponse()
    return answer.status, answer.read()


def call(there: http.client.HTTPConnection, token: str, name: str, said: dict[str, Any]) -> Any:
    """Call an operation and return its data."""
    status, body = post(there, f"/api/v1/tools/{name}", token, said)
    assert status == 200, body
    return json.loads(body)["data"]
