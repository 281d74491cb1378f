"""/history/verify/: the button says in plain words what was verified, or names the first change that is not intact."""

import os
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.test import Client
from django.utils.html import strip_tags

from memoryweb.people.models import User
from memoryweb.rls import scope
from tests import servers
from tests.builders import memory_of, person_types
from tests.memories.chain import make_history, verified

pytestmark = pytest.mark.usefixtures("committed")
PATH, HTMX = "/history/verify/", {"HX-Request": "true"}


@pytest.fixture
def alice(committed: None) -> User:
    return User.objects.create_user("alice@example.org", "a long password for alice")


@pytest.fixture
def owner(committed: None) -> Iterator[psycopg.Connection[Any]]:
    with closing(psycopg.connect(os.environ["OWNER_DATABASE_URL"])) as connection:
        yield connection


def answer(browser: Client, noted: str = "", status: int = 200) -> str:
    """Press Verify as htmx does, and return the words of the answer."""
    response = browser.post(PATH, {"noted": noted}, headers=HTMX)
    assert response.status_code == status
    assert "<html" not in response.text
    return " ".join(strip_tags(response.text).split())


def test_an_intact_history_is_answered_with_its_length_its_start_and_its_fingerprint(
    browser: Client, alice: User
) -> None:
    assert answer(browser) == "There are no changes yet."
    make_history(alice)
    words = answer(browser)
    assert words.startswith("5 changes since 22 February 2026, all intact.")
    assert words.endswith(verified(alice).fingerprint)


def test_the_form_works_without_javascript(browser: Client, alice: User) -> None:
    make_history(alice)
    assert 'action="/history/verify/"' in browser.get("/history/").text
    assert "all intact" not in browser.get(PATH).text
    page = browser.post(PATH)
    assert "5 changes since 22 February 2026, all intact." in " ".join(strip_tags(page.text).split())
    assert 'role="status" aria-live="polite"' in page.text


def test_a_changed_version_is_named_by_its_memory_and_date(
    browser: Client, alice: User, owner: psycopg.Connection[Any]
) -> None:
    make_history(alice)
    owner.execute("UPDATE memories_historicalmemory SET details = 'else' WHERE value = '\"PDF\"'")
    owner.commit()
    words = answer(browser)
    assert words.startswith("Your history is not intact.")
    assert "23 February 2026, 12:00" in words
    assert "This change is not what was recorded." in words
    with scope.acting_as(alice.pk):
        memory = memory_of(person_types(alice, "PDF", name="PDF", category="personal"))
    assert f'href="/memories/{memory.pk}/"' in browser.post(PATH, headers=HTMX).text
    assert str(memory) in words


def test_a_noted_fingerprint_is_looked_for(browser: Client, alice: User) -> None:
    make_history(alice)
    noted = verified(alice).fingerprint
    with scope.acting_as(alice.pk):
        person_types(alice, "more", name="more")
    assert "The fingerprint you noted is still part of it." in answer(browser, f" {noted.upper()} ")
    assert "The fingerprint you noted is not part of it." in answer(browser, "0" * 64)
    assert answer(browser, noted[:-1], status=422).startswith("A fingerprint has 64 digits")


@servers.with_own_sessions
def test_a_history_that_takes_too_long_is_said_to_be_too_long(
    browser: Client, alice: User, owner: psycopg.Connection[Any]
) -> None:
    make_history(alice)
    owner.execute("LOCK TABLE memories_historylink")
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = '300ms'")
    assert answer(browser).startswith("Your history is too long to verify on a page.")
    owner.rollback()
