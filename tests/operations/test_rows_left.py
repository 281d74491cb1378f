"""What one agent leaves behind has an end: a limit within a day, and what it took back is purged."""

from collections.abc import Callable
from datetime import timedelta
from itertools import product
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.learning.models import Conversation, Feedback
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import Person, proposals
from memoryweb.memories.models import Evidence, Memory, Proposal, Tombstone, history_model, spellings
from memoryweb.operations import dispatch
from memoryweb.people.models import User
from memoryweb.rules import limits
from tests.builders import agent_says, memory_of, person_types
from tests.cases import with_each
from tests.rings import third

MOST = 5
DAY = timedelta(days=1)
Arguments = Callable[[int], dict[str, Any]]


def statement(n: int, **more: Any) -> dict[str, Any]:
    return {"category": f"c{n}", "preference": f"p{n}", "details": f"I like {n} cats", "project": f"P{n}"} | more


LEFT: dict[str, tuple[str, Arguments]] = {  # what leaves a row each, for the n-th time
    "save": ("save_user_preference", statement),
    "repeat": ("save_user_preference", lambda _: statement(0)),
    "note": ("save_user_preference", lambda n: statement(n, source="weak")),
    "conversation": ("record_conversation", lambda n: {"conversation_id": f"c{n}", "messages": ["Hello"]}),
    "report": ("record_feedback", lambda n: {"action": "accept", "note": f"Fine {n}"}),
}


def call(agent: Agent, name: str, **arguments: Any) -> dict[str, Any]:
    return dispatch.run(dispatch.Call(agent=agent, name=name, arguments=arguments, now=timezone.now())).envelope


@with_each(
    "kind, trust, then, joins",
    lambda: third([*product(LEFT, ["ask", "trusted"], ["", "forget", "update"], [False, True])]),
)
def test_one_agent_leaves_no_more_than_a_days_rows(
    as_alice: User, settings: Any, kind: str, trust: str, then: str, *, joins: bool
) -> None:
    """In a loop of saves, also where each is taken back or said anew, under any trust."""
    settings.ROWS_PER_DAY = MOST
    agent, other = (Agent.connect(as_alice, name=name, trust=trust)[0] for name in ("Loop", "Other"))
    name, arguments = LEFT[kind]
    if joins:  # what another agent said already: then taking it back removes a row of evidence
        call(other, "save_user_preference", **statement(0))
    codes = []
    for n in range(3 * MOST):
        said = call(agent, name, **arguments(n))
        codes.append(said.get("error", {}).get("code", ""))
        if then and kind in ("save", "note") and said["ok"]:
            more = {"details": f"I like {n} dogs"} if then == "update" else {}
            call(agent, f"{then}_user_preference", preference_id=said["data"]["id"], **more)
    assert codes[-1] == "RATE_LIMITED"
    wait = said["error"]["details"]["retryAfter"]
    assert timedelta(hours=23) < timedelta(seconds=wait) <= DAY + timedelta(seconds=1)
    assert f"Try again in {-(-wait // 60)} minutes." in said["error"]["message"]
    left = [model.objects.filter(agent=agent).count() for model in (Evidence, Conversation, Feedback)]
    left.append(history_model().objects.filter(changed_by_agent=agent).count())
    assert sum(left) <= MOST + 3  # the last write may pass the limit
    assert Memory.objects.count() <= MOST + 2
    assert call(other, name, **arguments(99))["ok"]
    assert call(agent, "get_user_preferences")["ok"]


def stop(agent: Agent, person: User) -> dict[str, Any]:
    memory = memory_of(person_types(person, "I like tea", name="drink", category="food"))
    return {"name": "forget_user_preference", "preference_id": str(memory.pk)}


def answer(agent: Agent, person: User) -> dict[str, Any]:
    person_types(person, "I prefer reports as PDF")
    words = {"category": "technical", "preference": "document_format", "details": "I prefer reports as Word"}
    Agent.objects.filter(pk=agent.pk).update(trust="trusted")
    told = call(agent, "save_user_preference", **words)["data"]
    Agent.objects.filter(pk=agent.pk).update(trust="ask")
    assert told["conflictId"]
    return {"name": "save_user_preference", **words, "answers": told["conflictId"]}


QUESTIONS = {stop: "reason", answer: "quote"}


@with_each("asks, is_same", lambda: list(product(QUESTIONS, [True, False])))
def test_a_question_that_nothing_was_said_for_is_asked_once_or_counted(
    as_alice: User, scribe: Agent, settings: Any, *, asks: Callable[..., dict[str, Any]], is_same: bool
) -> None:
    """The same one waits already; others are rows that one agent may leave so many of within a day."""
    arguments = asks(scribe, as_alice)
    settings.ROWS_PER_DAY, before = MOST, Proposal.objects.count()
    answers = [
        call(scribe, **arguments | ({} if is_same else {QUESTIONS[asks]: f"because {n}"})) for n in range(3 * MOST)
    ]
    rows = Proposal.objects.count() - before
    assert Proposal.objects.open().filter(agent=scribe).count() == 1
    assert (rows, answers[-1]["ok"]) == (1, True) if is_same else rows <= MOST
    assert is_same or answers[-1]["error"]["code"] == "RATE_LIMITED"


def test_questions_to_stop_using_a_memory_wait_with_the_others(as_alice: User, scribe: Agent) -> None:
    memories = [
        memory_of(person_types(as_alice, f"I like {n} cats", name=f"cat {n}", category="pets")) for n in range(2)
    ]
    for n in range(limits.OPEN_QUESTIONS_MAX - 1):
        assert call(scribe, "save_user_preference", **statement(n))["ok"]
    told = [call(scribe, "forget_user_preference", preference_id=str(each.pk)) for each in memories]
    assert [each.get("error", {}).get("code", "") for each in told] == ["", "RATE_LIMITED"]


@with_each("then", ["forget", "update", "accept", "decline"])
@with_each("met", ["nothing", "what is hidden", "another agent's note"])
@with_each("more", [{}, {"source": "weak"}])
def test_what_was_taken_back_or_answered_waits_no_more(
    as_alice: User, scribe: Agent, trusted: Agent, *, then: str, met: str, more: dict[str, Any]
) -> None:
    """Whatever it met: what an agent was told waits counts as its question or note till then, and no longer."""
    if met == "another agent's note":
        agent_says(trusted, "I prefer reports as Word", source="weak")
    if met == "what is hidden":
        typed = memory_of(person_types(as_alice, "I prefer reports as PDF"))
        actions.mute(typed.pk, agent=scribe.pk, by=Person(as_alice), now=timezone.now())
    words = {"category": "technical", "preference": "document_format", "details": "I prefer reports as Word"}
    told = call(scribe, "save_user_preference", **words, **more)["data"]
    waits = Memory.objects.get(status="candidate")
    if then in ("accept", "decline"):
        decide = actions.confirm if then == "accept" else actions.decline
        decide(waits.pk, by=Person(as_alice), now=timezone.now())
        for question in Proposal.objects.open().filter(memory=waits):  # where a yes replaces something
            actions.accept(question.pk, by=Person(as_alice), now=timezone.now())
    else:
        new = {"details": "I prefer reports as LaTeX"} if then == "update" else {}
        assert call(scribe, f"{then}_user_preference", preference_id=told["id"], **new)["ok"]
    questions, notes = proposals.count_waiting(scribe)
    assert questions == int(then == "update")
    assert met == "another agent's note" or notes == 0  # there it was the last to say something of it


def test_the_limit_is_of_the_last_day(as_alice: User, scribe: Agent, settings: Any) -> None:
    settings.ROWS_PER_DAY = 1
    arguments = {"category": "food", "preference": "drink", "details": "I like tea"}
    assert call(scribe, "save_user_preference", **arguments)["ok"]
    assert not call(scribe, "save_user_preference", **arguments)["ok"]
    assert not call(scribe, "update_user_preference", preference_id=str(Evidence.objects.get().pk), details="x")["ok"]
    assert call(scribe, "forget_user_preference", preference_id=str(Evidence.objects.get().pk))["ok"]


# What was taken back


def withdrawn(agent: Agent, details: str, **more: Any) -> Memory:
    said = agent_says(agent, details, **more)
    assert said.statement_id
    actions.take_back(said.statement_id, by=actions.AgentOf(agent), now=timezone.now())
    return memory_of(said)


def test_what_agents_took_back_is_purged_once_nobody_can_undo_it(as_alice: User, scribe: Agent, trusted: Agent) -> None:
    gone = withdrawn(scribe, "I prefer zebra paper", name="paper", project="Zebra")
    used = memory_of(agent_says(trusted, "I prefer window seats", name="seat"))
    actions.forget(used.pk, by=actions.AgentOf(trusted), now=timezone.now())
    asked = agent_says(scribe, "I prefer aisle seats", name="aisle")
    declined = memory_of(agent_says(scribe, "I prefer LaTeX", name="latex"))
    actions.decline(declined.pk, by=Person(as_alice), now=timezone.now())
    tombstones = Tombstone.objects.count()
    soon, later = timezone.now() + timedelta(days=13), timezone.now() + timedelta(days=15)
    assert upkeep.run_now("purge_withdrawn", now=soon).counts == {}
    run = upkeep.run_now("purge_withdrawn", now=later)
    assert run.counts == {"memories": 1}
    assert not Memory.objects.filter(pk=gone.pk).exists()
    assert not history_model().objects.filter(id=gone.pk).exists()
    kept = {used.pk, declined.pk, memory_of(asked).pk}
    assert set(Memory.objects.values_list("pk", flat=True)) == kept
    assert Tombstone.objects.count() == tombstones
    assert upkeep.run_now("purge_withdrawn", now=later).counts == {}


def test_a_spelling_is_looked_up_in_as_many_steps_as_live_memories_have(as_alice: User, scribe: Agent) -> None:
    for n in range(5):
        withdrawn(scribe, f"I like {n} cats", name=f"cat {n}", project=f"P{n}")
    agent_says(scribe, "I like dogs", name="dog", project="Atlas")
    with CaptureQueriesContext(connection) as queries:
        assert spellings(as_alice.pk, "project", "ATLAS") == ["ATLAS", "Atlas"]
        assert spellings(as_alice.pk, "project", "p3") == ["p3"]
    assert len(queries) == 2
