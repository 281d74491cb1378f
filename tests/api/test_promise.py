"""The promise as one table: what an agent says, what becomes of it, and what is given before a yes."""

import json
import urllib.request
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import pytest
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory, Proposal
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.api.web_process import WebProcess
from tests.waiting import PATIENCE

pytestmark = pytest.mark.usefixtures("committed")
VALUES = ("PDF", "Word", "Markdown")
FORMAT = {"category": "technical", "preference": "document_format"}
TYPED, BY_TRUSTED, PROPOSED, NOTED = "typed by the person", "saved by a trusted agent", "proposed", "noted"


@dataclass(frozen=True)
class Case:
    """One cell: what was there, what an agent says, the outcome, and which values any agent is then given.

    `before` is a value and how it came to be there. `after` is what is given once the person says yes to everything.
    """

    name: str
    says: str
    outcome: str
    given: str  # values, in alphabetical order, with spaces between
    after: str
    before: tuple[str, str] | None = None
    source: str = "instruction"
    trust: str = "ask"
    confirm_new: str = "ask"
    by_id: bool = False  # by update_user_preference
    stops: bool = False  # by forget_user_preference

    def __str__(self) -> str:
        return f"{self.trust}-{self.confirm_new}-{self.name}"


PDF, CHANGE, TODAY = "I prefer reports as PDF", "From now on reports as Word", "Reports as Word today"
OLD, OLD_BY_AGENT, WAITS, NOTE = ("PDF", TYPED), ("PDF", BY_TRUSTED), ("PDF", PROPOSED), ("PDF", NOTED)


def for_columns(  # noqa: PLR0917  a table row
    columns: Iterable[tuple[str, str]], name: str, says: str, outcome: str, given: str, after: str, **more: Any
) -> list[Case]:
    return [
        Case(name, says, outcome, given, after, trust=trust, confirm_new=confirm_new, **more)
        for trust, confirm_new in columns
    ]


ASK = [("ask", "ask")]
YES = [("trusted", "ask"), ("ask", "explicit_only"), ("ask", "never"), ("trusted", "explicit_only")]
SURE_YES = [("trusted", "ask"), ("ask", "never")]  # whatever the source
ALL = [*ASK, *YES]
CASES = [
    *for_columns(ASK, "new", PDF, "proposed", "", "PDF"),
    *for_columns(ASK, "new correction", PDF, "proposed", "", "PDF", source="correction"),
    *for_columns([("ask", "explicit_only")], "new, source not named", PDF, "proposed", "", "PDF", source=""),
    *for_columns(YES, "new", PDF, "saved", "PDF", "PDF"),
    *for_columns(YES, "new correction", PDF, "saved", "PDF", "PDF", source="correction"),
    *(
        case
        for source in ("behaviour", "pattern", "inference", "weak", "uncertain")
        for case in for_columns([*ASK, *SURE_YES], f"new {source}", PDF, "noted", "", "", source=source)
    ),
    *for_columns(ALL, "the same as in use", PDF, "reinforced", "PDF", "PDF", before=OLD),
    *for_columns(ALL, "an inference of the same", PDF, "reinforced", "PDF", "PDF", before=OLD, source="inference"),
    *for_columns(ASK, "the same as waits", PDF, "proposed", "", "PDF", before=WAITS),
    *for_columns(ASK, "the same as a note", PDF, "proposed", "", "PDF", before=NOTE),
    *for_columns(YES, "the same as waits", PDF, "saved", "PDF", "PDF", before=WAITS),
    *for_columns(YES, "the same as a note", PDF, "saved", "PDF", "PDF", before=NOTE),
    *for_columns(ALL, "an inference of a note", PDF, "noted", "", "", before=NOTE, source="inference"),
    *for_columns(ASK, "a change", CHANGE, "proposed", "PDF", "Word", before=OLD),
    *for_columns(ASK, "a change", CHANGE, "proposed", "PDF", "Word", before=OLD_BY_AGENT),
    *for_columns(YES, "a change of what was confirmed", CHANGE, "proposed", "PDF", "Word", before=OLD),
    *for_columns(YES, "a change", CHANGE, "revised", "Word", "Word", before=OLD_BY_AGENT),
    *for_columns(ASK, "an update", "Reports as Word", "proposed", "PDF", "Word", before=OLD_BY_AGENT, by_id=True),
    *for_columns(YES, "an update", "Reports as Word", "revised", "Word", "Word", before=OLD_BY_AGENT, by_id=True),
    *for_columns(YES, "an update of a confirmed one", "As Word", "proposed", "PDF", "Word", before=OLD, by_id=True),
    *for_columns(ASK, "a correction", "As Word", "proposed", "PDF", "Word", before=OLD_BY_AGENT, source="correction"),
    *for_columns(YES, "a correction", "As Word", "revised", "Word", "Word", before=OLD_BY_AGENT, source="correction"),
    *for_columns(ASK, "another value", "Reports as Word", "proposed", "PDF", "Word", before=OLD_BY_AGENT),
    *for_columns(YES, "another value", "Reports as Word", "conflict", "Word", "Word", before=OLD_BY_AGENT),
    *for_columns(YES, "another value than confirmed", "Reports as Word", "conflict", "PDF", "PDF", before=OLD),
    *for_columns(ALL, "another value noticed", "As Word", "proposed", "PDF", "Word", before=OLD, source="inference")[
        :1
    ],
    *for_columns(ASK, "for today", TODAY, "noted", "", ""),
    *for_columns(SURE_YES, "for today", TODAY, "saved", "Word", "Word"),
    *for_columns(ASK, "for today beside a lasting one", TODAY, "noted", "PDF", "PDF", before=OLD),
    *for_columns(SURE_YES, "for today beside an agent's", TODAY, "saved", "Word", "Word", before=OLD_BY_AGENT),
    *for_columns(SURE_YES, "for today beside a confirmed one", TODAY, "proposed", "PDF", "Word", before=OLD),
    *for_columns(ASK, "stop", "", "proposed", "PDF", "", before=OLD_BY_AGENT, stops=True),
    *for_columns(SURE_YES, "stop", "", "revised", "", "", before=OLD_BY_AGENT, stops=True),
    *for_columns(SURE_YES, "stop what was confirmed", "", "proposed", "PDF", "", before=OLD, stops=True),
]


@dataclass
class World:
    """One person with an agent that speaks and another one that reads."""

    person: User
    token: str
    reader_token: str
    agent: Agent


@pytest.fixture
def make_world(db_people: None) -> Callable[[Case], World]:
    def make(case: Case) -> World:
        person = User.objects.create_user("alice@example.org")
        with scope.acting_as(person.pk):
            elder = Agent.connect(person, name="Elder", trust="trusted")[0]
            agent, token = Agent.connect(person, name="Scribe", trust=case.trust)
            reader_token = Agent.connect(person, name="Reader")[1]
            _set_up(case, person, elder)
            MemorySettings.objects.update_or_create(person=person, defaults={"confirm_new": case.confirm_new})
        return World(person, token, reader_token, agent)

    return make


@pytest.fixture
def db_people() -> None:
    """Nothing yet: the fixture `committed` empties the tables."""


def _set_up(case: Case, person: User, elder: Agent) -> None:
    if case.before is None:
        return
    value, how = case.before
    by = Person(person) if how == TYPED else actions.AgentOf(elder)
    if how in (PROPOSED, NOTED):
        by = actions.AgentOf(Agent.connect(person, name="Other")[0])
    source = "inference" if how == NOTED else "instruction"
    statement = actions.Statement(
        name="document_format", category="technical", details=f"I prefer reports as {value}", source=source
    )
    actions.remember(statement, by=by, now=timezone.now())


Calls = list[tuple[str, dict[str, Any]]]
Door = Callable[[WebProcess, str, Calls], list[dict[str, Any]]]


def over_http(web: WebProcess, token: str, calls: Calls) -> list[dict[str, Any]]:
    answers = []
    for name, arguments in calls:
        request = urllib.request.Request(
            f"{web.url}/api/v1/tools/{name}",
            json.dumps(arguments).encode(),
            {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            answers.append(dict(json.loads(response.read())["data"]))
    return answers


def over_mcp(web: WebProcess, token: str, calls: Calls) -> list[dict[str, Any]]:
    async def call_all(client: Any) -> list[dict[str, Any]]:
        return [dict((await client.call_tool(name, arguments)).structured_content) for name, arguments in calls]

    return web.ask(token, call_all)


READS: Calls = [
    ("recall_preferences", {"query": "Which format for the report?"}),
    ("get_user_preferences", {}),
    ("search_user_preferences", {"query": "format for reports"}),
]


def values_in(answers: list[dict[str, Any]]) -> list[str]:
    """Return for each answer which of the values are in it. Of a recall the block counts: clarify names both sides."""
    texts = [answer["block"] if "block" in answer else json.dumps(answer) for answer in answers]
    return [" ".join(sorted(value for value in VALUES if value in text)) for text in texts]


def say_yes_to_all(world: World) -> None:
    with scope.acting_as(world.person.pk):
        for proposal in Proposal.objects.open().order_by("created_at"):
            actions.accept(proposal.pk, by=Person(world.person), now=timezone.now())


def statement(world: World, case: Case) -> tuple[str, dict[str, Any]]:
    """Return the call by which the agent says it."""
    if case.stops or case.by_id:
        with scope.acting_as(world.person.pk):
            pk = str(Memory.objects.get(status="active").pk)
        if case.stops:
            return "forget_user_preference", {"preference_id": pk}
        return "update_user_preference", {"preference_id": pk, "details": case.says, "source": case.source}
    return "save_user_preference", FORMAT | {"details": case.says, "source": case.source}


BOTH_DOORS = [  # both answer from one table of operations; over MCP the columns that differ most
    *((over_http, case) for case in CASES),
    *((over_mcp, case) for case in CASES if (case.trust, case.confirm_new) in (*ASK, *SURE_YES[:1])),
]


@pytest.mark.parametrize(("door", "case"), BOTH_DOORS, ids=lambda value: getattr(value, "__name__", str(value)))
def test_what_is_given_before_and_after_a_yes(
    case: Case, door: Door, web: WebProcess, make_world: Callable[[Case], World]
) -> None:
    """The agent that says it is given no more than another one."""
    world = make_world(case)
    reads = READS[:1] if case.says == TODAY else READS  # a search finds both the lasting one and today's
    said, *before = door(web, world.token, [statement(world, case), *reads])
    assert said["outcome"] == case.outcome, said
    assert set(values_in(before)) == {case.given}
    assert set(values_in(over_http(web, world.reader_token, reads))) == {case.given}
    say_yes_to_all(world)
    assert set(values_in(door(web, world.reader_token, reads))) == {case.after}
