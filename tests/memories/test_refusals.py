"""What remember does not save: blocked and sensitive statements, memory switched off, values over their limits."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import AgentOf, FileOf, Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Memory, Refusal
from memoryweb.people.models import User
from tests.builders import agent_says, make_statement, memory_of, person_types, set_settings
from tests.cases import with_each

MORNING = datetime(2026, 2, 22, 9, tzinfo=UTC)


def test_a_declined_statement_is_not_learned_again(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, "I prefer PDF")
    actions.decline(memory_of(proposed).pk, by=Person(as_alice), now=MORNING)
    outcome = agent_says(scribe, "PDF please")
    assert (outcome.name, outcome.memory) == ("blocked", None)
    assert outcome.reason == "Not kept."
    assert agent_says(scribe, "Word").name == "proposed"


def test_an_erased_statement_is_not_learned_again_from_agents_or_files(as_alice: User, scribe: Agent) -> None:
    pdf = person_types(as_alice, "I prefer PDF")
    erasure.erase(memory_of(pdf).pk, by=Person(as_alice), now=MORNING)
    assert agent_says(scribe, "PDF").name == "blocked"
    assert agent_says(scribe, "PDF just this time").name == "blocked"
    other = person_types(as_alice, "I prefer Word")
    outcome = actions.update(memory_of(other).pk, details="PDF", quote="PDF now", by=AgentOf(scribe), now=MORNING)
    assert (outcome.name, memory_of(other).status) == ("blocked", "active")
    file = actions.remember(make_statement("PDF", source="instruction"), by=FileOf(as_alice), now=MORNING)
    assert (file.name, file.reason) == ("blocked", "Not kept.")


def test_erasing_a_one_day_memory_blocks_it_for_every_day(as_alice: User, scribe: Agent) -> None:
    word = agent_says(scribe, "Word this time", MORNING)
    erasure.erase(memory_of(word).pk, by=Person(as_alice), now=MORNING)
    assert agent_says(scribe, "Word this time", MORNING + timedelta(days=1)).name == "blocked"


def test_typing_it_again_removes_the_tombstone(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, "I prefer PDF")
    actions.decline(memory_of(proposed).pk, by=Person(as_alice), now=MORNING)
    again = person_types(as_alice, "PDF")
    actions.expire(memory_of(again).pk, by=Person(as_alice), now=MORNING)
    assert agent_says(scribe, "PDF").name == "proposed"


# Refused, or nothing saved


@with_each("field", ["details", "name", "category", "quote", "project", "condition", "key", "label"])
def test_a_secret_in_any_field_is_refused_and_counted_and_stored_nowhere(
    as_alice: User, scribe: Agent, field: str
) -> None:
    secret = "4111 1111 \u200b1111 1111"
    outcome = actions.remember(make_statement(**{"details": "x", field: secret}), by=AgentOf(scribe), now=MORNING)
    assert outcome.name == "refused"
    assert outcome.category == "card_number"
    assert Memory.objects.count() == 0
    assert [(r.category, r.count) for r in Refusal.objects.all()] == [("card_number", 1)]


def test_an_allergy_is_saved_only_from_the_person_and_only_as_dietary(as_alice: User, scribe: Agent) -> None:
    peanuts = {"name": "allergies", "category": "dietary"}
    assert agent_says(scribe, "allergic to peanuts", **peanuts).name == "refused"
    assert person_types(as_alice, "allergic to peanuts", name="allergies", category="personal").name == "refused"
    outcome = person_types(as_alice, "allergic to peanuts", **peanuts)
    assert (outcome.name, memory_of(outcome).kind) == ("saved", "rule")


def test_with_memory_off_nothing_is_written_even_for_the_person(as_alice: User, scribe: Agent) -> None:
    set_settings(as_alice, enable_memory=False)
    for outcome in (agent_says(scribe, "Always PDF"), person_types(as_alice, "PDF")):
        assert (outcome.name, outcome.reason) == (
            "unchanged",
            "Memory is off in Settings, so nothing was saved.",
        )
    assert not Memory.objects.exists()


def test_with_learning_off_agents_save_statements_but_no_observations(as_alice: User, scribe: Agent) -> None:
    set_settings(as_alice, learning_enabled=False)
    assert agent_says(scribe, "I prefer PDF", source="behaviour").name == "unchanged"
    proposed = agent_says(scribe, "I prefer PDF")
    assert proposed.name == "proposed"
    assert proposed.statement_id
    outcome = actions.restate(
        proposed.statement_id, details="Word", source="inference", by=AgentOf(scribe), now=MORNING
    )
    assert (outcome.name, Memory.objects.count()) == ("unchanged", 1)


def test_invisible_characters_are_written_out(as_alice: User) -> None:
    memory = memory_of(person_types(as_alice, "tea\u200b time\x07", name="dr\u202eink", category="food"))
    assert (memory.details, memory.label) == ("tea⟨U+200B⟩ time⟨U+0007⟩", "dr⟨U+202E⟩ink")
    assert memory.value == memory.details


@with_each(
    "field, value",
    [
        ("details", ""),
        ("details", "x" * 10_001),
        ("label", "x" * 121),
        ("name", "x" * 121),
        ("name", "\u200b" * 100),  # too long once it is written out
        ("category", "x" * 61),
        ("key", "x" * 161),
        ("kind", "x" * 41),
        ("quote", "x" * 241),
        ("project", "x" * 81),
        ("condition", "x" * 201),
        ("tags", tuple("abcdefghijklmnopqrstu")),
        ("tags", ("x" * 61,)),
        ("source", "hearsay"),
        ("confidence", 1.1),
        ("importance", float("nan")),
        ("value", "x" * 10_001),
        ("value", {"a": float("inf")}),
        ("metadata", {"a": {1, 2}}),
        ("metadata", {"a": "x" * 10_001}),
    ],
)
def test_a_value_over_its_limit_names_its_field(field: str, value: Any) -> None:
    arguments: dict[str, Any] = {
        "details": "PDF",
        "name": "format",
        **({"name": ""} if value == "" else {}),
        field: value,
    }
    with pytest.raises(actions.Invalid) as error:
        actions.Statement(**arguments).checked()
    assert error.value.field == field


@with_each("bad", ["a\x00b", "a\ud800b", "\udfff"])
@with_each(
    "field",
    [
        "details",
        "label",
        "category",
        "key",
        "quote",
        "project",
        "condition",
        "kind",
        "tags",
        "value",
        "metadata",
        "ref",
    ],
)
def test_text_the_database_cannot_store_names_its_field(field: str, bad: str) -> None:
    value: Any = {"tags": (bad,), "value": ["x", bad], "metadata": {bad: 1}, "ref": {"a": [bad]}}.get(field, bad)
    with pytest.raises(actions.Invalid) as error:
        make_statement(**{"details": "x", field: value}).checked()
    assert error.value.field == field


def test_a_statement_is_checked_before_anything_is_written(as_alice: User) -> None:
    with pytest.raises(actions.Invalid):
        person_types(as_alice, "a\x00b")
    assert not Memory.objects.exists()


def test_the_longest_allowed_statement_is_saved(as_alice: User, scribe: Agent) -> None:
    statement = make_statement(
        "ß" * 10_000,
        name="ß" * 120,
        category="ß" * 60,
        key="ß" * 160,
        quote="ß" * 240,
        project="ß" * 80,
        condition="ß" * 200,
        tags=("ß" * 60,) * 20,
        kind="ß" * 40,
        metadata={"a": "ß" * 9_000},
    )
    assert actions.remember(statement, by=AgentOf(scribe), now=MORNING).name == "proposed"
