"""The MCP gate lets known agents through; other requests get an error that tells nothing, and never a stack trace."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx2
import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memoryweb.agents.models import AccessLog, Agent, Trust
from memoryweb.agents.tokens import new_token
from memoryweb.api.request import BODY_MAX
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.api.conftest import PDF
from tests.api.web_process import WebProcess, person_with_agent, rpc

pytestmark = pytest.mark.usefixtures("committed")
ECHO = "zebra-crossing"
LIST = b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'
MODERN = {"mcp_protocol_version": "2026-07-28"}


def _revoked(alice: User, agent: Agent) -> None:
    agent.revoke(now=timezone.now())


def _expired(alice: User, agent: Agent) -> None:
    agent.expires_at = timezone.now() - timedelta(seconds=1)
    agent.save(update_fields=["expires_at"])


def _deactivated(alice: User, agent: Agent) -> None:
    alice.is_active = False
    alice.save()


NO_TOKENS: dict[str, dict[str, str]] = {
    "no header": {},
    "an empty one": {"authorization": ""},
    "no token": {"authorization": "Bearer"},
    "another scheme": {"authorization": "Basic {token}"},
    "no scheme": {"authorization": "{token}"},
    "an unknown token": {"authorization": f"Bearer {new_token()}"},
    "more behind it": {"authorization": "Bearer {token} x"},
    "two of them": {"authorization": "Bearer {token}, Bearer {token}"},
    "very long": {"authorization": "Bearer " + "x" * 20_000},
    "a session cookie": {"cookie": "sessionid={token}"},
}
UNAUTHENTICATED = {
    "code": "UNAUTHENTICATED",
    "message": "Send a valid token: Authorization: Bearer …",
    "retryable": False,
}


def assert_unauthenticated(response: httpx2.Response) -> None:
    challenge = response.headers["www-authenticate"]
    assert (response.status_code, challenge.partition(" ")[0]) == (401, "Bearer")
    metadata = f"{response.url.scheme}://{response.url.netloc.decode()}/.well-known/oauth-protected-resource/mcp"
    assert f'resource_metadata="{metadata}"' in challenge
    body = response.json()
    assert set(body) == {"ok", "error", "meta"}
    assert (body["ok"], body["error"]) == (False, UNAUTHENTICATED)
    assert response.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("case", NO_TOKENS)
def test_every_unusable_token_gets_the_same_401(case: str, web: WebProcess) -> None:
    token = person_with_agent("alice")[2]
    headers = {name: value.replace("{token}", token) for name, value in NO_TOKENS[case].items()}
    for body in (LIST, b"no JSON", b'{"jsonrpc": "2.0", "id": 1, "method": "initialize"}', b"x" * (BODY_MAX + 1)):
        assert_unauthenticated(web.send(body=body, **headers))
        assert_unauthenticated(web.send(body=body, **headers, **MODERN))


@pytest.mark.parametrize("end_token", [_revoked, _expired, _deactivated])
def test_an_ended_token_is_rejected_at_once(end_token: Callable[[User, Agent], None], web: WebProcess) -> None:
    alice, agent, token = person_with_agent("alice")
    bearer = {"authorization": f"bearer   {token}"}
    assert web.send(body=LIST, **bearer).status_code == 200
    with scope.acting_as(alice.pk):
        end_token(alice, agent)
    assert_unauthenticated(web.send(body=LIST, **bearer))


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "localhost@evil", "["])
def test_an_unknown_host_gets_421_before_its_token_is_checked(host: str, web: WebProcess) -> None:
    for token in ("x", person_with_agent("alice")[2]):
        answer = web.send(body=LIST, host=host, authorization=f"Bearer {token}")
        assert (answer.status_code, answer.json()["ok"]) == (421, False)


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost.evil.example", "http://[", ""])
def test_a_page_of_another_host_is_rejected(origin: str, web: WebProcess) -> None:
    answer = web.send(body=LIST, origin=origin, authorization=f"Bearer {person_with_agent('alice')[2]}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "PERMISSION_DENIED")


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "localhost:8000", "[::1]:8000"])
def test_our_own_hosts_are_answered_on_any_port(name: str, web: WebProcess) -> None:
    token = person_with_agent("alice")[2]
    answer = web.send(body=LIST, host=name, origin=f"http://{name}", authorization=f"Bearer {token}")
    assert answer.status_code == 200


@pytest.mark.parametrize("method", ["GET", "HEAD", "DELETE", "PUT", "PATCH", "OPTIONS", "ZEBRA"])
def test_only_post_is_answered_and_no_stream_is_held_open(method: str, web: WebProcess) -> None:
    bearer = {"authorization": f"Bearer {person_with_agent('alice')[2]}"}
    for headers in (bearer, bearer | MODERN, bearer | {"mcp_session_id": "x", "last_event_id": "1"}):
        answer = web.send(method=method, body=b"", **headers)
        assert (answer.status_code, answer.headers["allow"]) == (405, "POST")


def test_the_address_is_one_with_and_without_a_slash_and_the_rest_is_djangos(web: WebProcess) -> None:
    bearer = {"authorization": f"Bearer {person_with_agent('alice')[2]}"}
    answers = {path: web.send(path, LIST, **bearer) for path in ("/mcp", "/mcp/", "/mcp/zebra", "/mcpx", "/mcp%2f")}
    assert answers["/mcp"].json() == answers["/mcp/"].json()
    assert {path: answer.status_code for path, answer in answers.items()} == {
        "/mcp": 200,
        "/mcp/": 200,
        "/mcp/zebra": 404,
        "/mcpx": 404,
        "/mcp%2f": 200,
    }
    assert web.send("/healthz", method="GET").json()["ok"] is True
    assert "content-security-policy" in web.send("/sign-in/", method="GET").headers


# Bodies


BODIES: dict[str, bytes] = {
    "nothing": b"",
    "not JSON": ECHO.encode(),
    "half of it": b'{"jsonrpc": "2.0", "method": "zebra-crossing',
    "a batch": b"[" + LIST + b"," + LIST + b"]",
    "an empty batch": b"[]",
    "a text": b'"zebra-crossing"',
    "null": b"null",
    "an empty object": b"{}",
    "invalid UTF-8": b'{"jsonrpc": "2.0", "id": "zebra-crossing \xff", "method": "tools/list"}',
    "UTF-16": '{"method": "zebra-crossing"}'.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf" + LIST,
    "nested without end": b'{"jsonrpc": "2.0", "id": 1, "method": "x", "params": ' + b"[" * 100_000,
    "another version": rpc("tools/list", jsonrpc="1.0", zebra=ECHO),
    "no version": b'{"id": 1, "method": "zebra-crossing"}',
    "a method that is a number": rpc(5, {"a": ECHO}),
    "params that are a list": rpc("tools/call", [ECHO]),
    "a number with too many digits": b'{"jsonrpc": "2.0", "method": "x", "id": ' + b"9" * 5000 + b"}",
}


@pytest.mark.parametrize("case", BODIES)
def test_a_body_that_is_no_message_gets_a_json_rpc_error_without_echo(case: str, web: WebProcess) -> None:
    bearer = {"authorization": f"Bearer {person_with_agent('alice')[2]}"}
    for headers in (bearer, bearer | MODERN):
        answer = web.send(body=BODIES[case], **headers)
        assert (answer.status_code, answer.headers["content-type"]) == (400, "application/json")
        body = answer.json()
        assert (body["jsonrpc"], body["id"], set(body["error"])) == ("2.0", None, {"code", "message"})
        assert body["error"]["code"] in (-32700, -32600)
        assert body["error"]["message"].startswith("INVALID_ARGUMENT: ")
        assert ECHO not in answer.text


@pytest.mark.parametrize("number", [None, {"a": ECHO}, [ECHO], 1.5, -0.1, True, float("nan"), float("inf")])
def test_an_invalid_id_is_answered_with_an_error_and_does_nothing(number: Any, web: WebProcess) -> None:
    """The SDK would take the request for a notification, and the client would wait for ever."""
    alice, _, token = person_with_agent("alice")
    body = rpc("tools/call", {"name": "save_user_preference", "arguments": PDF}, id=number)
    for protocol in ({}, MODERN):
        answer = web.send(body=body, authorization=f"Bearer {token}", **protocol)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, -32600)
        assert answer.json()["id"] == (number if number in (1.5, -0.1) else None)
        assert ECHO not in answer.text
    with scope.acting_as(alice.pk):
        assert not alice.memories.exists()


@pytest.mark.parametrize("number", ["1.0", "-0.0", "1e2", "1E300", "9007199254740992.0", "7", '"1.0"'])
def test_a_whole_number_written_as_a_float_is_answered_under_the_same_number(number: str, web: WebProcess) -> None:
    token = person_with_agent("alice")[2]
    for body in (rpc("tools/list"), rpc("tools/call", {"name": "get_memory_settings", "x": float("nan")})):
        answer = web.send(body=body.replace(b'"id": 1', b'"id": ' + number.encode()), authorization=f"Bearer {token}")
        assert (answer.status_code, "result" in answer.json()) == (200, True)
        assert answer.json()["id"] == json.loads(number)


def test_a_body_that_is_too_long_gets_413(web: WebProcess) -> None:
    answer = web.send(body=b'"' + b"x" * BODY_MAX, authorization=f"Bearer {person_with_agent('alice')[2]}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "INVALID_ARGUMENT")


MESSAGES: dict[str, tuple[bytes, int]] = {
    "an unknown method": (rpc("zebra/crossing", {"a": ECHO}), -32601),
    "a method that is not served": (rpc("resources/subscribe", {"uri": "memoryweb://settings"}), -32601),
    "sampling, which clients do": (rpc("sampling/createMessage", {"messages": []}), -32601),
    "a stream of changes": (rpc("subscriptions/listen", {"notifications": {}}), -32601),
    "a huge id": (rpc("zebra", id=10**300), -32601),
    "an id that is a long text": (rpc("zebra", id="x" * 10_000), -32601),
    "no parameters": (rpc("tools/call"), -32602),
    "no name": (rpc("tools/call", {"arguments": {"a": ECHO}}), -32602),
    "a name that is a list": (rpc("tools/call", {"name": [ECHO]}), -32602),
    "arguments that are a list": (rpc("tools/call", {"name": "get_memory_settings", "arguments": [ECHO]}), -32602),
    "arguments that are a text": (rpc("tools/call", {"name": "get_memory_settings", "arguments": ECHO}), -32602),
    "a long name": (rpc("tools/call", {"name": ECHO * 5000}), -32602),
    "_meta that is a list": (rpc("tools/call", {"name": "get_memory_settings", "_meta": [ECHO]}), -32602),
    "a bad start": (rpc("initialize", {"protocolVersion": 5, "zebra": ECHO}), -32602),
}


@pytest.mark.parametrize("case", MESSAGES)
def test_an_unsupported_message_gets_a_protocol_error_without_echo(case: str, web: WebProcess) -> None:
    body, code = MESSAGES[case]
    answer = web.send(body=body, authorization=f"Bearer {person_with_agent('alice')[2]}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (200, code)
    assert answer.json()["id"] == json.loads(body)["id"]
    rpc_error = {key: value for key, value in answer.json()["error"].items() if value != "zebra/crossing"}
    assert ECHO not in str(rpc_error)


@pytest.mark.parametrize("meta", [{"idempotencyKey": 5}, {"idempotencyKey": ["a"]}, {"idempotencyKey": None}, {}, None])
def test_an_idempotency_key_of_any_type_is_accepted(meta: Any, web: WebProcess) -> None:
    body = rpc("tools/call", {"name": "save_user_preference", "arguments": PDF, "_meta": meta})
    answer = web.send(body=body, authorization=f"Bearer {person_with_agent('alice')[2]}").json()
    assert answer["result"]["structuredContent"]["outcome"] == "proposed"


@pytest.mark.parametrize("meta", [{"idempotencyKey": "my password is hunter2"}, {"idempotencyKey": "x" * 121}])
def test_an_idempotency_key_is_checked_as_over_http(meta: Any, web: WebProcess) -> None:
    body = rpc("tools/call", {"name": "save_user_preference", "arguments": PDF, "_meta": meta})
    answer = web.send(body=body, authorization=f"Bearer {person_with_agent('alice')[2]}").json()
    assert answer["result"]["isError"] is True
    assert json.loads(answer["result"]["content"][0]["text"])["code"] in ("SENSITIVE_DATA", "INVALID_ARGUMENT")


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
methods = st.sampled_from(["tools/call", "tools/list", "initialize", "ping", "server/discover", "notifications/x"])
params = st.fixed_dictionaries(
    {},
    optional={
        "name": st.sampled_from(["get_user_preferences", "get_memory_settings", "zebra"]) | values,
        "arguments": st.dictionaries(st.sampled_from(["limit", "cursor", "category"]), values) | values,
        "_meta": st.dictionaries(st.sampled_from(["idempotencyKey", "progressToken"]), values) | values,
        "cursor": values,
    },
)
messages = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0") | values, "method": methods | values},
    optional={"id": st.integers() | st.text(max_size=5) | values, "params": params | values, "result": values},
)


def test_any_json_gets_an_answer_of_the_protocol(web: WebProcess) -> None:
    token = person_with_agent("alice", trust=Trust.READ_ONLY)[2]

    @given(message=messages | values, modern=st.booleans())
    @settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
    def ask(message: Any, modern: bool) -> None:
        body = json.dumps(message).encode()
        answer = web.send(body=body, authorization=f"Bearer {token}", **(MODERN if modern else {}))
        assert answer.status_code in (200, 202, 400, 404), answer.text
        if answer.status_code != 202:
            assert answer.json()["jsonrpc"] == "2.0"
            assert "Traceback" not in answer.text

    ask()


def test_bad_requests_leave_no_words_in_any_log(web: WebProcess) -> None:
    alice, _, token = person_with_agent("alice")
    before = len(web.log.read_bytes())
    for body in (*BODIES.values(), *(body for body, _ in MESSAGES.values())):
        web.send(body=body, authorization=f"Bearer {token}")
        web.send(body=body, authorization=f"Bearer {token}", **MODERN)
    web.call(token, "save_user_preference", PDF | {"quote": ECHO})
    logged = web.log.read_bytes()[before:].splitlines()
    assert [line for line in logged if not line.startswith(b"[INFO] ")] == []  # the server tells late that it started
    with scope.acting_as(alice.pk):
        assert ECHO not in str(list(AccessLog.objects.values()))
