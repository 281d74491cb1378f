"""What agents and people wait for over HTTP, beside hand-written SQL and two other stores, in turns in one run.

python -m tests.benchmarks.peers

The other stores are installed into an environment of their own, which takes a minute and the network; without it they
are left out, and said so. They run in the process, without a server, history, policy or receipts.
"""

import http.client
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg

from memoryweb.embedded.postgres import Postgres
from tests.benchmarks.house import CATEGORIES, at_most, fill, house, interleaved, new_word, report
from tests.benchmarks.operations import LIST, fetch, saver
from tests.benchmarks.recall_speed import FLOOR, QUESTION, embed
from tests.benchmarks.web import call, connection, post, web

SIZES, TIMES, REVISIONS = (1_000, 10_000, 100_000), 40, 100
PINS = (
    "langgraph-checkpoint-postgres==3.2.0",
    "mem0ai==2.2.1",
    "psycopg[binary]==3.3.9",
    "langchain==1.4.7",
    "wordllama==0.4.0.post1",
)
BARS: dict[str, dict[int, float]] = {  # ms at each size: what one does not notice while an agent answers
    "save new": {1_000: 15},
    "save same": {1_000: 10},
    "save change": {1_000: 18},
    "get 50": {1_000: 8, 100_000: 12},
    "recall": {1_000: 16, 10_000: 32},
    "nothing": {1_000: 4},
    "/review/": {1_000: 45, 100_000: 60},
    "/memories/": {1_000: 45, 100_000: 60},
    "a memory with 100 changes": {1_000: 45, 100_000: 60},
}
TIMES_FLOOR = 1.3  # a recall at the largest size, beside the SQL floor of the same run
TIMES_HTTP = 1.5  # the same recall over MCP
PEERS = ("langgraph", "mem0")
FORMATS = ("PDF", "Word", "HTML", "Markdown", "slides")


def main() -> bool:
    with house() as owner, _peers() as ask_peer:
        good = [each for many in SIZES for each in _measure(owner, many, ask_peer)]
    return all(good)


def _measure(owner: str, many: int, ask_peer: Callable[[str], float] | None) -> list[bool]:
    from memoryweb.people.models import User

    person = User.objects.create_user(f"{many}@example.org")
    fill(owner, [person.pk], many)
    embed(owner, person.pk)
    with psycopg.connect(owner) as floor, web() as port:
        sides = _http_sides(person, port) | _floors(floor, person.pk)
        took = interleaved(sides, TIMES)
    if ask_peer:
        took |= _ask_peers(ask_peer, many)
    for name, value in took.items():
        report(f"{name} at {many}", value, "ms", BARS.get(name, {}).get(many, 0), ok=True)
    good = [at_most(f"{name} at {many}", took[name], "ms", bars[many]) for name, bars in BARS.items() if many in bars]
    good.append(
        at_most(f"recall over MCP at {many}, times HTTP", took["recall over MCP"] / took["recall"], "×", TIMES_HTTP)
    )
    if many == SIZES[-1]:
        times = took["recall"] / took["SQL floor of recall"]
        good.append(at_most(f"recall at {many}, times the SQL floor", times, "×", TIMES_FLOOR))
    return good


def _http_sides(person: Any, port: int) -> dict[str, Callable[[], Any]]:
    from django.conf import settings
    from django.test import Client

    from memoryweb.agents.models import Agent, Trust
    from memoryweb.rls import scope

    with scope.acting_as(person.pk):
        token = Agent.connect(person, name="Scribe", trust=Trust.TRUSTED)[1]
    there = connection(port)
    browser = Client()
    browser.force_login(person)
    cookie = f"memoryweb_{port}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"
    numbers, turns = count(), count()

    def ask(name: str, **arguments: Any) -> Any:
        return call(there, token, name, arguments)

    def ask_over_mcp() -> None:
        status, body = post(there, "/mcp", token, mcp)
        assert status == 200, body

    def save() -> None:
        word = new_word()
        category = CATEGORIES[next(numbers) % len(CATEGORIES)]
        said = {"category": category, "preference": f"about {word}", "details": f"I like {word} with tea"}
        assert ask("save_user_preference", **said)["outcome"] == "saved"

    def change() -> None:
        details = f"Actually I now prefer reports as {FORMATS[next(turns) % len(FORMATS)]} files"
        said = {"category": "communication", "preference": "report format", "details": details, "source": "correction"}
        ask("save_user_preference", **said)

    same = {"category": "technical", "preference": "editor", "details": "I use Vim for everything"}
    memory = _memory_with_many_changes(person)
    recall = {"query": QUESTION, "task_type": "reply_message"}
    mcp = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "recall_preferences", "arguments": recall},
    }
    return {
        "nothing": lambda: ask("get_memory_settings"),
        "save new": save,
        "save same": lambda: ask("save_user_preference", **same),
        "save change": change,
        "get 50": lambda: ask("get_user_preferences", limit=50),
        "recall": lambda: ask("recall_preferences", **recall),
        "recall over MCP": ask_over_mcp,
        "/review/": lambda: _get(there, "/review/", cookie),
        "/memories/": lambda: _get(there, "/memories/", cookie),
        "a memory with 100 changes": lambda: _get(there, f"/memories/{memory}/", cookie),
    }


def _memory_with_many_changes(person: Any) -> UUID:
    from django.utils import timezone

    from memoryweb.memories import actions
    from memoryweb.rls import scope
    from tests.builders import edit, memory_of

    with scope.acting_as(person.pk):
        statement = actions.Statement(name="window seat", category="travel", details="I sit by the window")
        memory = memory_of(actions.remember(statement, by=actions.Person(person), now=timezone.now()))
        for number in range(REVISIONS):
            memory = memory_of(edit(memory, person, details=f"I sit by the window, {number} rows from the front"))
    return memory.pk


def _floors(floor: psycopg.Connection[Any], person: UUID) -> dict[str, Callable[[], Any]]:
    from memoryweb.recall import encoders

    vector = encoders.vector_literal(encoders.current_encoder().encode_question(QUESTION))
    asked = {"person": person, "vector": vector, "lexemes": ["bicycl", "spici", "breakfast"]}
    return {
        "SQL floor of save": saver(floor, person),
        "SQL floor of get": lambda: fetch(floor, LIST, person),
        "SQL floor of recall": lambda: floor.execute(FLOOR, asked).fetchall(),
    }


def _get(there: http.client.HTTPConnection, path: str, cookie: str) -> None:
    there.request("GET", path, headers={"Cookie": cookie, "Accept-Encoding": "gzip"})
    answer = there.getresponse()
    body = answer.read()
    assert answer.status == 200, body


@contextmanager
def _peers() -> Iterator[Callable[[str], float] | None]:
    """Start the other stores on a database of their own; yield how to ask one. None where they cannot be installed."""
    with tempfile.TemporaryDirectory(prefix="mwp") as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        installed = subprocess.run(
            [python, "-m", "pip", "install", "--quiet", *PINS], check=False, stderr=subprocess.DEVNULL
        )
        if installed.returncode:
            report("other stores: cannot be installed here", 0, "", 0, ok=True)
            yield None
            return
        server = Postgres(Path(os.environ["MEMORYWEB_DATA"]))
        server.create_database("peers")
        script = Path(__file__).with_name("peer_stores.py")
        running = subprocess.Popen(
            [python, script],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"PEERS_URL": server.superuser_url("peers")},
        )
        assert running.stdin
        assert running.stdout
        stdin, stdout = running.stdin, running.stdout
        assert stdout.readline().strip() == "ready"

        def ask(line: str) -> float:
            print(line, file=stdin, flush=True)
            return float(stdout.readline())

        try:
            yield ask
        finally:
            running.terminate()
            running.wait(20)


def _ask_peers(ask: Callable[[str], float], many: int) -> dict[str, float]:
    """Return the medians of what both take in the process."""
    for peer in PEERS:
        ask(f"{peer} fill {many}")
    questions = {"save": "", "list": "", "find": f" {QUESTION}"}
    taken: dict[str, list[float]] = {f"{peer}: {what}": [] for peer in PEERS for what in questions}
    for _ in range(TIMES):
        for peer in PEERS:
            for what, question in questions.items():
                taken[f"{peer}: {what}"].append(ask(f"{peer} {what} {many}{question}"))
    return {name: sorted(values)[TIMES // 2] for name, values in taken.items()}


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
