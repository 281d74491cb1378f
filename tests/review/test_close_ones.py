"""What is in use and close to a new memory stands on its question: replace it, or keep both."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory, Proposal, Status
from memoryweb.people.models import User
from memoryweb.recall.close_ones import close_ones
from memoryweb.rls import scope
from tests.cases import with_each
from tests.conftest import told, typed
from tests.review.builders import reload
from tests.review.test_undo import undo_of

SHORT, LONG = "I like short, concise answers", "Wants long and thorough answers with every step"


@pytest.fixture
def both(alice: User, scribe: Agent) -> tuple[Memory, Memory, str]:
    """Return a memory in use, another one that is close to it and waits, and the address of a yes to that."""
    with scope.acting_as(alice.pk):
        old = typed(alice, SHORT, name="replies").memory
        new = told(scribe, LONG, name="depth of answers", category="writing").memory
        assert old
        assert new
        return old, new, f"/proposals/{Proposal.objects.open().get().pk}/accept/"


def instead(browser: Client) -> str:
    """Return what the button "Replace it" of the page carries."""
    found = re.search(r'name="instead_of" value="([^"]+)"', browser.get("/review/").text)
    assert found
    return found[1]


def test_the_question_shows_what_is_close_and_one_press_replaces_it(
    browser: Client, alice: User, both: tuple[Memory, Memory, str]
) -> None:
    old, new, accept = both
    page = browser.get("/review/").text
    assert [words for words in ("You have", "Concise", "Replace it", "Keep both") if words not in page] == []
    browser.post(accept, {"instead_of": instead(browser)})
    new = reload(alice, new)
    assert (reload(alice, old).status, reload(alice, old).superseded_by_id, new.status) == (
        Status.SUPERSEDED,
        new.pk,
        Status.ACTIVE,
    )


def test_both_are_kept_by_the_other_button(browser: Client, alice: User, both: tuple[Memory, Memory, str]) -> None:
    old, new, accept = both
    version = browser.get("/review/").context["questions"][0].version
    browser.post(accept, {"version": version})
    assert {reload(alice, old).status, reload(alice, new).status} == {Status.ACTIVE}


def test_one_undo_brings_both_back(browser: Client, alice: User, both: tuple[Memory, Memory, str]) -> None:
    old, new, accept = both
    page = browser.post(accept, {"instead_of": instead(browser)}, follow=True)
    browser.post(undo_of(page))
    assert (reload(alice, old).status, reload(alice, new).status) == (Status.ACTIVE, Status.CANDIDATE)


def test_nothing_is_replaced_that_changed_meanwhile(
    browser: Client, alice: User, both: tuple[Memory, Memory, str]
) -> None:
    old, new, accept = both
    value = instead(browser)
    with scope.acting_as(alice.pk):
        actions.expire(old.pk, by=Person(alice), now=timezone.now(), reason="")
    browser.post(accept, {"instead_of": value})
    assert reload(alice, new).status == Status.CANDIDATE
    for wrong in (f"{old.pk}:", f"{new.pk}:{value.partition(':')[2]}", "x"):
        browser.post(accept, {"instead_of": wrong})
    assert reload(alice, new).status == Status.CANDIDATE


@with_each(
    "old, new, expected",
    [
        ("Cycles to work every day", "Takes the tram to work now", True),
        ("Drinks coffee with oat milk", "No dairy in my coffee, soy only", True),
        ("喜欢简短的回答", "希望回答详细一些，每一步都写", True),
        ("Lives in Ghent", "Has a dog called Bruno", False),
        ("Likes green tea in the morning", "Prefers window seats on trains", False),
    ],
)
def test_what_is_about_the_same_thing_is_close(alice: User, scribe: Agent, old: str, new: str, expected: bool) -> None:
    with scope.acting_as(alice.pk):
        in_use = typed(alice, old, name="").memory
        waiting = told(scribe, new, name="").memory
        assert in_use
        assert waiting
        assert (close_ones([waiting]).get(waiting.pk) == [in_use]) is expected
