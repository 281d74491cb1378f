"""/agents/: who may see what. Its numbers are those of the reads, and a press on a square counts at once."""

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memoryweb.agents.models import Agent, Trust
from memoryweb.memories import actions, sight, visibility
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.builders import agent_says, memory_of, person_types, post, set_settings
from tests.cases import with_each

READ = "/api/v1/tools/get_user_preferences"


def add_memories(alice: User) -> None:
    with scope.acting_as(alice.pk):
        person_types(alice, "I am vegan", name="vegan", category="dietary")
        person_types(alice, "I am a morning person", name="morning_person", category="schedule")  # said under schedule
        person_types(alice, "Northwind", name="customer", category="work", project="kiosk")
        person_types(alice, "Berlin", name="city", category="personal")


def cell(page: Any, agent: Agent, category: str) -> Any:
    row = next(row for row in page.context["matrix"].rows if row.agent == agent)
    return next((each for each in row.cells if each.column.category == category), None)


def press(browser: Client, verb: str, agent: Agent, category: str) -> Any:
    return browser.post(f"/agents/{agent.pk}/{verb}/", {"category": f"c-{category}", "next": "/agents/"}, follow=True)


def listed(token: str) -> set[str]:
    rows = post(Client(), READ, token, {}).json()["data"]["preferences"]
    return {row["preference"] for row in rows}


def test_a_press_blocks_a_category_and_another_allows_it_again(browser: Client, alice: User) -> None:
    add_memories(alice)
    with scope.acting_as(alice.pk):
        agent, token = Agent.connect(alice, name="Courier")
    assert cell(browser.get("/agents/"), agent, "dietary").sight.visible == 1
    page = press(browser, "block", agent, "dietary")
    assert "Courier won’t see Dietary any more." in page.text
    blocked = cell(page, agent, "dietary").sight
    assert (blocked.is_blocked, blocked.visible, blocked.kept) == (True, 0, 1)
    assert "Diet" not in listed(token)
    page = press(browser, "allow", agent, "dietary")
    assert "Courier may see Dietary" in page.text
    assert cell(page, agent, "dietary").sight.visible == 1
    assert "Diet" in listed(token)


def test_a_press_is_undone(browser: Client, alice: User, scribe: Agent) -> None:
    add_memories(alice)
    page = press(browser, "block", scribe, "dietary")
    act = page.context["notices"][-1]["undo"]
    browser.post(f"/acts/{act}/undo/")
    assert not cell(browser.get("/agents/"), scribe, "dietary").sight.is_blocked


def test_an_agent_with_only_these_sees_what_is_allowed_and_no_more(browser: Client, alice: User, scribe: Agent) -> None:
    add_memories(alice)
    browser.post(f"/agents/{scribe.pk}/sight/", {"sight": "only", "categories": ["c-personal"]})
    page = browser.get("/agents/")
    assert [cell(page, scribe, name).sight.is_blocked for name in ("personal", "dietary", "work")] == [
        False,
        True,
        True,
    ]
    page = press(browser, "allow", scribe, "dietary")
    assert cell(page, scribe, "dietary").sight.visible == 1
    page = press(browser, "block", scribe, "personal")
    assert cell(page, scribe, "personal").sight.is_blocked


def test_what_was_said_under_a_blocked_category_stays_hidden(browser: Client, alice: User, scribe: Agent) -> None:
    add_memories(alice)
    press(browser, "block", scribe, "schedule")
    page = browser.get("/agents/")
    workstyle = cell(page, scribe, "workstyle").sight
    assert (workstyle.is_blocked, workstyle.visible, workstyle.kept) == (False, 0, 1)
    assert cell(page, scribe, "schedule").sight.is_blocked  # nothing is filed there, and it is shown all the same
    page = browser.get(f"/agents/{scribe.pk}/sees/", {"category": "workstyle"})
    assert "said under Schedule, which is blocked" in page.text


@with_each("bound", ["", "Kiosk", "other"])
def test_every_number_is_what_the_rules_of_a_read_give(as_alice: User, bound: str) -> None:
    """Compares the one statement with visibility's own query, for each agent and category."""
    set_settings(as_alice, privacy_mode=True)
    add_memories(as_alice)
    agents = [Agent.connect(as_alice, name=name, project=bound)[0] for name in ("one", "two")]
    agents[0].set_sight({"dietary": False, "schedule": False})
    agents[1].set_sight({"work": True, "personal": True}, "only")
    muted = memory_of(person_types(as_alice, "Tea", name="drink", category="personal"))
    actions.mute(muted.pk, agent=agents[1].pk, by=Person(as_alice), now=timezone.now())
    agent_says(agents[0], "I like jazz", name="music", category="personal")  # waits
    settings, now = MemorySettings.for_person(as_alice.pk), timezone.now()
    seen = sight.picture(as_alice.pk, agents, settings, now=now)
    categories = set(Memory.objects.active().values_list("category", flat=True))
    assert categories <= {category for _, category in seen}
    for agent in agents:
        for category in categories:
            expected = visibility.in_sight_of(agent, settings, now=now).filter(category=category).count()
            assert seen[agent.pk, category].visible == expected, (agent.name, category)
        if bound:
            readable = visibility.readable_by(agent, settings, now=now, project=bound).count()
            assert sum(each.visible for (pk, _), each in seen.items() if pk == agent.pk) == readable


def test_it_says_how_often_each_was_given_and_what_became_of_its_suggestions(
    browser: Client, alice: User, scribe: Agent, call: Callable[..., Any]
) -> None:
    add_memories(alice)
    for _ in range(3):
        call("get_user_preferences", category="dietary")
    with scope.acting_as(alice.pk):
        for name, verb in (("tea", "accept"), ("milk", "reject")):
            question = agent_says(scribe, f"I like {name}", name=name, category="food").proposal_id
            getattr(actions, verb)(question, by=Person(alice), now=timezone.now())
    page = browser.get("/agents/")
    assert (cell(page, scribe, "dietary").given, cell(page, scribe, "dietary").heat) == (3, 1)
    assert (cell(page, scribe, "personal").given, cell(page, scribe, "personal").heat) == (0, 0)
    assert "1 remembered, 1 turned down" in page.text
    assert "given 3×" in page.text


def test_the_number_of_queries_does_not_grow_with_agents_and_memories(browser: Client, alice: User) -> None:
    def count() -> int:
        browser.get("/agents/")
        with CaptureQueriesContext(connection) as queries:
            assert browser.get("/agents/").status_code == 200
        return len(queries)

    with scope.acting_as(alice.pk):
        Agent.connect(alice, name="first", project="kiosk")
        person_types(alice, "Tea", name="drink", category="personal")
    few = count()
    with scope.acting_as(alice.pk):
        for n in range(30):
            Agent.connect(alice, name=f"agent {n}", project="kiosk" if n % 2 else "")
            person_types(alice, f"value {n}", name=f"name {n}", category=f"category {n % 9}")
    assert count() == few <= 15


def test_a_wrong_category_changes_nothing(browser: Client, alice: User, scribe: Agent) -> None:
    page = press(browser, "block", scribe, "never heard of")
    assert "You have no such category." in page.text


def test_trust_is_changed_on_the_table_and_undone(browser: Client, alice: User) -> None:
    with scope.acting_as(alice.pk):
        agent, token = Agent.connect(alice, name="Reader", trust=Trust.READ_ONLY, scopes=["memories:read"])
    saved = {"category": "food", "preference": "tea", "details": "I like tea"}
    save = ("/api/v1/tools/save_user_preference", token, saved)
    assert post(Client(), *save).status_code == 403
    page = browser.post(f"/agents/{agent.pk}/trust/", {"trust": "ask", "next": "/agents/"}, follow=True)
    assert "Reader is now set to “Ask me first”." in page.text
    assert post(Client(), *save).status_code == 200
    browser.post(f"/acts/{page.context['notices'][-1]['undo']}/undo/")
    assert post(Client(), *save).status_code == 403
    assert browser.post(f"/agents/{agent.pk}/trust/", {"trust": "boundless"}).status_code == 422


def test_an_account_without_memories_or_agents_is_told_what_to_do(browser: Client, alice: User) -> None:
    assert "Connect your first agent" in browser.get("/agents/").text
    with scope.acting_as(alice.pk):
        Agent.connect(alice, name="Courier")
    assert "You have no memories yet that it could see." in browser.get("/agents/").text


def test_an_agent_starts_with_the_categories_chosen_when_it_is_connected(browser: Client, alice: User) -> None:
    add_memories(alice)
    ticked = ["c-personal", "c-workstyle", "c-schedule"]
    form = {"name": "Courier", "trust": "ask", "expires": "", "sight": "all_but", "categories": ticked}
    token = browser.post("/agents/connect/", form).context["token"]
    assert listed(token) == {"City", "Time preference"}
