"""The token endpoint, outside of any transaction: every error is JSON that a host knows, so that it signs in again."""

from typing import Any

import pytest
from django.test import Client

from memoryweb.agents.models import Agent
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.oauth.flow import BACK, Flow

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def anna(committed: None) -> User:
    return User.objects.create_user("anna@example.org")


@pytest.fixture
def flow(anna: User) -> Flow:
    browser = Client(raise_request_exception=False)
    browser.force_login(anna)
    return Flow(browser)


def ask(path: str = "/oauth/token/", **sent: Any) -> tuple[int, str, str]:
    answer = Client(raise_request_exception=False).post(path, sent)
    return answer.status_code, answer["Content-Type"], answer.json().get("error") if answer.content else ""


def test_a_secret_that_nobody_knows_is_answered_in_json(flow: Flow) -> None:
    code = {"grant_type": "authorization_code", "redirect_uri": BACK, "code_verifier": flow.verifier}
    refresh = {"grant_type": "refresh_token"}
    invalid = (400, "application/json", "invalid_grant")
    for secret in ("bogus", "mwor_bogus", "\x00", "é", "x" * 5000):
        assert ask(**code, code=secret, client_id=flow.client_id) == invalid
        assert ask(**refresh, refresh_token=secret, client_id=flow.client_id) == invalid
        assert ask("/oauth/revoke/", token=secret, client_id=flow.client_id)[0] == 200
    assert ask(**refresh, refresh_token="", client_id=flow.client_id)[:2] == (400, "application/json")


def test_a_deleted_agent_is_answered_in_json(flow: Flow, anna: User) -> None:
    made, code = flow.tokens(), flow.code()
    with scope.acting_as(anna.pk):
        pk = Agent.objects.get().pk
    assert flow.browser.post(f"/agents/{pk}/revoke/").status_code in (200, 302)
    assert flow.browser.post(f"/agents/{pk}/delete/", {"words": "stay"}).status_code in (200, 302)
    with scope.acting_as(anna.pk):
        assert not Agent.objects.exists()
    for answer in (flow.refresh(made["refresh_token"]), flow.exchange(code)):
        assert (answer.status_code, answer["Content-Type"]) == (400, "application/json")
        assert answer.json()["error"] == "invalid_grant"


@pytest.mark.parametrize("path", ["/oauth/token/", "/oauth/revoke/"])
@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"", FORM),
        (b"\xff\xfe", FORM),
        (b"%ff=%ff&grant_type=x", FORM),
        (b"a=b", f"{FORM}; charset=utf-16"),
        (b"grant_type=refresh_token", f"{FORM}; charset=none"),
        (b"x", "multipart/form-data"),
        (b"x", "multipart/form-data; boundary=x"),
        (b"x", "multipart/form-data; boundary=" + "x" * 300),
        (b"--x\r\nContent-Disposition: form-data; name=a\r\n\r\n", "multipart/form-data; boundary=x"),
        (b"{}", "application/json"),
        (b"&" * 5000, FORM),
        (b"a=b&" * 3000, FORM),
        (b"a=" + b"b" * 3_000_000, FORM),
        (b"grant_type=refresh_token&grant_type=authorization_code", FORM),
    ],
)
def test_no_body_breaks_it(committed: None, path: str, body: bytes, content_type: str) -> None:
    answer = Client(raise_request_exception=False).generic("POST", path, body, content_type)
    assert (answer.status_code, answer["Content-Type"]) in ((400, "application/json"), (401, "application/json"))
    assert answer.json()["error"] in ("invalid_request", "invalid_client", "unsupported_grant_type")


@pytest.mark.parametrize("path", ["/oauth/token/", "/oauth/revoke/", "/oauth/register/"])
@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "PATCH"])
def test_another_method_is_answered_in_json(committed: None, path: str, method: str) -> None:
    answer = Client().generic(method, path)
    assert (answer.status_code, answer["Content-Type"], answer["Allow"]) == (405, "application/json", "POST")
    if method != "HEAD":
        assert answer.json()["error"] == "invalid_request"


def test_no_address_for_programs_answers_with_a_page(flow: Flow) -> None:
    """Also where nothing is, for a method that it does not take, and for a host that is not ours."""
    browser = Client(raise_request_exception=False)
    asked = {
        404: ("/oauth/introspect/", "/oauth/token/else", "/.well-known/openid-configuration", "/.well-known/jwks.json"),
        405: ("/.well-known/oauth-authorization-server", "/.well-known/oauth-protected-resource/mcp"),
        400: ("/oauth/token", "/oauth/register"),
        401: ("/oauth/revoke",),
    }
    for status, paths in asked.items():
        for path in paths:
            answer = browser.post(path, {"token": "x"})
            assert (answer.status_code, answer["Content-Type"]) == (status, "application/json"), path
            elsewhere = browser.post(path, {"token": "x"}, headers={"Host": "elsewhere.example"})
            assert (elsewhere.status_code, elsewhere["Content-Type"]) == (400, "application/json"), path
            assert answer.json()["error"], path
            assert elsewhere.json()["error"], path


@pytest.mark.parametrize("name", ["grant_type", "code", "refresh_token", "client_id", "code_verifier", "redirect_uri"])
def test_no_value_breaks_it(flow: Flow, name: str) -> None:
    """Each error is one after which a host signs in again, registers again, or mends its question."""
    code = {"grant_type": "authorization_code", "redirect_uri": BACK, "code_verifier": flow.verifier, "code": "x"}
    refresh = {"grant_type": "refresh_token", "refresh_token": "mwor_x"}
    known = {"invalid_grant", "invalid_client", "invalid_request", "unsupported_grant_type"}
    for sent in (code, refresh):
        for value in ("", "\x00", "null", "a b", "%00", "\U0001f600", "x" * 100_000, ["a", "b"]):
            asked: dict[str, Any] = {**sent, "client_id": flow.client_id, name: value}
            status, kind, error = ask(**asked)
            assert (status, kind) in ((400, "application/json"), (401, "application/json")), (name, value)
            assert error in known, (name, value, error)
