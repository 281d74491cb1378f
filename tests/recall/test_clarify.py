"""Ask before acting: when it is clear, when it is not, and that the answer comes back as evidence (SPEC §8)."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories.models import Memory
from memoryweb.operations import dispatch
from memoryweb.people.models import User
from tests.conftest import told, typed

NOW = timezone.now()  # what is asked is asked now, and what is old is dormant
Call = Callable[..., dispatch.CallResult]


def asks(call: Call, **wanted: Any) -> tuple[str, dict[str, Any]]:
    data = call("recall_preferences", **wanted).envelope["data"]
    return data["action"], data["ask"] or {}


def drinks(person: User, **values: str) -> None:
    for condition, value in values.items():
        typed(
            person, value, NOW, name="drink", category="food", condition=condition.replace("_", " "),
        )  # fmt: skip


def test_what_is_known_is_not_asked(as_alice: User, call: Call) -> None:
    typed(as_alice, "PDF", NOW)
    assert asks(call, task_type="generate_report") == ("proceed", {})


def test_what_the_work_needs_and_nobody_said_is_asked_and_the_answer_is_learned(as_alice: User, call: Call) -> None:
    action, question = asks(call, task_type="generate_report", query="the weekly report")
    assert (action, question["why"]) == ("ask", "missing")
    assert question["question"] == "Which document format do you want for this?"
    assert question["options"] == ["PDF", "Word", "Markdown"]
    answer = question["answerWith"] | {"details": "I want Word.", "value": "Word", "quote": "Word, please."}
    call("save_user_preference", **answer)
    memory = Memory.objects.get()
    assert (memory.key, memory.shown_value) == ("technical.formats.document", "Word")
    assert memory.evidence.get().quote == "Word, please."


def test_it_depends_and_nobody_said_on_what(as_alice: User, call: Call) -> None:
    drinks(as_alice, when_tired="espresso", when_thirsty="water")
    action, question = asks(call, query="bring me a drink")
    assert (action, question["why"]) == ("ask", "depends")
    assert sorted(question["options"]) == ["when thirsty: water", "when tired: espresso"]


def test_it_depends_and_the_words_say_on_what(as_alice: User, call: Call) -> None:
    drinks(as_alice, when_tired="espresso", when_thirsty="water")
    assert asks(call, query="I am so tired, bring me a drink")[0] == "proceed"
    assert asks(call, query="bring me a drink", when="thirsty after a run")[0] == "proceed"


def test_what_holds_otherwise_makes_it_clear(as_alice: User, call: Call) -> None:
    drinks(as_alice, when_tired="espresso", when_thirsty="water")
    typed(as_alice, "Tea", NOW, name="drink", category="food")
    assert asks(call, query="bring me a drink")[0] == "proceed"


def test_a_contradiction_is_asked_about_first(as_alice: User, trusted: Agent, call: Call) -> None:
    told(trusted, "I always like it concise", NOW, name="style", category="communication")
    told(trusted, "I like it detailed", NOW, name="style", category="communication")
    action, question = asks(call, task_type="reply_message")
    assert (action, question["why"]) == ("ask", "conflict")
    assert len(question["options"]) == 2


def test_nothing_in_particular_asks_nothing(as_alice: User, call: Call) -> None:
    assert asks(call) == ("proceed", {})
    assert asks(call, task_type="somebody's own work") == ("proceed", {})


def test_chinese_questions_are_chinese(as_alice: User, call: Call) -> None:
    typed(as_alice, "浓缩咖啡", NOW, name="饮料", category="food", condition="累的时候")
    typed(as_alice, "凉白开水", NOW, name="饮料", category="food", condition="口渴的时候")
    action, question = asks(call, query="给我来杯饮料")
    assert (action, question["question"]) == ("ask", "饮料：现在是哪一种？")


def test_the_answer_to_a_contradiction_is_saved_under_its_own_subject(
    as_alice: User, trusted: Agent, call: Call
) -> None:
    for name, one, other in (("drink", "tea", "coffee"), ("seat", "window", "aisle")):
        told(trusted, f"I always like {one}", NOW, name=name, category="travel", value=one)
        told(trusted, f"I like {other}", NOW, name=name, category="travel", value=other)
    _, question = asks(call, query="book a flight and a drink")
    label = question["answerWith"]["preference"]
    assert question["question"].startswith(f"{label}:")
