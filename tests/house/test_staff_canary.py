"""Staff and superusers read no word of anybody: every page and act of theirs, with a canary in every text of alice's.

The columns are found in the catalog, and the addresses in the URLconf, so new ones are tested without being listed.
"""

import logging
import re
from collections.abc import Iterator
from itertools import product
from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.learning import conversations
from memoryweb.memories import failed_tasks, upkeep
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing.erasure import erase
from memoryweb.people.models import Membership, MemorySettings, User
from memoryweb.recall import recall
from memoryweb.recall.request import RecallRequest
from memoryweb.review.administration import site
from memoryweb.rls import scope
from tests import servers
from tests.builders import agent_says, give_second_factor, memory_of, person_types
from tests.house.walks import roles_to_ask

CANARY, PART_OF_IT = "zebra", "ebr"  # a search for a part of it would find it
HARBOUR = UUID("018f0000-0000-7000-8000-00000000000c")
TEXT_COLUMNS = """
SELECT c.table_name, c.column_name, c.data_type, c.character_maximum_length
FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
JOIN information_schema.columns p USING (table_schema, table_name)
WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND p.column_name = 'person_id'
  AND c.is_generated = 'NEVER' AND c.data_type IN ('text', 'character varying', 'jsonb')
ORDER BY 1, 2
"""
# Words of our own without a constraint that says so: staff may see them, and no text of a person gets there.
OURS = {("memories_refusal", "category")}
EVERYWHERE = {"memories_memory", "agents_agent", "memories_evidence", "learning_conversation", "recall_receipt"}


def addresses_of_staff(resolver: URLResolver, prefix: str = "/") -> Iterator[str]:
    """Yield every address of the administration, and of the pages for staff."""
    for pattern in resolver.url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses_of_staff(pattern, route)
        elif isinstance(pattern, URLPattern) and route.startswith(("/admin/", "/upkeep/", "/settings/operations/")):
            yield route


ROUTES = sorted(set(addresses_of_staff(get_resolver())))


@pytest.fixture
def alice(committed: None) -> User:
    """alice, with rows in the tables that hold words."""
    alice = User.objects.create_user("alice@example.org", "a long password")
    with scope.acting_as(alice.pk):
        agent = Agent.connect(alice, name="Scribe", trust="trusted")[0]
        agent_says(agent, "Always PDF", quote="Send PDF")
        agent_says(agent, "My password is hunter2")
        person_types(alice, "Tea", name="drink", category="food")
        proposed = agent_says(Agent.connect(alice, name="Other")[0], "I prefer milk", name="milk", category="personal")
        assert proposed.proposal_id
        settings = MemorySettings.for_person(alice.pk)
        recall.recall(agent, settings, RecallRequest(query="reports"), now=timezone.now())
        ended = conversations.EndedConversation(external_id="c", messages=["I like tea."], ended_at=timezone.now())
        conversations.record(agent, settings, ended, now=timezone.now())
        erase(memory_of(person_types(alice, "Gone", name="x", category="y")).pk, by=Person(alice), now=timezone.now())
    servers.as_owner(
        f"INSERT INTO people_community (id, name, created_at) VALUES ('{HARBOUR}', '{CANARY} harbour', now());"
        " INSERT INTO people_membership (id, person_id, community_id, role)"
        f" VALUES (gen_random_uuid(), '{alice.pk}', '{HARBOUR}', '{Membership.Role.OWNER}')"
    )
    return alice


def put_canaries(person: User) -> set[str]:
    """Put the canary into every text column of a person's rows that takes it. Return the tables where it is."""
    found = set()
    with psycopg.connect(servers.superuser_url(), autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")  # no history is written of this
        for table, column, kind, most in connection.execute(TEXT_COLUMNS).fetchall():
            if (table, column) in OURS or (most or 100) < len(CANARY):
                continue
            value = f'\'{{"{CANARY}": "{CANARY}"}}\'' if kind == "jsonb" else f"'{CANARY}'"
            try:
                done = connection.execute(
                    f"UPDATE {table} SET {column} = {value} WHERE person_id = '{person.pk}'".encode()
                )
            except psycopg.errors.IntegrityError:  # one of a few words of our own, or unique
                continue
            found |= {table} if done.rowcount else set()
    return found


def staff_member(name: str, *, is_superuser: bool) -> Client:
    person = User.objects.create_user(f"{name}@example.org", is_staff=True, is_superuser=is_superuser)
    give_second_factor(person)
    client = Client(raise_request_exception=False)
    client.force_login(person)
    return client


def ids_of(person: User) -> list[str]:
    """Return one id of each sort that a page of staff could be asked for."""
    one = "SELECT id::text FROM {} WHERE person_id = '{}' LIMIT 1"
    tables = ("agents_agent", "people_membership", "memories_memory")
    with psycopg.connect(servers.superuser_url()) as connection:
        rows = [row for table in tables for row in connection.execute(one.format(table, person.pk).encode())]
        rows += connection.execute("SELECT id::text FROM memories_upkeeprun").fetchall()
    return [str(person.pk), str(HARBOUR), *(pk for (pk,) in rows)]


def addresses(route: str, ids: list[str]) -> list[str]:
    if "app_label" in route:
        return [f"/admin/{label}/" for label in ("people", "agents", "memories")]
    if "<slug:" in route:
        return [re.sub(r"<slug:\w+>", "archive", route)]
    return [re.sub(r"<(path|uuid):\w+>", pk, route) for pk in ids] if "<" in route else [route]


def told(response: Any) -> str:
    return f"{response.content.decode()} {dict(response.items())} {response.cookies}".lower()


def test_no_page_and_no_act_of_staff_holds_a_word_of_hers(alice: User, caplog: pytest.LogCaptureFixture) -> None:
    upkeep.run_now("archive", now=timezone.now())
    failed_tasks.note("memoryweb.learning.tasks.read", "ValueError")
    assert put_canaries(alice) >= EVERYWHERE
    clients = {"staff + factor": staff_member("staff", is_superuser=False)}
    clients["superuser"] = staff_member("root", is_superuser=True)
    ids = ids_of(alice)
    assert len(ROUTES) > 15
    opened = 0
    with caplog.at_level(logging.DEBUG):
        for number, route in enumerate(ROUTES):
            asking = product(roles_to_ask(clients, route, number), addresses(route, ids))
            for client, address in ((clients[role], address) for role, address in asking):
                for answer in (
                    client.get(address, follow=True),
                    client.get(address, {"q": PART_OF_IT}),
                    client.post(address, {"dry_run": "yes", "q": PART_OF_IT}),
                ):
                    assert answer.status_code < 500, address
                    assert CANARY not in told(answer), address
                    opened += answer.status_code == 200
    assert opened > 30
    assert CANARY not in caplog.text


def test_every_list_of_the_administration_is_walked() -> None:
    lists = {f"/admin/{model._meta.app_label}/{model._meta.model_name}/" for model in site._registry}
    assert lists <= set(ROUTES)


@pytest.mark.parametrize("is_superuser", [False, True], ids=["staff", "superuser"])
def test_the_persons_own_pages_search_and_exports_of_a_superuser_are_their_own(is_superuser: bool, alice: User) -> None:
    put_canaries(alice)
    client = staff_member("root", is_superuser=is_superuser)
    for path in (
        "/review/",
        f"/memories/?q={PART_OF_IT}&status=any",
        "/agents/",
        "/history/",
        "/receipts/",
        "/conversations/",
        "/history.csv",
        "/export/MEMORY.md",
        "/settings/",
        "/erasures/",
        "/settings/staff-access/",
    ):
        answer: Any = client.get(path)
        assert answer.status_code == 200, path
        text = b"".join(answer.streaming_content) if answer.streaming else answer.content
        assert CANARY not in text.decode().lower(), path
