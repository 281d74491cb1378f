"""A small server of JSON on this machine, for what the product asks over HTTP."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

Answer = Callable[[str, dict[str, Any], str], tuple[int, bytes]]  # of a path, a body and who asks (Authorization)


@contextmanager
def serving(answer: Answer) -> Iterator[str]:
    """Its address, up to /v1."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            status, said = answer(self.path, body, self.headers["Authorization"])
            try:
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Retry-After", "0")
                self.send_header("Content-Length", str(len(said)))
                self.end_headers()
                self.wfile.write(said)
            except OSError:
                pass  # whoever asked has gone

        def log_message(self, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        thread = Thread(target=http.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{http.server_address[1]}/v1"
        finally:
            http.shutdown()
            thread.join()
