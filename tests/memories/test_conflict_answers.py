"""Each answer a person can give to a conflict: keep one, keep both, it was temporary, later."""

from collections.abc import Callable
from datetime import date, timedelta
from uuid import UUID

import pytest

from memoryweb.agents.models import Agent, Trust
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import Actor, AgentOf, Person
from memoryweb.memories.acts.undo import undo_act
from memoryweb.memories.models import Conflict, Evidence, Memory, Proposal, Tombstone
from memoryweb.memories.visibility import readable_by
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.builders import agent_says, count_versions, make_statement, person_types, verbs_of, versions_of
from tests.cases import with_each
from tests.memories.conflicts import LATER, NOON, VALUES, memory_with, open_conflict, states_of


@pytest.fixture
def three(as_alice: User) -> Conflict:
    return open_conflict(as_alice, *VALUES)


def conditions_for(**conditions: str) -> dict[UUID, str]:
    return {memory_with(value).pk: condition for value, condition in conditions.items()}


# Keep one


@with_each("kept, other", [("PDF", "Word"), ("Word", "PDF")])
def test_keep_one_confirms_it_and_supersedes_the_other(two: Conflict, me: Actor, kept: str, other: str) -> None:
    outcome = actions.keep_one(two.pk, memory_with(kept).pk, by=me, now=LATER)
    assert (outcome.name, outcome.conflict_id) == ("revised", two.pk)
    assert states_of(kept, other) == {kept: ("active", False), other: ("superseded", False)}
    assert memory_with(other).superseded_by_id == memory_with(kept).pk
    assert memory_with(kept).superseded_by_id is None
    assert memory_with(kept).confirmed_at == LATER
    assert list(memory_with(kept).supersedes.all()) == [memory_with(other)]
    assert verbs_of(memory_with(kept))[-1] == "settle"
    assert verbs_of(memory_with(other))[-1] == "supersede"
    assert {memory_with(value).changed_by for value in (kept, other)} == {"person"}
    two.refresh_from_db()
    assert two.status == "answered"
    assert two.decided_at == LATER
    assert two.answer["how"] == "keep_one"
    assert not Proposal.objects.open().exists()


def test_keeping_one_of_three_writes_one_version_of_each(three: Conflict, me: Actor) -> None:
    before = count_versions()
    actions.keep_one(three.pk, memory_with("Word").pk, by=me, now=LATER)
    assert states_of(*VALUES) == {
        "PDF": ("superseded", False),
        "Word": ("active", False),
        "Markdown": ("superseded", False),
    }
    assert count_versions() - before == 3
    assert {memory_with(value).superseded_by_id for value in ("PDF", "Markdown")} == {memory_with("Word").pk}


def test_keep_one_leaves_a_candidate_of_the_same_key_waiting(two: Conflict, me: Actor, scribe: Agent) -> None:
    offer = agent_says(scribe, "Markdown", NOON)
    actions.keep_one(two.pk, memory_with("Word").pk, by=me, now=LATER)
    assert states_of(*VALUES) == {
        "PDF": ("superseded", False),
        "Word": ("active", False),
        "Markdown": ("candidate", False),
    }
    actions.accept(offer.proposal_id or memory_with("Word").pk, by=me, now=LATER)
    assert (memory_with("Markdown").status, memory_with("Word").status) == ("active", "superseded")


def test_a_memory_outside_the_conflict_cannot_be_kept(two: Conflict, me: Actor, as_alice: User) -> None:
    tea = person_types(as_alice, "Tea", name="drink", category="food").memory
    assert tea
    before = count_versions()
    for answer in (actions.keep_one, actions.was_temporary):
        assert answer(two.pk, tea.pk, by=me, now=LATER).name == "unchanged"
    assert (count_versions(), Conflict.objects.get().status) == (before, "open")


def test_another_person_does_not_find_the_conflict(two: Conflict, bob: User) -> None:
    pdf = memory_with("PDF").pk
    with scope.acting_as(bob.pk):
        by = Person(bob)
        answers: list[Callable[[], actions.Outcome]] = [
            lambda: actions.keep_one(two.pk, pdf, by=by, now=LATER),
            lambda: actions.keep_both(two.pk, {}, by=by, now=LATER),
            lambda: actions.was_temporary(two.pk, pdf, by=by, now=LATER),
            lambda: actions.later(two.pk, by=by, now=LATER),
        ]
        for answer in answers:
            with pytest.raises(Conflict.DoesNotExist):
                answer()


# Keep both


def test_keep_both_gives_each_its_own_condition(two: Conflict, me: Actor) -> None:
    before = count_versions()
    outcome = actions.keep_both(two.pk, conditions_for(PDF="to print", Word="to edit"), by=me, now=LATER)
    assert (outcome.name, count_versions() - before) == ("revised", 2)
    assert states_of("PDF", "Word") == {"PDF": ("active", False), "Word": ("active", False)}
    assert (memory_with("PDF").condition, memory_with("Word").condition) == ("to print", "to edit")
    assert verbs_of(memory_with("PDF"))[-1] == verbs_of(memory_with("Word"))[-1] == "settle"
    assert Conflict.objects.get().status == "answered"


def test_a_memory_kept_under_a_condition_is_reinforced_under_it(two: Conflict, me: Actor, trusted: Agent) -> None:
    actions.keep_both(two.pk, conditions_for(PDF="to print"), by=me, now=LATER)
    assert agent_says(trusted, "PDF", LATER, condition="to print").name == "reinforced"
    assert agent_says(trusted, "Word", LATER).name == "reinforced"
    assert Memory.objects.count() == 2


@with_each("conditions", [{}, {"PDF": "to print", "Word": "to print"}, {"PDF": "To Print", "Word": "to print "}])
def test_two_values_under_the_same_condition_are_invalid(two: Conflict, me: Actor, conditions: dict[str, str]) -> None:
    before = count_versions()
    with pytest.raises(actions.Invalid, match="Only one can stay empty"):
        actions.keep_both(two.pk, conditions_for(**conditions), by=me, now=LATER)
    assert count_versions() == before
    assert Conflict.objects.get().status == "open"
    assert memory_with("PDF").contested


@with_each("condition", ["x" * 201, "half \ud800", "nought \x00"])
def test_a_condition_that_cannot_be_stored_is_invalid(two: Conflict, me: Actor, condition: str) -> None:
    with pytest.raises(actions.Invalid, match="condition"):
        actions.keep_both(two.pk, conditions_for(PDF=condition), by=me, now=LATER)


def test_the_guard_refuses_a_secret_in_a_condition(two: Conflict, me: Actor) -> None:
    before = count_versions()
    outcome = actions.keep_both(two.pk, conditions_for(PDF="when the password: hunter2 is asked"), by=me, now=LATER)
    assert outcome.name == "refused"
    assert count_versions() == before
    assert Conflict.objects.get().status == "open"
    assert outcome.category


def test_keep_both_does_not_replace_a_memory_under_the_chosen_condition(
    two: Conflict, me: Actor, trusted: Agent
) -> None:
    agent_says(trusted, "Always Markdown", NOON, condition="to print")
    with pytest.raises(actions.Invalid, match="“Document format: Markdown” already applies then"):
        actions.keep_both(two.pk, conditions_for(PDF="to print"), by=me, now=LATER)
    two.refresh_from_db()
    assert two.status == "open"
    assert memory_with("Markdown").status == "active"


def test_three_values_are_kept_under_three_conditions(three: Conflict, me: Actor) -> None:
    actions.keep_both(three.pk, conditions_for(PDF="to print", Word="to edit"), by=me, now=LATER)
    assert {status for status, _ in states_of(*VALUES).values()} == {"active"}


# It was temporary


def test_a_temporary_value_expires_without_a_tombstone_and_the_other_stays(two: Conflict, me: Actor) -> None:
    before = count_versions()
    outcome = actions.was_temporary(two.pk, memory_with("Word").pk, by=me, now=LATER)
    assert (outcome.name, count_versions() - before) == ("revised", 2)
    assert states_of("PDF", "Word") == {"PDF": ("active", False), "Word": ("expired", False)}
    assert (memory_with("Word").expire_reason, memory_with("Word").expired_on) == ("It was temporary.", LATER.date())
    assert not Tombstone.objects.exists()
    assert Conflict.objects.get().status == "answered"


def test_a_conflict_of_three_stays_open_for_the_other_two(
    three: Conflict, me: Actor, trusted: Agent, as_alice: User
) -> None:
    assert three.winner_id == memory_with("Markdown").pk
    before = count_versions()
    outcome = actions.was_temporary(three.pk, memory_with("Markdown").pk, by=me, now=LATER)
    three.refresh_from_db()
    assert outcome.memory == memory_with("Markdown")
    assert outcome.version == versions_of(memory_with("Markdown"))[-1].history_id
    assert count_versions() - before == 1
    assert (three.status, three.winner_id) == ("open", memory_with("Word").pk)
    assert three.question == "Document format: “PDF” or “Word”?"
    readable = readable_by(trusted, MemorySettings.for_person(as_alice.pk), now=LATER)
    assert [memory.value for memory in readable] == ["Word"]
    actions.keep_one(three.pk, memory_with("PDF").pk, by=me, now=LATER)
    assert states_of(*VALUES) == {
        "PDF": ("active", False),
        "Word": ("superseded", False),
        "Markdown": ("expired", False),
    }


def test_undo_puts_a_temporary_value_back_into_the_open_conflict(three: Conflict, me: Actor) -> None:
    outcome = actions.was_temporary(three.pk, memory_with("Markdown").pk, by=me, now=LATER)
    assert outcome.act
    assert undo_act(outcome.act, by=me, now=LATER).name == "revised"
    three.refresh_from_db()
    assert set(states_of(*VALUES).values()) == {("active", True)}
    assert three.question == "Document format: “PDF”, “Word” or “Markdown”?"


# Later


def test_later_hides_the_conflict_for_a_week_and_changes_no_memory(two: Conflict, me: Actor) -> None:
    before = count_versions()
    outcome = actions.later(two.pk, by=me, now=NOON)
    assert outcome.act
    assert not Conflict.objects.waiting(date(2026, 2, 22)).exists()
    assert not Conflict.objects.waiting(date(2026, 2, 28)).exists()
    assert Conflict.objects.waiting(date(2026, 3, 1)).exists()
    assert count_versions() == before
    assert Conflict.objects.open().count() == 1
    assert memory_with("PDF").contested
    undo_act(outcome.act, by=me, now=NOON)
    assert Conflict.objects.waiting(NOON.date()).exists()
    assert count_versions() == before


def test_an_answer_clears_the_day_the_conflict_was_put_off_to(two: Conflict, me: Actor) -> None:
    actions.later(two.pk, by=me, now=NOON)
    actions.keep_one(two.pk, memory_with("PDF").pk, by=me, now=LATER)
    assert Conflict.objects.get().later_until is None


# After an answer


def test_a_memory_kept_in_a_conflict_is_not_archived_the_same_night(as_alice: User, me: Actor, trusted: Agent) -> None:
    for minutes, details in enumerate(("Remember: the server runs Debian", "The server runs Fedora")):
        outcome = agent_says(
            trusted, details, NOON + timedelta(minutes=minutes), name="server", category="x", kind="fact"
        )
    later = NOON + timedelta(days=100)
    assert outcome.conflict_id
    assert outcome.memory
    actions.keep_one(outcome.conflict_id, outcome.memory.pk, by=me, now=later)
    assert upkeep.run_now("archive", now=later + timedelta(days=1)).counts == {}


def test_contrary_signs_count_from_zero_after_an_answer(as_alice: User, me: Actor, scribe: Agent) -> None:
    person_types(as_alice, "PDF", NOON)
    for day in (1, 2, 3):
        outcome = agent_says(scribe, "Word", NOON + timedelta(days=day), source="behaviour")
    assert outcome.proposal_id
    actions.reject(outcome.proposal_id, by=me, now=NOON + timedelta(days=4))
    again = agent_says(scribe, "Markdown", NOON + timedelta(days=5), source="behaviour")
    assert again.name == "noted"
    assert "sign 1 of 3" in again.reason


@with_each("trust", ["ask", "trusted"])
def test_an_answer_that_an_agent_passes_on_counts_like_the_persons_own(
    two: Conflict, me: Actor, as_alice: User, trust: str
) -> None:
    """An agent may give it twice, and the person may deny it: it is no evidence."""
    agent = Agent.connect(as_alice, name="Relay", trust=Trust(trust))[0]
    names = ("evidence_count", "repeats", "evidence_from", "evidence_to")
    before = Memory.objects.filter(value="Word").values(*names).get()
    evidence = Evidence.objects.count()
    answer = make_statement("I chose Word", value="Word", quote="Word, please.", ref={"run": "r"})
    shown = [memory_with("PDF").pk, memory_with("Word").pk]
    for _ in range(2):
        actions.answer_conflict(two.pk, answer, shown=shown, by=AgentOf(agent), now=LATER)
    if trust == "ask":
        question = Proposal.objects.open().get()
        assert question.change["quote"] == "Word, please."
        actions.accept(question.pk, by=me, now=LATER)
    assert memory_with("Word").status == "active"
    assert memory_with("PDF").status == "superseded"
    assert Memory.objects.filter(value="Word").values(*names).get() == before
    assert Evidence.objects.count() == evidence


def test_a_contrary_sign_that_is_taken_back_was_no_evidence_for_it(as_alice: User, scribe: Agent) -> None:
    person_types(as_alice, "PDF", NOON)
    agent_says(scribe, "PDF", NOON + timedelta(days=1))
    sign = agent_says(scribe, "Word", LATER, source="behaviour")
    before = memory_with("PDF").evidence_count, memory_with("PDF").repeats
    assert sign.statement_id
    actions.take_back(sign.statement_id, by=AgentOf(scribe), now=LATER)
    assert (memory_with("PDF").evidence_count, memory_with("PDF").repeats) == before == (2, 2)
    assert not Evidence.objects.filter(polarity=-1).exists()


@with_each("source", ["behaviour", "pattern", "inference", "weak", "uncertain"])
@with_each("trust", ["ask", "trusted"])
def test_what_an_agent_only_concluded_answers_no_conflict(
    two: Conflict, me: Actor, scribe: Agent, source: str, trust: str
) -> None:
    """Nobody told it so: no side is taken out of use, and no question says that the person chose."""
    Agent.objects.filter(pk=scribe.pk).update(trust=trust)
    scribe.refresh_from_db()
    shown, before = [memory_with(value).pk for value in ("PDF", "Word")], states_of("PDF", "Word")
    answer = make_statement("Word", source=source)
    assert actions.answer_conflict(two.pk, answer, shown=shown, by=AgentOf(scribe), now=LATER) is None
    assert (states_of("PDF", "Word"), list(Proposal.objects.open())) == (before, [])
