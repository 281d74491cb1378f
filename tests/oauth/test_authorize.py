"""The page on which a person answers a connector: what it says, and whom it cannot be tricked for."""

import re
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent, Trust
from memoryweb.memories.models import Memory
from memoryweb.oauth import policy
from memoryweb.oauth.models import Application, Connection, Grant
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.oauth.connector import filled, told
from tests.oauth.flow import BACK, Flow, register

pytestmark = pytest.mark.django_db


@pytest.fixture
def flow(browser: Client) -> Flow:
    return Flow(browser)


def nothing_was_granted(person: User) -> bool:
    with scope.acting_as(person.pk):
        return not (Agent.objects.exists() or Grant.objects.exists() or Connection.objects.exists())


def test_the_page_says_who_asks_for_what_and_where_the_answer_goes(flow: Flow, alice: User) -> None:
    page = " ".join(flow.browser.get(flow.address()).content.decode().split())
    for words in (
        "Connect Sample Desk?",
        "Your answer goes to <strong>desk.example</strong>",
        "It chose its name itself",
        "Suggest what to remember, which counts only after you say yes on Review",
        "It can never say yes for you, bring anything back, or erase anything",
        f"signed in as {alice.email}",
    ):
        assert words in page, words
    assert nothing_was_granted(alice)


def agents_of(person: User) -> list[str]:
    with scope.acting_as(person.pk):
        return sorted(agent.name for agent in Agent.objects.all())


def test_a_client_that_asks_again_goes_on_as_the_agent_that_it_is(flow: Flow, alice: User) -> None:
    flow.code(may=["memories:read"], categories=["c-technical"], sight="only", name="My desk")
    page = flow.browser.get(flow.address()).content.decode()
    assert "It goes on as your agent “My desk”" in page
    shown = filled(page)
    assert (shown["name"], shown["categories"], shown["sight"]) == (["My desk"], ["c-technical"], ["only"])
    flow.code()
    with scope.acting_as(alice.pk):
        agent = Agent.objects.get()
        assert (agent.name, agent.scopes, agent.trust, agent.sight) == (
            "My desk",
            ["memories:read", "memories:write"],
            "ask",
            "only",
        )
        agent.set_trust(Trust.TRUSTED)
    flow.code()
    with scope.acting_as(alice.pk):
        assert Agent.objects.get().trust == Trust.ASK  # the page said that what it suggests waits for a yes
    flow.code(may=["memories:read"])
    with scope.acting_as(alice.pk):
        assert Agent.objects.get().trust == Trust.READ_ONLY


def test_another_client_another_place_or_an_agent_that_ended_is_another_agent(flow: Flow, alice: User) -> None:
    elsewhere = "https://other.example/back"
    flow.client_id = register(redirect_uris=[BACK, elsewhere]).json()["client_id"]
    flow.code()
    assert flow.answer(flow.address(redirect_uri=elsewhere)).status_code == 303
    Flow(flow.browser).code()
    assert len(agents_of(alice)) == 3
    with scope.acting_as(alice.pk):
        for agent in Agent.objects.all():
            agent.revoke(now=timezone.now())
    flow.code()
    assert len(agents_of(alice)) == 4
    with scope.acting_as(alice.pk):
        assert not Memory.objects.exists()


def test_nobody_goes_on_as_another_persons_agent(flow: Flow, alice: User, bob: User) -> None:
    flow.code()
    flow.browser.force_login(bob)
    flow.code()
    assert agents_of(alice) == agents_of(bob) == ["Sample Desk"]


def test_no_sends_the_client_word_and_makes_nothing(flow: Flow, alice: User) -> None:
    answer = flow.answer(decline="yes")
    assert answer.status_code == 303
    assert answer["Location"].startswith(f"{BACK}?")
    word = told(answer["Location"])
    assert (word["error"], word["state"], word["iss"]) == ("access_denied", "s-1", settings.BASE_URL)
    assert nothing_was_granted(alice)


def test_yes_sends_a_code_with_the_state_and_the_issuer(flow: Flow) -> None:
    answer = flow.answer()
    word = told(answer["Location"])
    assert set(word) == {"code", "state", "iss"}
    assert (word["state"], word["iss"]) == ("s-1", settings.BASE_URL)
    assert "no-store" in answer["Cache-Control"]


def test_a_double_tap_is_one_agent_and_its_code_is_kept_nowhere(flow: Flow, alice: User) -> None:
    page = flow.browser.get(address := flow.address())
    sent = filled(page.content.decode())
    codes = {told(flow.browser.post(address, sent)["Location"])["code"] for _ in range(2)}
    assert len(codes) == 2
    assert all(flow.exchange(code).status_code == 200 for code in codes)
    with scope.acting_as(alice.pk):
        assert Agent.objects.count() == 1


def test_somebody_who_is_not_signed_in_signs_in_first_and_is_then_asked(flow: Flow, alice: User) -> None:
    address = flow.address()
    for answer in (Client().get(address), Client().post(address, {"may": ["memories:read"]})):
        assert answer.status_code == 302
        assert answer["Location"].startswith("/person/login/?next=/oauth/authorize/")
    assert nothing_was_granted(alice)


UNANSWERABLE: dict[str, dict[str, str | None]] = {
    "an unknown client": {"client_id": "unknown"},
    "no client": {"client_id": None},
    "U+0000 in the client": {"client_id": "\x00"},
    "an address that was not registered": {"redirect_uri": "https://evil.example/back"},
    "a path below a registered one": {"redirect_uri": f"{BACK}/else"},
    "one more parameter": {"redirect_uri": f"{BACK}?x=y"},
    "another port": {"redirect_uri": "https://desk.example:8443/back"},
    "http instead": {"redirect_uri": "http://desk.example/back"},
    "a name before the host": {"redirect_uri": "https://evil.example@desk.example/back"},
    "a host that begins alike": {"redirect_uri": "https://desk.example.evil.example/back"},
    "a fragment": {"redirect_uri": f"{BACK}#x"},
    "no scheme": {"redirect_uri": "//evil.example"},
    "a script": {"redirect_uri": "javascript:alert(1)"},
}
REFUSED: dict[str, tuple[dict[str, str | None], str]] = {
    "no PKCE": ({"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
    "plain PKCE": ({"code_challenge_method": "plain"}, "invalid_request"),
    "PKCE of an unknown kind": ({"code_challenge_method": "S1"}, "invalid_request"),
    "a token instead of a code": ({"response_type": "token"}, "unsupported_response_type"),
    "another audience": ({"resource": "https://elsewhere.example/mcp"}, "invalid_target"),
    "an audience that begins alike": ({"resource": f"{settings.BASE_URL}/mcp.evil.example"}, "invalid_target"),
}


@pytest.mark.parametrize("case", UNANSWERABLE)
def test_a_question_without_a_known_sender_leads_nowhere(flow: Flow, alice: User, case: str) -> None:
    address = flow.address(**UNANSWERABLE[case])
    for answer in (flow.browser.get(address), flow.browser.post(address, {"may": ["memories:read"]})):
        assert answer.status_code == 400
        assert "evil.example" not in answer.content.decode()
        assert "javascript:" not in answer.content.decode()
    assert nothing_was_granted(alice)


@pytest.mark.parametrize("case", REFUSED)
def test_a_wrong_question_leads_back_only_when_the_person_presses(flow: Flow, alice: User, case: str) -> None:
    changed, error = REFUSED[case]
    for answer in (
        flow.browser.get(flow.address(**changed)),
        flow.browser.post(flow.address(**changed), {"may": ["memories:read"]}),
    ):
        assert answer.status_code == 400
        assert "Location" not in answer
        (back,) = re.findall(r'href="(https://desk\.example[^"]*)"', answer.content.decode())
        assert told(back.replace("&amp;", "&"))["error"] == error
    assert nothing_was_granted(alice)


def test_unknown_scopes_beside_known_ones_are_left_out(flow: Flow) -> None:
    page = flow.browser.get(flow.address(scope="memories:read offline_access openid"))
    assert filled(page.content.decode())["may"] == ["memories:read"]


def test_no_field_of_the_form_changes_the_question(flow: Flow, alice: User) -> None:
    asked = flow.address(scope="memories:read")
    answer = flow.browser.post(asked, {"may": ["memories:read", "memories:write"]})
    assert answer.status_code == 422
    sent = {"client_id": "another", "redirect_uri": "https://evil.example/back", "scope": "memories:write"}
    answer = flow.browser.post(asked, sent | {"may": ["memories:read"], "resource": "https://evil.example"})
    assert answer["Location"].startswith(BACK)
    with scope.acting_as(alice.pk):
        assert Agent.objects.get().scopes == ["memories:read"]
        assert Connection.objects.get().host == "desk.example"


def test_no_other_site_presses_the_button_or_frames_the_page(flow: Flow, alice: User) -> None:
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(alice)
    page = careful.get(flow.address())
    fields = filled(page.content.decode())
    token = fields.pop("csrfmiddlewaretoken")
    for sent, headers in (
        (fields, {}),
        (fields | {"csrfmiddlewaretoken": token}, {"Origin": "https://evil.example"}),
        (fields | {"csrfmiddlewaretoken": token}, {"Origin": "null"}),
    ):
        assert careful.post(flow.address(), sent, headers=headers).status_code == 403
    assert nothing_was_granted(alice)
    assert page["X-Frame-Options"] == "DENY"
    policy = page["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in policy
    assert "form-action 'self' https://desk.example;" in f"{policy};"
    assert "no-store" in page["Cache-Control"]


def test_a_name_is_text_and_never_markup(flow: Flow) -> None:
    name = "<script>alert(1)</script>\u202egnol\u200b\x00\n yrev " + "x" * 500
    client = register(client_name=name).json()
    page = flow.browser.get(Flow(flow.browser, client["client_id"]).address()).content.decode()
    assert "<script>alert" not in page
    assert "\u202e" not in page
    assert len(client["client_name"]) <= 60


def test_a_program_on_ones_computer_may_listen_on_any_port(flow: Flow) -> None:
    own = Flow(flow.browser, register(redirect_uris=["http://127.0.0.1/back"]).json()["client_id"])
    address = own.address(redirect_uri="http://127.0.0.1:51234/back")
    page = flow.browser.get(address)
    assert "A program on your computer asks" in page.content.decode()
    assert own.answer(address)["Location"].startswith("http://127.0.0.1:51234/back?code=")
    for wrong in ("http://127.0.0.1:51234/else", "http://localhost:51234/back", "http://127.0.0.1.evil.example/back"):
        assert flow.browser.get(own.address(redirect_uri=wrong)).status_code == 400


@pytest.mark.parametrize("uri", ["cursor://anysphere.cursor-mcp/oauth/callback", "com.example.app:/back"])
def test_an_app_is_called_by_its_scheme(flow: Flow, uri: str) -> None:
    own = Flow(flow.browser, register(redirect_uris=[uri]).json()["client_id"])
    address = own.address(redirect_uri=uri)
    assert f"form-action 'self' {urlsplit(uri).scheme}:" in flow.browser.get(address)["Content-Security-Policy"]
    assert own.answer(address)["Location"].startswith(f"{uri}?code=")


def test_bob_answers_for_himself_alone(flow: Flow, alice: User, bob: User) -> None:
    his = Client()
    his.force_login(bob)
    Flow(his, flow.client_id).code()
    assert nothing_was_granted(alice)
    with scope.acting_as(bob.pk):
        assert Agent.objects.get().person_id == bob.pk


def test_a_question_is_asked_so_often_an_hour(flow: Flow) -> None:
    statuses = {flow.browser.get(flow.address(client_id="unknown")).status_code for _ in range(61)}
    assert statuses == {400, 429}


# Registration


@pytest.mark.parametrize(
    "changed",
    [
        {"redirect_uris": []},
        {"redirect_uris": "https://desk.example/back"},
        {"redirect_uris": [1]},
        {"redirect_uris": ["http://desk.example/back"]},
        {"redirect_uris": ["javascript:alert(1)"]},
        {"redirect_uris": ["data:text/html,x"]},
        {"redirect_uris": ["file:///etc/passwd"]},
        {"redirect_uris": ["https://desk.example/back#x"]},
        {"redirect_uris": ["https://a:b@desk.example/back"]},
        {"redirect_uris": ["https://desk.example/a b"]},
        {"redirect_uris": ["https://desk.example/\\evil.example"]},
        {"redirect_uris": ["https://desk.example:x/"]},
        {"redirect_uris": ["https://" + "x" * 2000]},
        {"redirect_uris": ["https://desk.example/back"] * 21},
        {"grant_types": ["client_credentials"]},
        {"grant_types": "authorization_code"},
        {"response_types": ["token"]},
        {"client_name": ["x"]},
    ],
)
def test_a_client_that_would_be_no_good_is_not_registered(changed: dict[str, object]) -> None:
    answer = register(**changed)
    assert answer.status_code == 400
    assert answer.json()["error"] in ("invalid_redirect_uri", "invalid_client_metadata")
    assert not Application.objects.exists()


@pytest.mark.parametrize("body", [b"", b"[]", b"no JSON", b"\xff", b"[" * 9000, b"{" + b" " * 20_000 + b"}"])
def test_no_body_breaks_registration(body: bytes) -> None:
    answer = Client().post("/oauth/register/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_client_metadata")


def test_a_client_gets_an_id_and_no_secret() -> None:
    made = register(token_endpoint_auth_method="client_secret_basic")
    assert made.status_code == 201
    assert made.json()["token_endpoint_auth_method"] == "none"
    assert "client_secret" not in made.json()


def test_registering_is_limited_and_can_be_switched_off(settings: object) -> None:
    one = Client(REMOTE_ADDR="198.51.100.7")
    body = '{"redirect_uris": ["https://desk.example/back"]}'
    statuses = [one.post("/oauth/register/", body, content_type="application/json").status_code for _ in range(21)]
    assert statuses == [201] * 20 + [429]
    settings.OAUTH_REGISTRATION = False  # type: ignore[attr-defined]
    assert register().status_code == 404


def test_what_registered_before_does_not_keep_others_out_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "CLIENTS_MAX", 2)
    assert [register().status_code for _ in range(3)] == [201, 201, 503]
    Application.objects.update(created=timezone.now() - timedelta(days=policy.UNUSED_CLIENT_DAYS + 1))
    assert register().status_code == 201


@pytest.mark.parametrize(
    ("asked", "offered"),
    [
        ("openid email profile", 2),
        ("offline_access", 2),
        ("mcp:tools read write", 2),
        ("", 2),
        ("claudeai", 2),
        ("memories:read,memories:write", 2),
        ("memories:read offline_access", 1),
        ("openid memories:write", 1),
    ],
)
def test_unknown_scopes_are_left_out_and_none_is_as_if_none_was_asked_for(flow: Flow, asked: str, offered: int) -> None:
    page = flow.browser.get(flow.address(scope=asked))
    assert page.status_code == 200
    assert len(filled(page.content.decode())["may"]) == offered


# What clients find


def test_the_metadata_leads_a_client_through() -> None:
    base = settings.BASE_URL
    for path in ("/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"):
        resource = Client().get(path).json()
        assert resource["resource"] == f"{base}/mcp"
        assert resource["authorization_servers"] == [base]
        assert resource["scopes_supported"] == ["memories:read", "memories:write"]
        assert resource["bearer_methods_supported"] == ["header"]
    server = Client().get("/.well-known/oauth-authorization-server").json()
    assert server == {
        "issuer": base,
        "authorization_endpoint": f"{base}/oauth/authorize/",
        "token_endpoint": f"{base}/oauth/token/",
        "revocation_endpoint": f"{base}/oauth/revoke/",
        "registration_endpoint": f"{base}/oauth/register/",
        "response_types_supported": ["code"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "scopes_supported": ["memories:read", "memories:write"],
        "client_id_metadata_document_supported": True,
        "authorization_response_iss_parameter_supported": True,
    }


def test_the_toolkits_own_pages_are_not_there() -> None:
    for path in ("applications/", "authorized_tokens/", "introspect/", "device/", "device-authorization/", "userinfo/"):
        for prefix in ("/oauth/", "/o/", "/"):
            assert Client().get(prefix + path).status_code == 404
