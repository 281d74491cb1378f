"""PKCE: what a challenge and a verifier look like, and what becomes of any other (RFC 7636 §4)."""

import re
from html import unescape
from urllib.parse import quote

import pytest
from django.test import Client

from memoryweb.agents.models import Agent
from memoryweb.oauth.models import Connection, Grant
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.oauth.connector import told
from tests.oauth.flow import Flow

pytestmark = pytest.mark.django_db

CHALLENGES = {
    "empty": "",
    "one letter": "a",
    "too short": "a" * 42,
    "too long": "a" * 129,
    "200 letters": "a" * 200,
    "very long": "a" * 5000,
    "not base64url": "a" * 42 + "+",
    "a slash": "a" * 42 + "/",
    "padded": "a" * 43 + "=",
    "a dot": "a" * 42 + ".",
    "a tilde": "a" * 42 + "~",
    "not ASCII": "ä" * 43,
    "other digits": "１" * 43,
    "a space": "a" * 42 + " ",
    "a line": "a" * 43 + "\n",
    "a line first": "\n" + "a" * 43,
    "U+0000": "a" * 42 + "\x00",
    "an invisible letter": "a" * 43 + "\u200b",
    "no letter": "a" * 42 + "\ufffd",
}


@pytest.fixture
def flow(browser: Client) -> Flow:
    return Flow(browser)


def nothing_was_granted(person: User) -> bool:
    with scope.acting_as(person.pk):
        return not (Agent.objects.exists() or Grant.objects.exists() or Connection.objects.exists())


def is_refused(flow: Flow, address: str) -> bool:
    """Return whether the page refuses the question, and tells the client only when the person presses."""
    for answer in (flow.browser.get(address), flow.browser.post(address, {"may": ["memories:read"]})):
        backs = re.findall(r'href="(https://desk\.example[^"]*)"', answer.content.decode())
        if answer.status_code != 400 or "Location" in answer or len(backs) != 1:
            return False
        word = told(unescape(backs[0]))
        if (word["error"], word["state"]) != ("invalid_request", "s-1"):
            return False
    return True


@pytest.mark.parametrize("case", CHALLENGES)
def test_a_challenge_of_another_form_is_refused_before_anybody_is_asked(flow: Flow, alice: User, case: str) -> None:
    assert is_refused(flow, flow.address(code_challenge=CHALLENGES[case]))
    assert nothing_was_granted(alice)


@pytest.mark.parametrize("method", ["", "plain", "s256", "S256 ", "S512", "\u017f256", "S256\x00", None])
def test_only_one_method_is_taken(flow: Flow, alice: User, method: str | None) -> None:
    assert is_refused(flow, flow.address(code_challenge_method=method))
    assert nothing_was_granted(alice)


@pytest.mark.parametrize(
    "more",
    [f"code_challenge={'b' * 43}", "code_challenge=", "code_challenge_method=plain", "code_challenge_method=S256"],
)
def test_two_challenges_or_methods_are_refused(flow: Flow, alice: User, more: str) -> None:
    assert is_refused(flow, f"{flow.address()}&{more}")
    path, query = flow.address().split("?")
    assert is_refused(flow, f"{path}?{more}&{query}")
    assert nothing_was_granted(alice)


@pytest.mark.parametrize("bytes_sent", ["%ff" * 43, "%80", "%", "%zz"])
def test_a_challenge_that_is_no_text_is_refused(flow: Flow, alice: User, bytes_sent: str) -> None:
    assert is_refused(flow, f"{flow.address(code_challenge=None)}&code_challenge={bytes_sent}")
    assert nothing_was_granted(alice)


@pytest.mark.parametrize("length", [43, 44, 127, 128])
def test_every_challenge_of_the_right_form_makes_a_code_that_its_verifier_alone_opens(flow: Flow, length: int) -> None:
    """None of these is the digest of the verifier."""
    answer = flow.answer(flow.address(code_challenge="aB3-_" * 26).replace("aB3-_" * 26, ("aB3-_" * 26)[:length]))
    assert answer.status_code == 303
    wrong = flow.exchange(told(answer["Location"])["code"])
    assert (wrong.status_code, wrong.json()["error"]) == (400, "invalid_grant")


VERIFIERS = {
    "empty": "",
    "one letter": "a",
    "too short": "a" * 42,
    "too long": "a" * 129,
    "very long": "a" * 100_000,
    "not ASCII": "ä" * 43,
    "a space": "a" * 42 + " ",
    "a plus": "a" * 42 + "+",
    "a slash": "a" * 42 + "/",
    "padded": "a" * 43 + "=",
    "U+0000": "a" * 42 + "\x00",
    "a line": "a" * 43 + "\n",
    "another": "a" * 43,
    "an emoji": "🎉" * 43,
}


@pytest.mark.parametrize("case", VERIFIERS)
def test_a_verifier_of_another_form_is_an_error_in_json_and_opens_nothing(flow: Flow, case: str) -> None:
    answer = flow.exchange(flow.code(), code_verifier=VERIFIERS[case])
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/json"
    assert answer.json()["error"] in ("invalid_grant", "invalid_request")
    assert "access_token" not in answer.json()


def test_without_a_verifier_or_with_bytes_that_are_no_text_nothing_opens(flow: Flow) -> None:
    code = flow.code()
    form = "application/x-www-form-urlencoded"
    asked = f"grant_type=authorization_code&code={code}&client_id={flow.client_id}&redirect_uri={quote('https://desk.example/back')}"
    for more in ("", "&code_verifier", "&code_verifier=%ff%fe", f"&code_verifier={'%80' * 43}"):
        answer = Client().post("/oauth/token/", asked + more, content_type=form)
        assert (answer.status_code, answer["Content-Type"]) == (400, "application/json")
        assert answer.json()["error"] in ("invalid_grant", "invalid_request")


@pytest.mark.parametrize("challenge", ["", "ä" * 43, "a" * 42])
def test_a_code_that_was_made_with_an_odd_challenge_opens_nothing(flow: Flow, alice: User, challenge: str) -> None:
    code = flow.code()
    with scope.acting_as(alice.pk):
        Grant.objects.update(code_challenge=challenge)
    for verifier in (flow.verifier, "", challenge):
        answer = flow.exchange(code, code_verifier=verifier)
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")
