"""/acts/<id>/undo/: one press of any page is one act, and one press takes it back; without JavaScript too."""

from typing import Any

import pytest
from django.test import Client

from memoryweb.agents.models import Agent
from memoryweb.memories.models import Memory, Proposal
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.builders import agent_says
from tests.memories import account


def dump(person: User) -> account.Rows:
    with scope.acting_as(person.pk):
        MemorySettings.for_person(person.pk)
        return account.dump()


def undo_of(page: Any) -> str:
    act = page.context["notices"][-1]["undo"]
    assert f"/acts/{act}/undo/" in page.text
    return f"/acts/{act}/undo/"


@pytest.fixture
def proposals(alice: User, scribe: Agent) -> list[str]:
    with scope.acting_as(alice.pk):
        for name in ("tea", "coffee", "milk"):
            agent_says(scribe, f"I like {name}", name=name, category="food")
        return [str(pk) for pk in Proposal.objects.open().values_list("pk", flat=True)]


def test_remember_all_is_undone_as_one(browser: Client, alice: User, proposals: list[str]) -> None:
    before = dump(alice)
    cards = browser.get("/review/").context["questions"]
    shown = [f"{card.proposal.pk}:{card.version}" for card in cards]
    assert {each.partition(":")[0] for each in shown} == set(proposals)
    page = browser.post("/review/accept-all/", {"proposal": shown}, follow=True)
    with scope.acting_as(alice.pk):
        assert Memory.objects.active().count() == 3
    page = browser.post(undo_of(page), follow=True)
    assert account.differences(before, dump(alice)) == []
    browser.post(undo_of(page))  # Redo
    with scope.acting_as(alice.pk):
        assert Memory.objects.active().count() == 3


def test_a_changed_setting_and_a_pause_are_undone(browser: Client, alice: User, scribe: Agent) -> None:
    form = browser.get("/settings/").context["form"]
    values = {name: value for name, value in form.initial.items() if value not in (None, False)}
    before = dump(alice)
    page = browser.post("/settings/", values | {"privacy_mode": "on"}, follow=True)
    assert account.differences(before, dump(alice)) != []
    browser.post(undo_of(page))
    assert account.differences(before, dump(alice)) == []
    page = browser.post(f"/agents/{scribe.pk}/pause/", {"hours": ""}, follow=True)
    assert account.differences(before, dump(alice)) != []
    browser.post(undo_of(page))
    assert account.differences(before, dump(alice)) == []


def test_a_second_press_says_that_it_was_undone_already(browser: Client, proposals: list[str]) -> None:
    address = undo_of(browser.post(f"/proposals/{proposals[0]}/reject/", follow=True))
    browser.post(address)
    assert "It is already undone." in browser.post(address, follow=True).text
