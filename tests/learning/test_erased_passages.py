"""After an erasure by topic no agent records the same words again, and none is told so."""

from datetime import timedelta
from typing import Any

import pytest

from memoryweb.agents.models import Agent
from memoryweb.language.mentions.topics import Topic
from memoryweb.learning.models import Conversation
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure, passages, topics
from memoryweb.memories.models import Erasure, Memory, Tombstone
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import memory_of, person_types
from tests.cases import for_each, with_each
from tests.learning.conftest import NOW, Call
from tests.memories.tables import tables_containing

LATER = NOW + timedelta(days=1)
EVERYTHING = topics.Choice(frozenset(), rest=frozenset(topics.GROUPS))


@pytest.fixture
def codex(alice: User) -> Agent:
    return Agent.connect(alice, name="Codex")[0]


def record(call_operation: Call, agent: Agent, *messages: str, **arguments: Any) -> dict[str, Any]:
    arguments.setdefault("conversation_id", f"c{Conversation.objects.count()}")
    return call_operation("record_conversation", agent=agent, messages=list(messages), **arguments)


def erase(person: User, topic: str) -> Erasure:
    return erasure.erase_topic(Topic(topic), EVERYTHING, by=Person(person), now=LATER)


def left(agent: Agent) -> list[str]:
    return [text for each in Conversation.objects.filter(agent=agent) for text in each.excerpts]


# What was told, the topic, what another agent reports later, and what is kept of that.
Case = tuple[list[str], str, list[str], list[str]]
CASES: list[Case] = [
    (["I left Northwind in May."], "northwind", ["I left Northwind in May."], []),
    (["I left Northwind in May.", "It rains."], "Northwind", ["I left Northwind in May.", "It rains."], ["It rains."]),
    (["I left Northwind in May"], "Northwind", ["Hello! I LEFT  northwind, in May. It rains."], ["Hello! It rains."]),
    (["Hello! I left Northwind in May. It rains."], "Northwind", ["I left Northwind in May!"], []),
    (["Hello! I left Northwind in May."], "Northwind", ["Hello! What is 2 times 2?"], ["Hello! What is 2 times 2?"]),
    (["My café is in Zürich."], "Zurich", ["my cafe is in Zurich"], []),
    (["我在北风公司工作。今天下雨。"], "北风", ["今天下雨。我在北风公司工作。"], ["今天下雨。"]),
    (["Ｎｏｒｔｈｗｉｎｄ pays on Fridays"], "Northwind", ["Northwind pays on Fridays."], []),
    (["I left Northwind in May."], "Northwind", ["I never was at Northwind Hall."], ["I never was at Northwind Hall."]),
    (["one\nI left Northwind in May\ntwo"], "Northwind", ["one\nI left Northwind in May\ntwo"], []),
    (["My boss is O’Brien."], "O'Brien", ["My boss is O'Brien!"], []),
    (["Łódź is my home."], "Lodz", ["Lodz is my home."], []),
    (["🎉🎉 🎂"], "🎉🎉", ["🎉🎉🎂", "🎂"], ["🎂"]),
]


@with_each("case", CASES)
def test_the_same_words_of_another_agent_are_not_kept(
    call_operation: Call, as_alice: User, scribe: Agent, codex: Agent, case: Case
) -> None:
    told, topic, later, kept = case
    record(call_operation, scribe, *told)
    erase(as_alice, topic)
    record(call_operation, codex, *later)
    assert left(codex) == kept


def test_titles_and_tables_have_no_word_of_it_and_the_agent_is_told_nothing(
    call_operation: Call, as_alice: User, scribe: Agent, codex: Agent
) -> None:
    told = "I left Northwind Traders in May."
    first = record(
        call_operation, scribe, told, "It rains.", topic="Northwind Traders", summary="May. Northwind Traders!"
    )
    erase(as_alice, "Northwind Traders")
    again = record(
        call_operation, codex, told, "It rains.", topic="NORTHWIND traders", summary="May. Northwind Traders!"
    )
    other = record(call_operation, codex, "The sun shines.", "It rains.", topic="Weather")
    assert tables_containing("northwind", "traders") == set()
    assert [each.topic for each in Conversation.objects.filter(agent=codex).order_by("id")] == ["", "Weather"]
    same = ("outcome", "reason", "withheld", "left", "waiting", "learned")
    assert [again[name] for name in same] == [other[name] for name in same]
    assert first["outcome"] == "saved"


def test_what_continues_is_looked_at_too(call_operation: Call, as_alice: User, scribe: Agent, codex: Agent) -> None:
    record(call_operation, scribe, "I left Northwind in May.")
    erase(as_alice, "Northwind")
    record(call_operation, codex, "It rains.", conversation_id="long")
    record(call_operation, codex, "It rains.", "I left Northwind in May.", "The sun shines.", conversation_id="long")
    assert left(codex) == ["It rains.", "The sun shines."]
    assert Conversation.objects.get(agent=codex).messages_reported == 3


def test_an_erased_memory_told_in_a_conversation_leaves_no_excerpt(
    call_operation: Call, as_alice: User, codex: Agent
) -> None:
    person_types(as_alice, "I work at Northwind Traders", name="employer", category="personal")
    erase(as_alice, "Northwind")
    record(call_operation, codex, "I work at Northwind Traders. It rains.")
    assert left(codex) == ["It rains."]
    assert not Memory.objects.exists()


def test_what_was_only_declined_stays_in_the_persons_own_list(
    call_operation: Call, as_alice: User, scribe: Agent, codex: Agent
) -> None:
    record(call_operation, scribe, "I prefer PDF for reports.")
    actions.decline(Memory.objects.get().pk, by=Person(as_alice), now=NOW)
    answer = record(call_operation, codex, "I prefer PDF for reports.")
    assert [each["outcome"] for each in answer["learned"]] == ["blocked"]
    assert left(codex) == ["I prefer PDF for reports."]


def test_the_person_can_say_it_again(call_operation: Call, as_alice: User, scribe: Agent, codex: Agent) -> None:
    record(call_operation, scribe, "My desk stands at Northwind.")
    erase(as_alice, "Northwind")
    memory_of(person_types(as_alice, "My desk stands at Northwind", name="desk", category="personal"))
    record(call_operation, codex, "My desk stands at Northwind.")
    assert left(codex) == ["My desk stands at Northwind."]


def test_nobody_elses_words_are_touched_and_the_digests_go_to_a_restored_backup(
    call_operation: Call, as_alice: User, bob: User, scribe: Agent
) -> None:
    record(call_operation, scribe, "I left Northwind in May.", "Northwind pays on Fridays.")
    receipt = erase(as_alice, "Northwind")
    kept = Tombstone.objects.filter(cause=Tombstone.Cause.PASSAGE)
    assert kept.count() == 2
    assert {bytes(each.fingerprint).hex() for each in kept} <= {entry[0] for entry in receipt.replay["tombstones"]}
    assert passages.without_erased(as_alice.pk, ["Northwind pays on fridays", "x"]) == ["", "x"]
    with scope.acting_as(bob.pk):
        assert passages.last_erased(bob.pk) is None
        assert passages.without_erased(bob.pk, ["Northwind pays on Fridays."]) == ["Northwind pays on Fridays."]


@for_each(
    [
        ("I work at Acme. It rains.", "I work at Acme", "It rains."),
        ("I work at Acme and I like tea. It rains.", "I like tea", "It rains."),
        ("Well. It rains.", "something else", "Well. It rains."),
        ("我喜欢茶。今天下雨。", "喜欢茶", "今天下雨。"),
        ("It rains.", "", "It rains."),
    ]
)
def test_a_quoted_sentence_goes_as_a_whole(text: str, quote: str, kept: str) -> None:
    assert passages.without(text, quote) == kept
