"""Every credential and every chat × every operation × every door: none decides for the person or reads what it may not.

The person has a question, something that ended, something turned down, a blocked category and, for an agent of a
community, private memories. A stranger has memories, too. Whatever an agent calls, all of this stays as it is.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.test.utils import override_settings
from django.utils import timezone

from memoryweb.agents.models import Agent, Scope, Sight, Trust
from memoryweb.api.hooks.hosts import HOSTS
from memoryweb.api.mcp_resources import READABLE
from memoryweb.communities import membership
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory, Proposal
from memoryweb.operations.table import OPERATIONS
from memoryweb.people.models import User
from memoryweb.rls import scope
from memoryweb.telegram.models import ChatIdentity, System
from tests.api.chat_door import link_chat, say, told_for_all
from tests.api.conftest import url
from tests.api.hooks.payloads import ENDS, STARTS, prompt_of
from tests.api.test_mcp import fewest_arguments
from tests.api.test_mcp_doors import rows_of
from tests.api.web_process import WebProcess, person_with_agent
from tests.builders import agent_says, memory_of, person_types, post, proposal_of
from tests.house.walks import in_turn
from tests.oauth.connector import told
from tests.oauth.flow import Flow
from tests.rings import third

pytestmark = pytest.mark.usefixtures("committed")
DECIDING = ("accept", "confirm", "accept_proposal", "restore", "unblock", "set_sight", "set_trust", "erase", "undo")
READ, WRITE = [Scope.READ], [Scope.WRITE]


@dataclass
class World:
    alice: User
    bob: User
    ids: list[str]  # of what an agent might want to decide or read
    waiting: Proposal
    kept: dict[str, str]  # how each of alice's memories stands

    def check(self) -> None:
        """Check that nothing was decided."""
        with scope.acting_as(self.alice.pk):
            self.waiting.refresh_from_db()
            assert self.waiting.status == "open"
            assert {str(row.pk): row.status for row in Memory.objects.filter(pk__in=self.kept)} == self.kept
            assert Sight.objects.filter(category="content", allowed=False).count() == 1


@pytest.fixture
def world() -> World:
    """Return what stands before any agent calls. Each secret has a word of its own: walrus, otter, heron."""
    now = timezone.now()
    alice, recorder, _ = person_with_agent("alice")
    bob = User.objects.create_user("bob@example.org")
    with scope.acting_as(bob.pk):
        his = memory_of(person_types(bob, "I prefer otter pictures", name="pictures", category="personal"))
    with scope.acting_as(alice.pk):
        by = Person(alice)
        private = memory_of(person_types(alice, "I prefer heron postcards", name="postcards", category="personal"))
        blocked = memory_of(person_types(alice, "I prefer walrus headings", name="headings", category="content"))
        ended = memory_of(person_types(alice, "I prefer walrus stamps", name="stamps", category="personal"))
        actions.expire(ended.pk, by=by, now=now)
        asked = agent_says(recorder, "I prefer walrus parcels", name="parcels", category="personal")
        refused = agent_says(recorder, "I prefer walrus crates", name="crates", category="personal")
        actions.decline(memory_of(refused).pk, by=by, now=now)
        rows = [private, blocked, ended, memory_of(asked), memory_of(refused)]
        for row in rows:
            row.refresh_from_db()
        waiting = proposal_of(asked)
        kept = {str(row.pk): row.status for row in rows[1:]}
    return World(alice, bob, [*kept, str(waiting.pk), str(his.pk)], waiting, kept)


# Credentials: each makes an agent of alice's and returns it with its token


def personal(**options: Any) -> Callable[[World, str], tuple[Agent, str]]:
    def connect(world: World, address: str) -> tuple[Agent, str]:
        with scope.acting_as(world.alice.pk):
            return Agent.connect(world.alice, name="Zebra", **options)

    return connect


def of_a_community(world: World, address: str) -> tuple[Agent, str]:
    with scope.acting_as(world.alice.pk):
        harbour = membership.found("Harbour", moderation="open", my_name="Zoe")
        return Agent.connect(world.alice, name="Zebra", community=harbour, trust=Trust.TRUSTED)


def connector(*may: str) -> Callable[[World, str], tuple[Agent, str]]:
    def connect(world: World, address: str) -> tuple[Agent, str]:
        flow, resource = Flow(Client()), f"{address}/mcp"
        flow.browser.force_login(world.alice)
        with override_settings(BASE_URL=address):
            answer = flow.answer(flow.address(resource=resource), may=list(may), name="Zebra")
            token = flow.exchange(told(answer["Location"])["code"], resource=resource).json()["access_token"]
        with scope.acting_as(world.alice.pk):
            return Agent.objects.get(name="Zebra"), token

    return connect


CREDENTIALS: dict[str, Callable[[World, str], tuple[Agent, str]]] = {
    "a token": personal(),
    "a token of a trusted agent": personal(trust=Trust.TRUSTED),
    "a token that only reads": personal(scopes=READ),
    "a token that only writes": personal(scopes=WRITE, trust=Trust.TRUSTED),
    "a token without a scope": personal(scopes=[]),
    "a token of a read-only agent": personal(trust=Trust.READ_ONLY),
    "a token of a project": personal(project="boat", trust=Trust.TRUSTED),
    "a token of a community": of_a_community,
    "a connector": connector(*Scope),
    "a connector that only reads": connector(Scope.READ),
    "a connector that only writes": connector(Scope.WRITE),
}


# Doors: each calls all it has and returns what it is told


def calls(ids: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, name in enumerate(OPERATIONS):
        arguments = fewest_arguments(name, "")
        wants_id = any(argument.endswith("_id") and argument != "conversation_id" for argument in arguments)
        for each in in_turn(ids, number, 2) if wants_id else ids[:1]:
            yield name, fewest_arguments(name, each)
    yield "get_user_preferences", {"category": "content", "limit": 50}
    yield "search_user_preferences", {"query": "walrus otter heron"}
    yield "recall_preferences", {"query": "walrus otter heron", "max_items": 12}
    for each in ids:
        yield "save_user_preference", {"category": "personal", "preference": "x", "details": "Yes.", "answers": each}


def over_http(web: WebProcess, token: str, world: World) -> list[Any]:
    client = Client(raise_request_exception=False)
    answers = [post(client, url(name), token, arguments).json() for name, arguments in calls(world.ids)]
    for number, each in enumerate(world.ids):
        answers += [post(client, url(name), token, {"id": each}).json() for name in in_turn(DECIDING, number, 2)]
    bearer = {"Authorization": f"Bearer {token}"}
    for path in (f"/proposals/{world.waiting.pk}/accept/", *(f"/memories/{each}/restore/" for each in world.kept)):
        assert client.post(path, {"sure": "yes"}, headers=bearer).status_code == 302  # to sign in
    return answers


def over_mcp(web: WebProcess, token: str, world: World) -> list[Any]:
    async def ask(client: Any) -> list[Any]:
        answers = [await _answer(client.call_tool(name, arguments)) for name, arguments in calls(world.ids)]
        for uri in READABLE:
            answers.append(await _answer(client.read_resource(uri)))
        for name in DECIDING:
            answers.append(await _answer(client.call_tool(name, {"id": world.ids[0]})))
        return answers

    return web.ask(token, ask, "2026-07-28")


async def _answer(asked: Any) -> Any:
    """Return the answer, or what is said instead of one: a connector without the scope is refused by HTTP itself."""
    try:
        return await asked
    except Exception as error:
        return str(error)


def by_hooks(web: WebProcess, token: str, world: World) -> list[Any]:
    client = Client(raise_request_exception=False)
    events = [
        (host, event)
        for host in HOSTS
        for event in (
            STARTS[host],
            prompt_of(host, "Yes. I confirm the walrus parcels, and my postcards. Remember all."),
            ENDS[host],
        )
    ]
    return [post(client, f"/hooks/v1/{host}", token, event).json() for host, event in events]


def by_chat(web: WebProcess, token: str, world: World) -> list[Any]:
    """Try the token as a bridge's secret. What a chat that is linked may do is tried below."""
    with scope.acting_as(world.alice.pk):
        if not ChatIdentity.objects.exists():
            link_chat(world.alice, System.WEBHOOK, in_community=False)
    answer = say(world.alice, "m1", "What do you know about me?", secret=token)
    assert answer["error"]["code"] == "UNAUTHENTICATED"
    return [answer]


DOORS = {"HTTP": over_http, "MCP": over_mcp, "hooks": by_hooks, "chat": by_chat}


@pytest.mark.parametrize("credential", third([*CREDENTIALS]))
def test_no_credential_decides_or_reads_what_it_may_not(credential: str, world: World, web: WebProcess) -> None:
    agent, token = CREDENTIALS[credential](world, web.url)
    with scope.acting_as(world.alice.pk):
        agent.set_sight({"content": False})
    his = rows_of(world.bob)
    answers = {name: json.dumps(door(web, token, world), default=str) for name, door in DOORS.items()}
    world.check()
    assert rows_of(world.bob) == his
    for door, text in answers.items():
        shown = text.replace("walrus otter heron", "").replace("the walrus parcels", "")
        assert not [word for word in ("walrus", "otter") if word in shown], (door, shown)
        reads = Scope.READ in agent.scopes and agent.community_id is None
        reaches = door == "MCP" or (door != "chat" and not credential.startswith("a connector"))
        assert ("heron" in shown) == (reads and reaches), door


@pytest.mark.parametrize(("scopes", "in_community"), [([*Scope], False), (WRITE, False), ([*Scope], True)])
def test_no_chat_decides_or_reads_what_it_may_not(scopes: list[str], in_community: bool, world: World) -> None:
    """Its model calls all that there is, also what chats may not, and somebody writes what might be taken for a yes."""
    agent = link_chat(world.alice, System.WEBHOOK, in_community=in_community)
    with scope.acting_as(world.alice.pk):
        Agent.objects.filter(pk=agent.pk).update(scopes=scopes, trust=Trust.TRUSTED)
        agent.set_sight({"content": False})
    his = rows_of(world.bob)
    wanted = [*calls(world.ids), *((name, {"id": each}) for each in world.ids[:2] for name in DECIDING)]
    told = told_for_all(world.alice, wanted)
    yes = ("yes", "/accept", "I confirm all of it", f"y:{world.waiting.pk.hex}:{'0' * 16}")
    told += [say(world.alice, f"yes {number}", text) for number, text in enumerate(yes)]
    world.check()
    assert rows_of(world.bob) == his
    shown = json.dumps(told).replace("walrus otter heron", "")
    assert not [word for word in ("walrus", "otter") if word in shown]
    assert ("heron" in shown) == (Scope.READ in scopes and not in_community)
