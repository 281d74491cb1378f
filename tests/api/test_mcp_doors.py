"""Whatever the door, the same call gets the same data and leaves the same rows: memories, versions, receipts, log.

Each door is a row of DOORS. What it serves is called there by one person and over HTTP by another one, and compared.
A chat is a door whose model asks for the calls; what the model reads is its answer.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from django.test import Client

from memoryweb.agents import callers
from memoryweb.api.hooks.turns import ANY_WORK, CODE_TASK
from memoryweb.operations.table import OPERATIONS
from memoryweb.people.models import User
from memoryweb.recall.prompt_block import NOTHING
from memoryweb.rls import scope
from memoryweb.telegram.answering.calls import PRIVATE_TOOLS
from memoryweb.telegram.models import TOOLS, System
from tests import servers
from tests.api.chat_door import by_bridge, by_telegram, person_with_chat
from tests.api.conftest import PDF, url
from tests.api.test_mcp import MISSING_ID, content, fewest_arguments
from tests.api.web_process import WebProcess, person_with_agent
from tests.builders import bind_to_community, person_types, post
from tests.house.test_isolation import personal
from tests.waiting import wait_for

pytestmark = pytest.mark.usefixtures("committed")
Call = tuple[str, dict[str, Any]]
Answers = list[Any]

FIRST_SAVED_ID = "<id of the first saved memory>"
RUN, PROJECT = "0197a5b2-6d0e-7c3f-9a51-2f6f0d7c9e10", "boat"
SAYS = "I prefer short letters."
CALLS: list[Call] = [
    ("save_user_preference", PDF | {"quote": "PDF, please", "tags": ["b", "a"], "metadata": {"n": [1, None, "ü"]}}),
    ("save_user_preference", PDF),
    ("save_user_preference", PDF | {"details": "I prefer reports as Word"}),
    ("update_user_preference", {"preference_id": FIRST_SAVED_ID, "details": "I prefer reports as Markdown"}),
    ("search_user_preferences", {"query": "Neovim or tea?"}),
    ("get_user_preferences", {"limit": 1}),
    ("get_user_preferences", {"limit": 0}),
    ("recall_preferences", {"run": RUN, "project": PROJECT, "task_type": ANY_WORK}),
    ("recall_preferences", {"run": RUN, "project": PROJECT, "task_type": CODE_TASK, "only_new": True}),
    ("recall_preferences", {"query": "Neovim or tea?", "run": "of this letter", "task_type": "code_task"}),
    ("record_feedback", {"action": "accept", "run": "of this letter"}),
    (
        "record_conversation",
        {"conversation_id": RUN, "messages": [SAYS], "project": PROJECT, "adds": True, "goes_on": True},
    ),
    ("record_conversation", {"conversation_id": RUN, "messages": [], "project": PROJECT, "adds": True}),
    ("save_user_preference", PDF | {"details": "my password is hunter2"}),
    ("forget_user_preference", {"preference_id": MISSING_ID}),
    *((name, fewest_arguments(name, FIRST_SAVED_ID)) for name in OPERATIONS),
]


def over_http(web: WebProcess, token: str, calls: list[Call], *, has_keys: bool = False) -> Answers:
    client = Client()
    answers: Answers = []
    for number, (name, arguments) in enumerate(calls):
        key = {"Idempotency-Key": f"http-{number}"} if has_keys and OPERATIONS[name].writes else {}
        body = post(client, url(name), token, _with_saved_id(arguments, answers), **key).json()
        answers.append(body["data"] if body["ok"] else body["error"])
    return answers


def over_mcp(protocol: str) -> Callable[[WebProcess, str, list[Call]], Answers]:
    def call_all(web: WebProcess, token: str, calls: list[Call]) -> Answers:
        async def ask(client: Any) -> Answers:
            answers: Answers = []
            for name, arguments in calls:
                answers.append(content(await client.call_tool(name, _with_saved_id(arguments, answers))))
                wait_for(vectors_are_made)  # the next recall's scores are compared
            return answers

        return web.ask(token, ask, protocol)

    return call_all


def vectors_are_made() -> bool:
    return not servers.rows_as_owner("SELECT FROM recall_embedding WHERE vector IS NULL")


def by_hook(web: WebProcess, token: str, calls: list[Call]) -> Answers:
    """Report a session in which the same happens: it starts, the person says something, it ends.

    What holds for any work and for code is given in one answer.
    """
    answers: Answers = []
    for name, arguments in calls:
        if arguments.get("task_type") == ANY_WORK:
            answers.append({})
            continue
        event: dict[str, Any] = {"conversation_id": RUN, "project": PROJECT, "hook_event_name": "sessionStart"}
        if name == "record_conversation":
            said = arguments["messages"]
            event |= (
                {"hook_event_name": "beforeSubmitPrompt", "prompt": said[0]}
                if said
                else {"hook_event_name": "sessionEnd"}
            )
        answers.append(post(Client(), "/hooks/v1/cursor", token, event).json())
    return answers


def by_chat(write: Callable[[User, Iterator[Call], Answers], None]) -> Callable[[WebProcess, str, list[Call]], Answers]:
    def call_all(web: WebProcess, token: str, calls: list[Call]) -> Answers:
        agent = callers.agent_of_token(token)
        assert agent
        answers: Answers = []
        write(agent.person, ((name, _with_saved_id(arguments, answers)) for name, arguments in calls), answers)
        return answers

    return call_all


def _with_saved_id(arguments: dict[str, Any], answers: Answers) -> dict[str, Any]:
    return {name: answers[0]["id"] if value == FIRST_SAVED_ID else value for name, value in arguments.items()}


def is_of_a_session(call: Call) -> bool:
    return RUN in call[1].values()


def as_hook(answer: dict[str, Any]) -> dict[str, Any]:
    """Return what a hook tells of an operation's answer: the block, and nothing of what was recorded."""
    return {"block": answer["block"]} if answer.get("block", NOTHING) != NOTHING else {}


def said_in_a_group(answer: dict[str, Any]) -> dict[str, Any]:
    """Return what a group's model reads of an operation's answer: nothing of what a write met."""
    return answer if "memories" in answer else {"outcome": "told to the person alone"}


def told_by_hook(answer: dict[str, Any]) -> dict[str, Any]:
    lines = answer.get("additional_context", "").splitlines()
    return {"block": "\n".join(lines[2:-1])} if lines else {}


def person_with_own_agent(name: str) -> tuple[User, str]:
    person, agent, token = person_with_agent(name)
    bind_to_community(agent)
    return person, token


def serves(*names: str) -> Callable[[Call], bool]:
    return lambda call: call[0] in names


@dataclass(frozen=True)
class Door:
    """How calls get in, which of CALLS it serves, what of an operation's answer it tells, and who is connected to it.

    `has_keys`: each write has a key of its own, by which a repetition is known. `own`: tables that only it writes.
    """

    call: Callable[[WebProcess, str, list[Call]], Answers]
    serves: Callable[[Call], bool] = bool
    tells: Callable[[Any], Any] = lambda answer: answer
    reads: Callable[[Any], Any] = lambda answer: answer
    connect: Callable[[str], tuple[User, str]] = person_with_own_agent
    has_keys: bool = False
    own: frozenset[str] = frozenset()


DOORS = {
    "MCP with a handshake": Door(over_mcp("legacy")),
    "MCP without one": Door(over_mcp("2026-07-28")),
    "hook": Door(by_hook, serves=is_of_a_session, tells=as_hook, reads=told_by_hook),
    "a private chat, in Telegram": Door(
        by_chat(by_telegram),
        serves=serves(*PRIVATE_TOOLS),
        has_keys=True,
        connect=partial(person_with_chat, system=System.TELEGRAM, in_community=False),
        own=frozenset({"learning_spend", "telegram_chatturn"}),
    ),
    "a chat of a community, by a bridge": Door(
        by_chat(by_bridge),
        serves=serves(*TOOLS),
        tells=said_in_a_group,
        has_keys=True,
        connect=partial(person_with_chat, system=System.WEBHOOK, in_community=True),
        own=frozenset({"learning_spend"}),
    ),
}


# What is compared

UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
NUMBERS = "id|version|version_before|version_after|history_id|based_on|transaction|milliseconds"
DIFFERENT = (  # between two calls over the same door
    (re.compile(r'"nextCursor": "[^"]+"'), '"nextCursor": "more"'),
    (re.compile(r"http://127\.0\.0\.1:\d+"), ""),  # the two processes have different addresses
    (re.compile(rf'"({NUMBERS})": \d+'), r'"\1": 0'),
    (re.compile(r'"\d{4}-\d\d-\d\d[T ][^"]+"'), '"time"'),
    (re.compile(r'"\\\\x[0-9a-f]+"'), '"bytes"'),
    (re.compile(r'"token_hint": "[^"]+"'), '"token_hint": ""'),
    (re.compile(r"(alice|bob)"), "person"),
    (re.compile(r'"key": "(http|chat|telegram)-[^"]+"'), '"key": "of this call"'),
    (re.compile(r'"user_id": "\d+"'), '"user_id": "of Telegram"'),
    (re.compile(r'"vector": "\[[^"]+"'), '"vector": "of the text"'),  # its last bit is another one in another thread
)
FILLED = {"memories_historicalmemory", "memories_memory", "recall_receipt", "recall_receiptitem", "agents_accesslog"}


def without_times(value: Any) -> str:
    text = json.dumps(value, default=str, sort_keys=True)
    for pattern, constant in DIFFERENT:
        text = pattern.sub(constant, text)
    return text


def with_numbered_ids(answers: Any) -> Any:
    """Replace ids by numbers in order of appearance."""
    numbers: dict[str, str] = {}
    text = without_times(answers)
    return json.loads(UUID.sub(lambda match: numbers.setdefault(match[0], f"id {len(numbers)}"), text))


def rows_of(person: User) -> dict[str, list[str]]:
    """Return every row of a person in every table, without ids and times."""
    return {
        table: sorted(
            UUID.sub("id", without_times(row))
            for (row,) in servers.rows_as_owner(f"SELECT row_to_json(t) FROM {table} t WHERE person_id = '{person.pk}'")
        )
        for table in sorted(model._meta.db_table for model in personal())
    }


def prepare(door: Door, name: str) -> tuple[User, str]:
    """Connect a person to a door who likes tea."""
    person, token = door.connect(name)
    with scope.acting_as(person.pk):
        person_types(person, "I prefer Neovim", name="editor")
        person_types(person, "I prefer tea", name="drink", category="personal")
    return person, token


@pytest.mark.parametrize("name", DOORS)
def test_the_same_calls_get_the_same_answers_and_write_the_same_rows(name: str, web: WebProcess) -> None:
    door = DOORS[name]
    calls = [call for call in CALLS if door.serves(call)]
    (alice, alices_token), (bob, bobs_token) = prepare(door, "alice"), prepare(door, "bob")
    answers = [door.reads(answer) for answer in door.call(web, alices_token, calls)]
    over_http_ = [door.tells(answer) for answer in over_http(web, bobs_token, calls, has_keys=door.has_keys)]
    assert with_numbered_ids(answers) == with_numbered_ids(over_http_)
    hers, his = rows_of(alice), rows_of(bob)
    assert {table: rows for table, rows in hers.items() if rows != his[table] and table not in door.own} == {}
    recorded = {"learning_conversation"} if any(name == "record_conversation" for name, _ in calls) else set()
    for table in FILLED | door.own | recorded:
        assert hers[table], table


def test_the_doors_that_serve_the_table_are_asked_for_all_of_it() -> None:
    assert {name for name, _ in CALLS} == set(OPERATIONS)
    assert {name for name, _ in filter(is_of_a_session, CALLS)} == {"recall_preferences", "record_conversation"}
