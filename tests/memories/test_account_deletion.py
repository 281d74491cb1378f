"""Deleting an account: every row of the person goes, in pieces, and nothing of anybody else."""

import threading
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core import mail
from django.db import DatabaseError, connection, connections
from django.test import Client
from django.test.utils import override_settings

from memoryweb.embedded import erasure_log
from memoryweb.memories import upkeep
from memoryweb.memories.erasing import account_deletion, replay
from memoryweb.memories.models import DeletedAccount
from memoryweb.people import deletion
from memoryweb.people.models import ACCOUNT_DELETION_AFTER, User
from memoryweb.rls import scope
from tests import servers
from tests.full_account import fill

CANARY = "zebracanary"


@pytest.fixture
def alice(committed: None) -> User:
    """A person with the canary in every table and in the address."""
    alice = User.objects.create_user(f"{CANARY}@example.org", "a long password for alice")
    fill(alice, CANARY)
    return alice


@pytest.fixture
def bob(committed: None) -> User:
    bob = User.objects.create_user("bob@example.org", "a long password for bob")
    fill(bob, "giraffe")
    return bob


def rows_of(person: User) -> dict[str, int]:
    """Return how many rows the person has in each table that can hold some."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT place, condition FROM memories_places_of_a_person()")
        places = {place: condition.replace("$1", f"'{person.pk}'") for place, condition in cursor.fetchall()}
    counts = (f"SELECT '{place}', count(*) FROM {place} WHERE {whose}" for place, whose in places.items())
    return dict(servers.rows_as_owner(" UNION ALL ".join(counts)))


def execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def sweep(now: datetime) -> dict[str, int]:
    counts: dict[str, int] = upkeep.run_now("delete_accounts", now=now).counts
    return counts


def test_every_row_and_session_goes_and_nothing_of_anybody_else(alice: User, bob: User, now: datetime) -> None:
    before = rows_of(bob)
    assert {place for place, count in rows_of(alice).items() if not count} <= THIRD_PARTY
    for person in (alice, bob):
        Client().force_login(person)
    deletion.ask(alice, now=now)
    assert sweep(now + ACCOUNT_DELETION_AFTER) == {"accounts": 1}
    assert CANARY not in servers.dump()
    assert set(rows_of(alice).values()) == {0}
    assert Session.objects.count() == 1
    assert rows_of(bob) == before
    assert sweep(now + ACCOUNT_DELETION_AFTER) == {}


THIRD_PARTY = {  # tables of packages that nobody has a row in here
    "account_emailaddress",
    "account_emailconfirmation",
    "django_admin_log",
    "oauth2_provider_devicegrant",
    "oauth2_provider_idtoken",
    "socialaccount_socialtoken",
    "people_user_groups",
    "people_user_user_permissions",
}


def test_nothing_goes_before_the_seven_days_are_over_or_after_staying(alice: User, now: datetime) -> None:
    before = rows_of(alice)
    deletion.ask(alice, now=now)
    assert sweep(now + ACCOUNT_DELETION_AFTER - timedelta(minutes=1)) == {}
    deletion.keep(alice)
    assert sweep(now + 2 * ACCOUNT_DELETION_AFTER) == {}
    assert rows_of(alice) == before


def test_who_comes_back_while_others_are_deleted_stays(
    alice: User, bob: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    for person, asked_at in ((alice, now), (bob, now + timedelta(hours=1))):
        deletion.ask(person, now=asked_at)
    before = rows_of(bob)
    delete = account_deletion.delete_account

    def delete_slowly(*account: Any, **when: Any) -> None:
        delete(*account, **when)
        deletion.keep(bob)

    monkeypatch.setattr(account_deletion, "delete_account", delete_slowly)
    assert sweep(now + 2 * ACCOUNT_DELETION_AFTER) == {"accounts": 1}
    assert User.objects.get() == bob
    assert rows_of(bob) == before


def test_a_deletion_that_was_cut_off_goes_on(alice: User, now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(account_deletion, "ROWS", 1)
    deletion.ask(alice, now=now)
    with scope.acting_as_clock():
        DeletedAccount.objects.create(pk=alice.pk, number="1", erasures=1, deleted_at=now)
    for place in account_deletion.places()[:5]:
        account_deletion._delete_rows(alice.pk, place)
    assert sweep(now + ACCOUNT_DELETION_AFTER) == {"accounts": 1}
    assert CANARY not in servers.dump()
    with scope.acting_as_clock():
        assert DeletedAccount.objects.get().deleted_at == now


def test_two_workers_delete_the_same_account_without_harm(alice: User, bob: User, now: datetime) -> None:
    before = rows_of(bob)
    failures: list[BaseException] = []

    def delete() -> None:
        try:
            account_deletion.delete_account(alice.pk, "1", at=now, now=now)
        except BaseException as error:
            failures.append(error)
        finally:
            connections.close_all()

    workers = [threading.Thread(target=delete) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert failures == []
    assert CANARY not in servers.dump()
    assert rows_of(bob) == before


def test_no_role_can_delete_an_account_that_is_not_noted(alice: User) -> None:
    statements = (
        f"SELECT memories_delete_rows('{alice.pk}', 'memories_memory', 10)",
        f"SELECT memories_delete_person('{alice.pk}')",
        f"INSERT INTO memories_deletedaccount (id, number, erasures, deleted_at) VALUES ('{alice.pk}', '', 0, now())",
    )
    for statement in statements:
        with pytest.raises(DatabaseError, match="permission denied"), scope.acting_as(alice.pk):
            execute(statement)
    for statement in statements[:2]:
        with pytest.raises(DatabaseError, match="deleted account"), scope.acting_as_clock():
            execute(statement)


def test_a_receipt_with_counts_and_no_words_is_mailed(alice: User, now: datetime) -> None:
    with override_settings(EMAIL_HOST="mail.example.org"):
        deletion.ask(alice, now=now)
        sweep(now + ACCOUNT_DELETION_AFTER)
    (receipt,) = mail.outbox
    assert receipt.to == [alice.email]
    assert alice.deletion_number in receipt.body
    assert "1 agents" in receipt.body
    assert CANARY not in receipt.body


def test_a_log_entry_deletes_the_account_again_and_is_compatible(alice: User, bob: User, now: datetime) -> None:
    before = rows_of(bob)
    entry = erasure_log.of_account(str(alice.pk), "1", now)
    assert replay.replay([entry], now=now) == {replay.DONE: 1}
    assert CANARY not in servers.dump()
    assert replay.replay([entry], now=now) == {replay.KNOWN: 1}
    assert rows_of(bob) == before
    assert {"memories", "tombstones", "emptied", "receipt"} <= entry.keys()  # what versions before read
