"""Whoever signs out in a browser is told nothing there any more; a session that ends by itself changes nothing."""

from collections.abc import Callable

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client

from memoryweb.notifications.models import Channel
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.notifications.push_browser import PushBrowser
from tests.people.test_identities import PASSWORD
from tests.people.test_second_step import first_step

Turn = Callable[[Client, str], None]


@pytest.fixture
def turn_on(push_browser: PushBrowser) -> Turn:
    """Return a function that turns push on in a browser, at an address with this name."""

    def post(client: Client, name: str) -> None:
        keys = {"p256dh": push_browser.p256dh, "auth": push_browser.auth}
        client.post("/settings/notifications/add/push/", {"endpoint": f"https://push.example/{name}", **keys})

    return post


def told(person: User) -> set[str]:
    """Return where a person is told."""
    with scope.acting_as(person.pk):
        return {each.address.rpartition("/")[2] for each in Channel.objects.all()}


def here_and_there(alice: User, turn_on: Turn) -> tuple[Client, Client]:
    here, there = first_step(alice, "a password"), first_step(alice, "a password")
    turn_on(here, "here")
    turn_on(there, "there")
    assert told(alice) == {"here", "there"}
    return here, there


def test_signing_out_ends_push_in_that_browser(alice: User, turn_on: Turn) -> None:
    here, _there = here_and_there(alice, turn_on)
    here.post("/person/logout/")
    assert told(alice) == {"there"}


def test_signing_a_browser_out_from_another_one_ends_its_push(alice: User, turn_on: Turn) -> None:
    here, there = here_and_there(alice, turn_on)
    with scope.acting_as(alice.pk):
        key = UserSession.objects.get(session_key=there.session.session_key).pk
    here.post(f"/settings/sessions/{key}/end/")
    assert told(alice) == {"here"}


def test_signing_out_everywhere_else_ends_push_everywhere_else(alice: User, turn_on: Turn) -> None:
    here, _there = here_and_there(alice, turn_on)
    here.post("/person/sessions/")
    assert told(alice) == {"here"}


def test_a_session_that_ends_by_itself_changes_nothing_and_the_next_one_ends_push(alice: User, turn_on: Turn) -> None:
    here, _there = here_and_there(alice, turn_on)
    Session.objects.all().delete()
    assert told(alice) == {"here", "there"}
    here.post("/person/login/", {"login": alice.email, "password": PASSWORD})
    other = first_step(alice, "a password")
    with scope.acting_as(alice.pk):
        key = UserSession.objects.get(session_key=here.session.session_key).pk
    other.post(f"/settings/sessions/{key}/end/")
    assert told(alice) == {"there"}


def test_a_new_password_ends_push_in_all_other_browsers(alice: User, turn_on: Turn) -> None:
    here, _there = here_and_there(alice, turn_on)
    new = "another long password for alice"
    here.post("/person/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    assert told(alice) == {"here"}
    here.post("/person/logout/")
    assert told(alice) == set()


def test_the_cookie_of_somebody_elses_browser_ends_nothing_of_theirs(alice: User, bob: User, turn_on: Turn) -> None:
    here, _there = here_and_there(alice, turn_on)
    his = first_step(bob, "a link")
    for name, cookie in here.cookies.items():
        if name.endswith("_push"):
            his.cookies[name] = cookie.value
    his.post("/person/logout/")
    assert told(alice) == {"here", "there"}


def test_the_cookie_is_for_the_server_alone(alice: User, turn_on: Turn) -> None:
    here, _there = here_and_there(alice, turn_on)
    (cookie,) = (each for name, each in here.cookies.items() if name.endswith("_push"))
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    his = Client()
    his.cookies[cookie.key] = "no id"
    assert his.get("/person/login/").status_code == 200
