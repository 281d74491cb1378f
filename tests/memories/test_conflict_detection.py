"""When a conflict is opened, at once and by the clock, and when not."""

from datetime import UTC, datetime, timedelta
from typing import Any

from memoryweb.agents.models import Agent, Trust
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import Actor
from memoryweb.memories.models import Conflict, Memory, SearchDocument, UpkeepRun, history_model
from memoryweb.memories.visibility import readable_by
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.builders import agent_says, edit_form, memory_of, person_types, set_settings
from tests.cases import with_each
from tests.memories.conflicts import LATER, NOON, memory_with

# Found when a statement comes in

FEBRUARY, MARCH = datetime(2026, 2, 20, 9, tzinfo=UTC), datetime(2026, 3, 3, 9, tzinfo=UTC)
STYLE = {"name": "style", "category": "communication", "source": "instruction"}
STANDING_YES = [(Trust.TRUSTED, "ask"), (Trust.ASK, "explicit_only"), (Trust.ASK, "never"), (Trust.TRUSTED, "never")]


@with_each("trust, confirm_new", STANDING_YES)
def test_concise_in_february_and_detailed_in_march_are_one_conflict(
    alice: User, trust: Trust, confirm_new: str
) -> None:
    with scope.acting_as(alice.pk):
        set_settings(alice, confirm_new=confirm_new)
        agent = Agent.connect(alice, name="Scribe", trust=trust)[0]
        agent_says(agent, "Concise replies", FEBRUARY, **STYLE)
        outcome = agent_says(agent, "Detailed explanations", MARCH, **STYLE)
        assert outcome.name == "conflict"
        assert outcome.question == "Communication style: “Concise” or “Detailed”?"
        assert Conflict.objects.get().winner == memory_with("Detailed")
        for at in (MARCH, MARCH + timedelta(days=1)):
            assert agent_says(agent, "Concise replies", at, **STYLE).name == "reinforced"
            assert agent_says(agent, "Detailed explanations", at, **STYLE).name == "reinforced"
    assert "conflicts" not in upkeep.run_now("detect_conflicts", now=MARCH + timedelta(days=2)).counts
    with scope.acting_as(alice.pk):
        conflict = Conflict.objects.get()
        assert conflict.status == "open"
        assert conflict.members.count() == 2
        assert conflict.question == outcome.question
        assert Memory.objects.count() == 2


def test_without_a_standing_yes_they_are_one_question_and_no_conflict(as_alice: User, scribe: Agent) -> None:
    agent_says(scribe, "Concise replies", FEBRUARY, **STYLE)
    outcome = agent_says(scribe, "Detailed explanations", MARCH, **STYLE)
    assert outcome.name == "proposed"
    assert set(Memory.objects.values_list("status", "contested")) == {("candidate", False)}
    assert not Conflict.objects.exists()


@with_each("source", ["inference", "weak", "uncertain", "pattern"])
@with_each("confirm_new", ["ask", "never"])
def test_an_observation_never_wins_against_an_instruction(alice: User, confirm_new: str, source: str) -> None:
    with scope.acting_as(alice.pk):
        set_settings(alice, confirm_new=confirm_new)
        agent = Agent.connect(alice, name="Scribe", trust=Trust.TRUSTED)[0]
        agent_says(agent, "Always PDF", NOON, source="instruction")
        for day in range(1, 6):
            agent_says(agent, "Word", NOON + timedelta(days=day), source=source, ref={"run": day})
    upkeep.run_now("detect_conflicts", now=NOON + timedelta(days=7))
    with scope.acting_as(alice.pk):
        assert memory_with("PDF").status == "active"
        assert {conflict.winner_id for conflict in Conflict.objects.all()} == {memory_with("PDF").pk}
        readable = readable_by(agent, MemorySettings.for_person(alice.pk), now=NOON + timedelta(days=7))
        assert [memory.value for memory in readable] == ["PDF"]


@with_each("source", ["behaviour", "inference", "weak", "uncertain", "pattern"])
def test_what_an_ask_agent_observes_opens_no_conflict(
    as_alice: User, trusted: Agent, scribe: Agent, source: str
) -> None:
    agent_says(trusted, "Always PDF", NOON)
    for day in range(1, 6):
        agent_says(scribe, "Now Word", NOON + timedelta(days=day), source=source)
    assert not Conflict.objects.exists()
    readable = readable_by(scribe, MemorySettings.for_person(as_alice.pk), now=NOON + timedelta(days=7))
    assert [memory.value for memory in readable] == ["PDF"]


# Found by the clock


def likes(person: User, text: str, category: str, kind: str = "", at: datetime = NOON, /, **place: str) -> Memory:
    """Save a statement under a name of its own, so that only the clock can find what contradicts it."""
    fields = {"name": f"{category} {text}", "category": category, "kind": kind, **place}
    return memory_of(person_types(person, text, at, **fields))


def test_the_clock_finds_opposite_statements_in_two_categories_once(alice: User, me: Actor) -> None:
    with scope.acting_as(alice.pk):
        one = likes(alice, "I like coriander", "food", "preference")
        other = likes(alice, "I don't like coriander", "kitchen", "fact", LATER)
        assert not Conflict.objects.exists()
    run = upkeep.run_now("detect_conflicts", now=LATER)
    assert run.counts == {"compared": 2, "conflicts": 1}
    assert run.kinds == {"preference": 1, "fact": 1}
    assert upkeep.run_now("detect_conflicts", now=LATER).counts == {}
    with scope.acting_as(alice.pk):
        conflict = Conflict.objects.get()
        assert conflict.detected_by == "clock"
        assert conflict.winner_id == other.pk
        assert conflict.created_at == LATER
        assert "I like coriander" in conflict.question
        assert "I don't like coriander" in conflict.question
        assert {member.memory_id for member in conflict.members.all()} == {one.pk, other.pk}
        rows: Any = history_model().objects.filter(changed_verb="contest")
        assert set(rows.values_list("changed_by", "changed_because")) == {("clock", "found by the clock")}
        assert rows.count() == 2
        assert actions.keep_one(conflict.pk, one.pk, by=me, now=LATER).name == "revised"
    assert "conflicts" not in upkeep.run_now("detect_conflicts", now=LATER + timedelta(days=1)).counts


def test_an_answered_conflict_is_not_found_again(alice: User, me: Actor) -> None:
    with scope.acting_as(alice.pk):
        likes(alice, "I like coriander", "food", "preference")
        likes(alice, "I don't like coriander", "kitchen", "fact")
    upkeep.run_now("detect_conflicts", now=NOON)
    with scope.acting_as(alice.pk):
        conflict = Conflict.objects.get()
        conditions = {member.memory_id: "in summer" for member in conflict.members.all()[:1]}
        actions.keep_both(conflict.pk, conditions, by=me, now=LATER)
        for memory in Memory.objects.all():
            actions.edit(
                memory.pk,
                edit_form(memory, details="again", condition=""),
                by=me,
                now=LATER,
                since=actions.newest_version(memory.pk),
            )
        assert set(Memory.objects.values_list("status", "condition")) == {("active", "")}
    assert "conflicts" not in upkeep.run_now("detect_conflicts", now=LATER).counts


@with_each("apart", ["person", "condition", "project", "candidate"])
def test_statements_that_count_in_different_places_do_not_conflict(alice: User, bob: User, apart: str) -> None:
    place = {apart: "winter"} if apart in ("condition", "project") else {}
    with scope.acting_as(alice.pk):
        likes(alice, "I like coriander", "food")
        if apart == "candidate":
            agent = Agent.connect(alice, name="Scribe")[0]
            agent_says(agent, "I don't like coriander", NOON, name="herbs", category="kitchen", kind="fact")
        elif apart != "person":
            likes(alice, "I don't like coriander", "kitchen", "fact", **place)
    if apart == "person":
        with scope.acting_as(bob.pk):
            likes(bob, "I don't like coriander", "kitchen", "fact")
    assert upkeep.run_now("detect_conflicts", now=LATER).counts == {"compared": 2}
    for person in (alice, bob):
        with scope.acting_as(person.pk):
            assert not Conflict.objects.exists()


def test_a_candidate_is_compared_again_once_it_is_active(alice: User, scribe: Agent, me: Actor) -> None:
    with scope.acting_as(alice.pk):
        likes(alice, "I like coriander", "food")
        candidate = agent_says(scribe, "I don't like coriander", NOON, name="herbs", category="kitchen", kind="fact")
    assert upkeep.run_now("detect_conflicts", now=NOON).counts == {"compared": 2}
    with scope.acting_as(alice.pk):
        actions.confirm(memory_of(candidate).pk, by=me, now=LATER)
    assert upkeep.run_now("detect_conflicts", now=LATER).counts.get("conflicts") == 1


def test_three_statements_that_disagree_in_pairs_are_one_conflict(alice: User) -> None:
    with scope.acting_as(alice.pk):
        likes(alice, "I like coriander", "food")
        likes(alice, "I never want coriander", "kitchen", "fact")
        likes(alice, "I hate coriander", "garden", "habit")
    assert upkeep.run_now("detect_conflicts", now=NOON, batch=1).counts["conflicts"] == 1
    assert "conflicts" not in upkeep.run_now("detect_conflicts", now=NOON).counts
    with scope.acting_as(alice.pk):
        assert Conflict.objects.count() == 1


def test_a_run_with_nothing_to_compare_says_so(alice: User) -> None:
    run = upkeep.run_now("detect_conflicts", now=NOON)
    assert run.counts == {}
    assert run.summary == "nothing was due"
    assert run.open_shards == []
    assert UpkeepRun.objects.get().finished_at is not None


def test_a_dry_run_counts_what_it_would_compare(alice: User) -> None:
    with scope.acting_as(alice.pk):
        likes(alice, "I like coriander", "food")
        likes(alice, "I don't like coriander", "kitchen", "fact")
    assert upkeep.run_now("detect_conflicts", now=NOON, dry_run=True).counts == {"to compare": 2}
    with scope.acting_as(alice.pk):
        assert not Conflict.objects.exists()
    assert upkeep.run_now("detect_conflicts", now=NOON).counts == {"compared": 2, "conflicts": 1}


def test_memories_of_a_person_with_memory_off_are_not_compared(alice: User) -> None:
    with scope.acting_as(alice.pk):
        likes(alice, "I like coriander", "food")
        likes(alice, "I don't like coriander", "kitchen", "fact")
        set_settings(alice, enable_memory=False)
    assert upkeep.run_now("detect_conflicts", now=NOON).counts == {}
    with scope.acting_as(alice.pk):
        set_settings(alice, enable_memory=True)
    assert upkeep.run_now("detect_conflicts", now=NOON).counts == {"compared": 2, "conflicts": 1}


def test_what_is_no_longer_in_use_is_compared_when_it_comes_back(alice: User) -> None:
    def is_compared() -> bool:
        return SearchDocument.objects.get(memory=memory).compared

    with scope.acting_as(alice.pk):
        memory = memory_of(person_types(alice, "PDF", name="document_format", category="technical"))
        assert not is_compared()
    upkeep.run_now("detect_conflicts", now=NOON)
    with scope.acting_as(alice.pk):
        actions.expire(memory.pk, by=actions.Person(alice), now=NOON)
        assert is_compared()
        actions.restore_ended(memory.pk, by=actions.Person(alice), now=LATER)
        assert not is_compared()
