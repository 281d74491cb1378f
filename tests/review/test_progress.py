"""Progress to long-term: the step the page names is the one the clock waits for."""

import pytest
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory, Proposal
from memoryweb.people.models import MemorySettings, User
from memoryweb.review.queue.cards import NextStep, Progress
from memoryweb.rls import scope
from tests.cases import with_each
from tests.conftest import told
from tests.review.builders import ago

SOON = "You will be asked within the hour"


@pytest.fixture
def ripe(alice: User, trusted: Agent) -> Memory:
    """Return a memory observed on three days, which is enough to be asked about."""
    return observe(alice, trusted, 5, 3, 1)


def observe(alice: User, agent: Agent, *days: int) -> Memory:
    with scope.acting_as(alice.pk):
        for each in days:
            memory = told(agent, "Uses Neovim", ago(each), name="editor", source="behaviour").memory
    assert memory
    return memory


def progress_and_text(browser: Client, memory: Memory) -> tuple[Progress | None, str]:
    page = browser.get(f"/memories/{memory.pk}/")
    return page.context["progress"], page.text


def the_question(alice: User) -> Proposal:
    with scope.acting_as(alice.pk):
        return Proposal.objects.get(kind="promote")


def test_a_ripe_memory_is_asked_about_within_the_hour(browser: Client, alice: User, ripe: Memory) -> None:
    progress, text = progress_and_text(browser, ripe)
    assert progress
    assert progress.next == NextStep.CLOCK
    assert SOON in text
    upkeep.run_now("promote", now=timezone.now())
    assert the_question(alice).memory_id == ripe.pk


def test_an_open_question_waits_on_review(browser: Client, ripe: Memory) -> None:
    upkeep.run_now("promote", now=timezone.now())
    progress, text = progress_and_text(browser, ripe)
    assert progress
    assert progress.next == NextStep.ANSWER
    assert 'waits for your answer on <a href="/review/">Review</a>' in text
    assert SOON not in text


def test_a_declined_promotion_shows_no_progress(browser: Client, alice: User, ripe: Memory) -> None:
    upkeep.run_now("promote", now=timezone.now())
    browser.post(f"/proposals/{the_question(alice).pk}/reject/")
    progress, text = progress_and_text(browser, ripe)
    assert progress is None
    assert "On the way to long-term" not in text


def test_an_unanswered_question_is_asked_again_with_new_evidence(browser: Client, alice: User, trusted: Agent) -> None:
    memory = observe(alice, trusted, 50, 45, 42)
    upkeep.run_now("promote", now=ago(40))
    upkeep.run_now("expire_proposals", now=ago(9))
    upkeep.run_now("promote", now=timezone.now())
    progress, text = progress_and_text(browser, memory)
    assert progress
    assert progress.next == NextStep.AGAIN
    assert SOON not in text
    observe(alice, trusted, 0)
    assert SOON in progress_and_text(browser, memory)[1]
    upkeep.run_now("promote", now=timezone.now())
    with scope.acting_as(alice.pk):
        assert Proposal.objects.open().filter(kind="promote").exists()


def test_in_a_conflict_it_waits_for_the_decision(browser: Client, alice: User, trusted: Agent) -> None:
    memory = observe(alice, trusted, 5, 3, 1)
    with scope.acting_as(alice.pk):
        told(trusted, "Uses Emacs", name="editor", source="behaviour")
        upkeep.run_now("detect_conflicts", now=timezone.now())
        memory.refresh_from_db()
    assert memory.contested
    progress, text = progress_and_text(browser, memory)
    assert progress
    assert progress.next == NextStep.DECISION
    assert "It is in a conflict" in text
    assert SOON not in text


@with_each("first, asks", [(15, False), (16, True)])
def test_fourteen_days_are_not_more_than_fourteen(
    browser: Client, alice: User, trusted: Agent, first: int, asks: bool
) -> None:
    memory = observe(alice, trusted, first, 1)
    progress, text = progress_and_text(browser, memory)
    assert progress
    assert (progress.next == NextStep.CLOCK, SOON in text) == (asks, asks)
    assert ("more than 14 days are enough" in text) is not asks
    assert ("14 days, one to go" in text) is not asks
    assert "14 of 14 days" not in text
    upkeep.run_now("promote", now=timezone.now())
    with scope.acting_as(alice.pk):
        assert Proposal.objects.filter(kind="promote").exists() is asks


def test_with_memory_off_nothing_is_asked(browser: Client, alice: User, ripe: Memory) -> None:
    with scope.acting_as(alice.pk):
        MemorySettings.objects.filter(person=alice).update(enable_memory=False)
    progress, text = progress_and_text(browser, ripe)
    assert progress
    assert progress.next == NextStep.MEMORY
    assert SOON not in text


def test_a_candidate_has_to_be_in_use_first(browser: Client, alice: User, trusted: Agent) -> None:
    with scope.acting_as(alice.pk):
        for n in range(3):  # feedback alone: what it made count it can take back
            memory = told(
                trusted,
                "Uses Neovim",
                ago(5 - n),
                name="editor",
                source="behaviour",
                evidence_kind="feedback",
                ref={"run": f"r{n}"},
            ).memory
        assert memory
        lost = actions.LedgerResult(confidence=0.4, is_lost=True)
        actions.apply_feedback(memory.pk, lost, by=Person(alice), now=timezone.now())
        memory.refresh_from_db()
    assert memory.status == "candidate"
    progress, text = progress_and_text(browser, memory)
    assert progress
    assert progress.next == NextStep.USE
    assert SOON not in text


def test_eleven_days_and_two_repeats(browser: Client, alice: User, scribe: Agent) -> None:
    progress, text = progress_and_text(browser, observe(alice, scribe, 13, 2))
    assert progress == Progress(repeats=2, days=11, next=NextStep.MORE)
    assert "2 of 3 repeats" in text
    assert "11 of 14 days" in text
