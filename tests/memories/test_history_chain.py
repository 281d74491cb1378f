"""Every version is linked into its person's chain, however it comes, and lawful changes leave the chain whole."""

import json
import os
import threading
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from itertools import product
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.models import TextField

from memoryweb.database import apply, memory_columns
from memoryweb.demo import load, remove
from memoryweb.memories import upkeep
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.history.verification import position_of
from memoryweb.memories.models import HistoryHead, HistoryLink, Memory, history_model
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import memory_of, person_types
from tests.cases import check_each
from tests.memories.aging import NOON, later, save
from tests.memories.chain import first_problem, make_history, verified
from tests.memories.test_races import at_once
from tests.waiting import PATIENCE

pytestmark = pytest.mark.usefixtures("committed")


@pytest.fixture
def alice(committed: None) -> User:
    return User.objects.create_user("alice@example.org", None)


@pytest.fixture
def bob(committed: None) -> User:
    return User.objects.create_user("bob@example.org", None)


@pytest.fixture
def owner(committed: None) -> Iterator[psycopg.Connection[Any]]:
    with closing(psycopg.connect(os.environ["OWNER_DATABASE_URL"], autocommit=True)) as connection:
        yield connection


def assert_intact(person: User) -> None:
    """Check that the chain verifies, and that it has a link for each version."""
    with scope.acting_as(person.pk):
        versions = history_model().objects.filter(person=person.pk).count()
    result = verified(person)
    assert (result.problem, result.version) == (None, None)
    assert result.changes == versions


def test_each_version_is_linked_when_its_transaction_commits(alice: User) -> None:
    with scope.acting_as(alice.pk):
        person_types(alice, "tea", NOON, name="drink")
        person_types(alice, "jazz", NOON, name="music")
        assert HistoryLink.objects.count() == 0
    with scope.acting_as(alice.pk):
        assert list(HistoryLink.objects.order_by("version").values_list("position", flat=True)) == [1, 2]
        head = HistoryHead.objects.get()
        assert (head.entries, head.row_hash) == (2, HistoryLink.objects.get(position=2).row_hash)
    assert_intact(alice)


def test_an_intact_history_says_how_long_it_is_and_since_when(alice: User) -> None:
    versions = make_history(alice)
    result = verified(alice)
    assert (result.problem, result.changes, result.since) == (None, len(versions), NOON)
    assert len(result.fingerprint) == 64
    nobody = User.objects.create_user("new@example.org", None)
    assert (verified(nobody).problem, verified(nobody).changes, verified(nobody).fingerprint) == (None, 0, "")


def test_a_fingerprint_that_was_noted_is_found_again_in_a_longer_chain(alice: User, bob: User) -> None:
    make_history(alice)
    noted = verified(alice).fingerprint
    with scope.acting_as(alice.pk):
        person_types(alice, "more", name="more")
    with scope.acting_as(alice.pk):
        assert position_of(alice.pk, noted) == 5
        assert position_of(alice.pk, verified(alice).fingerprint) == 6
        assert position_of(alice.pk, "00" * 32) is None
    with scope.acting_as(bob.pk):
        assert position_of(alice.pk, noted) is None


def test_what_a_savepoint_rolled_back_is_in_no_chain(alice: User) -> None:
    with scope.acting_as(alice.pk):
        person_types(alice, "tea", NOON, name="drink")
        with transaction.atomic():
            person_types(alice, "milk", NOON, name="breakfast")
            transaction.set_rollback(True)
        person_types(alice, "jazz", NOON, name="music")
    assert_intact(alice)
    assert verified(alice).changes == 2


def test_the_settings_of_a_session_make_no_difference(alice: User) -> None:
    with scope.acting_as(alice.pk), connection.cursor() as cursor:
        cursor.execute("SET LOCAL timezone = 'Asia/Kolkata'; SET LOCAL datestyle = 'German'")
        cursor.execute("SET LOCAL extra_float_digits = -5; SET LOCAL bytea_output = 'escape'")
        person_types(alice, "tea", NOON, name="drink")
    assert_intact(alice)
    with scope.acting_as(alice.pk), connection.cursor() as cursor:
        cursor.execute("SET LOCAL timezone = 'Asia/Kolkata'; SET LOCAL datestyle = 'German'")
        cursor.execute("SET LOCAL extra_float_digits = -5; SET LOCAL bytea_output = 'escape'")
        cursor.execute("SELECT problem FROM memories_verify_history(%s)", [alice.pk])
        assert cursor.fetchone() == (None,)


def test_erasing_leaves_the_chain_whole_and_no_salt_of_what_is_gone(alice: User) -> None:
    versions = make_history(alice)
    before = verified(alice)
    with scope.acting_as(alice.pk):
        memory = history_model().objects.get(history_id=versions[-1]).id
        erasure.erase(memory, by=Person(alice), now=later(5))
    assert_intact(alice)
    with scope.acting_as(alice.pk):
        of_erased = history_model().objects.filter(id=memory, history_id__lte=versions[-1]).values("history_id")
        assert list(HistoryLink.objects.filter(version__in=of_erased).values_list("salt", flat=True)) == [None] * 3
        assert HistoryLink.objects.filter(salt=None).count() == 3
        assert position_of(alice.pk, before.fingerprint) == len(versions)


def test_a_memory_that_is_erased_right_after_it_was_saved_leaves_the_chain_whole(alice: User) -> None:
    with scope.acting_as(alice.pk):
        memory = memory_of(person_types(alice, "tea", NOON, name="drink"))
        erasure.erase(memory.pk, by=Person(alice), now=NOON)
    assert_intact(alice)


def test_what_goes_with_the_example_month_is_noted_in_the_chain(alice: User) -> None:
    load.load(alice, now=later(1))
    with scope.acting_as(alice.pk):
        person_types(alice, "my own", later(1), name="own")
    assert_intact(alice)
    loaded = verified(alice)
    remove.remove(alice, now=later(2))
    assert_intact(alice)
    assert verified(alice).changes == 1
    with scope.acting_as(alice.pk):
        removal = HistoryLink.objects.get(memory=None)
        assert HistoryLink.objects.filter(removed_in=removal.version).count() > 20
        assert position_of(alice.pk, loaded.fingerprint) == loaded.changes


def test_a_batch_of_the_clock_is_linked_for_everybody_in_it(alice: User, bob: User) -> None:
    for person in (alice, bob):
        with scope.acting_as(person.pk):
            for number in range(5):
                save(person, f"word {number}", "event", 5.0)
    upkeep.run_now("archive", now=later(40), batch=7)
    for person in (alice, bob):
        assert_intact(person)
        assert verified(person).changes == 10
        with scope.acting_as(person.pk):
            assert Memory.objects.filter(status="archived").count() == 5


def test_saves_at_once_and_the_clock_between_them_leave_one_whole_chain(alice: User) -> None:
    with scope.acting_as(alice.pk):
        for number in range(8):
            save(alice, f"word {number}", "event", 5.0)
    jobs = [lambda n=n: person_types(alice, f"thing {n}", later(40), name=f"thing {n}") for n in range(12)]

    def archive() -> None:
        upkeep.run_now("archive", now=later(40), batch=3)
        connection.close()

    clock = threading.Thread(target=archive)
    clock.start()
    at_once(alice, *jobs)
    clock.join(PATIENCE)
    assert_intact(alice)
    assert verified(alice).changes == 8 + 8 + 12


def test_two_transactions_that_meet_the_same_people_in_opposite_order_both_commit(
    alice: User, bob: User, owner: psycopg.Connection[Any]
) -> None:
    """Each has written for both people before the other commits, one for alice first and the other for bob first."""
    add = (
        "INSERT INTO memories_historicalmemory SELECT (jsonb_populate_record(v, jsonb_build_object('history_id',"
        " nextval(pg_get_serial_sequence('memories_historicalmemory', 'history_id'))))).*"
        " FROM (SELECT v FROM memories_historicalmemory v WHERE person_id = %s ORDER BY history_id LIMIT 1) first"
    )
    for person in (alice, bob):
        make_history(person)
    url, limit = os.environ["OWNER_DATABASE_URL"], "-c lock_timeout=60s"
    with closing(psycopg.connect(url, options=limit)) as one, closing(psycopg.connect(url, options=limit)) as two:
        for turn in ((one, alice), (two, bob), (one, bob), (two, alice)):
            turn[0].execute(add, [turn[1].pk])
        commits = [threading.Thread(target=each.commit) for each in (one, two)]
        for commit in commits:
            commit.start()
        for commit in commits:
            commit.join(PATIENCE)
        assert one.info.transaction_status == two.info.transaction_status == psycopg.pq.TransactionStatus.IDLE
    for person in (alice, bob):
        result = verified(person)
        assert (result.problem, result.changes) == (None, 7)


def test_what_stood_before_there_were_chains_is_linked(alice: User, bob: User, owner: psycopg.Connection[Any]) -> None:
    for person in (alice, bob):
        make_history(person)
    owner.execute("TRUNCATE memories_historylink, memories_historyhead")
    assert verified(alice).problem == "cut"
    people_and_versions = "array_agg(person_id), array_agg(history_id)"
    owner.execute(f"SELECT memories_link_versions({people_and_versions}) FROM memories_historicalmemory")
    for person in (alice, bob):
        assert_intact(person)
    with scope.acting_as(alice.pk):
        person_types(alice, "more", name="more")
    assert_intact(alice)


LATER = """
INSERT INTO memories_historicalmemory SELECT (jsonb_populate_record(version, %s::jsonb)).*
FROM memories_historicalmemory AS version WHERE history_id = %s
"""
SET_IT = "UPDATE memories_historicalmemory SET of_this_test = %s WHERE history_id = %s"


def test_a_column_that_is_added_changes_no_digest_and_stands_in_those_of_new_versions(
    alice: User, owner: psycopg.Connection[Any]
) -> None:
    numbers, state = make_history(alice), MigrationLoader(None).project_state()
    state.add_field("memories", "historicalmemory", "of_this_test", TextField(default=""), preserve_default=True)
    new = numbers[-1] + 1000
    with owner.transaction(force_rollback=True):
        owner.execute("ALTER TABLE memories_historicalmemory ADD COLUMN of_this_test text NOT NULL DEFAULT ''")
        for name in memory_columns.FUNCTIONS:
            owner.execute(apply.statements(name, state).encode())
        assert first_problem(owner, alice) == (None, None)
        owner.execute(LATER, [json.dumps({"history_id": new, "of_this_test": "words"}), numbers[-1]])
        owner.execute("SET CONSTRAINTS ALL IMMEDIATE")
        assert first_problem(owner, alice) == (None, None)
        for number, said in ((numbers[1], "words"), (new, "others"), (new, "")):
            with owner.transaction(force_rollback=True):
                owner.execute(SET_IT, [said, number])
                assert first_problem(owner, alice) == ("changed", number)
        _check_erasing_empties(owner, alice, new)


def _check_erasing_empties(owner: psycopg.Connection[Any], person: User, number: int) -> None:
    memory = owner.execute("SELECT id FROM memories_historicalmemory WHERE history_id = %s", [number]).fetchone()
    assert memory
    owner.execute("SELECT set_config('app.person_id', %s, true)", [str(person.pk)])
    owner.execute("SET CONSTRAINTS ALL DEFERRED")
    owner.execute("DELETE FROM memories_memory")
    owner.execute("SELECT memories_blank_versions(%s)", memory)
    emptied = owner.execute(
        "SELECT DISTINCT of_this_test, memories_words_of(version, 1) = memories_no_words(1)"
        " FROM memories_historicalmemory AS version WHERE id = %s",
        memory,
    )
    assert emptied.fetchall() == [("", True)]


def test_the_columns_of_format_1_stay_as_they_are_in_their_order() -> None:
    """The digests of all versions until today are of these: another column stands in LEFT_LATER or nowhere."""
    names = ",".join([*memory_columns.WORDS, *memory_columns.LEFT])
    assert sha256(names.encode()).hexdigest()[:16] == "5f846ff0fe6349eb"


def test_no_transaction_leaves_a_version_to_link(alice: User, owner: psycopg.Connection[Any]) -> None:
    make_history(alice)
    load.load(alice, now=later(1))
    remove.remove(alice, now=later(2))
    assert owner.execute("SELECT count(*) FROM memories_versionstolink").fetchone() == (0,)


WRITES = [
    "UPDATE memories_historylink SET salt = NULL",
    "UPDATE memories_historylink SET row_hash = sha256('')",
    "DELETE FROM memories_historylink",
    "INSERT INTO memories_historylink SELECT * FROM memories_historylink",
    "UPDATE memories_historyhead SET entries = 0",
    "DELETE FROM memories_historyhead",
    "INSERT INTO memories_historyhead SELECT * FROM memories_historyhead",
    "INSERT INTO memories_versionstolink VALUES (1, 1, '{1}', '{}')",
    "DELETE FROM memories_versionstolink",
    "SELECT memories_link_versions('{}', '{1}')",
    "SELECT memories_note_removal(current_setting('app.person_id')::uuid, '{1}')",
    "TRUNCATE memories_historylink",
    "ALTER TABLE memories_historicalmemory DISABLE TRIGGER memories_versions_are_noted",
    "SET session_replication_role = replica",
]


def test_no_role_of_the_product_can_write_the_chain(alice: User) -> None:
    make_history(alice)

    def check(role: str, statement: str) -> None:
        url = os.environ["APP_DATABASE_URL" if role == "memoryweb_app" else "DATABASE_URL"]
        with closing(psycopg.connect(url)) as session:
            session.execute("SELECT set_config('app.person_id', %s, true)", [str(alice.pk)])
            if role == "memoryweb_clock":
                session.execute("SET LOCAL ROLE memoryweb_clock")
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                session.execute(statement)

    check_each(check, product(["memoryweb_app", "memoryweb_worker", "memoryweb_clock"], WRITES))
    assert_intact(alice)


def test_versions_of_a_memory_that_was_not_erased_cannot_be_emptied(alice: User) -> None:
    make_history(alice)
    with scope.acting_as(alice.pk), connection.cursor() as cursor:
        memory = Memory.objects.first()
        assert memory
        with pytest.raises(DatabaseError, match="was not erased"), transaction.atomic():
            cursor.execute("SELECT memories_blank_versions(%s)", [memory.pk])
    assert_intact(alice)
