"""An open page is told that something waits, and nobody is told of another's."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import Queue

import httpx2
from django.conf import settings
from django.test import Client

from memoryweb.people.models import User
from memoryweb.review import live
from memoryweb.review.counts import PageCounts
from memoryweb.rls import scope
from tests.api.web_process import WebProcess, person_with_agent, start_web_process
from tests.builders import agent_says
from tests.cases import check_each
from tests.waiting import PATIENCE


def cookie_name(web: WebProcess) -> str:
    """Return the name that the web process uses: its port is in it."""
    return f"memoryweb_{web.url.rpartition(':')[2]}"


def cookie_of(person: User, web: WebProcess) -> dict[str, str]:
    browser = Client()
    browser.force_login(person)
    return {cookie_name(web): browser.cookies[settings.SESSION_COOKIE_NAME].value}


def version(person: User) -> str:
    with scope.acting_as(person.pk):
        return PageCounts.for_person(person.pk).version


@contextmanager
def listening(web: WebProcess, person: User, seen: str) -> Iterator["Queue[str]"]:
    """Listen as a browser does. The queue gets the id of each event."""
    heard: Queue[str] = Queue()
    cookies, url = cookie_of(person, web), f"{web.url}{live.PATH}"
    with (
        httpx2.Client(timeout=PATIENCE) as client,
        client.stream("GET", url, params={"seen": seen}, cookies=cookies) as answer,
    ):
        assert (answer.status_code, answer.headers["content-type"]) == (200, "text/event-stream")

        def read() -> None:
            with suppress(httpx2.ReadError):  # the test closes the stream under it
                for line in answer.iter_lines():
                    if line.startswith("id: "):
                        heard.put(line.removeprefix("id: "))

        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        yield heard


def a_new_question_is_told_to_its_person_only(web: WebProcess) -> None:
    alice, agent, _ = person_with_agent("alice")
    bob, bobs, _ = person_with_agent("bob")
    with listening(web, alice, version(alice)) as told, listening(web, bob, version(bob)) as told_bob:
        with scope.acting_as(alice.pk):
            agent_says(agent, "I like tea", name="drink", category="food")
        assert told.get(timeout=PATIENCE) == version(alice)  # the first that she hears
        with scope.acting_as(bob.pk):
            agent_says(bobs, "I like soup", name="dish", category="food")
        assert told_bob.get(timeout=PATIENCE) == version(bob)  # the first that he hears


def what_came_while_nobody_listened_is_told_at_once(web: WebProcess) -> None:
    alice, agent, _ = person_with_agent("carl")
    before = version(alice)
    with scope.acting_as(alice.pk):
        agent_says(agent, "I like tea", name="drink", category="food")
    with listening(web, alice, before) as told:
        assert told.get(timeout=PATIENCE) == version(alice)


def whoever_is_not_signed_in_hears_nothing_and_is_not_to_come_back(web: WebProcess) -> None:
    assert web.send(live.PATH, b"", method="GET").status_code == 204
    assert web.send(live.PATH, b"", method="GET", cookie=f"{cookie_name(web)}=zebra").status_code == 204
    assert web.send(live.PATH, b"", method="POST").status_code == 405


def streams_do_not_hold_the_threads_that_answer_pages(web: WebProcess) -> None:
    alice, _, _ = person_with_agent("dora")
    with httpx2.Client(timeout=PATIENCE, cookies=cookie_of(alice, web)) as client:
        streams = [client.stream("GET", f"{web.url}{live.PATH}") for _ in range(20)]
        try:
            for stream in streams:
                assert stream.__enter__().status_code == 200
            assert client.get(f"{web.url}/review/", timeout=PATIENCE).status_code == 200
        finally:
            for stream in streams:
                stream.__exit__(None, None, None)


CHECKS = (
    a_new_question_is_told_to_its_person_only,
    what_came_while_nobody_listened_is_told_at_once,
    whoever_is_not_signed_in_hears_nothing_and_is_not_to_come_back,
    streams_do_not_hold_the_threads_that_answer_pages,
)


def test_an_open_page_hears_what_is_for_it(committed: None) -> None:
    with start_web_process() as web:
        check_each(lambda check: check(web), CHECKS)
