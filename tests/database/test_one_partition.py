"""A statement of one person is planned for one partition of each table, in whatever an agent calls or a person opens.

PostgreSQL itself says so: it writes the plan of each statement that it plans, also of those in functions and triggers,
with the relations that the plan names. What is not named is not locked. The walk takes every operation and every
address, `make test` a third of them. What the clock runs is about everybody, and is left out.
"""

import os
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.db.backends.signals import connection_created
from django.test import Client
from psycopg.sql import SQL, Identifier, Literal

import memoryweb
from memoryweb.agents.models import Agent, Trust
from memoryweb.database import partitions
from memoryweb.database.backend import base, compiler
from memoryweb.embedded.postgres import Postgres
from memoryweb.operations.table import OPERATIONS, Operation
from memoryweb.people.models import User
from memoryweb.rls import rows, scope
from memoryweb.rls.roles import OWNER
from tests import servers
from tests.builders import bind_to_community, check_constraints, post
from tests.house.test_every_address import addresses, browser_of
from tests.house.test_every_operation import valid_arguments
from tests.house.test_role_matrix import _without_change
from tests.house.test_strangers import Hers, _fields
from tests.rings import third

PARTITIONS = int(os.environ.get("TEST_PARTITIONS", "4"))
DATABASE = f"memoryweb_one_partition_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
# Each plan goes to the connection that asked, not to the server's log, and is made for the values at hand: that is what
# PostgreSQL chooses by itself where a plan for any person would be about every partition.
SETTINGS = {
    "debug_print_plan": "on",
    "debug_pretty_print": "off",
    "client_min_messages": "log",
    "log_min_messages": "panic",
    "plan_cache_mode": "force_custom_plan",
}
PARTS = """
SELECT inhrelid::text, inhparent::regclass::text FROM pg_inherits JOIN pg_class ON oid = inhrelid AND relkind = 'r'
"""
PACKAGE = Path(memoryweb.__file__).parent
PASSED_ON = [Path(str(module.__file__)) for module in (rows, compiler, base)]  # they run others' statements
# Functions whose statements are about several people, or run before it is known about whom.
SEVERAL = {
    "agents_person_of_token": "finds whose token it is",
    "oauth_person_of_secret": "finds whose secret it is",
    "people_invited_by": "finds who sent an invitation",
    "communities_readers": "counts the agents of all members",
    "communities_left": "ends what everybody has of a community, when its last member leaves",
    "communities_wipe": "empties everybody's receipts of what somebody takes back",
}
TOLD = "Ann drinks green tea in Berlin, see order 4711-22"  # names and identifiers have statements of their own


class Plans:
    """Which statements were planned for several partitions of one table: by their place, with their text."""

    def __init__(self, parts: dict[str, str]) -> None:
        self.parts = parts
        self.asked = self.statement = ""
        self.found = defaultdict[str, list[str]](list)

    def listen(self, connection: Any, **_: Any) -> None:
        connection.connection.add_notice_handler(self.read)

    def note(self, execute: Callable[..., Any], query: Any, *arguments: Any) -> Any:
        self.statement = str(query)
        return execute(query, *arguments)

    def read(self, said: psycopg.errors.Diagnostic) -> None:
        if said.message_primary != "plan:" or scope.current().is_clock:
            return
        named = set((said.message_detail or "").partition(":relationOids (o ")[2].partition(")")[0].split())
        tables = [self.parts[each] for each in named if each in self.parts]
        if several := {table for table in tables if tables.count(table) > 1}:
            context = said.context or ""
            text = f"{self.asked}: {', '.join(sorted(several))}: {' '.join((context or self.statement).split())[:800]}"
            self.found[_function_in(context) or _place()].append(text)

    def several_in(self, asked: str, ask: Callable[[], object]) -> dict[str, list[str]]:
        """Return what was found while this ran. `asked` says what it is."""
        self.found.clear()
        self.asked = asked
        with connection.execute_wrapper(self.note):
            ask()
        return dict(self.found)


def _function_in(context: str) -> str:
    """Return the innermost function in SQL of an error's context; empty for a statement outside of any."""
    for line in context.splitlines():
        for beginning, end in (('SQL function "', '"'), ("PL/pgSQL function ", "(")):
            if line.startswith(beginning):
                return line.removeprefix(beginning).partition(end)[0]
    return ""


def _place() -> str:
    """Return the innermost function of ours that is running, with its module."""
    frame = sys._getframe(1)
    while frame.f_back:
        file = Path(frame.f_code.co_filename)
        if file.is_relative_to(PACKAGE) and file not in PASSED_ON:
            return f"{file.relative_to(PACKAGE).with_suffix('')}.{frame.f_code.co_name}"
        frame = frame.f_back
    return "tests"


@pytest.fixture(scope="module")
def plans() -> Iterator[Plans]:
    """Connect to a database whose tables of persons' rows are partitioned, and that tells of each plan."""
    server = Postgres(Path(os.environ[servers.FOLDER]))
    server.create_database(DATABASE, servers.TEMPLATE)
    with psycopg.connect(server.url(OWNER, DATABASE), autocommit=True) as owner:
        partitions.move(owner, PARTITIONS, say=str)
        plans = Plans(dict(owner.execute(PARTS).fetchall()))
    with psycopg.connect(server.superuser_url(DATABASE), autocommit=True) as superuser:
        for name, value in SETTINGS.items():
            setting = SQL("ALTER DATABASE {} SET {} = {}")
            superuser.execute(setting.format(Identifier(DATABASE), Identifier(name), Literal(value)))
    connection.close()
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(connection.settings_dict, "NAME", DATABASE)
        patch.setenv("OWNER_DATABASE_URL", server.url(OWNER, DATABASE))
        connection_created.connect(plans.listen)
        yield plans
        connection_created.disconnect(plans.listen)
        connection.close()
    with psycopg.connect(servers.superuser_url(), autocommit=True) as superuser:
        superuser.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(DATABASE)))


@pytest.fixture
def hers(plans: Plans, alice: User) -> Hers:
    return Hers.with_community(alice)


def answered(ask: Callable[[], Any]) -> Any:
    """Ask, read the answer to its end, and have the database do what it leaves for the commit."""
    answer = ask()
    if answer.streaming:
        list(answer.streaming_content)
    check_constraints()
    return answer


def arguments_of(operation: Operation, memory: object) -> Iterator[dict[str, Any]]:
    """Yield what an operation needs, alone and with each other argument, made from its schema."""
    properties, needed = operation.schema["properties"], valid_arguments(operation)
    said = {
        "preference_id": str(memory),
        "query": TOLD,
        "details": TOLD,
        "content": TOLD,
        "messages": [f"I like {TOLD}"],
    }
    needed |= {name: said[name] for name in needed if name in said}
    yield needed
    values = {"string": "tea", "array": ["tea"], "object": {"signals": []}, "boolean": True, "integer": 5}
    for name in sorted(properties.keys() - needed.keys()):
        choices = list(filter(None, properties[name].get("enum", [])))
        yield needed | {name: choices[0] if choices else values.get(properties[name].get("type"))}


def check(found: Mapping[str, Iterable[str]]) -> None:
    wrong = [f"{place}: {next(iter(texts))}" for place, texts in found.items() if place not in SEVERAL]
    assert not wrong, "\n".join(wrong)


def test_every_call_is_planned_for_one_partition(plans: Plans, hers: Hers, alice: User) -> None:
    tokens, found, answers = list[str](), dict[str, list[str]](), set[tuple[str, int]]()
    with scope.acting_as(alice.pk):
        for name in ("Zebra", "Zebra of the harbour"):
            agent, token = Agent.connect(alice, name=name, trust=Trust.TRUSTED)
            agent.reads_conversations = True
            agent.save()
            tokens.append(token)
    bind_to_community(agent)
    client = Client()

    def ask(name: str, arguments: dict[str, Any], token: str) -> None:
        path = f"/api/v1/tools/{name}"
        status, _ = _without_change(client, partial(answered, partial(post, client, path, token, arguments)))
        answers.add((name, status))

    for name, operation in OPERATIONS.items():
        alone, *more = arguments_of(operation, hers.ids[0])
        for arguments in (alone, *third(more)):
            for token in tokens:
                found |= plans.several_in(name, partial(ask, name, arguments, token))
    check(found)
    assert {name for name, status in answers if status == 200} == set(OPERATIONS)


def test_every_page_is_planned_for_one_partition(plans: Plans, hers: Hers, alice: User) -> None:
    browser, found, answers = browser_of(alice, checks_tokens=False), dict[str, list[str]](), Counter[int]()

    def ask(method: Callable[..., Any], *asked: Any) -> None:
        status, _ = _without_change(browser, partial(answered, partial(method, *asked)))
        answers[status] += 1

    for path in third(list(addresses(hers))):
        found |= plans.several_in(f"GET {path}", partial(ask, browser.get, path))
        sent = _fields(hers.ids, hers.version)
        found |= plans.several_in(f"POST {path}", partial(ask, browser.post, path, sent))
    check(found)
    assert answers[200] > 20
    assert answers[302] > 10  # forms that did something


def test_a_statement_without_its_person_is_found(plans: Plans, alice: User) -> None:
    def run(statement: str, *values: Any) -> dict[str, list[str]]:
        with scope.acting_as(alice.pk), connection.cursor() as cursor:
            return plans.several_in("a statement", lambda: cursor.execute(statement, values))

    assert run("SELECT FROM memories_memory WHERE person_id = %s", alice.pk) == {}
    assert list(run("SELECT FROM memories_memory")) == ["tests"]
    in_a_function = run("DO 'BEGIN PERFORM FROM memories_memory; END'")
    assert [place.partition(" ")[0] for place in in_a_function] == ["inline_code_block"]
    with pytest.raises(AssertionError, match="UPDATE memories_memory SET pinned"):
        check(run("UPDATE memories_memory SET pinned = true"))
