"""Clarifying questions: when they are asked, and that the answer is stored as evidence."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

from memoryweb.agents.models import Agent, Sight
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Conflict, Memory, Proposal
from memoryweb.operations import dispatch
from memoryweb.people.models import User
from tests.builders import agent_says, memory_of, person_types, set_settings
from tests.cases import with_each

NOW = timezone.now()  # recall uses the real time, and older memories would be dormant
Call = Callable[..., dispatch.CallResult]
TOUCHED = tomllib.loads(Path(__file__).with_name("touched_conflicts.toml").read_text())


def action_and_question(call: Call, **arguments: Any) -> tuple[str, dict[str, Any]]:
    data = call("recall_preferences", **arguments).envelope["data"]
    return data["action"], data["ask"] or {}


def add_drinks(person: User, **values: str) -> None:
    for condition, value in values.items():
        person_types(
            person,
            value,
            NOW,
            name="drink",
            category="food",
            condition=condition.replace("_", " "),
        )


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


def test_the_question_is_about_the_conflict_that_the_work_touches(as_alice: User, trusted: Agent, call: Call) -> None:
    for conflict in TOUCHED["conflict"]:
        for words in conflict["sides"]:
            name, category = conflict["label"], conflict["category"]
            agent_says(trusted, words, NOW, name=name, category=category, value=words, kind="preference")
    assert Conflict.objects.open().count() == len(TOUCHED["conflict"])
    sides = {each["label"]: each["sides"] for each in TOUCHED["conflict"]}
    wrong = []
    for number, request in enumerate(TOUCHED["request"]):
        work = {name: value for name, value in request.items() if name in ("query", "task_type")}
        data = call("recall_preferences", run=f"r{number}", **work).envelope["data"]
        asked = data["ask"]["options"] if data["ask"] and data["ask"]["why"] == "conflict" else []
        if asked != sides.get(request["asks"], []):
            wrong.append((request, asked, [each["options"] for each in data["clarify"]]))
    assert not wrong, "\n".join(map(str, wrong))


# Sides that are hidden, and answers that wait


def _conflict(trusted: Agent) -> list[Memory]:
    said = (("I always like it concise", "concise"), ("I like it detailed", "detailed"))
    return [
        memory_of(agent_says(trusted, words, NOW, name="style", category="communication", value=value))
        for words, value in said
    ]


def _mute(memory: Memory, person: User, agent: Agent) -> None:
    actions.mute(memory.pk, agent=agent.pk, by=Person(person), now=NOW)


def _block(memory: Memory, person: User, agent: Agent) -> None:
    Sight.objects.create(person=person, agent=agent, category="communication", allowed=False)


def _close_section(memory: Memory, person: User, agent: Agent) -> None:
    set_settings(person, enabled_sections=["user_insights"])


def _raise_confidence(memory: Memory, person: User, agent: Agent) -> None:
    set_settings(person, min_confidence=0.99)


@with_each("side", [0, 1])
@with_each("hide", [_mute, _block, _close_section, _raise_confidence])
def test_a_conflict_with_a_hidden_side_is_not_asked_about(
    as_alice: User, trusted: Agent, call: Call, hide: Callable[..., None], side: int
) -> None:
    hide(_conflict(trusted)[side], as_alice, trusted)
    data = call("recall_preferences", agent=trusted, task_type="reply_message").envelope["data"]
    assert data["clarify"] == []
    assert (data["ask"] or {}).get("why") != "conflict"


def test_a_conflict_is_asked_once_in_a_run(as_alice: User, trusted: Agent, call: Call) -> None:
    _conflict(trusted)
    request = {"task_type": "reply_message", "run": "r1"}
    first, again = (call("recall_preferences", **request).envelope["data"] for _ in range(2))
    assert (first["action"], len(first["clarify"]), first["waiting"]) == ("ask", 1, None)
    assert (again["action"], again["ask"], again["clarify"]) == ("proceed", None, [])
    assert again["waiting"] == {"count": 1, "reviewUrl": f"{settings.BASE_URL}/review/"}
    assert call("recall_preferences", **(request | {"run": "r2"})).envelope["data"]["action"] == "ask"


def test_nothing_is_asked_again_while_an_answer_waits_for_the_person(as_alice: User, call: Call) -> None:
    request = {"task_type": "generate_report", "query": "the weekly report"}
    _, question = action_and_question(call, **request)
    call("save_user_preference", **question["answerWith"], details="I want Word.", value="Word", quote="Word, please.")
    data = call("recall_preferences", **request).envelope["data"]
    assert (data["action"], data["ask"], data["clarify"], data["waiting"]["count"]) == ("proceed", None, [], 1)
    assert set(data["waiting"]) == {"count", "reviewUrl"}
    assert "Word" not in str(data)
    actions.accept(Proposal.objects.get().pk, by=Person(as_alice), now=timezone.now())
    data = call("recall_preferences", **request).envelope["data"]
    assert (data["action"], data["waiting"]) == ("proceed", None)


def test_what_waits_in_a_category_that_is_closed_to_an_agent_stays_unknown_to_it(
    as_alice: User, scribe: Agent, trusted: Agent, call: Call
) -> None:
    call("save_user_preference", category="technical", preference="document_format", details="I want Word.")
    Sight.objects.create(person=as_alice, agent=trusted, category="technical", allowed=False)
    data = call("recall_preferences", agent=trusted, task_type="generate_report").envelope["data"]
    assert (data["action"], data["waiting"]) == ("ask", None)


def test_a_missing_answer_in_another_project_is_still_asked_for(as_alice: User, call: Call) -> None:
    said = {"category": "technical", "preference": "document_format", "details": "I want Word."}
    call("save_user_preference", project="kiosk", **said)
    assert action_and_question(call, task_type="generate_report")[0] == "ask"
    assert action_and_question(call, task_type="generate_report", project="kiosk")[0] == "proceed"
