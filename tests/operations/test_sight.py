"""Sight by category: every read of an agent obeys what the person allows it, over HTTP and MCP."""

from collections.abc import Callable
from typing import Any

import pytest

from memoryweb.agents.models import Agent, Sight
from memoryweb.memories.models import Memory
from memoryweb.operations import dispatch
from memoryweb.people.models import User
from memoryweb.recall.models import ReceiptItem
from tests.builders import agent_says, memory_of, person_types
from tests.cases import with_each

Call = Callable[..., dispatch.CallResult]


def _set_sight(agent: Agent, *, only: bool = False, **categories: bool) -> None:
    agent.sight = "only" if only else "all_but"
    agent.save()
    for category, allowed in categories.items():
        Sight.objects.create(person_id=agent.person_id, agent=agent, category=category, allowed=allowed)


def _reads(call: Call) -> dict[str, set[str]]:
    """Return the ids that each read gives."""
    listed = call("get_user_preferences").envelope["data"]["preferences"]
    found = call("search_user_preferences", query="vegan morning pdf").envelope["data"]["preferences"]
    block = call("recall_preferences").envelope["data"]["items"]
    return {
        name: {row["id"] for row in rows} for name, rows in {"get": listed, "search": found, "recall": block}.items()
    }


@pytest.fixture
def memories(as_alice: User) -> dict[str, Memory]:
    """Three memories by the category they were said under; the second is filed under workstyle."""
    said = (
        ("I am vegan", "vegan", "dietary"),
        ("I am a morning person", "morning_person", "schedule"),
        ("PDF", "document_format", "technical"),
    )
    return {
        category: memory_of(person_types(as_alice, words, name=name, category=category))
        for words, name, category in said
    }


def _ids(memories: dict[str, Memory], *categories: str) -> set[str]:
    return {str(memories[category].pk) for category in categories}


@with_each("category", ["schedule", "workstyle"])
def test_a_blocked_category_blocks_by_the_one_said_and_by_the_one_filed(
    call: Call, scribe: Agent, memories: dict[str, Memory], category: str
) -> None:
    assert (memories["schedule"].said_category, memories["schedule"].category) == ("schedule", "workstyle")
    _set_sight(scribe, **{category: False})
    for ids in _reads(call).values():
        assert ids == _ids(memories, "dietary", "technical")


def test_only_these_needs_both_categories_among_the_allowed(
    call: Call, scribe: Agent, memories: dict[str, Memory]
) -> None:
    _set_sight(scribe, only=True, schedule=True, dietary=True)
    for ids in _reads(call).values():
        assert ids == _ids(memories, "dietary")
    _set_sight(scribe, only=True, workstyle=True)
    for ids in _reads(call).values():
        assert ids == _ids(memories, "dietary", "schedule")


def test_only_these_without_any_gives_nothing_not_even_what_has_no_category(
    call: Call, as_alice: User, scribe: Agent, memories: dict[str, Memory]
) -> None:
    person_types(as_alice, "The sky is green", name="sky", category="")
    _set_sight(scribe, only=True)
    assert _reads(call) == {"get": set(), "search": set(), "recall": set()}


def test_another_agents_sight_is_its_own(
    call: Call, scribe: Agent, trusted: Agent, memories: dict[str, Memory]
) -> None:
    _set_sight(trusted, only=True)
    assert _reads(call)["get"] == _ids(memories, "dietary", "schedule", "technical")


def test_the_receipt_says_that_the_category_is_switched_off(
    call: Call, scribe: Agent, memories: dict[str, Memory]
) -> None:
    _set_sight(scribe, dietary=False)
    call("recall_preferences")
    item = ReceiptItem.objects.get(memory=memories["dietary"])
    assert (item.left_out, item.get_left_out_display()) == ("blocked", "its category is switched off for this agent")


def test_a_memory_is_found_by_the_category_it_was_said_under(call: Call, memories: dict[str, Memory]) -> None:
    for category in ("schedule", "Workstyle"):
        listed = call("get_user_preferences", category=category).envelope["data"]["preferences"]
        assert [row["id"] for row in listed] == [str(memories["schedule"].pk)]


def test_metadata_is_returned_only_to_the_agent_that_wrote_it(
    call: Call, as_alice: User, scribe: Agent, trusted: Agent
) -> None:
    agent_says(trusted, "I always want tabs", name="indent", category="technical", metadata={"file": "a.py"})

    def metadata(agent: Agent) -> list[Any]:
        found = call("search_user_preferences", agent=agent, query="tabs").envelope["data"]["preferences"]
        return [row["metadata"] for row in found]

    assert (metadata(trusted), metadata(scribe)) == ([{"file": "a.py"}], [{}])


def test_a_write_gives_back_only_its_own_metadata(call: Call, as_alice: User, trusted: Agent, scribe: Agent) -> None:
    said = {"category": "technical", "preference": "indent", "details": "I always want tabs"}
    call("save_user_preference", agent=trusted, metadata={"n": 1}, **said)
    mine = call("save_user_preference", agent=trusted, **said).envelope["data"]["preference"]
    theirs = call("save_user_preference", metadata={"n": 2}, **said).envelope["data"]["preference"]
    assert (mine["metadata"], theirs["metadata"]) == ({}, {})
    listed = [
        call("get_user_preferences", agent=agent).envelope["data"]["preferences"][0]["metadata"]
        for agent in (trusted, scribe)
    ]
    assert listed == [{"n": 1}, {"n": 2}]
