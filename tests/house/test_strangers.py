"""Every address and every operation answers somebody else's id as if it did not exist.

It walks the URLconf and the table of operations, so a new address or operation is tested without being listed.
"""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.http import HttpResponseBase
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.communities import membership, sharing
from memoryweb.communities.models import CommunityInvitation, Contribution, Report, SharedMemory, SharedMute
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Memory, Proposal, history_model
from memoryweb.operations.table import OPERATIONS
from memoryweb.people.ids import uuid7
from memoryweb.people.models import Membership, User
from memoryweb.rls import scope
from tests.builders import agent_says, person_types, post, undone
from tests.cases import check_each
from tests.house.walks import area_of, areas_together, in_area, in_turn, roles_to_ask

MISSING_ID = "0192f0c1-2b3d-7c4e-8f50-617283940516"  # well formed, and never used
MISSING_VERSION = 999_999_999_999  # never written
ID_PARTS = re.compile(r"<(?:uuid|int):\w+>")


def _patterns(resolver: URLResolver, prefix: str = "") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _patterns(pattern, route)
        elif isinstance(pattern, URLPattern):
            yield "/" + route


ROUTES = sorted(set(_patterns(get_resolver())))
WITH_ID = [route for route in ROUTES if ID_PARTS.search(route)]
WITHOUT_ID = [route for route in ROUTES if not ID_PARTS.search(route) and "<" not in route]


class Hers:
    """One of everything alice has that an address or an operation could name."""

    community: UUID
    shared: UUID
    suggestion: UUID

    def __init__(self, alice: User) -> None:
        with scope.acting_as(alice.pk):
            self.agent = Agent.connect(alice, name="Zebrascribe")[0]
            active = person_types(alice, "Zebrapdf").memory
            proposed = agent_says(self.agent, "I prefer zebratea", name="drink", category="personal")
            erased = person_types(alice, "Zebragone", name="gone", category="personal").memory
            assert active
            assert erased
            assert proposed.memory
            self.erasure = erasure.erase(erased.pk, by=Person(alice), now=timezone.now())
            self.version = int(history_model().objects.filter(id=active.pk).latest("history_id").history_id)
            self.ids = [active.pk, proposed.memory.pk, proposed.proposal_id, self.agent.pk, self.erasure.pk]

    @classmethod
    def with_community(cls, alice: User) -> "Hers":
        """Return hers, and a community that only she is in, with what it shows and what an agent suggests."""
        hers = cls(alice)
        with scope.acting_as(alice.pk):
            hers.community, hers.shared, hers.suggestion = hers._share(alice)
        hers.ids += [hers.community, hers.shared, hers.suggestion]
        return hers

    def _share(self, alice: User) -> list[UUID]:
        community = membership.found("Zebrateam", moderation="open", my_name="Zebra")
        member = Membership.objects.select_related("community").get(person=alice, community=community)
        membership.invite(community, alice, uses=1, days=7, now=timezone.now())
        words = sharing.Words(statement="The zebraroom is upstairs.")
        shared = sharing.share(words, member, is_named=True, now=timezone.now())
        agent = Agent.connect(alice, name="Zebrateam's")[0]
        Agent.objects.filter(pk=agent.pk).update(community=community)
        agent.refresh_from_db()
        suggestion, _ = sharing.suggest(agent, sharing.Words(statement="A zebra barks."), now=timezone.now())
        return [community.pk, shared.pk, suggestion.pk]

    def named_by(self, route: str) -> UUID:
        """Return which of hers an address is about."""
        memory, _, proposal, agent, erasure, *_of_communities = self.ids
        of_area = {"proposals": proposal, "agents": agent, "erasures": erasure}
        of_area |= {"communities": self.community, "shared": self.shared, "suggestions": self.suggestion}
        return UUID(str(of_area.get(area_of(route), memory)))

    def sent_to(self, route: str, number: int) -> list[Any]:
        """Return the one that an address is about, and one of the others, or all of them in `make test-all`."""
        own = self.named_by(route)
        return [own, *in_turn([pk for pk in self.ids if pk != own], number, 1)]

    def state(self, alice: User) -> tuple[object, ...]:
        with scope.acting_as(alice.pk):
            return (
                list(Memory.objects.order_by("pk").values_list("pk", "status", "changed_at")),
                list(Proposal.objects.order_by("pk").values_list("pk", "status")),
                list(Agent.objects.order_by("pk").values_list("pk", "paused_at", "revoked_at")),
                list(Membership.objects.order_by("pk").values_list("role", "name", "community__name")),
                list(CommunityInvitation.objects.order_by("pk").values_list("uses", "revoked_at")),
                history_model().objects.count(),
                list(SharedMemory.objects.order_by("pk").values_list("pk", "status", "changed_at")),
                list(Contribution.objects.order_by("pk").values_list("pk", "status", "warning_seen_at")),
                Report.objects.count() + SharedMute.objects.count(),
            )


@pytest.fixture
def hers(alice: User) -> Hers:
    return Hers.with_community(alice)


def _address(route: str, pk: object, version: int) -> str:
    return ID_PARTS.sub(lambda part: str(pk if "uuid" in part[0] else version), route)


def _comparable(response: HttpResponseBase, sent: object, version: int) -> tuple[object, ...]:
    """Return all that a client can compare, without what it sent, the CSRF token, and the envelope's id and time."""
    body = b"" if response.streaming else response.content  # type: ignore[attr-defined]
    text = body.decode().replace(str(sent) or "-no-", "ID").replace(f"/{version}/", "/V/")
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "CSRF", text)
    text = re.sub(r'X-CSRFToken&quot;: &quot;\w+|X-CSRFToken": ?"\w+', "CSRF", text)
    text = re.sub(r'"receiptId": "[^"]+"', "META", text)
    text = re.sub(r'"requestId": "[^"]+"|"ts": \d+', "META", text)
    headers = {k: v.replace(str(sent) or "-no-", "ID").replace(f"/{version}/", "/V/") for k, v in response.items()}
    headers = {k: v.replace(f"%2F{version}%2F", "/V/") for k, v in headers.items()}  # where to come back to
    for name in ("Content-Length", "Expires"):  # the latter is the time of the answer
        headers.pop(name, None)
    return response.status_code, text, headers


def _fields(pk: list[Any], version: object) -> dict[str, Any]:
    """Return a value for each name from which a form reads an id, and enough others to pass validation."""
    ids = [str(key) for key in pk]
    fields = {"memory": ids, "proposal": ids, "version": [str(version)], "agent": ids[0]}
    return fields | {
        "sure": "yes",
        "reason": "",
        "hours": "1",
        "text": "pdf",
        "statement": "y",
        "shown_as": "name",
        "label": "x",
        "value": "y",
        "category": "z",
    }


@pytest.fixture
def everyone(bob: User, mira: User) -> dict[str, User | None]:
    """Return who asks, by the roles that they have in the table: mira moderates another community."""
    return {"anonymous": None, "stranger": bob, "staff + factor": mira}


def _asked_in(
    area: str, routes: list[str], everyone: dict[str, User | None]
) -> Iterator[tuple[int, str, list[Callable[..., Any]]]]:
    """Yield the routes of an area with a number and the GET and POST functions of who asks. All is taken back then."""
    with undone():
        clients = {role: Client(raise_request_exception=False) for role in everyone}
        for role, person in everyone.items():
            if person:
                clients[role].force_login(person)
        for number, route in enumerate(in_area(area, routes)):
            asking = [clients[role] for role in roles_to_ask(everyone, route, number)]
            yield number, route, [method for client in asking for method in (client.get, client.post)]


def test_the_walk_finds_the_addresses_there_are() -> None:
    assert {"/memories/<uuid:pk>/", "/agents/<uuid:pk>/revoke/", "/memories/<uuid:pk>/restore/<int:version>/"} <= set(
        WITH_ID
    )
    assert {"/", "/memories/", "/export/MEMORY.md", "/api/v1/tools/get_user_preferences"} <= set(WITHOUT_ID)


@pytest.mark.parametrize("areas", areas_together(WITH_ID))
def test_somebody_elses_id_is_answered_like_a_missing_one(
    areas: str, everyone: dict[str, User | None], hers: Hers, alice: User
) -> None:
    before = hers.state(alice)
    for area in areas_together(WITH_ID)[areas]:
        for number, route, asking in _asked_in(area, WITH_ID, everyone):
            for ask in asking:
                missing = ask(_address(route, MISSING_ID, MISSING_VERSION))
                assert missing.status_code in (302, 403, 404, 405), route
                expected = _comparable(missing, MISSING_ID, MISSING_VERSION)
                is_refused = missing.status_code == 405  # before anything is read: one id is as good as all
                for pk in hers.sent_to(route, number)[: 1 if is_refused else None]:
                    assert _comparable(ask(_address(route, pk, hers.version)), pk, hers.version) == expected, route
            assert hers.state(alice) == before, route


@pytest.mark.parametrize("areas", areas_together(WITHOUT_ID))
def test_an_address_without_an_id_shows_and_changes_none_of_her_rows_whatever_is_sent(
    areas: str, everyone: dict[str, User | None], hers: Hers, alice: User
) -> None:
    before = hers.state(alice)
    for area in areas_together(WITHOUT_ID)[areas]:
        for _, route, asking in _asked_in(area, WITHOUT_ID, everyone):
            for ask in asking:
                missing = ask(route, _fields([MISSING_ID], MISSING_VERSION))
                response = ask(route, _fields(hers.ids, hers.version))
                assert response.status_code in (missing.status_code, 429), route  # some allow so many tries a minute
                assert "zebra" not in str(_comparable(response, "", hers.version)).lower(), route
            assert hers.state(alice) == before, route


def test_an_operation_answers_somebody_elses_id_like_a_missing_one(hers: Hers, bob: User, alice: User) -> None:
    before = hers.state(alice)
    with scope.acting_as(bob.pk):
        _, token = Agent.connect(bob, name="Bob's")
    client = Client(raise_request_exception=False)

    def ask(name: str, pk: object) -> tuple[object, ...]:
        arguments: dict[str, Any] = {}
        for argument, schema in OPERATIONS[name].schema["properties"].items():
            if schema.get("type") == "string" and (argument in OPERATIONS[name].schema.get("required", [])):
                arguments[argument] = str(pk)
        return _comparable(post(client, f"/api/v1/tools/{name}", token, arguments), pk, 0)

    def check(name: str) -> None:
        with undone():
            expected = ask(name, MISSING_ID)
            if name != "save_user_preference":  # saving a text twice is more evidence, whoever's id the text is
                assert [ask(name, pk) for pk in hers.ids] == [expected] * len(hers.ids)
            else:
                ask(name, hers.ids[0])
            assert hers.state(alice) == before

    check_each(check, OPERATIONS)


def test_her_id_and_a_missing_one_cost_the_same_queries(hers: Hers, bob: User) -> None:
    """The number of queries does not reveal whether the id exists."""
    with scope.acting_as(bob.pk):
        _, token = Agent.connect(bob, name="Bob's")

    def check(name: str) -> None:
        counts = set()
        post(Client(), f"/api/v1/tools/{name}", token, {"preference_id": MISSING_ID, "details": "x"})
        for pk in (MISSING_ID, *hers.ids, uuid7()):
            arguments = {"preference_id": str(pk)} | ({"details": "x"} if "update" in name else {})
            with CaptureQueriesContext(connection) as queries:
                post(Client(), f"/api/v1/tools/{name}", token, arguments)
            counts.add(len(queries))
        assert len(counts) == 1

    check_each(check, [name for name, each in OPERATIONS.items() if "preference_id" in each.schema["properties"]])


def test_a_query_without_a_person_filter_finds_none_of_her_rows(hers: Hers, bob: User) -> None:
    for person in (bob, None):
        if person is None:
            assert not Memory.objects.exists()
        else:
            with scope.acting_as(person.pk):
                assert not Memory.objects.exists()
                assert not history_model().objects.exists()
                assert not Proposal.objects.exists()
                assert not Agent.objects.filter(pk=hers.agent.pk).exists()


def test_the_ids_are_real(hers: Hers, alice: User) -> None:
    """Alice herself can open them, so the tests above compare with ids that exist."""
    client = Client()
    client.force_login(alice)
    memory, agent = UUID(str(hers.ids[0])), hers.agent.pk
    for path in (f"/memories/{memory}/", f"/agents/{agent}/", f"/erasures/{hers.erasure.pk}/"):
        assert client.get(path).status_code == 200
    assert hers.agent.created_at < timezone.now() + timedelta(seconds=1)
