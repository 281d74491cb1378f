"""/agents/<id>/sight/: the person chooses which categories an agent may read, with a form that needs no JavaScript."""

import re
from typing import Any

import pytest
from django.test import Client

from memoryweb.agents.models import Agent, Sight
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import person_types, post

GET = "/api/v1/tools/get_user_preferences"


@pytest.fixture
def courier(alice: User) -> tuple[Agent, str]:
    with scope.acting_as(alice.pk):
        person_types(alice, "I am vegan", name="vegan", category="dietary")
        person_types(alice, "I am a morning person", name="morning_person", category="schedule")
        return Agent.connect(alice, name="Courier")


def _labels(token: str) -> set[str]:
    return {row["preference"] for row in post(Client(), GET, token, {}).json()["data"]["preferences"]}


def _save(browser: Client, agent: Agent, sight: str, *categories: str) -> Any:
    ticked = [f"c-{category}" for category in categories]
    return browser.post(f"/agents/{agent.pk}/sight/", {"sight": sight, "categories": ticked})


def test_every_category_is_ticked_until_one_is_switched_off(browser: Client, courier: tuple[Agent, str]) -> None:
    agent, token = courier
    page = browser.get(f"/agents/{agent.pk}/").text
    for name in ("dietary", "schedule", "workstyle"):
        assert page.count(f'name="categories" value="c-{name}"') == 1
    assert page.count(" checked") >= 4
    assert _save(browser, agent, "all_but", "dietary", "workstyle").status_code == 302
    assert _labels(token) == {"Diet"}
    assert _save(browser, agent, "all_but", "dietary", "workstyle", "schedule").status_code == 302
    assert _labels(token) == {"Diet", "Time preference"}


def test_only_these_keeps_a_new_category_closed(browser: Client, courier: tuple[Agent, str], alice: User) -> None:
    agent, token = courier
    _save(browser, agent, "only", "dietary")
    with scope.acting_as(alice.pk):
        person_types(alice, "PDF")
    assert _labels(token) == {"Diet"}
    _save(browser, agent, "all_but", "dietary", "technical")
    assert _labels(token) == {"Diet", "Document format"}


def _fields(page: str) -> dict[str, list[str]]:
    """Return what a browser would send of the sight's form if nothing was touched."""
    form = page[page.index("/sight/") : page.index("Save what it may see")]
    fields: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        given = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if given["type"] == "hidden" or " checked" in tag:
            fields.setdefault(given["name"], []).append(given["value"])
    return fields


def test_an_old_page_changes_only_what_was_changed_on_it(
    browser: Client, courier: tuple[Agent, str], alice: User
) -> None:
    agent, token = courier
    fields = _fields(browser.get(f"/agents/{agent.pk}/").text)
    _save(browser, agent, "only", "schedule", "workstyle")  # on another page: the diet is blocked
    with scope.acting_as(alice.pk):
        person_types(alice, "PDF")  # a category that the old page has no box for
    fields["categories"].remove("c-schedule")
    browser.post(f"/agents/{agent.pk}/sight/", fields)
    assert _labels(token) == set()
    agent.refresh_from_db()
    assert agent.sight == "only"
    with scope.acting_as(alice.pk):
        decided = dict(Sight.objects.filter(agent=agent).values_list("category", "allowed"))
    assert decided == {"dietary": False, "schedule": False, "workstyle": True}
    fields = _fields(browser.get(f"/agents/{agent.pk}/").text)
    browser.post(f"/agents/{agent.pk}/sight/", fields | {"sight": ["all_but"]})
    assert _labels(token) == set()  # the boxes stay as they are shown
    fields["categories"] = ["c-technical"]
    browser.post(f"/agents/{agent.pk}/sight/", fields)
    assert _labels(token) == {"Document format"}


def test_a_wrong_choice_comes_back_with_the_page(browser: Client, courier: tuple[Agent, str]) -> None:
    agent, token = courier
    assert _save(browser, agent, "everything", "dietary").status_code == 422
    assert _save(browser, agent, "all_but", "never heard of").status_code == 422
    assert _labels(token) == {"Diet", "Time preference"}


def test_another_persons_agent_is_missing(courier: tuple[Agent, str], bob: User) -> None:
    stranger = Client()
    stranger.force_login(bob)
    assert _save(stranger, courier[0], "only").status_code == 404
