"""Many at once: threads with connections of their own, and commits that are real."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from memoryweb.agents.models import Agent, Trust
from memoryweb.memories import actions, erasure, upkeep, usage
from memoryweb.memories.actors import AgentOf, Person
from memoryweb.memories.models import LIVE, Conflict, Memory, Proposal, Status, Tombstone, history_model
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import agent_says, make_statement, person_types

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)
EIGHT = 8
pytestmark = pytest.mark.usefixtures("committed")


@pytest.fixture
def alice(committed: None) -> User:
    return User.objects.create_user("alice@example.org", None)


@pytest.fixture
def scribe(alice: User) -> Agent:
    with scope.acting_as(alice.pk):
        return Agent.connect(alice, name="Scribe", trust=Trust.TRUSTED)[0]


def at_once(alice: User, *jobs: Callable[[], Any]) -> list[Any]:
    """All of them start together, each in a transaction of its own; an error in any is an error here."""
    start = Barrier(len(jobs))

    def work(job: Callable[[], Any]) -> Any:
        try:
            start.wait(10)
            with scope.acting_as(alice.pk):
                return job()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as threads:
        return [each.result(20) for each in [threads.submit(work, job) for job in jobs]]


def known(alice: User, say: Callable[[], actions.Outcome]) -> Memory:
    with scope.acting_as(alice.pk):
        memory = say().memory
    assert memory is not None
    return memory


def check_what_always_holds(alice: User) -> None:
    """One memory in use per key, conflicts of at least two, every memory as its newest version says."""
    with scope.acting_as(alice.pk):
        live = list(Memory.objects.filter(LIVE))
        free = [m for m in live if not m.contested and m.status == Status.ACTIVE]
        assert len({m.key for m in free}) == len(free)
        assert len({bytes(m.fingerprint) for m in live}) == len(live)
        members = {m.pk for m in Memory.objects.filter(LIVE, conflicts__conflict__status="open")}
        assert {m.pk for m in live if m.contested} == members
        assert all(c.members.count() > 1 for c in Conflict.objects.filter(status="open"))
        for memory in Memory.objects.all():
            newest: Any = history_model().objects.filter(id=memory.pk).order_by("-history_id").first()
            assert newest.status == memory.status
            assert newest.value == memory.value
            assert newest.evidence_count == memory.evidence_count
            assert memory.evidence.count() == memory.evidence_count


def versions(alice: User, memory: Memory) -> list[str]:
    with scope.acting_as(alice.pk):
        rows: Any = history_model().objects.filter(id=memory.pk).order_by("history_id")
        return list(rows.values_list("changed_verb", flat=True))


def test_eight_confirms_leave_one_version(alice: User, scribe: Agent) -> None:
    memory = known(alice, lambda: agent_says(scribe, "I prefer PDF"))
    done = at_once(alice, *[lambda: actions.confirm(memory.pk, by=Person(alice), now=NOON)] * EIGHT)
    assert sorted(each.name for each in done) == ["saved"] + ["unchanged"] * 7
    assert versions(alice, memory) == ["remember", "confirm"]


@pytest.mark.parametrize("details", ["I prefer PDF", "Always PDF"])
def test_eight_saves_of_one_new_thing_leave_one_memory(alice: User, scribe: Agent, details: str) -> None:
    done = at_once(alice, *[lambda: agent_says(scribe, details)] * EIGHT)
    first = "saved" if "Always" in details else "proposed"
    assert sorted(each.name for each in done) == sorted([first] + ["reinforced"] * 7)
    with scope.acting_as(alice.pk):
        assert [memory.evidence_count for memory in Memory.objects.all()] == [EIGHT]
    check_what_always_holds(alice)


@pytest.mark.parametrize("source", ["instruction", "behaviour"])
@pytest.mark.parametrize("words", ["I prefer {}", "Always {}", "From now on {}"])
def test_eight_different_values_of_one_key_leave_no_two_in_use(
    alice: User, scribe: Agent, source: str, words: str
) -> None:
    values = ["tea", "milk", "water", "juice", "beer", "wine", "cocoa", "mate"]
    jobs = [
        lambda v=v: agent_says(scribe, words.format(v), name="drink", category="food", source=source) for v in values
    ]
    done = at_once(alice, *jobs)
    assert {each.name for each in done} <= {"saved", "proposed", "noted", "revised", "conflict"}
    check_what_always_holds(alice)
    with scope.acting_as(alice.pk):
        numbers = sorted(Memory.objects.values_list("obs_id", flat=True))
        assert [int(number[-3:]) for number in numbers] == list(range(1, EIGHT + 1))


def test_eight_people_typing_different_values_leave_the_last(alice: User) -> None:
    values = ["tea", "milk", "water", "juice", "beer", "wine", "cocoa", "mate"]
    at_once(alice, *[lambda v=v: person_types(alice, v, name="drink", category="food") for v in values])
    with scope.acting_as(alice.pk):
        assert Memory.objects.active().count() == 1
        assert Memory.objects.filter(status="superseded").count() == EIGHT - 1
    check_what_always_holds(alice)


def test_two_proposals_for_one_key_answered_at_once_leave_the_rows_consistent(alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        first = person_types(alice, "PDF").memory
        assert first
        actions.expire(first.pk, by=Person(alice), now=NOON)
        second = agent_says(scribe, "I like Word").memory
        version = history_model().objects.filter(id=first.pk).order_by("history_id").first().history_id
    assert second
    at_once(
        alice,
        *[lambda: actions.restore(version, by=Person(alice), now=NOON)] * 4,
        *[lambda: actions.confirm(second.pk, by=Person(alice), now=NOON)] * 4,
    )
    check_what_always_holds(alice)


def test_erase_and_reinforce_at_once_leave_no_words(alice: User, scribe: Agent) -> None:
    """Whichever comes first: no error, and the words stay only where they were said before the erasure was over."""
    memory = known(alice, lambda: agent_says(scribe, "Always PDF"))
    done = at_once(
        alice, *[lambda: agent_says(scribe, "PDF")] * 7, lambda: erasure.erase(memory.pk, by=Person(alice), now=NOON)
    )
    assert {each.name for each in done[:7]} <= {"reinforced", "blocked"}
    with scope.acting_as(alice.pk):
        assert (Memory.objects.count(), Tombstone.objects.count()) == (0, 1)
        assert not history_model().objects.exclude(label="").exists()


def test_actions_on_one_conflict_at_once_all_finish(alice: User, scribe: Agent) -> None:
    """A conflict, its members, a predecessor and their questions: the rows that verbs lock in many orders."""
    person = Person(alice)
    with scope.acting_as(alice.pk):
        one, two = agent_says(scribe, "Always PDF"), agent_says(scribe, "Word")
        three = agent_says(scribe, "Markdown, I think", source="inference")
        assert one.memory
        assert two.memory
        assert three.memory
        a, b, c = one.memory.pk, two.memory.pk, three.memory.pk

    def settled(do: Callable[[], Any]) -> Callable[[], Any]:
        def job() -> Any:
            try:
                return do()
            except Memory.DoesNotExist:
                return None

        return job

    at_once(
        alice,
        *[
            settled(job)
            for job in (
                lambda: actions.confirm(a, by=person, now=NOON),
                lambda: actions.confirm(b, by=person, now=NOON),
                lambda: actions.expire(c, by=person, now=NOON),
                lambda: actions.update(b, details="LaTeX", quote="LaTeX now", by=AgentOf(scribe), now=NOON),
                lambda: actions.undo(two.version or 0, by=person, now=NOON),
                lambda: erasure.erase(a, by=person, now=NOON),
                lambda: actions.remember(make_statement("Now HTML"), by=AgentOf(scribe), now=NOON),
                lambda: person_types(alice, "Excel"),
            )
        ],
    )
    check_what_always_holds(alice)


def test_answers_and_the_clock_at_once_do_not_deadlock(alice: User, scribe: Agent) -> None:
    long_ago = datetime(2025, 12, 1, tzinfo=UTC)
    with scope.acting_as(alice.pk):
        asked = [
            agent_says(scribe, f"I like tea {n}", long_ago, name=f"tea {n}", category="food") for n in range(EIGHT)
        ]

    def answer(each: actions.Outcome) -> Callable[[], Any]:
        assert each.proposal_id
        return lambda: actions.accept(each.proposal_id, by=Person(alice), now=NOON)  # type: ignore[arg-type]

    start = Barrier(3)

    def people() -> None:
        try:
            start.wait(10)
            for each in asked:
                with scope.acting_as(alice.pk):
                    answer(each)()
        finally:
            connection.close()

    def clock() -> None:
        try:
            start.wait(10)
            upkeep.run_now("expire_proposals", now=NOON, batch=2)
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as threads:
        for each in [threads.submit(people), threads.submit(clock), threads.submit(clock)]:
            each.result(20)
    with scope.acting_as(alice.pk):
        assert not Proposal.objects.open().exists()
        assert set(Memory.objects.values_list("status", "changed_by")) <= {("active", "person"), ("expired", "clock")}
        assert history_model().objects.count() == 2 * EIGHT


def test_eight_counts_of_one_use_are_eight(alice: User, scribe: Agent) -> None:
    memory = known(alice, lambda: agent_says(scribe, "Always PDF"))
    at_once(alice, *[lambda: usage.record_use([memory.pk], agent=scribe, now=NOON)] * EIGHT)
    with scope.acting_as(alice.pk):
        assert [use.times for use in memory.uses.all()] == [EIGHT]


def test_eight_refusals_are_counted_as_eight(alice: User, scribe: Agent) -> None:
    from memoryweb.memories.models import Refusal

    at_once(alice, *[lambda: agent_says(scribe, "password: hunter2", NOON)] * EIGHT)
    with scope.acting_as(alice.pk):
        assert [refusal.count for refusal in Refusal.objects.all()] == [EIGHT]
