"""The weekly digest: its contents, that it is sent once, and that erased memories are not in it."""

import socket
from datetime import timedelta
from typing import Any

import pytest

from memoryweb.agents.models import Agent
from memoryweb.learning import weekly_digest
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.people.models import MemorySettings, User
from tests.builders import agent_says, memory_of, person_types, set_settings
from tests.learning.conftest import NOW, Call

MONDAY = weekly_digest.monday_of(NOW.date())  # of the week of NOW, a Sunday


def this_week(person: User) -> weekly_digest.WeeklyDigest:
    return weekly_digest.build_digest(person, MONDAY, MemorySettings.for_person(person.pk).zone)


def test_the_digest_lists_learned_faded_conflicting_and_used_memories(
    call_operation: Call, as_alice: User, trusted: Agent
) -> None:
    person_types(as_alice, "Green tea", NOW, name="drink", category="food")
    person_types(as_alice, "Old", NOW - timedelta(days=60), name="old", category="x")
    gone = person_types(as_alice, "Gone", NOW, name="gone", category="x").memory
    assert gone
    actions.archive(gone.pk, by=Person(as_alice), now=NOW)
    agent_says(trusted, "I like it concise", NOW, name="style", category="communication")
    agent_says(trusted, "I like it detailed", NOW, name="style", category="communication")
    call_operation("recall_preferences", query="green tea")
    digest = this_week(as_alice)
    style = {"Communication style: Concise", "Communication style: Detailed"}
    assert {str(memory) for memory in digest.learned} == {"Drink: Green tea", *style}
    assert [str(memory) for memory in digest.faded] == ["Gone"]
    assert len(digest.conflicts) == 1
    used = {(str(used.memory), used.times) for used in digest.most_used}
    assert used == {("Drink: Green tea", 1), ("Communication style: Detailed", 1)}
    assert [str(memory) for memory in digest.never_used] == ["Old"]
    assert (digest.recalls, digest.questions) == (1, 0)


def test_each_week_has_its_own_digest(call_operation: Call, as_alice: User) -> None:
    person_types(as_alice, "Green tea", NOW, name="drink", category="food")
    before = weekly_digest.build_digest(
        as_alice, MONDAY - timedelta(days=7), MemorySettings.for_person(as_alice.pk).zone
    )
    assert before.is_quiet
    assert not this_week(as_alice).is_quiet


def test_values_to_choose_from_are_one_question(as_alice: User, scribe: Agent) -> None:
    for value in ("PDF", "Word"):
        agent_says(scribe, value, NOW)
    assert this_week(as_alice).questions == 1


def test_what_will_fade_later_has_not_faded_yet(as_alice: User) -> None:
    memory = memory_of(person_types(as_alice, "Met Chen", name="met", category="x", kind="event"))
    assert memory.dormant_on
    zone = MemorySettings.for_person(as_alice.pk).zone
    digest = weekly_digest.build_digest(as_alice, weekly_digest.monday_of(memory.dormant_on), zone)
    assert (memory.dormant_on > memory.learned_on, digest.faded) == (True, [])


def test_an_erased_memory_is_in_no_digest(call_operation: Call, as_alice: User) -> None:
    memory = person_types(as_alice, "Green tea", NOW, name="drink", category="food").memory
    assert memory
    call_operation("recall_preferences", query="green tea")
    erasure.erase(memory.pk, by=Person(as_alice), now=NOW)
    digest = this_week(as_alice)
    assert (digest.learned, digest.most_used) == ([], [])


@pytest.fixture
def mail_settings(settings: Any) -> None:
    settings.EMAIL_HOST = "mail.example.org"


def test_the_digest_is_sent_once_on_monday_morning_in_the_persons_time_zone(
    as_alice: User, mail_settings: None, mailoutbox: list[Any]
) -> None:
    set_settings(as_alice, weekly_letter=True, time_zone="America/New_York")
    person_types(as_alice, "Green tea", NOW, name="drink", category="food")
    for hours, letters in ((13, 0), (25.1, 1), (30, 1), (90, 1)):  # Monday 8:00 there is 13:00 UTC, 25 hours after NOW
        upkeep.run_now("weekly_letter", now=NOW + timedelta(hours=hours))
        assert len(mailoutbox) == letters
    assert mailoutbox[0].to == ["alice@example.org"]
    assert "- Drink: Green tea" in mailoutbox[0].body
    assert f"/letter/?week={MONDAY}" in mailoutbox[0].body
    upkeep.run_now("weekly_letter", now=NOW + timedelta(days=8, hours=2))
    assert len(mailoutbox) == 2


def test_the_digest_is_sent_only_to_people_who_want_it(
    as_alice: User, mail_settings: None, mailoutbox: list[Any]
) -> None:
    MemorySettings.for_person(as_alice.pk)
    assert not upkeep.run_now("weekly_letter", now=NOW + timedelta(days=2)).counts
    set_settings(as_alice, weekly_letter=True, enable_memory=False)
    assert not upkeep.run_now("weekly_letter", now=NOW + timedelta(days=2)).counts


def test_without_mail_settings_nothing_is_due(as_alice: User) -> None:
    set_settings(as_alice, weekly_letter=True)
    assert not upkeep.run_now("weekly_letter", now=NOW + timedelta(days=2)).counts


def test_a_letter_that_cannot_be_sent_ends_the_run_and_waits_for_the_next_one(
    as_alice: User, settings: Any, mailoutbox: list[Any]
) -> None:
    set_settings(as_alice, weekly_letter=True)
    person_types(as_alice, "Green tea", NOW, name="drink", category="food")
    monday = NOW + timedelta(days=1)
    in_memory, settings.EMAIL_BACKEND = settings.EMAIL_BACKEND, "django.core.mail.backends.smtp.EmailBackend"
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.getsockname()  # closed again: nobody answers there
    run = upkeep.start_run("weekly_letter", now=monday)
    assert run.open_shards
    assert all(upkeep.run_shard(run.pk, shard, now=monday) for shard in run.open_shards)
    run.refresh_from_db()
    assert run.finished_at
    settings.EMAIL_BACKEND = in_memory
    upkeep.run_now("weekly_letter", now=monday + timedelta(hours=1))
    assert len(mailoutbox) == 1
