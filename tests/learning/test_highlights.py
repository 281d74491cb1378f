"""A topic that returns in three weeks is one question for the person, with its evidence, and never again (S1)."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memoryweb.agents.models import Agent, Trust
from memoryweb.language.mentions.topics import Topic
from memoryweb.learning import conversations, highlights, window
from memoryweb.learning.models import Conversation
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure, topics
from memoryweb.memories.models import Evidence, Memory, Proposal
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import person_types, set_settings
from tests.cases import with_each
from tests.learning.conftest import NOW, Call

WEEK = timedelta(days=7)
EVERYTHING = topics.Choice(frozenset(), rest=frozenset(topics.GROUPS))
Told = tuple[float, str, list[str]]  # the week, the title, the messages
BREAD: list[Told] = [
    (0, "Sourdough starter", ["How do I feed it?"]),
    (1, "Help with a dense sourdough", ["Why is it dense?"]),
    (2, "Sourdough in a Dutch oven", ["How hot?"]),
]


@pytest.fixture
def codex(alice: User) -> Agent:
    return Agent.connect(alice, name="Codex")[0]


def tell(call_operation: Call, agents: list[Agent], told: list[Told], **arguments: Any) -> list[dict[str, Any]]:
    """Report conversations, one agent after the other, and let upkeep run after each; return the answers."""
    answers = []
    for number, (week, topic, messages) in enumerate(told):
        now = NOW + week * WEEK
        answers.append(
            call_operation(
                "record_conversation",
                agent=agents[number % len(agents)],
                now=now,
                topic=topic,
                messages=messages,
                conversation_id=f"{week} {Conversation.objects.count()}",
                ended_at=now.isoformat(),
                **arguments,
            )
        )
        upkeep.run_now("update_long_term", now=now)
    return answers


def questions() -> list[str]:
    return sorted(
        str(each.memory.value)
        for each in Proposal.objects.open().select_related("memory").filter(memory__key=highlights.KEY)
    )


CASES: list[tuple[list[Told], list[str]]] = [
    (BREAD, ["sourdough"]),
    (BREAD[:2], []),
    ([(0, "Sourdough", ["x"]), (0.01, "Sourdough", ["x"]), (0.02, "Sourdough", ["x"])], []),  # one week
    ([(0, "Sourdough", ["x"]), (1, "Sourdough", ["x"]), (1.02, "Sourdough", ["x"])], []),  # two
    (
        [(0, "Sourdough bread", ["x"]), (1, "Sourdough bread", ["x"]), (2, "Sourdough bread", ["x"])],
        ["Sourdough bread"],
    ),
    ([*BREAD, (3, "Sourdough", ["x"]), (4, "Sourdough", ["x"]), (5, "Sourdough", ["x"])], ["sourdough"]),
    ([(0, "Bug fixing", ["x"]), (1, "Bug fixing", ["x"]), (2, "Bug fixing", ["x"])], []),
    ([(0, "Rome", ["x"]), (1, "Paris", ["x"]), (2, "Oslo", ["x"])], []),
    ([(0, "酸面包烘焙", ["x"]), (1, "酸面包发酵", ["x"]), (2, "怎么养酸面包", ["x"])], ["酸面包"]),
    ([(week, "", [f"How do I feed my sourdough? {week}"]) for week in range(3)], ["sourdough"]),
    ([(0, "Sourdough", ["x"]), (1, "Sourdough", ["x"]), (40, "Sourdough", ["x"])], []),  # too long ago
]


@with_each("told, expected", CASES)
def test_a_topic_of_three_weeks_is_asked_about_once(
    call_operation: Call, scribe: Agent, codex: Agent, told: list[Told], expected: list[str]
) -> None:
    tell(call_operation, [scribe, codex], told)
    assert [each.casefold() for each in questions()] == [each.casefold() for each in expected]


def test_the_question_has_the_three_conversations_as_evidence_and_a_yes_makes_a_highlight(
    call_operation: Call, as_alice: User, scribe: Agent, codex: Agent
) -> None:
    answers = tell(call_operation, [scribe, codex], BREAD)
    question = Proposal.objects.get()
    assert (question.kind, question.agent, question.reason) == (
        "remember",
        None,
        "Your agents recorded conversations about it in several weeks.",
    )
    assert question.question == "Remember: you keep coming back to sourdough?"
    evidence = Evidence.objects.filter(memory=question.memory_id).order_by("occurred_at")
    assert [each.quote for each in evidence] == [title for _, title, _ in BREAD]
    assert {each.conversation for each in evidence} == set(Conversation.objects.values_list("pk", flat=True))
    assert {each.kind for each in evidence} == {"conversation"}
    assert not any(answer["learned"] for answer in answers)  # neither agent is told of the other's conversations
    assert not call_operation("search_user_preferences", query="sourdough")["preferences"]
    actions.accept(question.pk, by=Person(as_alice), now=NOW + 3 * WEEK)
    memory = Memory.objects.get()
    assert (memory.status, memory.section, memory.key) == ("active", "topic_highlights", highlights.KEY)
    assert call_operation("search_user_preferences", query="sourdough")["preferences"]


def test_what_was_declined_or_stopped_is_not_asked_again(
    call_operation: Call, as_alice: User, scribe: Agent, codex: Agent
) -> None:
    tell(call_operation, [scribe, codex], BREAD)
    actions.decline(Memory.objects.get().pk, by=Person(as_alice), now=NOW + 3 * WEEK)
    tell(call_operation, [codex], [(week, "Sourdough", ["x"]) for week in (3, 4, 5, 6)])
    assert questions() == []
    tell(call_operation, [scribe], [(week, "Ferns", ["x"]) for week in (7, 8, 9)])
    ferns = Memory.objects.get(key=highlights.KEY, status="candidate")
    actions.accept(Proposal.objects.open().get().pk, by=Person(as_alice), now=NOW + 10 * WEEK)
    actions.expire(ferns.pk, by=Person(as_alice), now=NOW + 10 * WEEK)
    tell(call_operation, [scribe], [(week, "Ferns", ["x"]) for week in (11, 12, 13)])
    assert questions() == []


def test_a_conversation_that_the_person_forgot_counts_no_more(call_operation: Call, scribe: Agent) -> None:
    tell(call_operation, [scribe], BREAD[:2])
    conversations.forget(Conversation.objects.earliest("ended_at"), now=NOW + WEEK)
    tell(call_operation, [scribe], BREAD[2:])
    assert questions() == []


def test_no_more_than_three_topics_wait_at_once(call_operation: Call, scribe: Agent) -> None:
    """An agent may make up conversations of any week, as often as it likes."""
    for name in ("Ferns", "Opera", "Rowing", "Chess"):
        tell(call_operation, [scribe], [(week, name, [name]) for week in (0, 1, 2)], project="")
    assert questions() == ["Ferns", "Opera", "Rowing"]


@pytest.mark.parametrize(
    "off", [{"learning_enabled": False}, {"enabled_sections": ["user_insights", "response_preferences"]}]
)
def test_nothing_is_noted_of_conversations_while_it_is_switched_off(
    call_operation: Call, as_alice: User, scribe: Agent, off: dict[str, Any]
) -> None:
    set_settings(as_alice, **off)
    tell(call_operation, [scribe], BREAD)
    assert not Proposal.objects.exists()
    assert not any(each.topic_digests for each in Conversation.objects.all())
    set_settings(as_alice, learning_enabled=True, enabled_sections=["topic_highlights"])
    tell(call_operation, [scribe], [(3, "Sourdough", ["x"]), (4, "Sourdough", ["x"])])
    assert questions() == []


def test_an_agent_that_may_not_teach_brings_no_topic(call_operation: Call, scribe: Agent) -> None:
    tell(call_operation, [scribe], BREAD[:2])
    call_operation(
        "record_conversation",
        topic="Sourdough",
        messages=["x"],
        conversation_id="last",
        now=NOW + 2 * WEEK,
        goes_on=True,
    )
    Agent.objects.filter(pk=scribe.pk).update(trust=Trust.READ_ONLY)
    upkeep.run_now("update_long_term", now=NOW + 2 * WEEK + timedelta(hours=1))
    upkeep.run_now("update_long_term", now=NOW + 2 * WEEK + timedelta(hours=2))
    assert questions() == []


def test_the_guard_and_an_erasure_keep_a_topic_away(call_operation: Call, as_alice: User, scribe: Agent) -> None:
    tell(call_operation, [scribe], [(week, f"Northwind {week} offer", ["x"]) for week in (0, 1)])
    set_settings(as_alice, recent_max_items=1)
    window.trim(as_alice.pk, now=NOW + 1.5 * WEEK)
    erasure.erase_topic(Topic("Northwind"), EVERYTHING, by=Person(as_alice), now=NOW + 1.5 * WEEK)
    tell(call_operation, [scribe], [(week, "Northwind offer again", ["x"]) for week in (2, 3, 4)])
    assert "northwind" not in " ".join(questions()).casefold()
    tell(call_operation, [scribe], [(week, "My diabetes medication", ["x"]) for week in (5, 6, 7)])
    assert "diabetes" not in str(Memory.objects.values_list("value", flat=True)).casefold()


def test_words_that_left_the_window_still_count_and_projects_stay_apart(
    call_operation: Call, as_alice: User, scribe: Agent
) -> None:
    set_settings(as_alice, recent_window_type="time", recent_max_age_days=3)
    tell(call_operation, [scribe], BREAD)
    assert Conversation.objects.exclude(trimmed_at=None).count() == 2
    assert [each.quote for each in Evidence.objects.order_by("occurred_at")] == ["", "", BREAD[2][1]]
    for week, project in ((3, "a"), (4, "b"), (5, "")):
        tell(call_operation, [scribe], [(week, "Ferns", ["x"])], project=project)
    assert questions() == ["Sourdough"]


def test_what_the_person_typed_as_an_interest_is_not_asked(call_operation: Call, as_alice: User, scribe: Agent) -> None:
    person_types(as_alice, "Sourdough", name="interests", category="content")
    tell(call_operation, [scribe], BREAD)
    assert not Proposal.objects.exists()


def test_nobody_elses_conversations_count_and_queries_do_not_grow(
    call_operation: Call, as_alice: User, bob: User, scribe: Agent
) -> None:
    with scope.acting_as(bob.pk):
        bot = Agent.connect(bob, name="Bot")[0]
    tell(call_operation, [scribe, bot], [*BREAD, (3, "Sourdough", ["x"])])  # two weeks of each
    assert questions() == []

    def queries(at: datetime) -> int:
        pk = Conversation.objects.create(
            person=as_alice,
            agent=scribe,
            external_id=str(at),
            topic="Tea",
            ended_at=at,
            recorded_at=at,
            learned_at=at,
            topics_due=True,
        ).pk
        with CaptureQueriesContext(connection) as captured:
            highlights.compare(as_alice.pk, pk, now=at)
        return len(captured)

    first = queries(NOW)
    tell(call_operation, [scribe], [(0.01 * n, f"Tea {n}", ["x"]) for n in range(12)])
    assert queries(NOW + timedelta(hours=9)) == first


@with_each("is_topic", [False, True])
def test_an_erase_drops_what_trimmed_conversations_were_about(
    call_operation: Call, as_alice: User, scribe: Agent, *, is_topic: bool
) -> None:
    """A digest tells whoever guesses the word that it was there. What still has its words is searched instead."""
    set_settings(as_alice, recent_window_type="time", recent_max_age_days=3)
    tell(call_operation, [scribe], [*BREAD[:2], (2, "Knitting", ["Which needles for a scarf?"])])
    assert len([each for each in Conversation.objects.all() if each.topic_digests]) == 3
    if is_topic:
        erasure.erase_topic(Topic("sourdough"), EVERYTHING, by=Person(as_alice), now=NOW)
    else:
        memory = person_types(as_alice, "I bake sourdough", name="hobby", category="personal").memory
        assert memory
        erasure.erase(memory.pk, by=Person(as_alice), now=NOW)
    assert [each.topic for each in Conversation.objects.all() if each.topic_digests] == ["Knitting"]
