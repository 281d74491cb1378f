"""Codes and tokens: what each is good for, and what ends it."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import override_settings
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import upkeep
from memoryweb.memories.actions import Person
from memoryweb.oauth import callers, policy
from memoryweb.oauth.models import AccessToken, Application, Grant, RefreshToken
from memoryweb.operations import agent_deletion
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import post
from tests.oauth.flow import BACK, Flow, register

pytestmark = pytest.mark.django_db


@pytest.fixture
def flow(browser: Client) -> Flow:
    return Flow(browser)


def agent_of(token: str) -> Agent | None:
    return callers.agent_of_access_token(token, now=timezone.now())


def error(response: object) -> tuple[int, str]:
    return response.status_code, response.json()["error"]  # type: ignore[attr-defined]


INVALID = (400, "invalid_grant")


def test_tokens_open_one_agent_and_say_how_long(flow: Flow, alice: User) -> None:
    made = flow.tokens()
    agent = agent_of(made["access_token"])
    assert agent
    assert (agent.person_id, agent.name, agent.scopes) == (
        alice.pk,
        "Sample Desk",
        ["memories:read", "memories:write"],
    )
    assert made["token_type"] == "Bearer"
    assert int(made["expires_in"]) == policy.ACCESS_SECONDS
    assert made["scope"] == "memories:read memories:write"


def test_what_the_person_leaves_out_the_connector_does_not_get(flow: Flow, alice: User) -> None:
    made = flow.tokens(may=["memories:read"], categories=["c-technical"], sight="only", name="My desk")
    agent = agent_of(made["access_token"])
    assert agent
    assert (agent.name, agent.scopes, agent.trust, agent.sight) == ("My desk", ["memories:read"], "read_only", "only")
    assert made["scope"] == "memories:read"


def test_no_secret_is_stored(flow: Flow, alice: User) -> None:
    code = flow.code()
    made = flow.exchange(code).json()
    with scope.acting_as(alice.pk), connection.cursor() as cursor:
        for table in ("grant", "accesstoken", "refreshtoken", "connection", "application"):
            cursor.execute(f"SELECT t::text FROM oauth_{table} t")
            rows = str(cursor.fetchall())
            assert len(rows) > 2
            assert not any(secret in rows for secret in (code, made["access_token"], made["refresh_token"])), table


def test_a_code_is_for_its_client_its_address_and_its_verifier(flow: Flow) -> None:
    code, other = flow.code(), register().json()["client_id"]
    assert error(flow.exchange(code, client_id=other)) == INVALID
    assert error(flow.exchange(code, client_id="unknown")) == (401, "invalid_client")
    assert error(flow.exchange(code, code_verifier="x" * 43)) == INVALID
    assert error(flow.exchange(code, code_verifier="")) == INVALID
    assert error(flow.exchange(code, redirect_uri=f"{BACK}/else")) == INVALID
    assert error(flow.exchange(code, resource="https://elsewhere.example/mcp")) == (400, "invalid_target")
    assert flow.exchange(code).status_code == 200


def test_a_code_that_comes_twice_ends_the_tokens_of_the_first(flow: Flow) -> None:
    code = flow.code()
    made = flow.exchange(code).json()
    assert agent_of(made["access_token"])
    assert error(flow.exchange(code)) == INVALID
    assert agent_of(made["access_token"]) is None
    assert error(flow.refresh(made["refresh_token"])) == INVALID


def test_an_old_code_is_worth_nothing(flow: Flow, alice: User) -> None:
    code = flow.code()
    with scope.acting_as(alice.pk):
        Grant.objects.update(expires=timezone.now())
    assert error(flow.exchange(code)) == INVALID


def test_a_refresh_gives_new_tokens_and_ends_the_old(flow: Flow) -> None:
    first = flow.tokens()
    second = flow.refresh(first["refresh_token"]).json()
    assert agent_of(first["access_token"]) is None
    assert agent_of(second["access_token"])
    assert second["refresh_token"] != first["refresh_token"]


def test_a_stolen_refresh_token_ends_the_whole_family(flow: Flow) -> None:
    first = flow.tokens()
    second = flow.refresh(first["refresh_token"]).json()
    third = flow.refresh(second["refresh_token"]).json()
    assert error(flow.refresh(first["refresh_token"])) == INVALID
    assert agent_of(third["access_token"]) is None
    assert error(flow.refresh(third["refresh_token"])) == INVALID


def test_windows_of_a_host_that_refresh_at_once_all_go_on(flow: Flow, alice: User) -> None:
    made, other = flow.tokens(), register().json()["client_id"]
    first = [flow.refresh(made["refresh_token"], scope=scopes).json() for scopes in ("memories:read", "")]
    assert [each["scope"] for each in first] == ["memories:read", "memories:read memories:write"]
    assert all(agent_of(each["access_token"]) for each in first)
    assert error(flow.refresh(made["refresh_token"], client_id=other)) == INVALID  # and nothing of it ends
    for each in first:
        assert flow.refresh(each["refresh_token"]).json()["scope"] == "memories:read memories:write"
    with scope.acting_as(alice.pk):
        assert RefreshToken.objects.values("token_family").distinct().count() == 1


@pytest.mark.parametrize("end", ["the grace", "a later use", "the client", "too many"])
def test_the_grace_is_short_and_for_the_token_used_last(flow: Flow, alice: User, end: str) -> None:
    made = flow.tokens()
    last = flow.refresh(made["refresh_token"]).json()
    if end == "the grace":
        with scope.acting_as(alice.pk):
            RefreshToken.objects.update(revoked=F("revoked") - GRACE)
    elif end == "a later use":
        last = flow.refresh(last["refresh_token"]).json()
    elif end == "the client":
        Client().post("/oauth/revoke/", {"token": last["refresh_token"], "client_id": flow.client_id})
    else:
        assert all(flow.refresh(made["refresh_token"]).status_code == 200 for _ in range(policy.USES_AT_ONCE - 1))
    assert error(flow.refresh(made["refresh_token"])) == INVALID
    assert (agent_of(last["access_token"]) is None) is (end != "too many")
    assert flow.refresh(last["refresh_token"]).status_code == (200 if end == "too many" else 400)


def test_a_refresh_token_is_for_its_client_and_not_for_more(flow: Flow) -> None:
    made, other = flow.tokens(may=["memories:read"]), register().json()["client_id"]
    assert error(flow.refresh(made["refresh_token"], client_id=other)) == INVALID
    wider = flow.refresh(made["refresh_token"], scope="memories:read memories:write").json()
    assert wider["scope"] == "memories:read"
    for unknown in ("openid offline_access", "memories:write", "memories:read,memories:write", "", " "):
        wider = flow.refresh(wider["refresh_token"], scope=unknown, granted="memories:write", agent="x").json()
        assert wider["scope"] == "memories:read"
    assert error(flow.refresh(made["access_token"])) == INVALID
    made = flow.tokens(may=["memories:read"])
    assert error(flow.refresh(made["refresh_token"], resource="https://elsewhere.example")) == (400, "invalid_target")


def test_a_refresh_token_that_nobody_used_for_long_is_worth_nothing(flow: Flow, alice: User) -> None:
    made = flow.tokens()
    with scope.acting_as(alice.pk):
        AccessToken.objects.update(expires=timezone.now() - timedelta(days=policy.REFRESH_DAYS))
    assert error(flow.refresh(made["refresh_token"])) == INVALID


def _revoke(agent: Agent) -> None:
    agent.revoke(now=timezone.now())


def _expire(agent: Agent) -> None:
    agent.expires_at = timezone.now()
    agent.save()


def _delete(agent: Agent) -> None:
    agent_deletion.delete_agent(agent, with_words=False, by=Person(agent.person), now=timezone.now())


def _leave(agent: Agent) -> None:
    User.objects.filter(pk=agent.person_id).update(deletion_asked_at=timezone.now())


@pytest.mark.parametrize("end", [_revoke, _expire, _delete, _leave])
def test_what_ends_an_agent_ends_its_tokens_at_once(flow: Flow, alice: User, end: Callable[[Agent], None]) -> None:
    made, code = flow.tokens(), flow.code()
    with scope.acting_as(alice.pk):
        for agent in Agent.objects.all():
            end(agent)
    assert agent_of(made["access_token"]) is None
    assert error(flow.refresh(made["refresh_token"])) == INVALID
    assert error(flow.exchange(code)) == INVALID


def test_revoking_on_the_agents_page_can_be_taken_back_for_a_minute(flow: Flow, browser: Client, alice: User) -> None:
    made = flow.tokens()
    with scope.acting_as(alice.pk):
        agent = Agent.objects.get()
    page = browser.get(f"/agents/{agent.pk}/").content.decode()
    assert "desk.example" in page
    assert "connect it again where you use it" in page
    browser.post(f"/agents/{agent.pk}/revoke/")
    assert agent_of(made["access_token"]) is None
    browser.post(f"/agents/{agent.pk}/undo-revoke/")
    assert agent_of(made["access_token"])


def test_a_client_ends_its_own_tokens_and_no_others(flow: Flow) -> None:
    made, other = flow.tokens(), register().json()["client_id"]
    for name in ("access_token", "refresh_token"):
        sent = {"token": made[name], "client_id": other}
        assert Client().post("/oauth/revoke/", sent).status_code == 200
    assert agent_of(made["access_token"])
    assert Client().post("/oauth/revoke/", {"token": made["access_token"], "client_id": flow.client_id}).content == b""
    assert agent_of(made["access_token"]) is None
    assert error(flow.refresh(made["refresh_token"])) == INVALID


def test_the_agents_pages_say_that_the_client_ended_the_connection(flow: Flow, browser: Client, alice: User) -> None:
    made = flow.tokens()
    with scope.acting_as(alice.pk):
        page = f"/agents/{Agent.objects.get().pk}/"
    assert "Connection ended" not in _text(browser, page) + _text(browser, "/agents/")
    Client().post("/oauth/revoke/", {"token": made["refresh_token"], "client_id": flow.client_id})
    assert "Connected Sample" not in _text(browser, page)
    assert "The connection from desk.example has ended" in _text(browser, page)
    assert "Connection ended" in _text(browser, "/agents/")
    again = flow.tokens()
    assert "Connection ended" not in _text(browser, page) + _text(browser, "/agents/")
    flow.refresh(again["refresh_token"])
    with scope.acting_as(alice.pk):
        RefreshToken.objects.update(revoked=F("revoked") - GRACE)
    flow.refresh(again["refresh_token"])  # a late second use ends the family
    assert "Connection ended" in _text(browser, page)


def test_a_connection_that_nobody_used_for_long_has_ended(flow: Flow, browser: Client, alice: User) -> None:
    flow.tokens()
    with scope.acting_as(alice.pk):
        page = f"/agents/{Agent.objects.get().pk}/"
        AccessToken.objects.update(expires=timezone.now() - timedelta(days=policy.REFRESH_DAYS - 1))
    assert "Connection ended" not in _text(browser, page)
    with scope.acting_as(alice.pk):
        AccessToken.objects.update(expires=timezone.now() - timedelta(days=policy.REFRESH_DAYS))
    assert "Connection ended" in _text(browser, page)


def _text(browser: Client, address: str) -> str:
    return " ".join(browser.get(address).content.decode().split())


def test_a_token_of_another_audience_opens_nothing(flow: Flow, alice: User) -> None:
    made = flow.tokens()
    with override_settings(BASE_URL="https://elsewhere.example"):
        assert agent_of(made["access_token"]) is None
    with scope.acting_as(alice.pk):
        AccessToken.objects.update(resource=[])
    assert agent_of(made["access_token"]) is None


def test_an_old_access_token_opens_nothing(flow: Flow, alice: User) -> None:
    made = flow.tokens()
    with scope.acting_as(alice.pk):
        AccessToken.objects.update(expires=timezone.now())
    assert agent_of(made["access_token"]) is None


def test_the_http_api_and_the_pages_take_no_connectors_token(flow: Flow) -> None:
    token = flow.tokens()["access_token"]
    assert post(Client(), "/api/v1/tools/get_memory_settings", token, {}).status_code == 401
    for path in ("/review/", "/agents/", flow.address()):
        answer = Client().get(path, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 302
        assert answer["Location"].startswith("/person/login/")


def test_a_session_counts_for_nothing_where_clients_call(flow: Flow, alice: User, bob: User) -> None:
    """bob's browser sends alice's code: what comes of it is alice's, and bob sees none of it."""
    code, his = flow.code(), Client()
    his.force_login(bob)
    sent = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK, "client_id": flow.client_id}
    made = his.post("/oauth/token/", sent | {"code_verifier": flow.verifier}).json()
    agent = agent_of(made["access_token"])
    assert agent
    assert agent.person_id == alice.pk
    with scope.acting_as(bob.pk):
        assert not Agent.objects.exists()
        assert not AccessToken.objects.exists()


@pytest.mark.parametrize(
    "grant", ["client_credentials", "password", "urn:ietf:params:oauth:grant-type:device_code", "implicit", "\x00"]
)
def test_other_ways_to_a_token_are_closed(flow: Flow, grant: str) -> None:
    sent = {"grant_type": grant, "client_id": flow.client_id, "username": "alice@example.org", "device_code": "x"}
    assert error(Client().post("/oauth/token/", sent)) == (400, "unsupported_grant_type")


def test_upkeep_deletes_what_nobody_can_use_any_more(flow: Flow, alice: User) -> None:
    flow.tokens()
    unused, later = register().json()["client_id"], timezone.now() + timedelta(days=policy.REFRESH_DAYS + 1)
    assert "codes of connectors" not in upkeep.run_now("purge_logs", now=timezone.now()).counts
    counts = upkeep.run_now("purge_logs", now=later).counts
    assert {name: counts[name] for name in NAMES} == dict.fromkeys(NAMES, 1)
    assert not Application.objects.filter(client_id=unused).exists()
    assert Application.objects.filter(client_id=flow.client_id).exists()
    with scope.acting_as(alice.pk):
        assert [model.objects.count() for model in (Grant, AccessToken, RefreshToken)] == [0, 0, 0]


GRACE = timedelta(seconds=policy.GRACE_SECONDS)
NAMES = ("codes of connectors", "access tokens", "refresh tokens", "connectors that nobody let in")
