"""The weekly letter: what is in it, that it is sent once, and that what was erased is in no letter."""

from datetime import timedelta
from typing import Any

import pytest

from memoryweb.agents.models import Agent
from memoryweb.learning import weekly_digest
from memoryweb.memories import actions, erasure, upkeep
from memoryweb.memories.actors import Person
from memoryweb.people.models import MemorySettings, User
from tests.conftest import told, typed
from tests.learning.conftest import NOW, Call, decide

MONDAY = weekly_digest.monday_of(NOW.date())  # of the week of NOW, a Sunday


def this_week(person: User) -> weekly_digest.WeeklyDigest:
    return weekly_digest.build_digest(person, MONDAY, MemorySettings.for_person(person.pk).zone)


def test_what_was_learned_faded_contradicts_and_was_used(ask: Call, as_alice: User, trusted: Agent) -> None:
    typed(as_alice, "Green tea", NOW, name="drink", category="food")
    typed(as_alice, "Old", NOW - timedelta(days=60), name="old", category="x")
    gone = typed(as_alice, "Gone", NOW, name="gone", category="x").memory
    assert gone
    actions.archive(gone.pk, by=Person(as_alice), now=NOW)
    told(trusted, "I like it concise", NOW, name="style", category="communication")
    told(trusted, "I like it detailed", NOW, name="style", category="communication")
    ask("recall_preferences", query="green tea")
    found = this_week(as_alice)
    assert [str(memory) for memory in found.learned] == ["Drink: Green tea"]
    assert [str(memory) for memory in found.faded] == ["Gone"]
    assert len(found.conflicts) == 1
    assert [(str(used.memory), used.times) for used in found.most_used] == [("Drink: Green tea", 1)]
    assert [str(memory) for memory in found.never_used] == ["Old"]
    assert (found.recalls, found.questions) == (1, 1)


def test_another_week_is_another_letter(ask: Call, as_alice: User) -> None:
    typed(as_alice, "Green tea", NOW, name="drink", category="food")
    before = weekly_digest.build_digest(
        as_alice, MONDAY - timedelta(days=7), MemorySettings.for_person(as_alice.pk).zone
    )
    assert before.is_quiet
    assert not this_week(as_alice).is_quiet


def test_what_was_erased_is_in_no_letter(ask: Call, as_alice: User) -> None:
    memory = typed(as_alice, "Green tea", NOW, name="drink", category="food").memory
    assert memory
    ask("recall_preferences", query="green tea")
    erasure.erase(memory.pk, by=Person(as_alice), now=NOW)
    found = this_week(as_alice)
    assert (found.learned, found.most_used) == ([], [])


@pytest.fixture
def post(settings: Any) -> None:
    settings.EMAIL_HOST = "mail.example.org"


def test_it_is_sent_once_on_monday_morning_of_ones_own_time(as_alice: User, post: None, mailoutbox: list[Any]) -> None:
    decide(as_alice, weekly_letter=True, time_zone="America/New_York")
    typed(as_alice, "Green tea", NOW, name="drink", category="food")
    for hours, letters in ((13, 0), (25.1, 1), (30, 1), (90, 1)):  # Monday 8:00 there is 13:00 UTC, 25 hours after NOW
        upkeep.run_now("weekly_letter", now=NOW + timedelta(hours=hours))
        assert len(mailoutbox) == letters
    assert mailoutbox[0].to == ["alice@example.org"]
    assert "- Drink: Green tea" in mailoutbox[0].body
    assert f"/letter/?week={MONDAY}" in mailoutbox[0].body
    upkeep.run_now("weekly_letter", now=NOW + timedelta(days=8, hours=2))
    assert len(mailoutbox) == 2


def test_nobody_is_sent_one_who_did_not_ask(as_alice: User, post: None, mailoutbox: list[Any]) -> None:
    MemorySettings.for_person(as_alice.pk)
    assert not upkeep.run_now("weekly_letter", now=NOW + timedelta(days=2)).counts
    decide(as_alice, weekly_letter=True, enable_memory=False)
    assert not upkeep.run_now("weekly_letter", now=NOW + timedelta(days=2)).counts


def test_without_mail_nothing_is_due(as_alice: User) -> None:
    decide(as_alice, weekly_letter=True)
    assert not upkeep.run_now("weekly_letter", now=NOW + timedelta(days=2)).counts
