"""OpenClaw itself loads the plugin: a turn begins with the recall, and what the person said is recorded."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from memoryweb.embedded.data_folder import ROOT
from memoryweb.learning.models import Conversation
from memoryweb.rls import scope
from tests.clients.conftest import Connected
from tests.conformance import programs

OPENCLAW = Path(__file__).parent / "packages" / "node_modules" / "openclaw" / "openclaw.mjs"
ANSWER: dict[str, Any] = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "m",
    "content": [],
    "stop_reason": None,
    "stop_sequence": None,
    "usage": {"input_tokens": 1, "output_tokens": 1},
}
EVENTS: list[dict[str, Any]] = [
    {"type": "message_start", "message": ANSWER},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "As PDF."}},
    {"type": "content_block_stop", "index": 0},
    {
        "type": "message_delta",
        "delta": {"stop_reason": "end_turn", "stop_sequence": None},
        "usage": {"output_tokens": 1},
    },
    {"type": "message_stop"},
]


@contextmanager
def scripted_model() -> Iterator[tuple[str, list[str]]]:
    """Serve a model that always says the same; yield its address and what it was asked."""
    asked: list[str] = []
    answer = "".join(f"event: {each['type']}\ndata: {json.dumps(each)}\n\n" for each in EVENTS).encode()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *arguments: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()


def run(home: Path, *arguments: str) -> str:
    """Run OpenClaw's command line with a home folder of its own."""
    environment = {"HOME": str(home), "PATH": f"{Path(str(programs.NODE)).parent}:{os.environ['PATH']}"}
    ended = subprocess.run(
        programs.command(OPENCLAW, *arguments),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        cwd=home,
        env=environment,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def test_a_turn_begins_with_the_recall_and_is_recorded(alices: Connected, tmp_path: Path) -> None:
    alices.types("I prefer reports as PDF")
    run(tmp_path, "plugins", "install", "--link", str(ROOT / "clients/openclaw"), "--force", "--accept-capabilities")
    with scripted_model() as (url, asked):
        model: dict[str, Any] = {"id": "m", "name": "m", "contextWindow": 100_000, "maxTokens": 1000, "input": ["text"]}
        provider = {"baseUrl": url, "apiKey": "x", "api": "anthropic-messages", "models": [model]}
        file = tmp_path / ".openclaw" / "openclaw.json"
        settings = json.loads(file.read_text())
        settings["plugins"]["entries"]["memoryweb"] |= {
            "hooks": {"allowConversationAccess": True},
            "config": {"url": alices.url, "token": alices.token},
        }
        settings |= {
            "models": {"mode": "merge", "providers": {"scripted": provider}},
            "agents": {"defaults": {"model": {"primary": "scripted/m"}}},
        }
        file.write_text(json.dumps(settings))
        said = run(tmp_path, "agent", "--local", "--session-id", "s1", "--message", "Which format for reports?")
    assert "As PDF." in said
    assert "<memoryweb>" in asked[-1]
    assert "I prefer reports as PDF" in asked[-1]
    with scope.acting_as(alices.person.pk):
        assert Conversation.objects.get().excerpts == ["Which format for reports?"]
