"""How long a person's pages take beside one agent that sends its longest texts without end, and alone.

python -m tests.benchmarks.hostile [seconds]

The agent is trusted and has three connections, as one token may. The person opens Review and the memories and adds one.
"""

import http.client
import re
import sys
import threading
from collections import defaultdict
from collections.abc import Callable
from itertools import cycle
from random import Random
from statistics import median, quantiles
from time import perf_counter
from urllib.parse import urlencode

from tests.benchmarks.house import fill, house, report
from tests.benchmarks.web import connection, post, web

SECONDS, CONNECTIONS, MEMORIES = 60, 3, 200
DELAY_MS = 300  # by which no call of an agent may delay a page
PAUSE = 0.5  # seconds between what the person does
FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
Took = dict[str, list[float]]


def main(seconds: float) -> bool:
    with house() as owner:
        from django.conf import settings
        from django.test import Client

        from memoryweb.agents.models import Agent, Trust
        from memoryweb.people.models import User
        from memoryweb.rls import scope
        from tests.operations.test_holding import TEXTS, WRITES, longest_arguments

        person = User.objects.create_user("busy@example.org")
        fill(owner, [person.pk], MEMORIES)
        with scope.acting_as(person.pk):
            _, token = Agent.connect(person, name="Agent", trust=Trust.TRUSTED)
        browser = Client()
        browser.force_login(person)
        of_none = ("update_user_preference", "forget_user_preference", "save_memory")  # they are about a memory
        asked = [(name, text) for name in WRITES if name not in of_none for text in TEXTS.values()]
        calls = [(name, each) for name, text in asked for each in longest_arguments(name, text, "")]
        Random(1).shuffle(calls)
        with web() as port:
            cookie = f"memoryweb_{port}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"
            _act(port, cookie, 5)
            before = _act(port, cookie, min(20, seconds))
            stop, answers = threading.Event(), defaultdict[str, list[float]](list)

            def attack(first: int) -> None:
                there, turns = connection(port), cycle(calls[first:] + calls[:first])
                while not stop.is_set():
                    name, arguments = next(turns)
                    started = perf_counter()
                    status, _ = post(there, f"/api/v1/tools/{name}", token, arguments)
                    answers[f"{name} {status}"].append((perf_counter() - started) * 1000)
                    if status == 429:
                        stop.wait(1)

            agents = [threading.Thread(target=attack, args=[7 * n]) for n in range(CONNECTIONS)]
            for each in agents:
                each.start()
            try:
                beside = _act(port, cookie, seconds)
            finally:
                stop.set()
                for each in agents:
                    each.join()
            after = _act(port, cookie, min(20, seconds))  # with what the agent has left on the pages
        for name, took in sorted(answers.items()):
            report(f"{name}: {len(took)} calls, the middle one", median(took), "ms", 0, ok=True)
        for name, took in before.items():
            report(f"{name}, before the agent, the middle one", median(took), "ms", 0, ok=True)
        kept = [_compare(name, after[name], beside[name]) for name in after]
        return all(kept)


def _act(port: int, cookie: str, seconds: float) -> Took:
    """Open pages and add memories for some seconds; return how many milliseconds each took."""
    there, took, end, number = connection(port), defaultdict[str, list[float]](list), perf_counter() + seconds, 0
    pause = threading.Event()

    def timed(name: str, ask: Callable[[], http.client.HTTPResponse]) -> bytes:
        started = perf_counter()
        answer = ask()
        body = answer.read()
        took[name].append((perf_counter() - started) * 1000)
        assert answer.status in (200, 302), (name, answer.status, body[:300])
        pause.wait(PAUSE)
        return body

    def get(path: str) -> http.client.HTTPResponse:
        there.request("GET", path, headers={"Cookie": cookie})
        return there.getresponse()

    def add(page: http.client.HTTPResponse) -> http.client.HTTPResponse:
        own = "; ".join(each.partition(";")[0] for each in page.headers.get_all("Set-Cookie", []))
        form = dict(FIELD.findall(page.read().decode()))
        form |= {"label": f"tea {number}", "category": "dietary", "details": f"I like tea number {number} with milk"}
        headers = {"Cookie": f"{cookie}; {own}", "Content-Type": "application/x-www-form-urlencoded"}
        there.request("POST", "/memories/add/", urlencode(form), headers)
        return there.getresponse()

    while perf_counter() < end:
        number += 1
        timed("Review", lambda: get("/review/"))
        timed("the memories", lambda: get("/memories/"))
        timed("Add", lambda: add(get("/memories/add/")))
    return took


def _compare(name: str, alone: list[float], beside: list[float]) -> bool:
    delays = [each - median(alone) for each in beside]
    report(f"{name}, after the agent, the middle one", median(alone), "ms", 0, ok=True)
    report(f"{name}, beside the agent, the middle one of {len(beside)}", median(beside), "ms", 0, ok=True)
    report(f"{name}, delay of the slowest", max(delays), "ms", DELAY_MS, ok=max(delays) <= DELAY_MS)
    late = quantiles(delays, n=20)[-1]
    return report(f"{name}, delay of the 95th of 100", late, "ms", DELAY_MS, ok=late <= DELAY_MS)


if __name__ == "__main__":
    sys.exit(0 if main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS) else 1)
