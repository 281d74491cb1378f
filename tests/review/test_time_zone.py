"""The time zone that a browser tells: asked once, used or not, and known from then on."""

from typing import Any

import pytest
from django.test import Client

from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.cases import with_each

ASKS = 'id="zone"'


def saved(person: User) -> MemorySettings:
    with scope.acting_as(person.pk):
        return MemorySettings.for_person(person.pk)


@with_each(
    "sent, zone, says",
    [
        ({"zone": "Europe/Berlin", "use": "yes"}, "Europe/Berlin", "Your time zone is Europe/Berlin."),
        ({"zone": "Europe/Berlin"}, "UTC", "Your time zone stays UTC."),
        ({"zone": "Mars/Olympus", "use": "yes"}, "UTC", "does not know that time zone"),
        ({}, "UTC", "Your time zone stays UTC."),
    ],
)
def test_an_answer_is_kept_and_nobody_is_asked_again(
    browser: Client, alice: User, sent: dict[str, Any], zone: str, says: str
) -> None:
    assert ASKS in browser.get("/memories/").content.decode()
    page = browser.post("/settings/time-zone/", sent | {"next": "/memories/"}, follow=True).content.decode()
    assert says in page
    assert ASKS not in page
    assert (saved(alice).time_zone, saved(alice).zone_is_known) == (zone, True)


def test_undo_takes_the_answer_back_and_the_log_says_what_changed(browser: Client, alice: User) -> None:
    page = browser.post("/settings/time-zone/", {"zone": "Europe/Berlin", "use": "yes"}, follow=True)
    undo = page.content.decode().partition("/acts/")[2].partition("/undo/")[0]
    log = browser.get("/history/").content.decode()
    assert "Time zone:" in log
    assert "Europe/Berlin" in log
    browser.post(f"/acts/{undo}/undo/")
    assert (saved(alice).time_zone, saved(alice).zone_is_known) == ("UTC", False)


@with_each("name", ["UTC", "Asia/Tokyo"])
def test_who_chose_one_in_settings_is_not_asked(browser: Client, alice: User, name: str) -> None:
    browser.post("/settings/", {"setting": "time_zone", "time_zone": name})
    assert saved(alice).zone_is_known
    assert ASKS not in browser.get("/memories/").content.decode()


@pytest.mark.django_db
def test_nobody_else_is_asked(client: Client) -> None:
    assert ASKS not in client.get("/person/login/").content.decode()
