"""search_user_preferences: a natural question finds what shares any word with it."""

from collections.abc import Callable

import pytest

from memoryweb.operations import dispatch
from memoryweb.people.models import User
from tests.builders import person_types
from tests.cases import with_each

Call = Callable[..., dispatch.CallResult]
MEMORIES = (
    ("technical", "document_format", "I prefer reports as PDF"),
    ("communication", "tone", "Friendly, never stiff"),
    ("dietary", "vegan", "I'm vegan"),
    ("schedule", "meetings", "Meetings in the morning, after 9:30"),
    ("personal", "running shoes", "Running along the river at dawn"),
    ("communication", "标点习惯", "不使用感叹号"),
    ("personal", "饮料", "喜欢喝绿茶"),
    ("technical", "editor", "Neovim"),
)
QUESTIONS = {
    "a whole question": ("How should the report be formatted for the board?", "Document format"),
    "a plural for a singular": ("any meeting this week?", "Meetings"),
    "another form of the verb": ("does she run", "Running shoes"),
    "capitals": ("NEOVIM", "Editor"),
    "the category": ("what about the diet, dietary things", "Diet"),
    "the label only": ("tone", "Tone"),
    "a Chinese question": ("他喜欢喝什么茶？", "饮料"),
    "Chinese by pairs": ("感叹号", "Punctuation"),
    "Chinese and English together": ("neovim 怎么样", "Editor"),
    "words with signs around them": ("'vegan' & (!), | <-> :*", "Diet"),
    "a possessive": ("the report's format", "Document format"),
    "full-width letters": ("ＮＥＯＶＩＭ", "Editor"),
}


def _found(call: Call, query: str, **more: int) -> list[str]:
    answer = call("search_user_preferences", query=query, **more)
    assert answer.envelope["ok"]
    return [each["preference"] for each in answer.envelope["data"]["preferences"]]


@pytest.fixture
def eight_memories(as_alice: User) -> None:
    for category, name, details in MEMORIES:
        person_types(as_alice, details, name=name, category=category)


@with_each("case", QUESTIONS)
def test_a_question_finds_the_memory_first(case: str, call: Call, eight_memories: None) -> None:
    query, label = QUESTIONS[case]
    assert _found(call, query)[:1] == [label]


@with_each("query", ["hypotenuse", "the of and", "?!", "🙂", "斑马", " ", "'", "\\", ":*", "&"])
def test_a_query_that_matches_nothing_finds_nothing(query: str, call: Call, eight_memories: None) -> None:
    assert _found(call, query) == []


def test_more_words_in_common_come_first_and_the_order_is_always_the_same(call: Call, as_alice: User) -> None:
    person_types(as_alice, "Green tea in the morning", name="morning drink", category="personal")
    person_types(as_alice, "Tea", name="drink", category="personal")
    person_types(as_alice, "Coffee", name="meeting drink", category="personal")
    orders = {tuple(_found(call, "green tea in the morning")) for _ in range(3)}
    assert len(orders) == 1
    assert orders.pop()[0] == "Morning drink"


def test_the_limit_is_kept(call: Call, as_alice: User) -> None:
    for number in range(6):
        person_types(as_alice, f"tea w{number}x", name=f"thing {number}", category="personal")
    assert len(_found(call, "tea", limit=2)) == 2
    assert len(_found(call, "tea")) == 6


def test_another_persons_words_are_not_found(call: Call, eight_memories: None, bob: User) -> None:
    from memoryweb.agents.models import Agent
    from memoryweb.rls import scope

    with scope.acting_as(bob.pk):
        bobs_agent, _ = Agent.connect(bob, name="His")
    answer = call("search_user_preferences", query="vegan pdf neovim", agent=bobs_agent)
    assert answer.envelope["data"]["preferences"] == []
