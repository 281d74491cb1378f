"""Whoever changes history past the actions is found, whatever they change, and the first broken version is named."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from memoryweb.database import memory_columns
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import history_model
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests import servers
from tests.cases import with_each
from tests.memories.aging import later
from tests.memories.chain import first_problem, make_history

pytestmark = pytest.mark.usefixtures("committed")
OTHER = {  # SQL for another value of each type
    "uuid": "gen_random_uuid()",
    "jsonb": "jsonb_build_array({0})",
    "boolean": "NOT {0}",
    "date": "coalesce({0} + 1, '2026-01-01')",
    "integer": "coalesce({0}, 0) + 1",
    "bigint": "{0} + 1000",
    "double precision": "{0} + 1e-9",
    "bytea": "{0} || sha256('')",
    "timestamp with time zone": "coalesce({0} + interval '1 microsecond', now())",
    "ARRAY": "array_append({0}, NULL)",
    "character varying": "CASE WHEN {0} = '' THEN '!' ELSE translate({0}, left({0}, 1), '!') END",
    "text": "{0} || ' '",
}
COLUMNS = "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'memories_historicalmemory'"
EMPTY = f"""
UPDATE memories_historicalmemory SET {memory_columns.parts(memory_columns.columns_of(history_model()))["{emptied}"]}
WHERE history_id = %(second)s
"""
ADD_A_COPY = """
INSERT INTO memories_historicalmemory
SELECT (jsonb_populate_record(v, jsonb_build_object('history_id', 1000000))).* FROM memories_historicalmemory v
WHERE history_id = %(second)s
"""
# Both rows are moved aside first: numbers and positions are unique.
SWAP_ROWS = """
UPDATE memories_historicalmemory SET history_id = -history_id WHERE history_id IN (%(second)s, %(third)s);
UPDATE memories_historicalmemory SET history_id = CASE -history_id WHEN %(second)s THEN %(third)s ELSE %(second)s END
WHERE history_id < 0
"""
SWAP_LINKS = """
UPDATE memories_historylink SET position = -position WHERE version IN (%(second)s, %(third)s);
UPDATE memories_historylink SET position = CASE position WHEN -2 THEN 3 ELSE 2 END WHERE position < 0
"""
CLOSE_THE_GAP = """
DELETE FROM memories_historicalmemory WHERE history_id = %(second)s;
DELETE FROM memories_historylink WHERE version = %(second)s;
UPDATE memories_historylink SET position = -(position - 1) WHERE position > 2;
UPDATE memories_historylink SET position = -position WHERE position < 0
"""
DELETE_LAST = """
DELETE FROM memories_historicalmemory WHERE history_id = %(last)s;
DELETE FROM memories_historylink WHERE version = %(last)s
"""
ATTACKS = {
    "a version is deleted": ("DELETE FROM memories_historicalmemory WHERE history_id = %(second)s", "missing", 1),
    "a version and its link are deleted": (
        "DELETE FROM memories_historicalmemory WHERE history_id = %(second)s;"
        "DELETE FROM memories_historylink WHERE version = %(second)s",
        "gap",
        2,
    ),
    "and the later links moved up": (CLOSE_THE_GAP, "gap", 2),
    "a version is inserted": (ADD_A_COPY, "inserted", None),
    "two versions change places": (SWAP_ROWS, "reordered", 1),
    "two links change places": (SWAP_LINKS, "reordered", 2),
    "a version is emptied": (EMPTY, "emptied", 1),
    "a version is emptied and its salt too": (
        EMPTY + "; UPDATE memories_historylink SET salt = NULL WHERE version = %(second)s",
        "emptied",
        1,
    ),
    "a salt is removed": ("UPDATE memories_historylink SET salt = NULL WHERE version = %(second)s", "changed", 1),
    "a hash is changed": (
        "UPDATE memories_historylink SET row_hash = sha256('') WHERE version = %(second)s",
        "changed",
        1,
    ),
    "a version is marked as removed": (
        "DELETE FROM memories_historicalmemory WHERE history_id = %(second)s;"
        "UPDATE memories_historylink SET removed_in = %(last)s WHERE version = %(second)s",
        "missing",
        1,
    ),
    "the last version is deleted": (
        "DELETE FROM memories_historicalmemory WHERE history_id = %(last)s",
        "missing",
        -1,
    ),
    "the last version and its link are deleted": (DELETE_LAST, "cut", -2),
    "the last link is deleted": ("DELETE FROM memories_historylink WHERE version = %(last)s", "cut", -2),
    "the head is deleted": ("DELETE FROM memories_historyhead", "cut", -1),
    "the head is changed": ("UPDATE memories_historyhead SET row_hash = sha256('')", "cut", -1),
    "everything is deleted": (
        "DELETE FROM memories_historicalmemory; DELETE FROM memories_historylink; DELETE FROM memories_historyhead",
        "cut",
        None,
    ),
}


@pytest.fixture
def alice(committed: None) -> User:
    return User.objects.create_user("alice@example.org", None)


@pytest.fixture
def versions(alice: User) -> list[int]:
    return make_history(alice)


@pytest.fixture
def superuser(versions: list[int]) -> Iterator[psycopg.Connection[Any]]:
    """A connection that may do anything, with no trigger in its way. What it does is rolled back."""
    with psycopg.connect(servers.superuser_url(), cursor_factory=psycopg.ClientCursor) as connection:
        connection.execute("SET session_replication_role = replica")
        yield connection
        connection.rollback()


def test_one_changed_value_in_any_column_is_found_and_named(
    superuser: psycopg.Connection[Any], alice: User, versions: list[int]
) -> None:
    columns = superuser.execute(COLUMNS).fetchall()
    assert {column for column, _ in columns} == {field.column for field in history_model()._meta.concrete_fields}
    for column, data_type in columns:
        change = SQL("UPDATE memories_historicalmemory SET {} = {} WHERE history_id = {}").format(
            Identifier(column), SQL(OTHER[data_type]).format(Identifier(column)), versions[1]
        )
        superuser.execute("SAVEPOINT untouched")
        assert superuser.execute(change).rowcount == 1
        problem = "missing" if column in ("history_id", "person_id") else "changed"
        assert first_problem(superuser, alice) == (problem, versions[1]), column
        superuser.execute("ROLLBACK TO untouched")
    assert first_problem(superuser, alice) == (None, None)


@with_each("attack", ATTACKS)
def test_it_is_found_when(attack: str, superuser: psycopg.Connection[Any], alice: User, versions: list[int]) -> None:
    statement, problem, index = ATTACKS[attack]
    places = {"second": versions[1], "third": versions[2], "last": versions[-1]}
    named = versions[index] if index is not None else 1000000 if problem == "inserted" else None
    with superuser.transaction(force_rollback=True):
        superuser.execute(statement, places)
        assert first_problem(superuser, alice) == (problem, named)


def test_of_two_changes_the_first_one_is_named(
    superuser: psycopg.Connection[Any], alice: User, versions: list[int]
) -> None:
    for version in (versions[3], versions[1]):
        superuser.execute("UPDATE memories_historicalmemory SET label = 'x' WHERE history_id = %s", [version])
    assert first_problem(superuser, alice) == ("changed", versions[1])


def test_words_that_are_written_into_an_erased_version_are_found(
    superuser: psycopg.Connection[Any], alice: User, versions: list[int]
) -> None:
    with scope.acting_as(alice.pk):
        memory = history_model().objects.get(history_id=versions[1]).id
        erasure.erase(memory, by=Person(alice), now=later(5))
    assert first_problem(superuser, alice) == (None, None)
    superuser.execute("UPDATE memories_historicalmemory SET label = 'x' WHERE history_id = %s", [versions[1]])
    assert first_problem(superuser, alice) == ("changed", versions[1])


def test_an_erasure_whose_own_version_is_taken_away_is_found(
    superuser: psycopg.Connection[Any], alice: User, versions: list[int]
) -> None:
    with scope.acting_as(alice.pk):
        memory = history_model().objects.get(history_id=versions[1]).id
        erasure.erase(memory, by=Person(alice), now=later(5))
    superuser.execute("DELETE FROM memories_historicalmemory WHERE history_type = '-'")
    assert first_problem(superuser, alice) == ("emptied", versions[1])
