"""Clarifying questions: when they are asked, and that the answer is stored as evidence (SPEC §8)."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories.models import Memory
from memoryweb.operations import dispatch
from memoryweb.people.models import User
from tests.builders import agent_says, person_types

NOW = timezone.now()  # recall uses the real time, and older memories would be dormant
Call = Callable[..., dispatch.CallResult]


def action_and_question(call: Call, **arguments: Any) -> tuple[str, dict[str, Any]]:
    data = call("recall_preferences", **arguments).envelope["data"]
    return data["action"], data["ask"] or {}


def add_drinks(person: User, **values: str) -> None:
    for condition, value in values.items():
        person_types(
            person, value, NOW, name="drink", category="food", condition=condition.replace("_", " "),
        )  # fmt: skip


def test_nothing_is_asked_if_the_needed_memory_exists(as_alice: User, call: Call) -> None:
    person_types(as_alice, "PDF", NOW)
    assert action_and_question(call, task_type="generate_report") == ("proceed", {})


def test_a_missing_field_of_the_task_is_asked_for_and_the_answer_is_learned(as_alice: User, call: Call) -> None:
    action, question = action_and_question(call, task_type="generate_report", query="the weekly report")
    assert (action, question["why"]) == ("ask", "missing")
    assert question["question"] == "Which document format do you want for this?"
    assert question["options"] == ["PDF", "Word", "Markdown"]
    answer = question["answerWith"] | {"details": "I want Word.", "value": "Word", "quote": "Word, please."}
    call("save_user_preference", **answer)
    memory = Memory.objects.get()
    assert (memory.key, memory.shown_value) == ("technical.formats.document", "Word")
    assert memory.evidence.get().quote == "Word, please."


def test_an_unnamed_condition_is_asked_for(as_alice: User, call: Call) -> None:
    add_drinks(as_alice, when_tired="espresso", when_thirsty="water")
    action, question = action_and_question(call, query="bring me a drink")
    assert (action, question["why"]) == ("ask", "depends")
    assert sorted(question["options"]) == ["when thirsty: water", "when tired: espresso"]


def test_a_condition_named_in_the_request_is_not_asked_for(as_alice: User, call: Call) -> None:
    add_drinks(as_alice, when_tired="espresso", when_thirsty="water")
    assert action_and_question(call, query="I am so tired, bring me a drink")[0] == "proceed"
    assert action_and_question(call, query="bring me a drink", when="thirsty after a run")[0] == "proceed"


def test_a_memory_for_all_other_cases_makes_the_question_unnecessary(as_alice: User, call: Call) -> None:
    add_drinks(as_alice, when_tired="espresso", when_thirsty="water")
    person_types(as_alice, "Tea", NOW, name="drink", category="food")
    assert action_and_question(call, query="bring me a drink")[0] == "proceed"


def test_an_open_conflict_is_asked_about_first(as_alice: User, trusted: Agent, call: Call) -> None:
    agent_says(trusted, "I always like it concise", NOW, name="style", category="communication")
    agent_says(trusted, "I like it detailed", NOW, name="style", category="communication")
    action, question = action_and_question(call, task_type="reply_message")
    assert (action, question["why"]) == ("ask", "conflict")
    assert len(question["options"]) == 2


def test_an_open_request_asks_nothing(as_alice: User, call: Call) -> None:
    assert action_and_question(call) == ("proceed", {})
    assert action_and_question(call, task_type="somebody's own work") == ("proceed", {})


def test_questions_about_chinese_memories_are_in_chinese(as_alice: User, call: Call) -> None:
    person_types(as_alice, "浓缩咖啡", NOW, name="饮料", category="food", condition="累的时候")
    person_types(as_alice, "凉白开水", NOW, name="饮料", category="food", condition="口渴的时候")
    action, question = action_and_question(call, query="给我来杯饮料")
    assert (action, question["question"]) == ("ask", "饮料：现在是哪一种？")


def test_the_answer_to_a_conflict_is_saved_under_the_same_subject(as_alice: User, trusted: Agent, call: Call) -> None:
    for name, one, other in (("drink", "tea", "coffee"), ("seat", "window", "aisle")):
        agent_says(trusted, f"I always like {one}", NOW, name=name, category="travel", value=one)
        agent_says(trusted, f"I like {other}", NOW, name=name, category="travel", value=other)
    _, question = action_and_question(call, query="book a flight and a drink")
    label = question["answerWith"]["preference"]
    assert question["question"].startswith(f"{label}:")
