"""What programs really send: null and its words, characters that cannot be stored, messages as JSON, odd headers."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from http.client import HTTPConnection
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent, Trust
from memoryweb.api.hooks.hosts import HOSTS, Moment
from memoryweb.learning.models import Conversation
from memoryweb.memories.models import Memory
from memoryweb.operations.table import OPERATIONS, Operation
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.api.conftest import PDF, envelope, error
from tests.api.web_process import WebProcess, person_with_agent, rpc
from tests.builders import bind_to_community, post
from tests.house.test_every_operation import valid_arguments

Ask = Callable[..., Any]
TALK = {"conversation_id": "c-1", "messages": ["I like tea"]}

# null


def optional_places(schema: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the way to each property that may be left out, in objects and in entries of lists too."""
    for kind in ("anyOf", "oneOf"):
        for each in schema.get(kind, ()):
            yield from optional_places(each, path)
    if isinstance(schema.get("items"), dict):
        yield from optional_places(schema["items"], (*path, "[]"))
    for name, inner in schema.get("properties", {}).items():
        if name not in schema.get("required", []):
            yield (*path, name)
        yield from optional_places(inner, (*path, name))


FILLED = {"details": "I like tea", "key": "personal.drink"}  # what a signal needs


def with_null_at(arguments: dict[str, Any], way: tuple[str, ...]) -> dict[str, Any]:
    """Return valid arguments with null at this place."""
    changed: Any = json.loads(json.dumps(arguments))
    place = changed
    for step, following in zip(way, (*way[1:], ""), strict=True):
        if not following:
            place[step] = None
        elif following == "[]":
            place[step] = [dict(FILLED) if "messages" not in way else {"content": "I like tea"}]
            place = place[step]
        elif step == "[]":
            place = place[0]
        else:
            place = place.setdefault(step, {})
    return dict(changed)


def test_null_is_the_same_as_not_given_everywhere(alice: User) -> None:
    """Every operation, and every property of its schema that may be left out, one at a time and all at once."""
    with scope.acting_as(alice.pk):
        agent, token = Agent.connect(alice, name="Zebra", trust=Trust.TRUSTED)
        agent.reads_conversations = True
        agent.save()
    bind_to_community(agent)
    places = 0
    for name, operation in OPERATIONS.items():
        plain = envelope(post(Client(), f"/api/v1/tools/{name}", token, _valid(operation)))
        every = _valid(operation) | {each[0]: None for each in optional_places(operation.schema) if len(each) == 1}
        for sent in (every, *(with_null_at(_valid(operation), way) for way in optional_places(operation.schema))):
            answer = envelope(post(Client(), f"/api/v1/tools/{name}", token, sent))
            assert answer["ok"] == plain["ok"], (name, sent, answer)
            places += 1
    assert places > 80


def _valid(operation: Operation) -> dict[str, Any]:
    return valid_arguments(operation) | (
        {"messages": ["I like tea"]} if "messages" in operation.schema["properties"] else {}
    )


@pytest.mark.parametrize("word", ["null", "None", "undefined", "nil", "N/A", " NULL ", "Undefined", "(null)"])
def test_a_word_for_nothing_names_no_place_and_is_no_value(ask: Ask, alice: User, word: str) -> None:
    for name in ("project", "condition", "value"):
        answer = ask("save_user_preference", PDF | {name: word})
        assert error(answer) == (400, "INVALID_ARGUMENT"), (name, answer.content)
        assert envelope(answer)["error"]["details"]["fields"][0]["field"] == name
    for operation in ("get_user_preferences", "recall_preferences", "search_user_preferences", "record_feedback"):
        sent = {"project": word} | ({"query": "x"} if operation.startswith("search") else {"action": "accept"})
        if operation in ("get_user_preferences", "recall_preferences"):
            sent.pop("action")
        assert error(ask(operation, sent)) == (400, "INVALID_ARGUMENT"), operation
    names = {"category": word, "key": word, "run": word}
    assert envelope(ask("save_user_preference", PDF | names))["ok"]
    with scope.acting_as(alice.pk):
        saved = Memory.objects.get()
        assert word.strip().casefold() not in (saved.category, saved.said_category, saved.key)
    for read in ({"category": word, "cursor": word}, {}):
        assert len(envelope(ask("get_user_preferences", read))["data"]["preferences"]) == 0  # it waits for a yes
    assert envelope(ask("recall_preferences", {"task_type": word, "skill": word, "run": word}))["ok"]


def test_a_person_without_pets_says_none(ask: Ask) -> None:
    none = {"category": "personal", "preference": "pets", "details": "I have no pets", "value": "none"}
    assert envelope(ask("save_user_preference", none))["ok"]


# What cannot be stored

TEXTS = (
    ("I like \x00tea", "I like tea"),
    ("I like tea\x00\x00", "I like tea"),
    ("I like \ud83dtea", "I like tea"),
    ("\udfffI like tea", "I like tea"),
    ("I like tea \ud83c\udf75 and \ud83c", "I like tea \U0001f375 and "),
)


@pytest.mark.parametrize(("sent", "kept"), TEXTS)
def test_a_character_that_cannot_be_stored_loses_only_itself(ask: Ask, alice: User, sent: str, kept: str) -> None:
    saved = PDF | {"details": sent, "tags": [sent[:30]], "metadata": {sent: sent}}
    assert envelope(ask("save_user_preference", saved))["ok"]
    with scope.acting_as(alice.pk):
        memory = Memory.objects.get()
        assert (memory.details.strip(), memory.metadata) == (kept.strip(), {kept: kept})
    assert envelope(ask("record_conversation", TALK | {"messages": [sent, {"content": f"{sent} I own a canoe"}]}))["ok"]
    assert envelope(ask("search_user_preferences", {"query": sent}))["ok"]
    assert _excerpts(alice, "c-1") == [kept.strip(), f"{kept} I own a canoe".strip()]


@pytest.mark.parametrize("host", HOSTS)
def test_a_prompt_with_one_is_heard(token: str, alice: User, host: str) -> None:
    """And a project of the name "undefined" is none."""
    name = next(name for name, moment in HOSTS[host].moments.items() if moment is Moment.PROMPT)
    for number, (sent, _) in enumerate(TEXTS):
        event = {"hook_event_name": name, "session_id": f"s-{number}", "conversation_id": f"s-{number}"}
        answer = post(Client(), f"/hooks/v1/{host}", token, event | {"prompt": sent, "project": "undefined"})
        assert answer.status_code == 200
    for number, (_, kept) in enumerate(TEXTS):
        assert _excerpts(alice, f"s-{number}") == [kept.strip()]


def _excerpts(person: User, conversation_id: str) -> list[str]:
    with scope.acting_as(person.pk):
        return list(Conversation.objects.get(external_id=conversation_id).excerpts)


def test_a_form_with_one_keeps_the_rest(browser: Client, alice: User) -> None:
    sent = {"label": "drink\x00", "details": "I like \x00tea", "category": "personal"}
    answer = browser.post("/memories/add/", sent)
    assert answer.status_code in (200, 302), answer.content
    with scope.acting_as(alice.pk):
        assert Memory.objects.get().details in ("I like tea", "")


def test_over_mcp_it_loses_only_itself_too(web: WebProcess, committed: None) -> None:
    person, _, token = person_with_agent("alice")
    for number, (sent, kept) in enumerate(TEXTS):
        talk = {"conversation_id": f"c-{number}", "messages": [sent], "project": None, "topic": None, "adds": None}
        body = rpc("tools/call", {"name": "record_conversation", "arguments": talk})
        answer = web.send(body=body, authorization=f"Bearer {token}").json()
        assert not answer["result"]["isError"], answer
        assert _excerpts(person, f"c-{number}") == [kept.strip()]


# Messages

SPELLED: tuple[tuple[str, list[str]], ...] = (
    ('{"role":"user","content":"I like tea"}', ["I like tea"]),
    (' {"content": "I like\\nplums", "role": "user", "id": "m1", "ts": 1}', ["I like\nplums"]),
    ('{"role":"assistant","content":"You like tea"}', []),
    ('{"role":"user","content":"caf\\u00e9 \\ud83d"}', ["café"]),
    ('{"theme": "dark", "content": "x"}', ['{"theme": "dark", "content": "x"}']),
    ('{"role":"king","content":"I like tea"}', ['{"role":"king","content":"I like tea"}']),
    ("{not JSON", ["{not JSON"]),
    ("{}", ["{}"]),
)


@pytest.mark.parametrize(("text", "kept"), SPELLED)
def test_a_message_that_is_json_in_a_text_is_the_message_that_it_says(
    ask: Ask, alice: User, text: str, kept: list[str]
) -> None:
    assert envelope(ask("record_conversation", TALK | {"messages": [text, "and so on"]}))["ok"]
    assert _excerpts(alice, "c-1") == [*kept, "and so on"]


def test_the_guard_reads_what_a_text_spells(ask: Ask, alice: User) -> None:
    """Letters written as numbers would else hide a secret from it."""
    hidden = "".join(f"\\u{ord(letter):04x}" for letter in "my password is hunter2-Zebra!")
    ask("record_conversation", TALK | {"messages": [f'{{"role":"user","content":"{hidden}"}}', "I like tea"]})
    assert "hunter2" not in str(_excerpts(alice, "c-1"))


# Times

MOMENTS = ("1751328000", 1751328000, 1751328000.5, "2025-07-01", "2025-07-01T09:00", "yesterday", "2025-13-01T09:00Z")
DAYS = (20250701, "1751328000", "1 July", "2025-07-32", "2025-07-01T09:30:00Z", 1.5)


def test_the_advice_for_a_time_is_what_is_taken(ask: Ask) -> None:
    for field in ("started_at", "ended_at"):
        for value in MOMENTS:
            reason = _reason(ask("record_conversation", TALK | {field: value}), field)
            assert reason.startswith("write date, time and time zone as text, such as "), (value, reason)
            taken = reason.rpartition(" ")[2]
            assert envelope(ask("record_conversation", TALK | {field: taken}))["ok"], reason
    for field in ("observed_on", "valid_until"):
        for day in DAYS:
            assert _reason(ask("save_user_preference", PDF | {field: day}), field) == (
                "write a date as text, YYYY-MM-DD"
            ), day
    now = datetime.now(UTC).isoformat()
    assert envelope(ask("record_conversation", TALK | {"ended_at": now.replace("T", " ")}))["ok"]
    assert envelope(ask("save_user_preference", PDF | {"observed_on": timezone.localdate().isoformat()}))["ok"]


def _reason(answer: Any, field: str) -> str:
    assert error(answer) == (400, "INVALID_ARGUMENT")
    (fault,) = envelope(answer)["error"]["details"]["fields"]
    assert fault["field"] == field
    return str(fault["reason"])


# Headers


@pytest.mark.usefixtures("committed")
@pytest.mark.parametrize(
    ("accept", "status"),
    [(None, 200), ("", 200), ("*/*", 200), ("application/json", 200), ("application/*;q=0.5", 200), ("text/html", 406)],
)
def test_whoever_says_nothing_of_what_they_accept_gets_json(web: WebProcess, accept: str | None, status: int) -> None:
    token = person_with_agent("alice")[2]
    begin = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    headers |= {} if accept is None else {"Accept": accept}
    for body in (rpc("initialize", begin), rpc("tools/list")):
        connection = HTTPConnection(web.url.removeprefix("http://"), timeout=30)  # others add the header
        connection.request("POST", "/mcp", body, headers)
        answer = connection.getresponse()
        assert (answer.status, answer.read()[:1]) == (status, b"{")
        connection.close()
