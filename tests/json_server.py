"""A small JSON server on this machine, in place of the HTTP services that the product calls."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

Respond = Callable[[str, dict[str, Any], str], tuple[int, bytes]]  # path, body, Authorization → status, body


@contextmanager
def serving(respond: Respond) -> Iterator[str]:
    """Run the server and yield its URL, which ends in /v1."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            status, content = respond(self.path, body, self.headers["Authorization"])
            try:
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Retry-After", "0")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)
            except OSError:
                pass  # the client has disconnected

        def log_message(self, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        thread = Thread(target=http.serve_forever, args=[0.02], daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{http.server_address[1]}/v1"
        finally:
            http.shutdown()
            thread.join()
