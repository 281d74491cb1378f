"""Feedback: the sums of docs/rules.md in any order, and that they change only learned memories."""

import random
from datetime import timedelta
from itertools import permutations
from typing import Any
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memoryweb.agents.models import Agent
from memoryweb.learning import policy
from memoryweb.learning.feedback import ledger
from memoryweb.learning.models import Feedback, Signal
from memoryweb.memories import actions, forecast
from memoryweb.memories.actions import FileOf, Person, proposals
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Evidence, Memory, Proposal
from memoryweb.people.models import User
from tests import rings
from tests.builders import agent_says, person_types, set_settings
from tests.cases import for_each
from tests.learning.conftest import NOW, Call
from tests.memories.tables import tables_containing

SHORT = {"key": "communication.sentences", "value": "short", "category": "communication"}


def send_feedback(call_operation: Call, action: str, run: str, *, day: int = 0, **arguments: Any) -> dict[str, Any]:
    ref = arguments.pop("evidence_ref", {"signals": [SHORT]})
    now = arguments.pop("now", NOW + timedelta(days=day))
    return call_operation(
        "record_feedback", action=action, run=run, skill_id="rewrite", evidence_ref=ref, now=now, **arguments
    )


def learned() -> Memory:
    return Memory.objects.get(key="communication.sentences")


# The arithmetic, for signals named in evidence_ref


def test_accepts_on_three_days_put_a_memory_into_use_and_a_reject_reverts_that(
    call_operation: Call, trusted: Agent
) -> None:
    for n in range(2):
        send_feedback(call_operation, "accept", f"run {n}", day=n, agent=trusted)
    assert learned().status == "candidate"
    answer = send_feedback(call_operation, "accept", "run 3", day=2, agent=trusted)
    assert learned().confidence == pytest.approx(0.80)
    assert (learned().status, learned().unasked_at) == ("active", NOW + timedelta(days=2))
    assert answer["learned"][0]["reason"] == "Accepted 3 of 3 times. Confidence went from 0.75 to 0.80."
    send_feedback(call_operation, "reject", "run 4", day=3, agent=trusted)
    assert (round(learned().confidence, 2), learned().status, learned().unasked_at) == (0.67, "candidate", None)


def test_accepts_on_ten_days_give_a_confidence_of_0_92(call_operation: Call) -> None:
    for n in range(10):
        send_feedback(call_operation, "accept", f"run {n}", day=n)
    assert round(learned().confidence, 2) == 0.92


def test_three_accepts_of_runs_that_were_given_a_memory_count_a_quarter_each() -> None:
    days = [NOW.date() + timedelta(days=n) for n in range(3)]
    given = ledger.sum_signals(ledger.SignalWeight("accept", False, AGENTS[0], day) for day in days)
    named = ledger.sum_signals(ledger.SignalWeight("accept", True, AGENTS[0], day) for day in days)
    assert (round(given.confidence, 2), named.confidence) == (0.64, 0.8)


def test_a_run_counts_for_the_memories_that_it_was_given(call_operation: Call, trusted: Agent) -> None:
    for n in range(3):
        send_feedback(call_operation, "accept", "", day=n, agent=trusted)
    for n in range(4, 8):
        at = NOW + timedelta(days=n)
        assert call_operation("recall_preferences", run=f"run {n}", skill="rewrite", agent=trusted, now=at)["items"]
        send_feedback(call_operation, "accept", f"run {n}", evidence_ref={}, agent=trusted, now=at)
        send_feedback(call_operation, "accept", f"made up {n}", evidence_ref={}, agent=trusted, now=at)
    assert ledger.sums_for([learned().pk])[learned().pk].accepted == 4
    assert (round(learned().confidence, 2), learned().status) == (0.83, "active")


def test_the_order_of_deliveries_does_not_matter(call_operation: Call) -> None:
    deliveries = [("accept", "a"), ("accept", "b"), ("accept", "c"), ("reject", "d"), ("partial", "e")]
    results = set()
    for n, order in rings.third(list(enumerate(permutations(deliveries)))[::7]):  # every seventh of the 120 orders
        for action, run in order:
            send_feedback(call_operation, action, f"{n} {run}", project=f"p{n}", day=ord(run))
        memory = Memory.objects.get(project=f"p{n}", key=SHORT["key"])
        questions = memory.proposals.open().count()
        results.add((round(memory.confidence, 3), memory.status, memory.repeats, questions))
    assert results == {(0.615, "candidate", 3, 0)}  # A = 3, R = 1.5


AGENTS = [UUID(int=1), UUID(int=2)]
SIGNALS = st.builds(
    ledger.SignalWeight,
    st.sampled_from(["accept", "reject", "partial"]),
    st.booleans(),
    st.sampled_from(AGENTS),
    st.sampled_from([NOW.date(), NOW.date() + timedelta(days=1)]),
    st.booleans(),
)


@settings(suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no finding
@given(st.lists(SIGNALS, max_size=30), st.randoms())
def test_sums_do_not_depend_on_the_order_of_signals(signals: list[ledger.SignalWeight], dice: random.Random) -> None:
    shuffled = signals[:]
    dice.shuffle(shuffled)
    assert ledger.sum_signals(signals) == ledger.sum_signals(shuffled)
    assert ledger.sum_signals(signals) == ledger.sum_signals(signals * 2)  # as often as it is named


def test_a_repeated_delivery_counts_once(call_operation: Call) -> None:
    first = send_feedback(call_operation, "accept", "run 1")
    again = send_feedback(call_operation, "accept", "run 1")
    assert again["feedbackId"] == first["feedbackId"]
    assert (again["learned"], again["ignored"]) == ([], "This was already recorded.")
    assert Signal.objects.count() == 1


@for_each(
    [
        (3, 0, 3, "earned"),
        (3, 1, 3, "lost"),
        (4, 1, 3, "earned"),
        (0, 3, 3, "negated"),
        (0.25, 3, 3, "open"),
        (2.75, 0, 3, "open"),
        (1, 0, 1, "earned"),
        (0, 0, 3, "open"),
    ]
)
def test_the_standing_depends_on_the_sums_and_the_threshold(
    accepted: float, rejected: float, threshold: int, standing: str
) -> None:
    assert policy.standing(accepted, rejected, threshold) == standing


# What feedback changes


def test_feedback_does_not_change_what_the_person_said(call_operation: Call, as_alice: User) -> None:
    memory = person_types(as_alice, "Short", NOW, name="sentences", category="communication", key=SHORT["key"]).memory
    assert memory
    before = (memory.confidence, memory.status)
    for day, run in ((0, "a"), (0, "b"), (0, "c"), (1, "d")):
        send_feedback(call_operation, "reject", run, day=day)
    memory.refresh_from_db()
    assert (memory.confidence, memory.status) == before
    assert Proposal.objects.count() == 0
    send_feedback(call_operation, "reject", "e", day=2)
    memory.refresh_from_db()
    assert (memory.confidence, memory.status) == before
    proposal = Proposal.objects.get()
    assert (proposal.kind, proposal.memory_id) == ("expire", memory.pk)
    actions.reject(proposal.pk, by=Person(as_alice), now=NOW + timedelta(days=3))
    send_feedback(call_operation, "reject", "f", day=4)
    assert not Proposal.objects.open().exists()  # they just said no


def test_that_rejected_work_asks_is_no_question_of_the_agent_or_of_the_night(
    call_operation: Call, as_alice: User, scribe: Agent
) -> None:
    tea = person_types(as_alice, "Tea", NOW, name="drink").memory
    short = person_types(as_alice, "Short", NOW, name="sentences", category="communication", key=SHORT["key"]).memory
    assert tea
    assert short
    for day in range(3):
        send_feedback(call_operation, "reject", f"run {day}", day=day)
    assert proposals.count_waiting(scribe) == (0, 0)
    call_operation("forget_user_preference", preference_id=str(tea.pk), now=NOW + timedelta(days=3))
    assert proposals.count_waiting(scribe) == (1, 0)
    questions = Proposal.objects.open().order_by("created_at")
    assert [(each.kind, each.memory, each.agent) for each in questions] == [
        ("expire", short, None),
        ("expire", tea, scribe),
    ]
    assert forecast.activity_since(as_alice, NOW).asked == 0


def test_feedback_changes_only_memories_given_in_the_run(call_operation: Call, as_alice: User, scribe: Agent) -> None:
    other = agent_says(scribe, "likes tables", NOW, name="tables", category="x", source="pattern").memory
    assert other
    send_feedback(call_operation, "accept", "no such run", evidence_ref={"memories": [str(other.pk)]})
    other.refresh_from_db()
    assert other.confidence == 0.75
    assert Feedback.objects.count() == 1


def test_a_partial_can_list_accepted_and_rejected_signals(call_operation: Call) -> None:
    for n in range(3):
        send_feedback(
            call_operation,
            "partial",
            f"run {n}",
            day=n,
            evidence_ref={"accepted": ["blue headings"], "rejected": ["emoji"]},
        )
    assert Memory.objects.get(label="blue headings").confidence == pytest.approx(0.8)
    assert Memory.objects.get(label="emoji").confidence == pytest.approx(0.2)


@pytest.mark.parametrize("trust", ["ask", "trusted"])
def test_the_opposite_of_what_was_rejected_every_time_is_noted_as_the_agents_statement(
    call_operation: Call, scribe: Agent, trusted: Agent, trust: str
) -> None:
    agent = trusted if trust == "trusted" else scribe
    for n in range(3):
        send_feedback(
            call_operation, "reject", f"run {n}", day=n, evidence_ref={"signals": ["exclamation marks"]}, agent=agent
        )
    rule = Memory.objects.get(kind="rule")
    assert (str(rule), rule.status, round(rule.confidence, 2)) == ("Avoid exclamation marks", "candidate", 0.80)
    assert not rule.proposals.exists()
    send_feedback(call_operation, "reject", "run 4", day=4, evidence_ref={"signals": ["exclamation marks"]})
    rule.refresh_from_db()
    assert rule.evidence_count == 2
    send_feedback(call_operation, "accept", "run 9", day=9, evidence_ref={"signals": ["exclamation marks"]})
    rule.refresh_from_db()
    assert rule.status == "expired"


def test_the_opposite_rule_of_a_chinese_memory_is_in_chinese(call_operation: Call) -> None:
    for n in range(3):
        send_feedback(call_operation, "reject", f"run {n}", day=n, evidence_ref={"signals": ["华丽辞藻"]})
    assert str(Memory.objects.get(kind="rule")) == "避免华丽辞藻"


def test_the_person_sets_the_threshold(call_operation: Call, as_alice: User, trusted: Agent) -> None:
    set_settings(as_alice, learning_threshold=1)
    send_feedback(call_operation, "accept", "run 1", agent=trusted)
    assert learned().status == "active"


def test_a_memory_learned_in_two_projects_is_proposed_for_everywhere(
    call_operation: Call, as_alice: User, trusted: Agent
) -> None:
    for project in ("harbour", "lighthouse"):
        for n in range(3):
            send_feedback(call_operation, "accept", f"{project} {n}", project=project, day=n, agent=trusted)
    assert {m.project for m in Memory.objects.active()} == {"harbour", "lighthouse"}
    proposal = Proposal.objects.get()
    assert proposal.question == "You use “sentences: short” in harbour, lighthouse. Should it apply everywhere?"
    actions.accept(proposal.pk, by=Person(as_alice), now=NOW)
    memory = Memory.objects.active().get()
    assert (memory.project, memory.confirmed_at) == ("", NOW)
    assert list(Memory.objects.exclude(pk=memory.pk).values_list("status", "superseded_by")) == [
        ("superseded", memory.pk)
    ]


def test_learning_off_stores_feedback_and_reports_it_as_ignored(call_operation: Call, as_alice: User) -> None:
    set_settings(as_alice, learning_enabled=False)
    answer = send_feedback(call_operation, "accept", "run 1")
    assert (answer["recorded"], answer["learned"], answer["ignored"]) == (True, [], "learning was switched off")
    assert Feedback.objects.get().ignored_reason == "learning_off"
    assert Memory.objects.count() == 0


def test_memory_off_learns_nothing(call_operation: Call, as_alice: User) -> None:
    set_settings(as_alice, enable_memory=False)
    answer = send_feedback(call_operation, "accept", "run 1", note="Too long.")
    assert (answer["recorded"], answer["ignored"]) == (False, "Memory is off.")
    assert (Memory.objects.count(), Feedback.objects.count()) == (0, 0)


def test_a_note_is_a_correction(call_operation: Call) -> None:
    send_feedback(
        call_operation, "partial", "run 1", evidence_ref={}, note="I prefer bullet points in summaries.", rating=2
    )
    memory = Memory.objects.get()
    assert (memory.source, memory.status) == ("correction", "candidate")
    assert Proposal.objects.get().kind == "remember"
    assert Evidence.objects.get().kind == "feedback"


def test_an_accept_boosts_used_memories_once_a_day(call_operation: Call, as_alice: User) -> None:
    memory = person_types(as_alice, "Always PDF", NOW).memory
    assert memory
    before = memory.importance_base
    for n in range(2):
        call_operation("recall_preferences", run=f"run {n}", task_type="generate_report")
        send_feedback(call_operation, "accept", f"run {n}", evidence_ref={})
    memory.refresh_from_db()
    assert memory.importance_base == before + 0.5


def test_one_agent_counts_once_a_day_whatever_runs_it_names(call_operation: Call, trusted: Agent) -> None:
    for rating, run in ((3, "a"), (4, "a"), (5, "b"), (5, ""), (4, "")):
        send_feedback(call_operation, "accept", run, rating=rating)
    assert (learned().status, round(learned().confidence, 2), learned().repeats) == ("candidate", 0.67, 1)
    send_feedback(call_operation, "accept", "", agent=trusted)
    assert (round(learned().confidence, 2), learned().repeats) == (0.75, 2)


def test_feedback_without_a_run_counts_again_the_next_day(call_operation: Call) -> None:
    for day in range(3):
        send_feedback(call_operation, "accept", "", day=day, note=f"Number {day}.")
    assert round(learned().confidence, 2) == 0.80


def test_a_partial_with_details_does_not_count_against_the_rest(call_operation: Call, trusted: Agent) -> None:
    for day in range(3):
        send_feedback(call_operation, "accept", "", day=day, agent=trusted)
    for day, evidence_ref in enumerate(({"accepted": ["emoji"]}, {}), 3):
        at = NOW + timedelta(days=day)
        assert call_operation("recall_preferences", run=f"run {day}", skill="rewrite", agent=trusted, now=at)["items"]
        send_feedback(call_operation, "partial", f"run {day}", evidence_ref=evidence_ref, agent=trusted, now=at)
        rejected = ledger.sums_for([learned().pk])[learned().pk].rejected
        assert rejected == (0.125 if evidence_ref == {} else 0)


def test_feedback_does_not_activate_a_memory_that_waits_for_the_person(call_operation: Call, as_alice: User) -> None:
    statement = actions.Statement(
        name="short sentences", details="Short sentences", source="pattern", evidence_kind=Evidence.Kind.IMPORT
    )
    memory = actions.remember(statement, by=FileOf(as_alice), now=NOW).memory
    assert memory
    for n in range(4):
        send_feedback(call_operation, "accept", f"run {n}", day=n, evidence_ref={"signals": ["short sentences"]})
    memory.refresh_from_db()
    assert memory.status == "candidate"
    assert Proposal.objects.open().count() == 1


def test_feedback_does_not_change_confirmed_or_pinned_memories(call_operation: Call, as_alice: User) -> None:
    send_feedback(call_operation, "accept", "run 1")
    for action in (actions.pin, actions.still_true, actions.confirm):
        action(learned().pk, by=Person(as_alice), now=NOW)
    before = learned().confidence
    for day in range(1, 3):
        send_feedback(call_operation, "reject", f"later {day}", day=day)
    assert (learned().status, learned().confidence) == ("active", before)


def test_rejections_before_a_confirmation_no_longer_count(call_operation: Call, as_alice: User) -> None:
    for day in range(4):
        send_feedback(call_operation, "reject", f"run {day}", day=day)
    assert Memory.objects.filter(kind="rule").live().exists()
    later = NOW + timedelta(days=4)
    actions.confirm(learned().pk, by=Person(as_alice), now=later)
    assert not Memory.objects.filter(kind="rule").live().exists()
    assert learned().confidence == 0.9
    send_feedback(call_operation, "accept", "run 9", now=later + timedelta(minutes=1))
    assert not Proposal.objects.open().exists()


def test_no_opposite_rule_is_learned_for_what_the_person_said(call_operation: Call, as_alice: User) -> None:
    person_types(as_alice, "Short sentences", NOW, name="sentences", category="")
    for n in range(3):
        send_feedback(
            call_operation, "reject", f"run {n}", day=n, evidence_ref={"signals": ["short sentences, please"]}
        )
    assert not Memory.objects.filter(kind="rule").exists()


def test_a_learned_opposite_rule_is_erased_with_what_it_is_about(call_operation: Call, as_alice: User) -> None:
    for day in range(3):
        send_feedback(call_operation, "reject", "", day=day, evidence_ref={"signals": ["zebra emoji"]})
    rule = Memory.objects.get(kind="rule")
    assert rule.negates
    erasure.erase(rule.negates.pk, by=Person(as_alice), now=NOW + timedelta(days=3))
    assert not Memory.objects.exists()
    assert tables_containing("zebra") == set()


def test_a_confirmed_opposite_rule_stays_whatever_feedback_says(call_operation: Call, as_alice: User) -> None:
    for day in range(3):
        send_feedback(call_operation, "reject", "", day=day, evidence_ref={"signals": ["emoji"]})
    rule = Memory.objects.get(kind="rule")
    actions.confirm(rule.pk, by=Person(as_alice), now=NOW + timedelta(days=3))
    rule.refresh_from_db()
    before = (rule.status, rule.confidence)
    for day in range(4, 7):
        send_feedback(call_operation, "accept", "", day=day, evidence_ref={"signals": ["emoji"]})
    rule.refresh_from_db()
    assert (rule.status, rule.confidence) == before


def test_a_note_and_a_reject_have_the_same_result_in_either_order(
    call_operation: Call, as_alice: User, scribe: Agent
) -> None:
    results = []
    for first, name in ((True, "one"), (False, "other")):
        if first:
            send_feedback(call_operation, "reject", f"r {name}", evidence_ref={"signals": [f"{name} thing"]})
        agent_says(
            scribe, f"{name} thing", NOW, name=f"{name} thing", category="", source="inference", ref={"run": "a"}
        )
        if not first:
            send_feedback(call_operation, "reject", f"r {name}", evidence_ref={"signals": [f"{name} thing"]})
        results.append(Memory.objects.get(label__iexact=f"{name} thing").status)
    assert results == ["candidate", "candidate"]


@pytest.mark.parametrize(
    "more", [{"note": "I prefer PDF for quarterly reports."}, {"evidence_ref": {"file": "I prefer PDF"}}]
)
def test_no_text_of_feedback_survives_an_erasure(call_operation: Call, as_alice: User, more: dict[str, Any]) -> None:
    set_settings(as_alice, learning_enabled="note" in more)
    send_feedback(call_operation, "accept", "run 1", **{"evidence_ref": {}} | more)
    memory = Memory.objects.first() or person_types(as_alice, "PDF", NOW).memory
    assert memory
    erasure.erase(memory.pk, by=Person(as_alice), now=NOW)
    assert "learning_feedback" not in tables_containing("PDF")


# Erasing


def test_an_erased_memory_is_not_learned_again_from_feedback(call_operation: Call, as_alice: User) -> None:
    for n in range(3):
        send_feedback(call_operation, "accept", f"run {n}", note="")
    erasure.erase(learned().pk, by=Person(as_alice), now=NOW)
    assert tables_containing("communication.sentences") == set()
    for n in range(6):
        answer = send_feedback(call_operation, "accept", f"run {n}", day=n)
    assert answer["learned"] == []
    assert not Memory.objects.exists()


def test_a_memory_that_helped_ranks_higher_next_time(call_operation: Call, as_alice: User) -> None:
    for word in ("apples", "pears", "plums"):
        person_types(as_alice, f"I like {word}", NOW, name=word, category="x", applies_to=("cook",))
    first = call_operation("recall_preferences", skill="cook", run="r")["items"]
    last = first[-1]["id"]
    send_feedback(call_operation, "accept", "r", evidence_ref={"memories": [last]}, task_type="")
    send_feedback(call_operation, "reject", "r2", evidence_ref={})
    again = call_operation("recall_preferences", skill="cook")["items"]
    assert again[0]["id"] == last
