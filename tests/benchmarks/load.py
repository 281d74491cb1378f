"""What one web process carries on this machine, the agents that ask counted: calls a second, pages beside them, memory.

python -m tests.benchmarks.load

All agents are one person's, with 1,000 memories: their saves take turns, and their person's pages are asked meanwhile.
"""

import http.client
import sys
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from random import choice
from statistics import quantiles
from time import perf_counter, sleep

from tests.benchmarks.house import CATEGORIES, at_most, fill, house, new_word, report
from tests.benchmarks.recall_speed import QUESTION, embed
from tests.benchmarks.web import connection, post, web

MEMORIES, EIGHT_SECONDS, CROWD_SECONDS = 1_000, 15, 60
RECALLS_A_SECOND, SAVES_A_SECOND = 110, 60  # of eight agents on two cores
CROWDS = (32, 128)
PAGE_MS = 1_000  # of the slowest twentieth of a person's pages meanwhile
PAGE_PAUSE = 0.25  # seconds
SAME_MEMORY = 1.1  # times the memory after the first tenth of the requests
REQUESTS = 20_000
TOOLS = "/api/v1/tools/"

Ask = Callable[[http.client.HTTPConnection, str], int]


def main() -> bool:
    with house() as owner:
        from django.conf import settings
        from django.test import Client

        from memoryweb.agents.models import Agent, Trust
        from memoryweb.people.models import User
        from memoryweb.rls import scope

        person = User.objects.create_user("busy@example.org")
        fill(owner, [person.pk], MEMORIES)
        embed(owner, person.pk)
        with scope.acting_as(person.pk):
            tokens = [Agent.connect(person, name=f"Agent {n}", trust=Trust.TRUSTED)[1] for n in range(max(CROWDS))]
        browser = Client()
        browser.force_login(person)
        with web() as port:
            cookie = f"memoryweb_{port}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"
            good = [
                _at_least("recalls", _rate(port, tokens[:8], recall), RECALLS_A_SECOND),
                _at_least("saves", _rate(port, tokens[:8], save), SAVES_A_SECOND),
                *(each for crowd in CROWDS for each in _crowd(port, tokens[:crowd], cookie)),
                _memory_stays(port, tokens[:8]),
            ]
    return all(good)


def recall(there: http.client.HTTPConnection, token: str) -> int:
    return post(there, f"{TOOLS}recall_preferences", token, {"query": QUESTION, "task_type": "reply_message"})[0]


def save(there: http.client.HTTPConnection, token: str) -> int:
    word = new_word()
    category = choice(CATEGORIES)
    said = {"category": category, "preference": f"about {word}", "details": f"I like {word} with tea"}
    return post(there, f"{TOOLS}save_user_preference", token, said)[0]


def both(there: http.client.HTTPConnection, token: str) -> int:
    return (save if next(_turn) % 4 == 0 else recall)(there, token)


_turn = count()


def _run(port: int, tokens: list[str], ask: Ask, go_on: Callable[[int], bool]) -> Counter[int]:
    """Let each agent ask on a connection of its own while `go_on(calls so far)`; return the answers by status."""
    made = count()

    def work(token: str) -> Counter[int]:
        there, answers = connection(port), Counter[int]()
        while go_on(next(made)):
            answers[ask(there, token)] += 1
        return answers

    with ThreadPoolExecutor(len(tokens)) as pool:
        return sum(pool.map(work, tokens), Counter())


def _rate(port: int, tokens: list[str], ask: Ask) -> float:
    _run(port, tokens, ask, lambda calls: calls < 10 * len(tokens))
    end = perf_counter() + EIGHT_SECONDS
    answers = _run(port, tokens, ask, lambda _: perf_counter() < end)
    assert set(answers) == {200}, answers
    return answers[200] / EIGHT_SECONDS


def _crowd(port: int, tokens: list[str], cookie: str) -> list[bool]:
    """Many agents for a minute: what they are answered, and how long their person's pages take meanwhile."""
    pages: list[float] = []
    stop = threading.Event()

    def open_pages() -> None:
        there = connection(port)
        while not stop.wait(PAGE_PAUSE):
            for path in ("/review/", "/memories/"):
                started = perf_counter()
                there.request("GET", path, headers={"Cookie": cookie})
                answer = there.getresponse()
                answer.read()
                assert answer.status == 200, answer.status
                pages.append((perf_counter() - started) * 1000)

    person = threading.Thread(target=open_pages)
    person.start()
    end = perf_counter() + CROWD_SECONDS
    try:
        answers = _run(port, tokens, both, lambda _: perf_counter() < end)
    finally:
        stop.set()
        person.join()
    report(f"{len(tokens)} agents", answers.total() / CROWD_SECONDS, "calls a second", 0, ok=True)
    failed = answers.total() - answers[200] - answers[429]
    return [
        at_most(f"{len(tokens)} agents: answers but 200 and 429", failed, "", 0),
        at_most(f"{len(tokens)} agents: the 95th page of 100", quantiles(pages, n=20)[-1], "ms", PAGE_MS),
    ]


def _memory_stays(port: int, tokens: list[str]) -> bool:
    """Compare the web process's memory after a tenth of many requests with that after all of them."""
    _run(port, tokens, both, lambda calls: calls < REQUESTS // 10)
    before = _resident(port)
    _run(port, tokens, both, lambda calls: calls < REQUESTS * 9 // 10)
    sleep(1)
    after = _resident(port)
    report("memory of the web process", after, "MB", 0, ok=True)
    return at_most(f"memory after {REQUESTS} requests", after / before, "×", SAME_MEMORY)


def _resident(port: int) -> float:
    """Return the megabytes in memory of the server with this port on its command line, and of its children."""
    servers, parents, sizes = set[str](), dict[str, str](), dict[str, float]()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            arguments = (process / "cmdline").read_bytes().split(b"\0")
            fields = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
        except OSError:
            continue  # it ended meanwhile
        parents[process.name], sizes[process.name] = fields["PPid"].strip(), int(fields.get("VmRSS", "0 kB").split()[0])
        if str(port).encode() in arguments:
            servers.add(process.name)
    return sum(size for pid, size in sizes.items() if pid in servers or parents[pid] in servers) / 1024


def _at_least(name: str, value: float, least: float) -> bool:
    return report(f"{name} of eight agents", value, "a second", least, ok=value >= least)


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
