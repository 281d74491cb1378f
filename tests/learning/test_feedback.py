"""Feedback: the sums of SPEC §9, whatever the order, and that only what was learned moves."""

import random
from datetime import timedelta
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryweb.agents.models import Agent
from memoryweb.learning import ledger, policy
from memoryweb.learning.models import Feedback, Signal
from memoryweb.memories import actions, erasure
from memoryweb.memories.actors import FileOf, Person
from memoryweb.memories.models import Evidence, Memory, Proposal
from memoryweb.people.models import User
from tests.conftest import told, typed
from tests.learning.conftest import NOW, Call, decide

SHORT = {"key": "communication.sentences", "value": "short", "category": "communication"}


def feedback(ask: Call, action: str, run: str, **more: Any) -> dict[str, Any]:
    ref = more.pop("evidence_ref", {"signals": [SHORT]})
    return ask("record_feedback", action=action, run=run, skill_id="rewrite", evidence_ref=ref, **more)


def learned() -> Memory:
    return Memory.objects.get(key="communication.sentences")


# The arithmetic, for signals named in evidence_ref


def test_three_accepts_make_it_count_and_a_reject_takes_that_back(ask: Call) -> None:
    for n in range(2):
        feedback(ask, "accept", f"run {n}")
    assert learned().status == "candidate"
    answer = feedback(ask, "accept", "run 3")
    assert (learned().confidence, learned().status) == (pytest.approx(0.80), "active")
    assert answer["learned"][0]["reason"] == "0.75 → 0.80: accepted 3 of 3 runs."
    answer = feedback(ask, "reject", "run 4")
    assert (round(learned().confidence, 2), learned().status) == (0.67, "candidate")
    assert answer["learned"][0]["reason"] == "0.80 → 0.67: accepted 3 of 4 runs."


def test_ten_accepts(ask: Call) -> None:
    for n in range(10):
        feedback(ask, "accept", f"run {n}")
    assert round(learned().confidence, 2) == 0.92


def test_three_accepts_by_injection_alone(ask: Call, as_alice: User, scribe: Agent) -> None:
    for day in (1, 2):
        done = told(scribe, "I write short sentences", name="sentences", category="x", source="pattern",
                    ref={"run": f"day {day}"}, at=NOW)  # fmt: skip
    memory = done.memory
    assert memory
    assert memory.status == "active"
    for n in range(3):
        assert ask("recall_preferences", run=f"run {n}")["items"]
        feedback(ask, "accept", f"run {n}", evidence_ref={})
    memory.refresh_from_db()
    assert (round(memory.confidence, 2), memory.status) == (0.64, "active")


def test_the_order_of_deliveries_does_not_show(ask: Call) -> None:
    deliveries = [("accept", "a"), ("accept", "b"), ("accept", "c"), ("reject", "d"), ("partial", "e")]
    ends = set()
    for n, order in enumerate(permutations(deliveries)):
        if n % 7:
            continue  # every seventh of the 120 orders
        for action, run in order:
            feedback(ask, action, f"{n} {run}", project=f"p{n}")
        memory = Memory.objects.get(project=f"p{n}", key=SHORT["key"])
        ends.add((round(memory.confidence, 3), memory.status))
    assert ends == {(0.615, "candidate")}  # A = 3, R = 1.5


SAID = st.builds(
    ledger.SignalWeight,
    st.sampled_from(["accept", "reject", "partial"]),
    st.booleans(),
    st.sampled_from(["a", "b", "c", "d"]),
)


@given(st.lists(SAID, max_size=30), st.randoms())
def test_sums_know_no_order(signals: list[ledger.SignalWeight], dice: random.Random) -> None:
    shuffled = signals[:]
    dice.shuffle(shuffled)
    assert ledger.sum_signals(signals) == ledger.sum_signals(shuffled)


def test_delivered_again_it_counts_once(ask: Call) -> None:
    first = feedback(ask, "accept", "run 1")
    again = feedback(ask, "accept", "run 1")
    assert again["feedbackId"] == first["feedbackId"]
    assert (again["learned"], again["ignored"]) == ([], "This was recorded already.")
    assert Signal.objects.count() == 1


@pytest.mark.parametrize(
    ("accepted", "rejected", "threshold", "standing"),
    [(3, 0, 3, "active"), (3, 1, 3, "candidate"), (4, 1, 3, "active"), (0, 3, 3, "negated"), (0.25, 3, 3, "candidate"),
     (2.75, 0, 3, "candidate"), (1, 0, 1, "active"), (0, 0, 3, "candidate")],
)  # fmt: skip
def test_standing_is_a_function_of_the_sums(accepted: float, rejected: float, threshold: int, standing: str) -> None:
    assert policy.standing(accepted, rejected, threshold) == standing


# What moves, and what does not


def test_what_the_person_said_is_not_touched(ask: Call, as_alice: User) -> None:
    said = typed(as_alice, "Short", NOW, name="sentences", category="communication", key=SHORT["key"]).memory
    assert said
    before = (said.confidence, said.status)
    for n in range(2):
        feedback(ask, "reject", f"run {n}")
    said.refresh_from_db()
    assert (said.confidence, said.status) == before
    assert Proposal.objects.count() == 0
    feedback(ask, "reject", "run 3")
    said.refresh_from_db()
    assert (said.confidence, said.status) == before
    asked = Proposal.objects.get()
    assert (asked.kind, asked.memory_id) == ("expire", said.pk)


def test_only_what_the_run_was_given_moves(ask: Call, as_alice: User, scribe: Agent) -> None:
    other = told(scribe, "likes tables", name="tables", category="x", source="pattern", at=NOW).memory
    assert other
    feedback(ask, "accept", "no such run", evidence_ref={"memories": [str(other.pk)]})
    other.refresh_from_db()
    assert other.confidence == 0.75
    assert Feedback.objects.count() == 1


def test_a_partial_says_which_part(ask: Call) -> None:
    for n in range(3):
        feedback(ask, "partial", f"run {n}", evidence_ref={"accepted": ["short sentences"], "rejected": ["emoji"]})
    assert Memory.objects.get(label="Short sentences").status == "active"
    assert Memory.objects.get(label="Emoji").confidence == pytest.approx(0.2)


def test_what_is_turned_down_every_time_becomes_the_opposite_rule(ask: Call) -> None:
    for n in range(3):
        answer = feedback(ask, "reject", f"run {n}", evidence_ref={"signals": ["exclamation marks"]})
    rule = Memory.objects.get(kind="rule")
    assert (str(rule), rule.status, round(rule.confidence, 2)) == ("Avoid exclamation marks", "active", 0.80)
    assert answer["learned"][0]["id"] == str(rule.pk)
    feedback(ask, "accept", "run 9", evidence_ref={"signals": ["exclamation marks"]})
    rule.refresh_from_db()
    assert rule.status == "expired"


def test_a_chinese_rule_is_chinese(ask: Call) -> None:
    for n in range(3):
        feedback(ask, "reject", f"run {n}", evidence_ref={"signals": ["华丽辞藻"]})
    assert str(Memory.objects.get(kind="rule")) == "避免华丽辞藻"


def test_the_threshold_is_the_persons(ask: Call, as_alice: User) -> None:
    decide(as_alice, learning_threshold=1)
    feedback(ask, "accept", "run 1")
    assert learned().status == "active"


def test_learned_in_two_projects_the_person_is_asked_whether_it_counts_everywhere(ask: Call, as_alice: User) -> None:
    for project in ("harbour", "lighthouse"):
        for n in range(3):
            feedback(ask, "accept", f"{project} {n}", project=project)
    assert {m.project for m in Memory.objects.active()} == {"harbour", "lighthouse"}
    asked = Proposal.objects.get()
    assert asked.question == "You like “Sentences: short” in harbour, lighthouse. Should it count everywhere?"
    actions.accept(asked.pk, by=Person(as_alice), now=NOW)
    memory = Memory.objects.active().get()
    assert (memory.project, memory.confirmed_at) == ("", NOW)
    assert list(Memory.objects.exclude(pk=memory.pk).values_list("status", "superseded_by")) == [
        ("superseded", memory.pk)
    ]


def test_learning_off_keeps_feedback_and_says_that_it_was_ignored(ask: Call, as_alice: User) -> None:
    decide(as_alice, learning_enabled=False)
    answer = feedback(ask, "accept", "run 1")
    assert (answer["recorded"], answer["learned"], answer["ignored"]) == (True, [], "learning was switched off")
    assert Feedback.objects.get().ignored_reason == "learning_off"
    assert Memory.objects.count() == 0


def test_memory_off_learns_nothing(ask: Call, as_alice: User) -> None:
    decide(as_alice, enable_memory=False)
    answer = feedback(ask, "accept", "run 1", note="Too long.")
    assert (answer["recorded"], answer["ignored"]) == (False, "memory was switched off")
    assert (Memory.objects.count(), Feedback.objects.count()) == (0, 0)


def test_a_note_is_a_correction(ask: Call) -> None:
    feedback(ask, "partial", "run 1", evidence_ref={}, note="I prefer bullet points in summaries.", rating=2)
    memory = Memory.objects.get()
    assert (memory.source, memory.status) == ("correction", "candidate")
    assert Proposal.objects.get().kind == "remember"
    assert Evidence.objects.get().kind == "feedback"


def test_an_accept_boosts_what_was_used_once_a_day(ask: Call, as_alice: User) -> None:
    memory = typed(as_alice, "Always PDF", NOW).memory
    assert memory
    before = memory.importance_base
    for n in range(2):
        ask("recall_preferences", run=f"run {n}", task_type="generate_report")
        feedback(ask, "accept", f"run {n}", evidence_ref={})
    memory.refresh_from_db()
    assert memory.importance_base == before + 0.5


def test_one_run_says_a_thing_once_however_often_it_is_told(ask: Call) -> None:
    for rating in (3, 4, 5):
        feedback(ask, "accept", "run 1", rating=rating)
    assert (learned().status, round(learned().confidence, 2)) == ("candidate", 0.67)


def test_without_a_run_a_day_says_a_thing_once(ask: Call) -> None:
    for n in range(3):
        feedback(ask, "accept", "", note=f"Number {n}.")
    assert round(learned().confidence, 2) == 0.67


def test_a_partial_that_names_its_part_says_nothing_of_the_rest(ask: Call, as_alice: User, scribe: Agent) -> None:
    for day in (1, 2):
        memory = told(
            scribe,
            "I write long letters",
            name="letters",
            category="x",
            source="pattern",
            ref={"run": f"{day}"},
            at=NOW,
        ).memory
    assert memory
    for n in range(4):
        ask("recall_preferences", run=f"run {n}")
        feedback(ask, "partial", f"run {n}", evidence_ref={"accepted": ["emoji"]})
    memory.refresh_from_db()
    assert memory.confidence == 0.75
    for n in range(6):
        ask("recall_preferences", run=f"bare {n}")
        feedback(ask, "partial", f"bare {n}", evidence_ref={})
    memory.refresh_from_db()
    assert memory.confidence < 0.6


def test_what_waits_for_the_person_is_not_put_in_use_by_feedback(ask: Call, as_alice: User) -> None:
    said = actions.Statement(
        name="short sentences", details="Short sentences", source="pattern", evidence_kind=Evidence.Kind.IMPORT
    )
    memory = actions.remember(said, by=FileOf(as_alice), now=NOW).memory
    assert memory
    for n in range(4):
        feedback(ask, "accept", f"run {n}", evidence_ref={"signals": ["short sentences"]})
    memory.refresh_from_db()
    assert memory.status == "candidate"
    assert Proposal.objects.open().count() == 1


def test_what_the_person_confirmed_pinned_or_called_true_does_not_move(ask: Call, as_alice: User) -> None:
    for n in range(3):
        feedback(ask, "accept", f"run {n}")
    for stand in (actions.pin, actions.still_true, actions.confirm):
        stand(learned().pk, by=Person(as_alice), now=NOW)
    for n in range(2):
        feedback(ask, "reject", f"later {n}")
    assert learned().status == "active"


def test_what_was_turned_down_before_the_person_confirmed_it_counts_no_more(ask: Call, as_alice: User) -> None:
    for n in range(4):
        feedback(ask, "reject", f"run {n}")
    assert Memory.objects.filter(kind="rule", status="active").exists()
    later = NOW + timedelta(hours=1)
    actions.confirm(learned().pk, by=Person(as_alice), now=later)
    assert not Memory.objects.filter(kind="rule").live().exists()
    assert learned().confidence == 0.9
    feedback(ask, "accept", "run 9", now=later + timedelta(minutes=1))
    assert not Proposal.objects.open().exists()


def test_no_rule_is_learned_against_what_the_person_said(ask: Call, as_alice: User) -> None:
    typed(as_alice, "Short sentences", NOW, name="sentences", category="")
    for n in range(3):
        feedback(ask, "reject", f"run {n}", evidence_ref={"signals": ["short sentences, please"]})
    assert not Memory.objects.filter(kind="rule").exists()


def test_accepting_a_rule_does_not_switch_it_off(ask: Call) -> None:
    for n in range(3):
        feedback(ask, "reject", f"run {n}", evidence_ref={"signals": ["emoji"]})
    rule = Memory.objects.get(kind="rule")
    for n in range(3):
        assert [item["id"] for item in ask("recall_preferences", run=f"used {n}")["items"]] == [str(rule.pk)]
        feedback(ask, "accept", f"used {n}", evidence_ref={})
    rule.refresh_from_db()
    assert (rule.status, round(rule.confidence, 2)) == ("active", 0.8)


def test_a_note_and_a_reject_end_the_same_in_either_order(ask: Call, as_alice: User, scribe: Agent) -> None:
    ends = []
    for first, name in ((True, "one"), (False, "other")):
        if first:
            feedback(ask, "reject", f"r {name}", evidence_ref={"signals": [f"{name} thing"]})
        told(scribe, f"{name} thing", name=f"{name} thing", category="", source="inference", ref={"run": "a"}, at=NOW)
        if not first:
            feedback(ask, "reject", f"r {name}", evidence_ref={"signals": [f"{name} thing"]})
        ends.append(Memory.objects.get(label=f"{name.capitalize()} thing").status)
    assert ends == ["candidate", "candidate"]


@pytest.mark.parametrize(
    "more", [{"note": "I prefer PDF for quarterly reports."}, {"evidence_ref": {"file": "I prefer PDF"}}]
)
def test_no_text_of_feedback_survives_an_erasure(ask: Call, as_alice: User, more: dict[str, Any]) -> None:
    decide(as_alice, learning_enabled="note" in more)
    feedback(ask, "accept", "run 1", **{"evidence_ref": {}} | more)
    memory = Memory.objects.first() or typed(as_alice, "PDF", NOW).memory
    assert memory
    erasure.erase(memory.pk, by=Person(as_alice), now=NOW)
    assert erasure.search("PDF")["learning_feedback"] == 0


# Forgetting


def test_erased_and_told_again_it_is_not_learned_again(ask: Call, as_alice: User) -> None:
    for n in range(3):
        feedback(ask, "accept", f"run {n}", note="")
    erasure.erase(learned().pk, by=Person(as_alice), now=NOW)
    assert not any(erasure.search("communication.sentences").values())
    for n in range(6):
        answer = feedback(ask, "accept", f"run {n}")
    assert answer["learned"] == []
    assert not Memory.objects.exists()


def test_what_helped_goes_first_next_time(ask: Call, as_alice: User) -> None:
    for word in ("apples", "pears", "plums"):
        typed(as_alice, f"I like {word}", NOW, name=word, category="x", applies_to=("cook",))
    first = ask("recall_preferences", skill="cook", run="r")["items"]
    last = first[-1]["id"]
    feedback(ask, "accept", "r", evidence_ref={"memories": [last]}, task_type="")
    feedback(ask, "reject", "r2", evidence_ref={})
    again = ask("recall_preferences", skill="cook")["items"]
    assert again[0]["id"] == last
