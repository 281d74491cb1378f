"""Who is answered what: every role × every address, and every kind of agent × every operation, against one table.

The rows come from the URLconf and the table of operations; the expected answers stand in role_matrix.md, for people to
read. Each request is taken back, so that all meet the same rows. Nobody but alice may be shown a word of her own.
In `make test` one role of each class asks (walks.py). With `ROLE_MATRIX=write TEST_ALL=1` and without parallel workers
the file is written anew: read its difference before you keep it.
"""

import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.communities import decisions, membership, sharing
from memoryweb.communities.decisions import Ruling
from memoryweb.communities.models import CommunityInvitation, Contribution, Decision
from memoryweb.communities.sharing import Words
from memoryweb.operations.table import OPERATIONS
from memoryweb.people.models import Membership, MemorySettings, User
from memoryweb.rls import scope
from memoryweb.rules.moderation import Reason, Verb
from tests.builders import give_second_factor, post, undone
from tests.house.test_every_address import browser_of
from tests.house.test_every_operation import KINDS, valid_arguments
from tests.house.test_strangers import ROUTES, Hers, _address
from tests.house.walks import TABLE, answers, area_of, areas_together, in_area, roles_to_ask, section_of

ROLES = (
    "anonymous",
    "stranger",
    "member",
    "moderator",
    "owner",
    "staff",
    "staff + factor",
    "superuser",
    "alice",
)
HEAD = """# Who is answered what

Each row is an address and a method with the ids of alice's memories, agents and shared memories, or of the community
that she, the member, the moderator and the owner belong to. Staff and superuser belong to none; "staff" has no second
factor. 200 is a page, 302 leads somewhere else (for anonymous: to sign in), 403 is forbidden, 404 is answered like what
does not exist, 405 is the wrong method, 422 is a form that says what is missing. `make test` asks one role of each
class (`walks.py`), and `make test-all` compares every cell.
"""


@pytest.fixture
def world(alice: User, db: None) -> tuple[dict[str, Client], dict[str, str], int]:
    """Return a browser for each role, and what the addresses name."""
    hers = Hers(alice)
    people = {role: User.objects.create_user(f"{role.split()[0]}{'+' in role}@example.org") for role in ROLES[1:-1]}
    for role in ("staff", "staff + factor", "superuser"):
        with scope.acting_as(people[role].pk):
            User.objects.filter(pk=people[role].pk).update(is_staff=True, is_superuser=role == "superuser")
            people[role].refresh_from_db()
        if role != "staff":
            give_second_factor(people[role])
    ids = _community(alice, people)
    memory, _, proposal, agent, erasure = map(str, hers.ids)
    ids |= {"": memory, "proposals": proposal, "agents": agent, "erasures": erasure}
    everybody: dict[str, User | None] = {"anonymous": None, **people, "alice": alice}
    for person in filter(None, everybody.values()):  # else each request makes them, and it is taken back
        with scope.acting_as(person.pk):
            MemorySettings.for_person(person.pk)
    browsers = {role: browser_of(everybody[role], checks_tokens=False) for role in ROLES}
    return browsers, ids, hers.version


def _community(alice: User, people: dict[str, User]) -> dict[str, str]:
    """Found a community with everybody in it, and let alice share, suggest and be decided about."""
    now = timezone.now()
    with scope.acting_as(people["owner"].pk):
        community = membership.found("Harbour", moderation="reviewed", my_name="Olga")
        token = membership.invite(community, people["owner"], uses=9, days=7, now=now)
    for person, name in ((alice, "Ally"), (people["member"], "Max"), (people["moderator"], "Mo")):
        with scope.acting_as(person.pk):
            membership.join(token, my_name=name)
    with scope.acting_as(people["owner"].pk):
        membership.set_role(Membership.objects.get(name="Mo"), "moderator")
    with scope.acting_as(alice.pk):
        mine = Membership.objects.select_related("community").get(person=alice)
        shared = sharing.share(Words(statement="Lunch is at noon."), mine, is_named=True, now=now)
        agent = Agent.connect(alice, name="Zebrabot")[0]
        Agent.objects.filter(pk=agent.pk).update(community=community)
        agent.refresh_from_db()
        suggested, _ = sharing.suggest(agent, Words(statement="Zebradinner is at six."), now=now)
    with scope.acting_as(people["moderator"].pk):
        decisions.decide(shared.pk, Ruling(verb=Verb.APPROVE, reason=Reason.CHECKED), by=people["moderator"], now=now)
        decision = Decision.objects.get()
    with scope.acting_as(people["owner"].pk):
        member = Membership.objects.get(name="Max")
        invitation = CommunityInvitation.objects.get()
    assert isinstance(suggested, Contribution)
    return {
        "communities": str(community.pk),
        "shared": str(shared.pk),
        "suggestions": str(suggested.pk),
        "decisions": str(decision.pk),
        "members": str(member.pk),
        "people": str(alice.pk),
        "invitations": str(invitation.pk),
    }


OVERVIEWS = {"user": "people", "agentoverview": "agents", "membershipoverview": "members"}  # of the administration


def _addresses(ids: dict[str, str], version: int) -> dict[str, str]:
    """Return an address for each route."""
    found = {}
    for route in ROUTES:
        area = area_of(route)
        address = route
        for part in re.findall(r"(\w+)/<uuid:\w+>", route):  # of two ids, each by the word before it
            address = re.sub(rf"{part}/<uuid:\w+>", f"{part}/{ids.get(part, ids.get(area, ids['']))}", address)
        address = _address(address, ids.get(area, ids[""]), version)
        kind = next((kind for kind in OVERVIEWS if f"/{kind}/" in route), "")
        address = address.replace("<path:object_id>", ids.get(OVERVIEWS.get(kind, ""), ids[""]))
        found[route] = re.sub(r"<(slug|str):\w+>", "2026-01-01", address)
    return found


def _without_change(client: Client, ask: Callable[[], Any]) -> tuple[int, str]:
    """Ask, and take back what it changed, also in the browser: some addresses end the session."""
    cookies = deepcopy(client.cookies)
    with undone():
        answer = ask()
        text = b"" if answer.streaming else answer.content
    client.cookies = cookies
    return answer.status_code, text.decode(errors="replace")


def _row(name: str, cells: Iterable[object]) -> str:
    return f"| {name} | {' | '.join(map(str, cells))} |"


def check(title: str, rows: dict[str, dict[str, str]], order: list[str]) -> None:
    """Compare some rows with the file's, cell by cell, or write them there in this order."""
    if os.environ.get("ROLE_MATRIX") == "write":
        all_rows = answers(title) | rows
        heads = list(next(iter(rows.values())))
        lines = [_row("", heads), _row("---", ["---"] * len(heads))]
        lines += [_row(name, all_rows[name].values()) for name in order if name in all_rows]
        text, table = TABLE.read_text() if TABLE.exists() else HEAD, "\n".join([f"\n## {title}\n", *lines, ""])
        old = section_of(title)
        TABLE.write_text(text.replace(old, table) if old else text + table)
        answers.cache_clear()
        return
    wrong = [
        f"{name}: {role} is answered {status}, not {expected}"
        for name, cells in rows.items()
        for role, status in cells.items()
        if status != (expected := answers(title).get(name, {}).get(role, "anything"))
    ]
    assert not wrong, "\n".join(wrong)


SLOW = {"/example/", "/export/everything.zip"}  # a month, a whole account: their own tests ask who may
ASKED = [route for route in ROUTES if not route.startswith("/api/") and "^" not in route and route not in SLOW]
ROWS = [f"{method} {route}" for route in ASKED for method in ("GET", "POST")]


def test_the_table_has_every_address_and_every_operation_and_no_other() -> None:
    assert list(answers("Addresses")) == ROWS
    assert list(answers("Operations")) == list(OPERATIONS)


@pytest.mark.parametrize("areas", areas_together(ASKED))
def test_every_role_is_answered_as_the_table_says(
    areas: str, world: tuple[dict[str, Client], dict[str, str], int]
) -> None:
    browsers, ids, version = world
    found = _addresses(ids, version)
    rows = defaultdict[str, dict[str, str]](dict)
    for number, route in (each for area in areas_together(ASKED)[areas] for each in enumerate(in_area(area, ASKED))):
        for role in roles_to_ask(ROLES, route, number):
            for method in ("GET", "POST"):
                status, text = _without_change(browsers[role], partial(browsers[role].generic, method, found[route]))
                rows[f"{method} {route}"][role] = str(status)
                if role != "alice":
                    assert "zebra" not in text.lower(), (role, method, found[route])
    check("Addresses", rows, ROWS)


def test_every_kind_of_agent_is_answered_as_the_table_says(alice: User, db: None) -> None:
    client = Client()
    with scope.acting_as(alice.pk):
        community = membership.found("Harbour", moderation="reviewed", my_name="Ally")
    agents: dict[str, str] = {}
    for kind, (options, change, _, _) in KINDS.items():
        with scope.acting_as(alice.pk):
            agent, agents[kind] = Agent.connect(alice, name=kind[:40], **options)
            Agent.objects.filter(pk=agent.pk).update(reads_conversations=True)
            agent.refresh_from_db()
            if kind == "of a community":
                Agent.objects.filter(pk=agent.pk).update(community=community)
            elif change:
                change(agent)
    agents["no token"] = "guess"
    rows = {}
    for name, operation in OPERATIONS.items():
        arguments = valid_arguments(operation)
        rows[name] = {
            kind: str(_without_change(client, partial(post, client, f"/api/v1/tools/{name}", token, arguments))[0])
            for kind, token in agents.items()
        }
    check("Operations", rows, list(OPERATIONS))
