"""Which files three flows pass: a save, a person's Remember, and a recall.

python -m tests.benchmarks.flow

Prints one JSON object a line: the files in the order in which the flow enters them, how often it changes from one file
to another, and how many statements it sends. Counted are files of the product in which a function runs between the way
in and the last write, on the third call, when everything is loaded. A file is on the path if it decides or writes
something. Not counted is the frame that every page passes (the middleware). Counted apart, as vocabulary, is what a
flow only asks: the rules, also those in SQL, the models and the other nouns, the languages, the scope, and the encoder.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

from tests.benchmarks.house import house

PRODUCT = str(Path(__file__).parents[2] / "memoryweb") + "/"
VOCABULARY = (  # and models, wherever they are
    "rules/", "rls/", "people/", "agents/", "operations/table.py", "memories/visibility.py",
    "memories/actions/types.py", "recall/request.py", "recall/encoders/",
)  # fmt: skip
PATH_MOST = 14
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

    def report(self, flow: str, statements: int) -> bool:
        until_written = list(self.files)[: self.written]
        path = [name for name in until_written if not _is_vocabulary(name) and name not in _frame()]
        vocabulary = [name for name in until_written if _is_vocabulary(name)]
        ok = len(path) <= PATH_MOST
        line = {
            "flow": flow, "path": len(path), "at most": PATH_MOST, "ok": ok, "vocabulary": len(vocabulary),
            "moves": self.moves, "calls": sum(self.files.values()), "statements": statements,
            "path files": path, "vocabulary files": vocabulary,
        }  # fmt: skip
        print(json.dumps(line), flush=True)
        return ok


def _is_vocabulary(name: str) -> bool:
    return name.startswith(VOCABULARY) or "/models" in name


@cache
def _frame() -> set[str]:
    """The files of our middleware."""
    from django.conf import settings

    own = [name.rpartition(".")[0] for name in settings.MIDDLEWARE if name.startswith("memoryweb.")]
    return {name.removeprefix("memoryweb.").replace(".", "/") + ".py" for name in own}


@contextmanager
def traced(trace: Trace) -> Iterator[None]:
    sys.setprofile(trace)
    try:
        yield
    finally:
        sys.setprofile(None)


def main() -> bool:
    with house():
        short_enough = [_measure(flow, run) for flow, run in _flows().items()]
    return all(short_enough)


def _measure(flow: str, run: Callable[[int], None]) -> bool:
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
    return trace.report(flow, len(statements))


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
    sys.exit(not main())
