"""What is learned in a skill is given in that skill, and in others after the person says so (S3)."""

from datetime import timedelta
from typing import Any

import pytest

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory, Proposal
from memoryweb.people.models import User
from tests.builders import person_types
from tests.learning.conftest import NOW, Call

SHORT = {"key": "communication.sentences", "value": "short", "category": "communication"}
ASKS = "Should the sentences be short?"


def accept(call_operation: Call, skill: str, agent: Agent, *, days: range) -> None:
    for day in days:
        call_operation(
            "record_feedback",
            action="accept",
            run=f"{skill} {day}",
            skill_id=skill,
            evidence_ref={"signals": [SHORT]},
            agent=agent,
            now=NOW + timedelta(days=day),
        )


def is_given(call_operation: Call, agent: Agent, **request: Any) -> bool:
    answer = call_operation("recall_preferences", agent=agent, now=NOW + timedelta(days=9), **request)
    return str(learned().pk) in [item["id"] for item in answer["items"]]


def learned() -> Memory:
    return Memory.objects.get(key="communication.sentences")


@pytest.fixture
def in_use(call_operation: Call, trusted: Agent, scribe: Agent, as_alice: User, request: Any) -> Agent:
    """What an agent learned in the skill rewrite: by a standing yes, or by the person's yes to its question."""
    agent = trusted if request.param == "trusted" else scribe
    accept(call_operation, "rewrite", agent, days=range(3))
    if agent is scribe:
        actions.accept(Proposal.objects.get().pk, by=Person(as_alice), now=NOW + timedelta(days=3))
    assert (learned().status, learned().applies_to) == ("active", ["rewrite"])
    return agent


@pytest.mark.parametrize("in_use", ["trusted", "ask"], indirect=True)
def test_a_skill_is_given_what_was_learned_in_it_and_other_work_is_not(in_use: Agent, call_operation: Call) -> None:
    assert is_given(call_operation, in_use, skill="rewrite")
    assert is_given(call_operation, in_use, skill="rewrite", query="Make the letter to the harbour office better")
    for other in (
        {"skill": "translate"},
        {"skill": "translate", "query": ASKS},
        {"query": ASKS},
        {},
        {"task_type": "reply_message"},
    ):
        assert not is_given(call_operation, in_use, **other), other


@pytest.mark.parametrize("in_use", ["trusted"], indirect=True)
def test_another_skill_gets_it_after_the_person_says_that_it_applies_everywhere(
    in_use: Agent, call_operation: Call, as_alice: User
) -> None:
    accept(call_operation, "translate", in_use, days=range(4, 7))
    question = Proposal.objects.get(kind="merge", status="open")
    assert question.question == "You use “sentences: short” in rewrite, translate. Should it apply everywhere?"
    assert not is_given(call_operation, in_use, skill="translate", query=ASKS)
    actions.accept(question.pk, by=Person(as_alice), now=NOW + timedelta(days=8))
    assert learned().applies_to == []
    assert is_given(call_operation, in_use, skill="translate", query=ASKS)
    assert is_given(call_operation, in_use, query=ASKS)


def test_what_the_person_says_that_a_skill_needs_may_be_given_in_others(
    call_operation: Call, as_alice: User, scribe: Agent
) -> None:
    person_types(
        as_alice,
        "short",
        NOW,
        key="communication.sentences",
        name="sentences",
        category="communication",
        applies_to=("rewrite",),
    )
    assert is_given(call_operation, scribe, skill="rewrite")
    assert is_given(call_operation, scribe, skill="translate", query=ASKS)


def test_what_helped_lately_ranks_a_little_higher_in_other_work(
    call_operation: Call, as_alice: User, scribe: Agent
) -> None:
    for word in ("apples", "pears", "plums"):
        person_types(as_alice, f"I like {word}", NOW, name=word, category="x", applies_to=("cook", "bake"))
    last = call_operation("recall_preferences", skill="cook", run="r", now=NOW)["items"][-1]["id"]
    call_operation("record_feedback", action="accept", run="r", evidence_ref={"memories": [last]}, now=NOW)

    def first(day: int) -> Any:
        return call_operation("recall_preferences", skill="bake", now=NOW + timedelta(days=day))["items"][0]

    assert first(1)["id"] == last
    assert first(9)["id"] != last
