"""Conflicts: when one is opened and when not, every answer a person can give, and taking answers back (SPEC §7)."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from memoryweb.agents.models import Agent, Trust
from memoryweb.memories import actions, erasure, upkeep
from memoryweb.memories.actors import Actor, AgentOf, OnlyThePerson, Person
from memoryweb.memories.models import Conflict, Memory, Proposal, Tombstone, UpkeepRun, history_model
from memoryweb.memories.visibility import readable_by
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.conftest import told, typed

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)
LATER = NOON + timedelta(days=1)
VALUES = ("PDF", "Word", "Markdown")


def conflict_of(person: User, *values: str) -> Conflict:
    """An agent says one value after the other, and the person is asked which is right."""
    agent = Agent.connect(person, name="Trusty", trust=Trust.TRUSTED)[0]
    told(agent, f"Always {values[0]}", NOON)
    for minutes, value in enumerate(values[1:], 1):
        done = told(agent, value, NOON + timedelta(minutes=minutes))
    return Conflict.objects.get(pk=done.conflict_id)


@pytest.fixture
def two(as_alice: User) -> Conflict:
    return conflict_of(as_alice, *VALUES[:2])


@pytest.fixture
def three(as_alice: User) -> Conflict:
    return conflict_of(as_alice, *VALUES)


@pytest.fixture
def me(as_alice: User) -> Actor:
    return Person(as_alice)


def of(value: str) -> Memory:
    return Memory.objects.get(value=value)


def steps(value: str) -> list[tuple[str, str]]:
    rows: Any = history_model().objects.filter(id=of(value).pk).order_by("history_id")
    return list(rows.values_list("changed_verb", "changed_by"))


def state(*values: str) -> dict[str, tuple[str, bool]]:
    return {value: (of(value).status, of(value).contested) for value in values}


def everything(values: tuple[str, ...] = VALUES[:2]) -> list[tuple[object, ...]]:
    """What a person sees of these memories."""
    names = ("value", "label", "details", "status", "contested", "condition", "horizon", "section", "confirmed_at",
             "expired_on", "expire_reason", "superseded_by_id", "fingerprint", "pinned")  # fmt: skip
    return sorted(Memory.objects.filter(value__in=values).values_list(*names))


def versions() -> int:
    return int(history_model().objects.count())


def wanted(conflict: Conflict, **conditions: str) -> dict[UUID, str]:
    return {of(value).pk: condition for value, condition in conditions.items()}


def answer(conflict: Conflict, how: str, me: Actor, at: datetime = LATER) -> actions.Outcome:
    """Each answer there is, about the first value."""
    if how == "keep_both":
        return actions.keep_both(conflict.pk, {of("PDF").pk: "to print"}, by=me, now=at)
    if how in ("later", "reopen"):
        return getattr(actions, how)(conflict.pk, by=me, now=at)  # type: ignore[no-any-return]
    verb = actions.keep_one if how == "keep_one" else actions.was_temporary
    return verb(conflict.pk, of("PDF").pk, by=me, now=at)


# Keep one


@pytest.mark.parametrize(("kept", "other"), [("PDF", "Word"), ("Word", "PDF")])
def test_the_one_that_is_kept_is_confirmed_and_the_other_superseded_by_it(
    two: Conflict, me: Actor, kept: str, other: str
) -> None:
    done = actions.keep_one(two.pk, of(kept).pk, by=me, now=LATER)
    assert (done.name, done.conflict_id) == ("revised", two.pk)
    assert state(kept, other) == {kept: ("active", False), other: ("superseded", False)}
    assert (of(other).superseded_by_id, of(kept).superseded_by_id, of(kept).confirmed_at) == (of(kept).pk, None, LATER)
    assert list(of(kept).supersedes.all()) == [of(other)]
    assert (steps(kept)[-1], steps(other)[-1]) == (("settle", "person"), ("supersede", "person"))
    two.refresh_from_db()
    assert (two.status, two.decided_at, two.answer["how"]) == ("answered", LATER, "keep_one")
    assert not Proposal.objects.open().exists()


def test_one_of_three_is_kept_with_one_version_each(three: Conflict, me: Actor) -> None:
    before = versions()
    actions.keep_one(three.pk, of("Word").pk, by=me, now=LATER)
    assert [state(value)[value] for value in VALUES] == [
        ("superseded", False),
        ("active", False),
        ("superseded", False),
    ]
    assert (versions() - before, {of(value).superseded_by_id for value in ("PDF", "Markdown")}) == (3, {of("Word").pk})


def test_the_answer_to_a_question_about_candidates_puts_one_of_them_to_use(
    as_alice: User, scribe: Agent, me: Actor
) -> None:
    told(scribe, "I like PDF", NOON)
    done = told(scribe, "I like Word", NOON)
    assert state("PDF", "Word") == {"PDF": ("candidate", True), "Word": ("candidate", True)}
    actions.keep_one(done.conflict_id, of("Word").pk, by=me, now=LATER)  # type: ignore[arg-type]
    assert (of("Word").status, of("Word").horizon, of("PDF").status) == ("active", "long", "superseded")
    assert set(Proposal.objects.values_list("status", flat=True)) <= {"accepted", "withdrawn"}


def test_a_stranger_to_the_conflict_cannot_be_kept(two: Conflict, me: Actor, as_alice: User) -> None:
    tea = typed(as_alice, "Tea", name="drink", category="food").memory
    assert tea
    before = versions()
    for verb in (actions.keep_one, actions.was_temporary):
        assert verb(two.pk, tea.pk, by=me, now=LATER).name == "unchanged"
    assert (versions(), Conflict.objects.get().status) == (before, "open")


def test_a_stranger_meets_no_conflict(two: Conflict, bob: User) -> None:
    pdf = of("PDF").pk
    with scope.acting_as(bob.pk):
        for call in (
            lambda by: actions.keep_one(two.pk, pdf, by=by, now=LATER),
            lambda by: actions.keep_both(two.pk, {}, by=by, now=LATER),
            lambda by: actions.was_temporary(two.pk, pdf, by=by, now=LATER),
            lambda by: actions.later(two.pk, by=by, now=LATER),
            lambda by: actions.reopen(two.pk, by=by, now=LATER),
        ):
            with pytest.raises(Conflict.DoesNotExist):
                call(Person(bob))


# Keep both


def test_both_are_kept_each_for_its_own_occasion(two: Conflict, me: Actor) -> None:
    before = versions()
    done = actions.keep_both(two.pk, wanted(two, PDF="to print", Word="to edit"), by=me, now=LATER)
    assert (done.name, versions() - before) == ("revised", 2)
    assert state("PDF", "Word") == {"PDF": ("active", False), "Word": ("active", False)}
    assert (of("PDF").condition, of("Word").condition) == ("to print", "to edit")
    assert (steps("PDF")[-1], steps("Word")[-1]) == (("settle", "person"), ("settle", "person"))
    assert Conflict.objects.get().status == "answered"


def test_what_is_kept_under_a_condition_is_known_under_it(two: Conflict, me: Actor, trusted: Agent) -> None:
    actions.keep_both(two.pk, wanted(two, PDF="to print"), by=me, now=LATER)
    assert told(trusted, "PDF", LATER, condition="to print").name == "reinforced"
    assert told(trusted, "Word", LATER).name == "reinforced"
    assert Memory.objects.count() == 2


@pytest.mark.parametrize(
    "conditions", [{}, {"PDF": "to print", "Word": "to print"}, {"PDF": "To Print", "Word": "to print "}]
)
def test_two_cannot_be_right_at_the_same_time(two: Conflict, me: Actor, conditions: dict[str, str]) -> None:
    before = versions()
    with pytest.raises(actions.Invalid, match="only one can be right always"):
        actions.keep_both(two.pk, wanted(two, **conditions), by=me, now=LATER)
    assert (versions(), Conflict.objects.get().status, of("PDF").contested) == (before, "open", True)


@pytest.mark.parametrize("condition", ["x" * 201, "half \ud800", "nought \x00"])
def test_a_condition_that_cannot_be_stored_is_invalid(two: Conflict, me: Actor, condition: str) -> None:
    with pytest.raises(actions.Invalid, match="condition"):
        actions.keep_both(two.pk, wanted(two, PDF=condition), by=me, now=LATER)


def test_the_guard_refuses_a_secret_in_a_condition(two: Conflict, me: Actor) -> None:
    before = versions()
    done = actions.keep_both(two.pk, wanted(two, PDF="when the password: hunter2 is asked"), by=me, now=LATER)
    assert (done.name, versions(), Conflict.objects.get().status) == ("refused", before, "open")
    assert done.category


def test_what_stands_under_the_chosen_condition_is_not_silently_replaced(
    two: Conflict, me: Actor, trusted: Agent
) -> None:
    told(trusted, "Always Markdown", NOON, condition="to print")
    with pytest.raises(actions.Invalid, match="“Document format: Markdown” counts then already"):
        actions.keep_both(two.pk, wanted(two, PDF="to print"), by=me, now=LATER)
    two.refresh_from_db()
    assert two.status == "open"
    assert of("Markdown").status == "active"


def test_all_three_are_kept_under_three_conditions(three: Conflict, me: Actor) -> None:
    actions.keep_both(three.pk, wanted(three, PDF="to print", Word="to edit"), by=me, now=LATER)
    assert {status for status, _ in state(*VALUES).values()} == {"active"}


# It was temporary


def test_what_was_temporary_expires_without_a_tombstone_and_the_other_stays(two: Conflict, me: Actor) -> None:
    before = versions()
    done = actions.was_temporary(two.pk, of("Word").pk, by=me, now=LATER)
    assert (done.name, versions() - before) == ("revised", 2)
    assert state("PDF", "Word") == {"PDF": ("active", False), "Word": ("expired", False)}
    assert (of("Word").expire_reason, of("Word").expired_on) == ("It was temporary.", LATER.date())
    assert not Tombstone.objects.exists()
    assert Conflict.objects.get().status == "answered"


def test_of_three_the_others_are_still_open(three: Conflict, me: Actor, trusted: Agent, as_alice: User) -> None:
    assert three.winner_id == of("Markdown").pk
    before = versions()
    done = actions.was_temporary(three.pk, of("Markdown").pk, by=me, now=LATER)
    three.refresh_from_db()
    assert (done.memory, done.version, versions() - before) == (of("Markdown"), versions_of("Markdown")[-1], 1)
    assert (three.status, three.winner_id) == ("open", of("Word").pk)
    assert three.question == "Document format: “PDF” or “Word”?"
    readable = readable_by(trusted, MemorySettings.for_person(as_alice.pk), now=LATER)
    assert [memory.value for memory in readable] == ["Word"]
    actions.keep_one(three.pk, of("PDF").pk, by=me, now=LATER)
    assert state(*VALUES) == {"PDF": ("active", False), "Word": ("superseded", False), "Markdown": ("expired", False)}


def versions_of(value: str) -> list[int]:
    rows: Any = history_model().objects.filter(id=of(value).pk).order_by("history_id")
    return list(rows.values_list("history_id", flat=True))


def test_what_was_temporary_of_three_comes_back_into_the_open_conflict(three: Conflict, me: Actor) -> None:
    done = actions.was_temporary(three.pk, of("Markdown").pk, by=me, now=LATER)
    assert actions.undo(done.version or 0, by=me, now=LATER).name == "revised"
    three.refresh_from_db()
    assert set(state(*VALUES).values()) == {("active", True)}
    assert three.question == "Document format: “PDF”, “Word” or “Markdown”?"


# Later


def test_later_is_quiet_for_a_week_and_changes_no_memory(two: Conflict, me: Actor) -> None:
    before = versions()
    assert actions.later(two.pk, by=me, now=NOON).name == "revised"
    waiting = [bool(Conflict.objects.waiting(date(2026, 2, day))) for day in (22, 28)]
    assert [*waiting, bool(Conflict.objects.waiting(date(2026, 3, 1)))] == [False, False, True]
    assert (versions(), Conflict.objects.open().count(), of("PDF").contested) == (before, 1, True)
    actions.reopen(two.pk, by=me, now=NOON)
    assert Conflict.objects.waiting(NOON.date()).exists()
    assert versions() == before


def test_an_answer_ends_what_was_put_off(two: Conflict, me: Actor) -> None:
    actions.later(two.pk, by=me, now=NOON)
    actions.keep_one(two.pk, of("PDF").pk, by=me, now=LATER)
    assert Conflict.objects.get().later_until is None


# Once, and by the person only

ANSWERS = ("keep_one", "keep_both", "was_temporary", "later")


@pytest.mark.parametrize("second", ANSWERS)
@pytest.mark.parametrize("first", ANSWERS[:3])
def test_a_second_answer_changes_nothing(two: Conflict, me: Actor, first: str, second: str) -> None:
    answer(two, first, me)
    before, seen = versions(), everything()
    assert answer(two, second, me, LATER + timedelta(days=1)).name == "unchanged"
    assert (versions(), everything()) == (before, seen)


@pytest.mark.parametrize("how", [*ANSWERS, "reopen"])
def test_no_agent_answers(two: Conflict, trusted: Agent, how: str) -> None:
    before = versions()
    with pytest.raises(OnlyThePerson):
        answer(two, how, AgentOf(trusted))
    assert (versions(), Conflict.objects.get().status) == (before, "open")


# Taking it back


@pytest.mark.parametrize("how", ANSWERS[:3])
def test_an_answer_taken_back_leaves_everything_as_it_was(two: Conflict, me: Actor, how: str) -> None:
    question, winner, seen, before = two.question, two.winner_id, everything(), versions()
    answer(two, how, me)
    assert everything() != seen
    assert actions.reopen(two.pk, by=me, now=LATER).name == "revised"
    two.refresh_from_db()
    assert (everything(), versions() - before) == (seen, 4)
    assert (two.status, two.question, two.winner_id, two.decided_at, two.answer) == ("open", question, winner, None, {})
    assert answer(two, how, me).name == "revised"


@pytest.mark.parametrize("how", ANSWERS[:3])
@pytest.mark.parametrize("what", ["pin", "erase", "restore"])
def test_an_answer_is_not_taken_back_once_a_member_has_changed(two: Conflict, me: Actor, how: str, what: str) -> None:
    answer(two, how, me)
    if what == "pin":
        actions.keep(Memory.objects.active().order_by("pk")[0].pk, by=me, now=LATER)
    elif what == "erase":
        erasure.erase(of("PDF").pk, by=me, now=LATER)
    else:
        actions.restore(versions_of("Word")[0], by=me, now=LATER)
    before = versions()
    assert actions.reopen(two.pk, by=me, now=LATER).name == "unchanged"
    assert (versions(), Conflict.objects.get().status) == (before, "answered")


def test_an_answer_is_not_taken_back_where_another_value_holds_the_place_by_now(
    two: Conflict, me: Actor, as_alice: User
) -> None:
    actions.keep_both(two.pk, wanted(two, PDF="to print", Word="to edit"), by=me, now=LATER)
    typed(as_alice, "Markdown", LATER)
    before = versions()
    assert actions.reopen(two.pk, by=me, now=LATER).name == "unchanged"
    assert (versions(), of("Markdown").status, of("PDF").condition) == (before, "active", "to print")


def test_an_answer_is_taken_back_once(two: Conflict, me: Actor) -> None:
    actions.keep_one(two.pk, of("PDF").pk, by=me, now=LATER)
    actions.reopen(two.pk, by=me, now=LATER)
    before = versions()
    actions.reopen(two.pk, by=me, now=LATER)
    assert (versions(), set(state("PDF", "Word").values())) == (before, {("active", True)})


# Where a conflict ends without an answer


def test_choosing_a_third_value_ends_the_conflict(two: Conflict, me: Actor, as_alice: User) -> None:
    """An older value that the person restores holds the key; the two give way, with one version each."""
    actions.keep_one(two.pk, of("PDF").pk, by=me, now=NOON)
    told(Agent.connect(as_alice, name="T", trust=Trust.TRUSTED)[0], "Now Markdown", LATER, quote="Markdown now")
    assert (of("PDF").status, of("Markdown").status) == ("superseded", "active")
    rest = told(Agent.objects.get(name="T"), "Excel, I think", LATER)
    assert rest.name == "conflict"
    before = versions()
    assert actions.restore(versions_of("PDF")[-2], by=me, now=LATER).name == "revised"
    assert versions() - before == 3
    assert {m.value: m.status for m in Memory.objects.active()} == {"PDF": "active"}
    assert not Conflict.objects.open().exists()


def test_saying_when_one_of_two_counts_ends_the_conflict(two: Conflict, me: Actor) -> None:
    word = of("Word")
    form = actions.Edit(
        label=word.label, value=word.value, details=word.details, kind=word.kind, condition="to edit", project="",
        tags=(),
    )  # fmt: skip
    assert actions.edit(word.pk, form, by=me, now=LATER).name == "revised"
    assert state("PDF", "Word") == {"PDF": ("active", False), "Word": ("active", False)}
    assert Conflict.objects.get().status == "dismissed"
    assert (len(steps("PDF")), len(steps("Word"))) == (3, 2)


# SPEC §7 by S0's example


FEBRUARY, MARCH = datetime(2026, 2, 20, 9, tzinfo=UTC), datetime(2026, 3, 3, 9, tzinfo=UTC)
STYLE = {"name": "style", "category": "communication", "source": "correction"}


@pytest.mark.parametrize("confirm_new", ["ask", "explicit_only", "never"])
@pytest.mark.parametrize("trust", [Trust.ASK, Trust.TRUSTED])
def test_concise_in_february_and_detailed_in_march_are_one_question(
    alice: User, trust: Trust, confirm_new: str
) -> None:
    with scope.acting_as(alice.pk):
        MemorySettings.for_person(alice.pk)
        MemorySettings.objects.update(confirm_new=confirm_new)
        agent = Agent.connect(alice, name="Scribe", trust=trust)[0]
        told(agent, "Concise replies", FEBRUARY, **STYLE)
        done = told(agent, "Detailed explanations", MARCH, **STYLE)
        assert done.name == "conflict"
        assert done.question == "Communication style: “Concise” or “Detailed”?"
        assert Conflict.objects.get().winner == of("Detailed")
        for at in (MARCH, MARCH + timedelta(days=1)):
            assert told(agent, "Concise replies", at, **STYLE).name == "reinforced"
            assert told(agent, "Detailed explanations", at, **STYLE).name == "reinforced"
    assert "conflicts" not in upkeep.run_now("detect_conflicts", now=MARCH + timedelta(days=2)).counts
    with scope.acting_as(alice.pk):
        asked = Conflict.objects.get()
        assert (asked.status, asked.members.count(), asked.question) == ("open", 2, done.question)
        assert Memory.objects.count() == 2


@pytest.mark.parametrize("source", ["inference", "weak", "uncertain", "behaviour", "pattern"])
@pytest.mark.parametrize("confirm_new", ["ask", "never"])
def test_an_observation_never_wins_over_what_was_said(alice: User, confirm_new: str, source: str) -> None:
    with scope.acting_as(alice.pk):
        MemorySettings.for_person(alice.pk)
        MemorySettings.objects.update(confirm_new=confirm_new)
        agent = Agent.connect(alice, name="Scribe", trust=Trust.TRUSTED)[0]
        told(agent, "Always PDF", NOON, source="instruction")
        for day in range(1, 6):
            told(agent, "Word", NOON + timedelta(days=day), source=source, ref={"run": day})
            told(agent, "Now Word instead", NOON + timedelta(days=day), source=source, ref={"run": f"again {day}"})
    upkeep.run_now("detect_conflicts", now=NOON + timedelta(days=7))
    with scope.acting_as(alice.pk):
        assert of("PDF").status == "active"
        assert {conflict.winner_id for conflict in Conflict.objects.all()} == {of("PDF").pk}
        readable = readable_by(agent, MemorySettings.for_person(alice.pk), now=NOON + timedelta(days=7))
        assert [memory.value for memory in readable] == ["PDF"]


# Found by the clock


def likes(person: User, text: str, at: datetime = NOON, **more: Any) -> Memory:
    memory = typed(person, text, at, **{"name": f"{more.get('category', '')} {text}", **more}).memory
    assert memory
    return memory


def test_opposite_words_in_two_categories_are_found_by_the_clock_and_asked_about_once(alice: User, me: Actor) -> None:
    with scope.acting_as(alice.pk):
        one = likes(alice, "I like coriander", category="food", kind="preference")
        other = likes(alice, "I don't like coriander", LATER, category="kitchen", kind="fact")
        assert not Conflict.objects.exists()
    found = upkeep.run_now("detect_conflicts", now=LATER)
    assert (found.counts, found.kinds) == ({"compared": 2, "conflicts": 1}, {"preference": 1, "fact": 1})
    assert upkeep.run_now("detect_conflicts", now=LATER).counts == {}
    with scope.acting_as(alice.pk):
        asked = Conflict.objects.get()
        assert (asked.detected_by, asked.winner_id, asked.created_at) == ("clock", other.pk, LATER)
        assert "I like coriander" in asked.question
        assert "I don't like coriander" in asked.question
        assert {each.memory_id for each in asked.members.all()} == {one.pk, other.pk}
        rows: Any = history_model().objects.filter(changed_verb="contest")
        assert set(rows.values_list("changed_by", "changed_because")) == {("clock", "found by the clock")}
        assert rows.count() == 2
        assert actions.keep_one(asked.pk, one.pk, by=me, now=LATER).name == "revised"
    assert "conflicts" not in upkeep.run_now("detect_conflicts", now=LATER + timedelta(days=1)).counts


def test_what_was_answered_is_not_asked_again(alice: User, me: Actor) -> None:
    with scope.acting_as(alice.pk):
        likes(alice, "I like coriander", category="food", kind="preference")
        likes(alice, "I don't like coriander", category="kitchen", kind="fact")
    upkeep.run_now("detect_conflicts", now=NOON)
    with scope.acting_as(alice.pk):
        asked = Conflict.objects.get()
        rest = {each.memory_id: "in summer" for each in asked.members.all()[:1]}
        actions.keep_both(asked.pk, rest, by=me, now=LATER)
        for memory in Memory.objects.all():
            form = actions.Edit(
                label=memory.label, value=memory.value, details="again", kind=memory.kind, condition="", project="",
                tags=(),
            )  # fmt: skip
            actions.edit(memory.pk, form, by=me, now=LATER)
        assert set(Memory.objects.values_list("status", "condition")) == {("active", "")}
    assert "conflicts" not in upkeep.run_now("detect_conflicts", now=LATER).counts


@pytest.mark.parametrize("apart", ["person", "condition", "project", "candidate"])
def test_what_counts_elsewhere_is_left_alone(alice: User, bob: User, apart: str) -> None:
    more = {apart: "winter"} if apart in ("condition", "project") else {}
    with scope.acting_as(alice.pk):
        likes(alice, "I like coriander", category="food")
        if apart == "candidate":
            agent = Agent.connect(alice, name="Scribe")[0]
            told(agent, "I don't like coriander", NOON, name="herbs", category="kitchen", kind="fact")
        elif apart != "person":
            likes(alice, "I don't like coriander", category="kitchen", kind="fact", **more)
    if apart == "person":
        with scope.acting_as(bob.pk):
            likes(bob, "I don't like coriander", category="kitchen", kind="fact")
    assert upkeep.run_now("detect_conflicts", now=LATER).counts == {"compared": 2}
    for person in (alice, bob):
        with scope.acting_as(person.pk):
            assert not Conflict.objects.exists()


def test_a_candidate_is_compared_again_when_it_comes_into_use(alice: User, scribe: Agent, me: Actor) -> None:
    with scope.acting_as(alice.pk):
        likes(alice, "I like coriander", category="food")
        asked = told(scribe, "I don't like coriander", NOON, name="herbs", category="kitchen", kind="fact")
    assert upkeep.run_now("detect_conflicts", now=NOON).counts == {"compared": 2}
    with scope.acting_as(alice.pk):
        actions.confirm(asked.memory.pk, by=me, now=LATER)  # type: ignore[union-attr]
    assert upkeep.run_now("detect_conflicts", now=LATER).counts.get("conflicts") == 1


def test_three_that_disagree_in_pairs_are_one_question(alice: User) -> None:
    with scope.acting_as(alice.pk):
        likes(alice, "I like coriander", category="food")
        likes(alice, "I never want coriander", category="kitchen", kind="fact")
        likes(alice, "I hate coriander", category="garden", kind="habit")
    assert upkeep.run_now("detect_conflicts", now=NOON, batch=1).counts["conflicts"] == 1
    assert "conflicts" not in upkeep.run_now("detect_conflicts", now=NOON).counts
    with scope.acting_as(alice.pk):
        assert Conflict.objects.count() == 1


def test_with_nothing_to_compare_the_run_says_so(alice: User) -> None:
    done = upkeep.run_now("detect_conflicts", now=NOON)
    assert (done.counts, done.summary, done.open_shards) == ({}, "nothing was due", [])
    assert UpkeepRun.objects.get().finished_at is not None


def test_a_dry_run_compares_nothing_and_counts(alice: User) -> None:
    with scope.acting_as(alice.pk):
        likes(alice, "I like coriander", category="food")
        likes(alice, "I don't like coriander", category="kitchen", kind="fact")
    assert upkeep.run_now("detect_conflicts", now=NOON, dry_run=True).counts == {"to compare": 2}
    with scope.acting_as(alice.pk):
        assert not Conflict.objects.exists()
    assert upkeep.run_now("detect_conflicts", now=NOON).counts == {"compared": 2, "conflicts": 1}


def test_nothing_of_a_person_who_switched_memory_off_is_compared(alice: User) -> None:
    with scope.acting_as(alice.pk):
        likes(alice, "I like coriander", category="food")
        likes(alice, "I don't like coriander", category="kitchen", kind="fact")
        MemorySettings.objects.update(enable_memory=False)
    assert upkeep.run_now("detect_conflicts", now=NOON).counts == {}
    with scope.acting_as(alice.pk):
        MemorySettings.objects.update(enable_memory=True)
    assert upkeep.run_now("detect_conflicts", now=NOON).counts == {"compared": 2, "conflicts": 1}


def test_what_was_kept_is_not_archived_the_same_night(as_alice: User, me: Actor, trusted: Agent) -> None:
    for n, details in enumerate(("Remember: the server runs Debian", "The server runs Fedora")):
        done = told(trusted, details, NOON + timedelta(minutes=n), name="server", category="x", kind="fact")
    on = NOON + timedelta(days=100)
    assert done.conflict_id
    assert done.memory
    actions.keep_one(done.conflict_id, done.memory.pk, by=me, now=on)
    assert upkeep.run_now("archive", now=on + timedelta(days=1)).counts == {}


def test_signs_against_it_count_anew_after_an_answer(as_alice: User, me: Actor, scribe: Agent) -> None:
    typed(as_alice, "PDF", NOON)
    for day in (1, 2, 3):
        done = told(scribe, "Word", NOON + timedelta(days=day), source="behaviour")
    assert done.conflict_id
    actions.keep_one(done.conflict_id, of("PDF").pk, by=me, now=NOON + timedelta(days=4))
    again = told(scribe, "Word", NOON + timedelta(days=5), source="behaviour")
    assert (again.name, "Sign 1 of 3" in again.reason) == ("noted", True)
