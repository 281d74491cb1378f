"""A form that is sent twice within seconds does one thing, and the second answer is that of the first."""

import threading
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from redis.exceptions import ConnectionError as CacheIsDown

from memoryweb.memories.models import Evidence, history_model
from memoryweb.people.models import User
from memoryweb.rls import scope

FORM = {"field": "", "category": "personal", "label": "Tea", "value": "green", "kind": "preference", "details": ""}
HTMX = {"HX-Request": "true"}


def counts(person: User) -> tuple[int, int]:
    with scope.acting_as(person.pk):
        return history_model().objects.count(), Evidence.objects.count()


def send(client: Client, token: str, **more: Any) -> Any:
    return client.post("/memories/add/", {**FORM, "csrfmiddlewaretoken": token}, **more)


def test_the_second_of_two_taps_does_nothing_and_leads_to_the_same_page(browser: Client, alice: User) -> None:
    first = send(browser, "one showing")
    before = counts(alice)
    second = send(browser, "one showing")
    assert second["Location"] == first["Location"]
    assert counts(alice) == before


def test_the_same_words_in_a_form_shown_anew_are_another_form(browser: Client, alice: User) -> None:
    send(browser, "one showing")
    before = counts(alice)
    send(browser, "another showing")
    assert counts(alice) != before


def test_a_button_in_place_answers_the_second_tap_with_nothing(browser: Client) -> None:
    sent = {"setting": "privacy_mode", "privacy_mode": "on", "csrfmiddlewaretoken": "t"}
    assert "Saved" in browser.post("/settings/", sent, headers=HTMX).text
    assert browser.post("/settings/", sent, headers=HTMX).status_code == 204


def test_a_switch_may_go_on_and_off_and_on(browser: Client) -> None:
    on = {"setting": "privacy_mode", "privacy_mode": "on", "csrfmiddlewaretoken": "t"}
    off = {"setting": "privacy_mode", "csrfmiddlewaretoken": "t"}
    for sent in (on, off, on):
        assert browser.post("/settings/", sent, headers=HTMX).status_code == 200


def test_a_form_that_came_back_with_an_error_can_be_sent_again(browser: Client) -> None:
    wrong = {"setting": "min_confidence", "min_confidence": "7", "csrfmiddlewaretoken": "t"}
    assert [browser.post("/settings/", wrong).status_code for _ in range(2)] == [422, 422]


def test_two_people_are_two(browser: Client, bob: User, alice: User) -> None:
    other = Client()
    other.force_login(bob)
    send(browser, "t")
    send(other, "t")
    assert counts(alice) == counts(bob)


def test_without_the_cache_every_form_is_dealt_with(browser: Client, alice: User, monkeypatch: Any) -> None:
    def fail(*_: object, **__: object) -> None:
        raise CacheIsDown

    for name in ("get", "set", "add", "delete"):
        monkeypatch.setattr(type(cache._connections[cache._alias]), name, fail)  # type: ignore[attr-defined]
    assert send(browser, "t").status_code == 302
    assert counts(alice)[0] == 1


@pytest.mark.usefixtures("committed")
def test_two_taps_at_the_same_moment_are_one() -> None:
    person = User.objects.create_user("tapper@example.org")
    client = Client()
    client.force_login(person)
    cookie = client.cookies.output(header="", sep=";")
    answers: list[Any] = []

    def tap() -> None:
        from django.db import connections

        window = Client()
        window.cookies.load(cookie)
        answers.append(send(window, "t"))
        connections.close_all()

    taps = [threading.Thread(target=tap) for _ in range(2)]
    for each in taps:
        each.start()
    for each in taps:
        each.join()
    assert {answer.status_code for answer in answers} == {302}
    assert len({answer["Location"] for answer in answers}) == 1
    assert counts(person)[1] == 1
