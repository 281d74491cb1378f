"""Feedback puts nothing into use without a yes of the person, given before or asked for."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memoryweb.agents.models import Agent, Trust
from memoryweb.learning.models import Feedback, Signal
from memoryweb.memories import actions
from memoryweb.memories.actions import AgentOf, Person
from memoryweb.memories.models import Evidence, Memory, Proposal
from memoryweb.people.models import User
from memoryweb.rules import decay
from tests.builders import agent_says, memory_of, person_types, set_settings
from tests.cases import for_each
from tests.learning.conftest import NOW, Call

SHORT = {"key": "communication.sentences", "value": "short", "category": "communication"}


def send(call_operation: Call, action: str, *, day: float = 0, signals: Any = (SHORT,), **more: Any) -> dict[str, Any]:
    ref = {"signals": list(signals)} if signals else {}
    now = NOW + timedelta(days=day)
    return call_operation("record_feedback", action=action, evidence_ref=ref, now=now, **more)


def learned() -> Memory:
    return Memory.objects.get(key=SHORT["key"])


def is_given(call_operation: Call, agent: Agent, day: float) -> bool:
    return bool(call_operation("recall_preferences", agent=agent, now=NOW + timedelta(days=day))["items"])


def test_invented_runs_put_nothing_into_use(call_operation: Call, scribe: Agent, trusted: Agent) -> None:
    answers = [send(call_operation, "accept", run=f"run {n}") for n in range(30)]
    assert (learned().status, round(learned().confidence, 2)) == ("candidate", 0.67)
    assert not Proposal.objects.exists()
    assert not any(answer["learned"] for answer in answers)
    assert not is_given(call_operation, scribe, 0) | is_given(call_operation, trusted, 0)


def test_what_feedback_has_earned_is_asked_about_once(call_operation: Call, as_alice: User, scribe: Agent) -> None:
    for day in range(6):
        answer = send(call_operation, "accept", day=day)
        assert not is_given(call_operation, scribe, day)
        assert answer["learned"] == []
    question = Proposal.objects.get()
    assert (question.kind, question.memory, question.reason) == (
        "remember",
        learned(),
        "An agent noticed it in how you work.",
    )
    assert question.created_at == NOW + timedelta(days=2)
    actions.accept(question.pk, by=Person(as_alice), now=NOW + timedelta(days=6))
    assert is_given(call_operation, scribe, 6)


def test_a_standing_yes_for_every_accept_puts_it_into_use_and_shows_that(call_operation: Call, trusted: Agent) -> None:
    for day in range(3):
        send(call_operation, "accept", day=day, agent=trusted)
    assert (learned().status, learned().unasked_at) == ("active", NOW + timedelta(days=2))
    assert not Proposal.objects.exists()


def test_one_accept_without_a_standing_yes_makes_it_a_question(
    call_operation: Call, scribe: Agent, trusted: Agent
) -> None:
    for day, agent in enumerate((trusted, scribe, trusted, trusted)):
        send(call_operation, "accept", day=day, agent=agent)
    assert (learned().status, Proposal.objects.get().kind) == ("candidate", "remember")


def test_words_of_an_agent_without_a_standing_yes_are_asked_about(
    call_operation: Call, scribe: Agent, trusted: Agent
) -> None:
    agent_says(scribe, "Short, and sign as admin", NOW, name="sentences", source="behaviour", **SHORT)
    for day in range(3):
        send(call_operation, "accept", day=day, agent=trusted)
    assert learned().status == "candidate"
    assert not is_given(call_operation, trusted, 3)


def test_words_of_a_reject_without_a_standing_yes_are_asked_about(call_operation: Call, trusted: Agent) -> None:
    send(call_operation, "reject")
    for day in range(1, 6):
        send(call_operation, "accept", day=day, agent=trusted)
    assert (learned().status, Proposal.objects.count()) == ("candidate", 1)


def test_a_standing_yes_counts_as_it_was_when_the_feedback_came(call_operation: Call, trusted: Agent) -> None:
    for day in range(2):
        send(call_operation, "accept", day=day, agent=trusted)
    Agent.objects.filter(pk=trusted.pk).update(trust=Trust.ASK)
    send(call_operation, "accept", day=2, agent=Agent.objects.get(pk=trusted.pk))
    assert (learned().status, Proposal.objects.count()) == ("candidate", 1)
    assert list(Feedback.objects.order_by("at").values_list("standing_yes", flat=True)) == [True, True, False]


@pytest.mark.parametrize(("confirm_new", "status"), [("never", "active"), ("explicit_only", "candidate")])
def test_the_setting_for_all_agents_is_a_standing_yes_only_where_it_covers_behaviour(
    call_operation: Call, as_alice: User, confirm_new: str, status: str
) -> None:
    set_settings(as_alice, confirm_new=confirm_new)
    for day in range(3):
        send(call_operation, "accept", day=day)
    assert (learned().status, Proposal.objects.count()) == (status, int(status == "candidate"))


def test_a_question_that_is_no_longer_earned_is_withdrawn(call_operation: Call) -> None:
    for day in range(3):
        send(call_operation, "accept", day=day)
    send(call_operation, "reject", day=3)
    assert [(each.kind, each.status) for each in Proposal.objects.all()] == [("remember", "withdrawn")]
    send(call_operation, "accept", day=4)
    assert Proposal.objects.open().count() == 1


@pytest.mark.parametrize(("days", "said"), [((0, 15), 0), ((1,), 2)])
def test_a_note_that_accepts_make_ripe_is_asked_about(
    call_operation: Call, scribe: Agent, as_alice: User, days: tuple[int, ...], said: int
) -> None:
    """Two weeks between accepts, or an accept after two statements, earn a question before three accepts do."""
    for day in range(said):
        agent_says(scribe, "Short", NOW - timedelta(days=day), name="sentences", source="behaviour", **SHORT)
    for day in days:
        assert not Proposal.objects.exists()
        send(call_operation, "accept", day=day)
    assert (Proposal.objects.open().get().kind, learned().status) == ("remember", "candidate")
    send(call_operation, "reject", day=days[-1] + 1)
    assert not Proposal.objects.open().exists()


def test_a_note_under_a_standing_yes_waits_until_it_is_earned(
    call_operation: Call, as_alice: User, trusted: Agent
) -> None:
    set_settings(as_alice, learning_threshold=4)
    for day in range(4):
        assert not Proposal.objects.exists()
        send(call_operation, "accept", day=day, agent=trusted)
    assert learned().status == "active"


def test_what_the_person_declined_is_not_asked_again(call_operation: Call, as_alice: User, trusted: Agent) -> None:
    for day in range(3):
        send(call_operation, "accept", day=day)
    actions.reject(Proposal.objects.get().pk, by=Person(as_alice), now=NOW + timedelta(days=3))
    for day in range(4, 9):
        send(call_operation, "accept", day=day, agent=trusted)
    assert not Memory.objects.live().exists()
    assert not Proposal.objects.open().exists()


def test_only_this_time_stays_for_its_day_whatever_feedback_says(call_operation: Call, as_alice: User) -> None:
    for day in range(3):
        send(call_operation, "accept", day=day)
    memory = learned()
    actions.only_this_time(memory.pk, by=Person(as_alice), now=NOW + timedelta(days=3))
    assert call_operation("recall_preferences", run="r", now=NOW + timedelta(days=3))["items"]
    send(call_operation, "reject", day=3, run="r", signals=())
    memory.refresh_from_db()
    assert (memory.status, memory.confidence) == ("active", 0.9)


def test_accepts_are_evidence_and_rejects_are_none(call_operation: Call) -> None:
    for day, action in enumerate(("accept", "reject", "accept", "partial", "accept")):
        send(call_operation, action, day=day)
    evidence = Evidence.objects.filter(memory=learned())
    assert {(each.kind, each.polarity, each.weight) for each in evidence} == {("feedback", 1, 3)}
    assert (learned().repeats, learned().evidence_count, learned().evidence_days) == (3, 3, 4)
    assert learned().ttl_from == (NOW + timedelta(days=4)).date()


def test_a_wish_for_today_teaches_nothing(call_operation: Call, trusted: Agent) -> None:
    for day in range(3):
        send(call_operation, "accept", day=day, signals=["Short sentences today"], agent=trusted)
    assert not Memory.objects.exists()


def test_a_line_of_the_prompt_is_no_evidence(call_operation: Call) -> None:
    line = "- Rule: Tone: formal（confidence=0.81, source=implicit）"
    send(call_operation, "accept", signals=[line, {"preference": "tone", "details": line}])
    assert (Memory.objects.count(), Signal.objects.count()) == (0, 0)


# What it becomes


@pytest.mark.parametrize(
    ("signal", "kind"),
    [
        ("short sentences", "preference"),
        ({"preference": "greeting", "value": "Dear colleague"}, "preference"),
        ("never use exclamation marks", "rule"),
        ({"preference": "coffee", "details": "Usually drinks coffee in the morning"}, "habit"),
        ({"key": "technical.formats.document", "value": "PDF"}, "preference"),
    ],
)
def test_what_is_learned_is_a_preference_unless_its_words_say_otherwise(
    call_operation: Call, signal: Any, kind: str
) -> None:
    send(call_operation, "accept", signals=[signal])
    assert Memory.objects.get().kind == kind


@pytest.mark.parametrize(
    ("action", "rating", "says"),
    [
        ("partial", 5, "accept"),
        ("partial", 4, "accept"),
        ("partial", 3, "partial"),
        ("partial", 2, "reject"),
        ("partial", 1, "reject"),
        ("accept", 1, "accept"),
        ("reject", 5, "reject"),
    ],
)
def test_a_rating_decides_where_the_action_says_nothing_more_precise(
    call_operation: Call, action: str, rating: int, says: str
) -> None:
    send(call_operation, action, rating=rating)
    assert Signal.objects.get().action == says


def test_a_partial_that_names_its_parts_needs_no_rating(call_operation: Call) -> None:
    call_operation("record_feedback", action="partial", rating=5, evidence_ref={"rejected": ["emoji"]})
    assert Signal.objects.get().action == "reject"


# Importance


@for_each([(2.99, 2.99), (3.0, 3.5), (8.7, 8.99), (8.99, 8.99), (9.5, 9.5)])
def test_an_agents_report_wakes_nothing_and_makes_nothing_critical(before: float, after: float) -> None:
    assert decay.boosted_importance(before, by_person=False) == after


def test_the_person_may_make_it_critical_and_wake_it() -> None:
    assert [decay.boosted_importance(points, by_person=True) for points in (2.5, 8.7, 9.8)] == [3.0, 9.2, 10.0]


def test_a_dormant_memory_stays_dormant_after_accepted_work(as_alice: User, scribe: Agent) -> None:
    memory = memory_of(person_types(as_alice, "The old printer is in room 4", NOW, name="printer", kind="fact"))
    late = NOW + timedelta(days=60)
    assert memory.importance_on(late.date()) < 3.0
    assert actions.boost(memory.pk, by=AgentOf(scribe), now=late).name == "unchanged"
    assert actions.boost(memory.pk, by=Person(as_alice), now=late).name == "revised"


def test_describing_a_memory_without_using_it_boosts_nothing(call_operation: Call, as_alice: User) -> None:
    memory = memory_of(
        person_types(as_alice, "Short", NOW, name="sentences", category="communication", key=SHORT["key"])
    )
    send(call_operation, "accept", run="made up", signals=[SHORT | {"value": "Short"}])
    assert memory_of(actions.Outcome.unchanged(memory, "")).importance_base == memory.importance_base


# Cost


def test_feedback_on_many_given_memories_takes_as_many_queries_as_on_one(call_operation: Call, as_alice: User) -> None:
    counts = []
    for many in (1, 11):
        for n in range(many):
            person_types(as_alice, f"I like fruit {many}-{n}", NOW, name=f"fruit {many}-{n}", applies_to=("cook",))
        run = f"run {many}"
        given = call_operation("recall_preferences", run=run, skill="cook", max_items=12)["items"]
        assert len(given) >= many
        call_operation("record_feedback", action="accept", run=run)  # the boost of the day
        with CaptureQueriesContext(
            connection,
        ) as queries:
            call_operation("record_feedback", action="reject", run=run)
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert counts[1] <= 40


def test_what_the_person_stopped_is_asked_about_however_often_it_is_accepted(
    call_operation: Call, as_alice: User, trusted: Agent
) -> None:
    for day in range(3):
        send(call_operation, "accept", day=day, agent=trusted)
    assert learned().status == "active"
    actions.expire(learned().pk, by=Person(as_alice), now=NOW + timedelta(days=3))
    for day in range(4, 8):
        send(call_operation, "accept", day=day, agent=trusted)
    assert not Memory.objects.active().exists()
    assert Proposal.objects.open().get().memory.key == SHORT["key"]
