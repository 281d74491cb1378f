"""Either side of a conflict can be the answer, by an agent of either trust, over each door."""

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent, Sight, Trust
from memoryweb.language import locales
from memoryweb.memories import actions
from memoryweb.memories.actions import Person, proposals
from memoryweb.memories.actions import store as actions_store
from memoryweb.memories.models import Conflict, Memory, Proposal
from memoryweb.people.models import User
from memoryweb.rls import scope
from memoryweb.telegram import linking
from memoryweb.telegram.answering.calls import Calls
from memoryweb.telegram.models import System
from tests.api.conftest import url
from tests.api.test_mcp import content
from tests.api.web_process import WebProcess
from tests.builders import agent_says, post
from tests.cases import check_each
from tests.rings import third
from tests.telegram.conftest import ALICE, link

pytestmark = pytest.mark.usefixtures("committed")
CONFLICTS = tomllib.loads(Path(__file__).with_name("conflict_answers.toml").read_text())["conflict"]
Ask = Callable[[str, dict[str, Any]], dict[str, Any]]


@dataclass
class Case:
    """One person, an open conflict of theirs, and an agent that calls over one door."""

    person: User
    agent: Agent
    conflict: dict[str, Any]
    ask: Ask

    @property
    def open(self) -> Conflict | None:
        return Conflict.objects.open().first()

    def side(self, number: int) -> Memory:
        members = Memory.objects.filter(conflicts__isnull=False).order_by("pk")
        return list(members)[number]

    def answer_with(self) -> dict[str, Any]:
        """Ask before acting, and return the arguments of the answer."""
        told = self.ask("recall_preferences", {"query": self.conflict["work"], "run": uuid4().hex})
        assert told["action"] == "ask", told
        assert told["ask"]["options"] == self.conflict["sides"]
        return dict(told["ask"]["answerWith"])

    def tell(self, number: int, **more: Any) -> dict[str, Any]:
        value = self.conflict["sides"][number]
        said = {"details": value, "value": value, "quote": f"{value}, please"} | more
        return self.ask("save_user_preference", self.answer_with() | said)


def over_http(token: str, web: WebProcess) -> Ask:
    def ask(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        body = post(Client(), url(name), token, arguments).json()
        assert body["ok"], body
        return dict(body["data"])

    return ask


def over_mcp(token: str, web: WebProcess) -> Ask:
    return lambda name, arguments: dict(content(web.call(token, name, arguments)))


DOORS = {"http": over_http, "mcp": over_mcp}


def begin(number: int, trust: str, door: str, web: WebProcess) -> Case:
    """Have a person whose trusted agent has opened a conflict, and connect another one."""
    person = User.objects.create_user(f"{uuid4().hex}@example.org")
    conflict = CONFLICTS[number]
    with scope.acting_as(person.pk):
        opener = Agent.connect(person, name="Opener", trust=Trust.TRUSTED)[0]
        agent, token = Agent.connect(person, name="Claude Code", trust=Trust(trust))
        for words in conflict["sides"]:
            said = {"name": conflict["label"], "category": conflict["category"], "value": words, "kind": "preference"}
            agent_says(opener, words, timezone.now(), **said)
        assert Conflict.objects.open().exists(), conflict
    return Case(person, agent, conflict, DOORS[door](token, web))


def each_case() -> Iterator[tuple[int, str, str, int]]:
    """Yield every conflict, trust, door and side; over MCP those of some conflicts."""
    for number, trust, door, side in product(range(len(CONFLICTS)), ("ask", "trusted"), DOORS, (0, 1)):
        if door == "http" or number in (0, len(CONFLICTS) - 1):
            yield number, trust, door, side


def test_either_side_is_the_answer(web: WebProcess) -> None:
    def check(number: int, trust: str, door: str, side: int) -> None:
        case = begin(number, trust, door, web)
        told = case.tell(side)
        assert told["outcome"] == ("proposed" if trust == "ask" else "revised"), told
        if trust == "ask":
            _say_no(case, side)
            assert case.tell(side)["outcome"] == "proposed"
        with scope.acting_as(case.person.pk):
            if trust == "ask":
                _say_yes(case.person)
            assert case.open is None
            assert (case.side(side).status, case.side(1 - side).status) == ("active", "superseded")

    check_each(check, third(list(each_case())))


def _say_no(case: Case, side: int) -> None:
    """Say no to the question on Review: the conflict stays open, and agents get what they got."""
    browser = Client()
    browser.force_login(case.person)
    page = browser.get("/review/").text
    with scope.acting_as(case.person.pk):
        chosen = case.side(side)
        question = locales.for_code(chosen.language).answer_question
        assert question.format(agent="Claude Code", value=case.conflict["sides"][side]) in page
        assert {case.side(0).status, case.side(1).status} == {"active"}
        actions.reject(Proposal.objects.open().get().pk, by=Person(case.person), now=timezone.now())
        assert case.open is not None


def _say_yes(person: User) -> None:
    question = Proposal.objects.select_related("memory").open().get()
    version = proposals.current_version(question, question.memory)
    actions.accept(question.pk, by=Person(person), now=timezone.now(), version=version)


@pytest.mark.parametrize("protected", ["confirmed", "pinned", "rule"])
def test_a_trusted_answer_is_asked_about_where_the_other_side_is_the_persons(web: WebProcess, protected: str) -> None:
    case = begin(0, "trusted", "http", web)
    with scope.acting_as(case.person.pk):
        column: dict[str, dict[str, Any]] = {
            "confirmed": {"confirmed_at": timezone.now()},
            "pinned": {"pinned": True},
            "rule": {"kind": "rule", "ttl_days": None},
        }
        _set(case.side(0), **column[protected])
    assert case.tell(1)["outcome"] == "proposed"
    with scope.acting_as(case.person.pk):
        assert case.open is not None
        assert case.side(0).status == "active"


def _set(memory: Memory, **columns: Any) -> None:
    """Set columns as an action would, with a version of its own."""
    for name, value in columns.items():
        setattr(memory, name, value)
    actions_store.save(memory, by=Person(memory.person), verb="confirm", because="", now=timezone.now())


def test_only_a_side_that_the_question_showed_is_an_answer(web: WebProcess) -> None:
    """Under a conflict's id nothing else can be found out: neither what is hidden, nor what nobody asked about."""
    case = begin(0, "trusted", "http", web)
    with scope.acting_as(case.person.pk):
        conflict = case.open
        assert conflict
    said = {"category": "technical", "preference": "image format", "value": "SVG", "details": "SVG"}
    told = case.ask("save_user_preference", said | {"answers": str(conflict.pk)})
    assert told["outcome"] != "revised"  # it was never asked
    with scope.acting_as(case.person.pk):
        assert case.open is not None
    answer = case.answer_with()
    with scope.acting_as(case.person.pk):
        Sight.objects.create(person=case.person, agent=case.agent, category="technical", allowed=False)
    hidden = case.ask("save_user_preference", answer | {"value": "SVG", "details": "SVG"})
    other = case.ask("save_user_preference", answer | {"value": "WebP", "details": "WebP"})
    names = ("outcome", "reason", "preference", "conflictId", "replacedId")
    assert {name: hidden[name] for name in names} == {name: other[name] for name in names}
    with scope.acting_as(case.person.pk):
        assert case.open is not None


@pytest.mark.parametrize("side", [0, 1])
def test_a_chat_that_met_a_conflict_can_answer_it_with_either_side(web: WebProcess, side: int) -> None:
    person = User.objects.create_user("alice@example.org")
    link(person, ALICE)
    with scope.acting_as(person.pk):
        writer = linking.writer(person.pk, System.TELEGRAM)
        assert writer
        Agent.objects.filter(pk=writer.agent.pk).update(trust=Trust.TRUSTED)
    said = {"category": "technical", "preference": "image format"}
    calls = Calls(writer, uuid4().hex, timezone.now())
    for value in ("PNG", "SVG"):
        told = calls("save_user_preference", said | {"details": value, "value": value})["data"]
    assert told["outcome"] == "conflict", told
    chosen = ("PNG", "SVG")[side]
    done = calls("save_user_preference", said | {"details": chosen, "value": chosen, "answers": told["conflictId"]})
    assert done["data"]["outcome"] == "revised", done
    with scope.acting_as(person.pk):
        assert list(Memory.objects.active().values_list("value", flat=True)) == [chosen]
