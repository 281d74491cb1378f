"""/agents/: connect, view, pause, resume, revoke."""

from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Proposal
from memoryweb.people.models import User
from memoryweb.review.agents import agent_stats
from memoryweb.rls import scope
from tests.conftest import post

GET = "/api/v1/tools/get_user_preferences"
SAVE = "/api/v1/tools/save_user_preference"


def connect(browser: Client, **more: str) -> str:
    answer = browser.post("/agents/connect/", {"name": "Claude Code", "trust": "ask", "expires": "", **more})
    return str(answer.context["token"])


def agent_of(alice: User) -> Agent:
    with scope.acting_as(alice.pk):
        agent: Agent = Agent.objects.get()
        return agent


def test_a_token_is_shown_once_and_kept_as_a_hash(browser: Client, alice: User) -> None:
    token = connect(browser)
    assert post(Client(), GET, token, {}).status_code == 200
    agent = agent_of(alice)
    assert token.encode() not in bytes(agent.token_hash)
    for path in ("/agents/", f"/agents/{agent.pk}/"):
        assert token not in browser.get(path).text
    assert "get_user_preferences" in browser.get(f"/agents/{agent.pk}/").text


def test_pause_until_resumed(browser: Client, alice: User) -> None:
    token, agent = connect(browser), agent_of(alice)
    browser.post(f"/agents/{agent.pk}/pause/", {"hours": ""})
    assert post(Client(), GET, token, {}).json()["error"]["code"] == "PERMISSION_DENIED"
    browser.post(f"/agents/{agent.pk}/resume/")
    assert post(Client(), GET, token, {}).status_code == 200


def test_a_pause_ends_by_itself(browser: Client, alice: User) -> None:
    connect(browser)
    agent = agent_of(alice)
    browser.post(f"/agents/{agent.pk}/pause/", {"hours": "1"})
    agent = agent_of(alice)
    assert agent.is_paused(timezone.now())
    assert not agent.is_paused(timezone.now() + timedelta(hours=2))


def test_an_unknown_pause_is_refused_with_a_reason(browser: Client, alice: User) -> None:
    connect(browser)
    answer = browser.post(f"/agents/{agent_of(alice).pk}/pause/", {"hours": "a year"}, follow=True)
    assert "Choose how long to pause." in answer.text


def test_a_revoked_agent_cannot_call_again(browser: Client, alice: User) -> None:
    token, agent = connect(browser), agent_of(alice)
    browser.post(f"/agents/{agent.pk}/revoke/")
    assert post(Client(), GET, token, {}).status_code == 401
    assert "revoked" in browser.get(f"/agents/{agent.pk}/").text


def test_read_only_agents_get_no_write_scope(browser: Client, alice: User) -> None:
    connect(browser, trust="read_only")
    assert agent_of(alice).scopes == ["memories:read"]


def test_a_nameless_agent_is_refused_with_the_field_named(browser: Client) -> None:
    answer = browser.post("/agents/connect/", {"name": "", "trust": "ask"})
    assert (answer.status_code, "Give it a name." in answer.text) == (422, True)


def test_a_tool_that_is_chosen_names_its_agent_and_comes_first(browser: Client, alice: User) -> None:
    answer = browser.post("/agents/connect/", {"tool": "codex", "trust": "ask"})
    assert (answer.context["tool"], agent_of(alice).name) == ("codex", "Codex")
    assert answer.text.index("[mcp_servers.memoryweb]") < answer.text.index("claude mcp add")


def test_a_double_tap_on_connect_makes_one_agent(browser: Client, alice: User) -> None:
    """The browser shows the second answer, so its token is the one that works."""
    first, second = connect(browser), connect(browser)
    assert agent_of(alice).token_hint == second[-4:]
    assert post(Client(), GET, first, {}).status_code == 401
    assert post(Client(), GET, second, {}).status_code == 200
    assert connect(browser)
    with scope.acting_as(alice.pk):
        assert Agent.objects.count() == 2  # the first one has called, so this is another


def test_a_second_agent_of_the_same_tool_gets_a_number(browser: Client, alice: User) -> None:
    names = []
    for name in ("", "", "Claude Code"):
        names.append(
            browser.post("/agents/connect/", {"tool": "claude-code", "trust": "ask", "name": name})
            .context["agent"]
            .name
        )
        with scope.acting_as(alice.pk):
            Agent.objects.update(last_used_at=timezone.now())
    assert names == ["Claude Code", "Claude Code 2", "Claude Code"]


def test_the_agents_first_call_is_shown(browser: Client, alice: User) -> None:
    token = connect(browser)
    page = f"/agents/{agent_of(alice).pk}/first-call/"
    waiting = browser.get(page)
    assert "Waiting for its first call" in waiting.text
    assert "HX-Trigger" not in waiting
    post(Client(), GET, token, {})
    called = browser.get(page)
    assert "First call received" in called.text
    assert called["HX-Trigger"] == "first-steps-changed"


def test_a_revoke_is_undone_within_a_minute_and_never_later(browser: Client, alice: User) -> None:
    token, agent = connect(browser), agent_of(alice)
    page = browser.post(f"/agents/{agent.pk}/revoke/", follow=True)
    assert "You can undo this for a minute." in page.text
    assert post(Client(), GET, token, {}).status_code == 401
    assert "works again" in browser.post(f"/agents/{agent.pk}/undo-revoke/", follow=True).text
    assert post(Client(), GET, token, {}).status_code == 200
    browser.post(f"/agents/{agent.pk}/revoke/")
    with scope.acting_as(alice.pk):
        agent = agent_of(alice)
        assert not agent.undo_revoke(now=timezone.now() + timedelta(seconds=60))
        agent.revoke(now=timezone.now() + timedelta(seconds=59))  # pressing again does not lengthen the minute
        Agent.objects.update(revoked_at=timezone.now() - timedelta(seconds=61))
    assert "The minute is over." in browser.post(f"/agents/{agent.pk}/undo-revoke/", follow=True).text
    assert post(Client(), GET, token, {}).status_code == 401
    assert "You can undo this" not in browser.get(f"/agents/{agent.pk}/").text


def test_revoked_agents_are_listed_apart(browser: Client, alice: User) -> None:
    connect(browser)
    browser.post(f"/agents/{agent_of(alice).pk}/revoke/")
    page = browser.get("/agents/")
    assert page.context["matrix"].rows == []
    assert "Show the revoked agent" in page.text


def test_the_page_counts_what_an_agent_read_and_asked_and_how_often_the_answer_was_yes(
    browser: Client, alice: User
) -> None:
    token, agent = connect(browser), agent_of(alice)
    page = f"/agents/{agent.pk}/"
    assert "It has read and suggested nothing" in browser.get(page).text
    for n in range(4):
        post(
            Client(), SAVE, token, {"category": "personal", "preference": f"thing {n}", "details": f"I like {n}{n}{n}"}
        )
    text = _text(browser, page)
    assert "<dt>Asked you</dt> <dd> 4, <a" in text
    assert "nothing decided yet" in text
    with scope.acting_as(alice.pk):
        first, second, third, _ = Proposal.objects.order_by("pk").values_list("pk", flat=True)
        for each in (first, second):
            actions.accept(each, by=Person(alice), now=timezone.now())
        actions.reject(third, by=Person(alice), now=timezone.now())
    post(Client(), GET, token, {})
    text = _text(browser, page)
    assert "2 of 3 decided (67%)" in text
    assert "1 waiting" in text
    assert "1 time, 2 memories given" in text


def test_the_figures_take_two_statements_however_much_there_is(
    browser: Client, alice: User, django_assert_num_queries: Any
) -> None:
    token, agent = connect(browser), agent_of(alice)
    for n in (0, 5):
        for number in range(n):
            post(Client(), SAVE, token, {"category": "personal", "preference": f"x{number}", "details": f"I like {n}"})
        with scope.acting_as(alice.pk), django_assert_num_queries(2):
            agent_stats.figures(agent, now=timezone.now())


def _text(browser: Client, page: str) -> str:
    return " ".join(browser.get(page).text.split())
