"""Actions at the same time: threads with connections of their own, and real commits."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from memoryweb.agents.models import Agent, Trust
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import AgentOf, Person, proposals
from memoryweb.memories.acts.undo import undo_act
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import LIVE, Conflict, Memory, Proposal, Status, Tombstone, history_model
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import agent_says, count_versions, make_statement, person_types, record_use, verbs_of, versions_of

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
    """Start all jobs together, each in a transaction of its own, and return their results or raise their error."""
    start = Barrier(len(jobs))

    def work(job: Callable[[], Any]) -> Any:
        try:
            start.wait(60)
            with scope.acting_as(alice.pk):
                return job()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as threads:
        return [future.result(120) for future in [threads.submit(work, job) for job in jobs]]


def saved_memory(alice: User, remember: Callable[[], actions.Outcome]) -> Memory:
    with scope.acting_as(alice.pk):
        memory = remember().memory
    assert memory is not None
    return memory


def check_invariants(alice: User) -> None:
    """Check keys, fingerprints, conflicts, versions and evidence counts."""
    with scope.acting_as(alice.pk):
        live = list(Memory.objects.filter(LIVE))
        free = [m for m in live if not m.contested and m.status == Status.ACTIVE]
        assert len({m.key for m in free}) == len(free)
        assert len({bytes(m.fingerprint) for m in live}) == len(live)
        members = {m.pk for m in Memory.objects.filter(LIVE, conflicts__conflict__status="open")}
        assert {m.pk for m in live if m.contested} == members
        assert all(c.members.count() > 1 for c in Conflict.objects.filter(status="open"))
        for memory in Memory.objects.all():
            newest = versions_of(memory)[-1]
            assert newest.status == memory.status
            assert newest.value == memory.value
            assert newest.evidence_count == memory.evidence_count
            assert memory.evidence.count() == memory.evidence_count


def verbs_in_scope(alice: User, memory: Memory) -> list[str]:
    with scope.acting_as(alice.pk):
        return verbs_of(memory)


def test_eight_confirms_leave_one_version(alice: User, scribe: Agent) -> None:
    memory = saved_memory(alice, lambda: agent_says(scribe, "I prefer PDF"))
    outcomes = at_once(alice, *[lambda: actions.confirm(memory.pk, by=Person(alice), now=NOON)] * EIGHT)
    assert sorted(each.name for each in outcomes) == ["saved"] + ["unchanged"] * 7
    assert verbs_in_scope(alice, memory) == ["remember", "confirm"]


@pytest.mark.parametrize("details", ["I prefer PDF", "Always PDF"])
def test_eight_saves_of_one_new_thing_leave_one_memory(alice: User, scribe: Agent, details: str) -> None:
    outcomes = at_once(alice, *[lambda: agent_says(scribe, details)] * EIGHT)
    assert sorted(each.name for each in outcomes) == ["reinforced"] * 7 + ["saved"]
    with scope.acting_as(alice.pk):
        assert [memory.evidence_count for memory in Memory.objects.all()] == [EIGHT]
    check_invariants(alice)


def test_eight_saves_by_an_ask_agent_leave_one_question(alice: User) -> None:
    with scope.acting_as(alice.pk):
        asks = Agent.connect(alice, name="Asks")[0]
    outcomes = at_once(alice, *[lambda: agent_says(asks, "I prefer PDF")] * EIGHT)
    assert [each.name for each in outcomes] == ["proposed"] * EIGHT
    with scope.acting_as(alice.pk):
        assert [memory.evidence_count for memory in Memory.objects.all()] == [EIGHT]
        assert Proposal.objects.count() == 1
    check_invariants(alice)


def test_eight_values_proposed_at_once_are_one_choice(alice: User) -> None:
    with scope.acting_as(alice.pk):
        asks = Agent.connect(alice, name="Asks")[0]
    values = ["tea", "milk", "water", "juice", "beer", "wine", "cocoa", "mate"]
    at_once(alice, *[lambda v=v: agent_says(asks, v, name="drink", category="food") for v in values])
    with scope.acting_as(alice.pk):
        (group,) = set(Proposal.objects.open().values_list("choice_group", flat=True))
        assert group
        assert Proposal.objects.open().count() == EIGHT
    check_invariants(alice)


@pytest.mark.parametrize("source", ["instruction", "behaviour"])
@pytest.mark.parametrize("words", ["I prefer {}", "Always {}", "From now on {}"])
def test_eight_different_values_of_one_key_leave_no_two_in_use(
    alice: User, scribe: Agent, source: str, words: str
) -> None:
    values = ["tea", "milk", "water", "juice", "beer", "wine", "cocoa", "mate"]
    jobs = [
        lambda v=v: agent_says(scribe, words.format(v), name="drink", category="food", source=source) for v in values
    ]
    outcomes = at_once(alice, *jobs)
    assert {each.name for each in outcomes} <= {"saved", "proposed", "noted", "revised", "conflict"}
    check_invariants(alice)
    with scope.acting_as(alice.pk):
        numbers = sorted(Memory.objects.values_list("obs_id", flat=True))
        assert [int(number[-3:]) for number in numbers] == list(range(1, EIGHT + 1))


def test_eight_values_typed_at_once_leave_one_active(alice: User) -> None:
    values = ["tea", "milk", "water", "juice", "beer", "wine", "cocoa", "mate"]
    at_once(alice, *[lambda v=v: person_types(alice, v, name="drink", category="food") for v in values])
    with scope.acting_as(alice.pk):
        assert Memory.objects.active().count() == 1
        assert Memory.objects.filter(status="superseded").count() == EIGHT - 1
    check_invariants(alice)


def test_two_proposals_for_one_key_answered_at_once_leave_the_rows_consistent(alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        first = person_types(alice, "PDF").memory
        assert first
        actions.expire(first.pk, by=Person(alice), now=NOON)
        second = agent_says(scribe, "I like Word").memory
        version = versions_of(first)[0].history_id
    assert second
    at_once(
        alice,
        *[lambda: actions.restore(version, by=Person(alice), now=NOON)] * 4,
        *[lambda: actions.confirm(second.pk, by=Person(alice), now=NOON)] * 4,
    )
    check_invariants(alice)


def test_erase_and_reinforce_at_once_leave_no_words(alice: User, scribe: Agent) -> None:
    """Whichever comes first, nothing fails and no words are left."""
    memory = saved_memory(alice, lambda: agent_says(scribe, "Always PDF"))
    outcomes = at_once(
        alice, *[lambda: agent_says(scribe, "PDF")] * 7, lambda: erasure.erase(memory.pk, by=Person(alice), now=NOON)
    )
    assert {each.name for each in outcomes[:7]} <= {"reinforced", "blocked"}
    with scope.acting_as(alice.pk):
        assert (Memory.objects.count(), Tombstone.objects.count()) == (0, 1)
        assert not history_model().objects.exclude(label="").exists()


def test_actions_on_one_conflict_at_once_all_finish(alice: User, scribe: Agent) -> None:
    """A conflict, its members, a predecessor and their proposals: rows that the actions lock in many orders."""
    person = Person(alice)
    with scope.acting_as(alice.pk):
        one, two = agent_says(scribe, "Always PDF"), agent_says(scribe, "Word")
        three = agent_says(scribe, "Markdown, I think", source="inference")
        assert one.memory
        assert two.memory
        assert three.memory
        assert two.act
        a, b, c, two_act = one.memory.pk, two.memory.pk, three.memory.pk, two.act

    def unless_erased(action: Callable[[], Any]) -> Callable[[], Any]:
        def job() -> Any:
            try:
                return action()
            except Memory.DoesNotExist:
                return None

        return job

    at_once(
        alice,
        *[
            unless_erased(job)
            for job in (
                lambda: actions.confirm(a, by=person, now=NOON),
                lambda: actions.confirm(b, by=person, now=NOON),
                lambda: actions.expire(c, by=person, now=NOON),
                lambda: actions.update(b, details="LaTeX", quote="LaTeX now", by=AgentOf(scribe), now=NOON),
                lambda: undo_act(two_act, by=person, now=NOON),
                lambda: erasure.erase(a, by=person, now=NOON),
                lambda: actions.remember(make_statement("Now HTML"), by=AgentOf(scribe), now=NOON),
                lambda: person_types(alice, "Excel"),
            )
        ],
    )
    check_invariants(alice)


@pytest.mark.parametrize("answer", ["keep_one", "keep_both", "was_temporary", "later", "confirm"])
def test_an_answer_and_another_side_at_once_never_decide_about_a_side_that_was_not_shown(
    answer: str, alice: User, scribe: Agent
) -> None:
    """Whichever is first: the answer is about the two sides that were shown, or it is refused."""
    with scope.acting_as(alice.pk):
        for value in ("PDF", "Word"):
            agent_says(scribe, value, NOON)
        conflict = Conflict.objects.get()
        pdf, word = Memory.objects.get(value="PDF"), Memory.objects.get(value="Word")
        shown: dict[str, Any] = {"by": Person(alice), "now": NOON, "version": proposals.conflict_version([pdf, word])}
        version = proposals.memory_version(pdf)
    jobs: dict[str, Callable[[], Any]] = {
        "keep_one": lambda: actions.keep_one(conflict.pk, pdf.pk, **shown),
        "keep_both": lambda: actions.keep_both(conflict.pk, {pdf.pk: "to print"}, **shown),
        "was_temporary": lambda: actions.was_temporary(conflict.pk, word.pk, **shown),
        "later": lambda: actions.later(conflict.pk, **shown),
        "confirm": lambda: actions.confirm(pdf.pk, **shown | {"version": version}),
    }
    outcome, _said = at_once(alice, jobs[answer], lambda: agent_says(scribe, "Markdown", NOON))
    check_invariants(alice)
    with scope.acting_as(alice.pk):
        markdown = Memory.objects.get(value="Markdown")
        assert (markdown.status, markdown.confirmed_at) in ((Status.ACTIVE, None), (Status.CANDIDATE, None))
        is_side = markdown.conflicts.filter(conflict=conflict).exists()
        assert outcome.reason == proposals.STALE or answer == "later" or not is_side


def test_answers_and_the_clock_at_once_do_not_deadlock(alice: User, scribe: Agent) -> None:
    long_ago = datetime(2025, 12, 1, tzinfo=UTC)
    with scope.acting_as(alice.pk):
        asks = Agent.connect(alice, name="Asks")[0]
        outcomes = [
            agent_says(asks, f"I like tea {n}", long_ago, name=f"tea {n}", category="food") for n in range(EIGHT)
        ]

    def answer(outcome: actions.Outcome) -> Callable[[], Any]:
        proposal_id = outcome.proposal_id
        assert proposal_id
        return lambda: actions.accept(proposal_id, by=Person(alice), now=NOON)

    start = Barrier(3)

    def people() -> None:
        try:
            start.wait(60)
            for outcome in outcomes:
                with scope.acting_as(alice.pk):
                    answer(outcome)()
        finally:
            connection.close()

    def clock() -> None:
        try:
            start.wait(60)
            upkeep.run_now("expire_proposals", now=NOON, batch=2)
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as threads:
        for future in [threads.submit(people), threads.submit(clock), threads.submit(clock)]:
            future.result(120)
    with scope.acting_as(alice.pk):
        assert not Proposal.objects.open().exists()
        assert set(Memory.objects.values_list("status", "changed_by")) <= {("active", "person"), ("expired", "clock")}
        assert count_versions() == 2 * EIGHT


def test_eight_counts_of_one_use_are_eight(alice: User, scribe: Agent) -> None:
    memory = saved_memory(alice, lambda: agent_says(scribe, "Always PDF"))
    at_once(alice, *[lambda: record_use([memory.pk], agent=scribe, now=NOON)] * EIGHT)
    with scope.acting_as(alice.pk):
        assert [use.times for use in memory.uses.all()] == [EIGHT]


def test_eight_refusals_are_counted_as_eight(alice: User, scribe: Agent) -> None:
    from memoryweb.memories.models import Refusal

    at_once(alice, *[lambda: agent_says(scribe, "password: hunter2", NOON)] * EIGHT)
    with scope.acting_as(alice.pk):
        assert [refusal.count for refusal in Refusal.objects.all()] == [EIGHT]
