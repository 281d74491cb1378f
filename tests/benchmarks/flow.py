"""Which files three flows pass: a save, a person's Remember, and a recall.

python -m tests.benchmarks.flow

Prints one JSON object a line: how many files of the product a flow runs in, how many of them before its last write, how
often it changes from one file to another, its calls and statements, and the files in the order in which it enters them.
Everything is counted, on the third call, when all is loaded.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from tests.benchmarks.house import house

PRODUCT = str(Path(__file__).parents[2] / "memoryweb") + "/"
WRITES = re.compile(r"\b(?:INSERT INTO|UPDATE \"?\w+\"? SET|DELETE FROM)\b")
BUTTON = re.compile('<button[^>]*data-answers="yes"[^>]*>')


class Trace:
    """The files of the product that functions ran in."""

    def __init__(self) -> None:
        self.files: dict[str, int] = {}
        self.moves = 0
        self.written = 0  # how many of the files ran before the last write ended
        self._last = ""

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(PRODUCT) and frame.f_code.co_name != "<module>":
            name = name.removeprefix(PRODUCT)
            self.files[name] = self.files.get(name, 0) + 1
            self.moves += name != self._last
            self._last = name

    def watch(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        """Execute a statement, and note a write: what runs after the last one only shows the answer."""
        result = execute(sql, *rest)
        if WRITES.search(sql):
            self.written = len(self.files)
        return result

    def report(self, flow: str, statements: int) -> None:
        line = {
            "flow": flow,
            "files": len(self.files),
            "before the last write": self.written,
            "moves": self.moves,
            "calls": sum(self.files.values()),
            "statements": statements,
            "in this order": list(self.files),
        }
        print(json.dumps(line), flush=True)


@contextmanager
def traced(trace: Trace) -> Iterator[None]:
    sys.setprofile(trace)
    try:
        yield
    finally:
        sys.setprofile(None)


def main() -> None:
    with house():
        for flow, run in _flows().items():
            _measure(flow, run)


def _measure(flow: str, run: Callable[[int], None]) -> None:
    from django.db import connection

    statements: list[str] = []

    def count(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        statements.append(sql)
        return execute(sql, *rest)

    run(1)
    with connection.execute_wrapper(count):
        run(2)
    trace = Trace()
    with connection.execute_wrapper(trace.watch), traced(trace):
        run(3)
    trace.report(flow, len(statements))


def _flows() -> dict[str, Callable[[int], None]]:
    from django.test import Client
    from django.utils import timezone

    from memoryweb.agents.models import Agent
    from memoryweb.operations import dispatch
    from memoryweb.people.models import User
    from memoryweb.rls import scope

    person = User.objects.create_user("flow@example.org")
    with scope.acting_as(person.pk):
        agent = Agent.connect(person, name="Scribe")[0]
    browser = Client()
    browser.force_login(person)
    buttons: list[str] = []

    def call(name: str, **arguments: Any) -> None:
        result = dispatch.run(dispatch.Call(agent=agent, name=name, arguments=arguments, now=timezone.now()))
        assert result.envelope["ok"], result.envelope

    def save(number: int) -> None:
        words = ("oat milk", "rye bread", "green tea")[number - 1]
        call("save_user_preference", category="dietary", preference=f"drink {number}", details=f"I like {words}")

    def remember(number: int) -> None:
        if not buttons:
            buttons.extend(button for button in BUTTON.findall(browser.get("/review/").text) if "/accept/" in button)
        button = buttons[number - 1]
        path, version = (re.findall(rf' {name}="([^"]+)"', button)[0] for name in ("formaction", "value"))
        response = browser.post(path, {"version": version}, headers={"HX-Request": "true"})
        assert "Remembered" in response.text, response.text

    def recall(number: int) -> None:
        call("recall_preferences", query=f"what do they drink, {number}")

    return {"save": save, "remember": remember, "recall": recall}


if __name__ == "__main__":
    main()
