"""Whoever changes a memory past the actions is found, whichever column it is: a row is as its last version says."""

from collections.abc import Iterator
from io import StringIO
from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from psycopg.sql import SQL, Identifier

from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.acts import undo
from memoryweb.memories.erasing import erasure
from memoryweb.memories.history.verification import ROWS_BESIDE_HISTORY
from memoryweb.memories.models import Act, Memory, columns
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests import servers
from tests.cases import check_each
from tests.memories.aging import later
from tests.memories.chain import make_history, verified
from tests.memories.test_tampering import OTHER

pytestmark = pytest.mark.usefixtures("committed")
COLUMNS = "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'memories_memory'"

CHECKS = "SELECT conname FROM pg_constraint WHERE conrelid = 'memories_memory'::regclass AND contype = 'c'"


@pytest.fixture
def alice(committed: None) -> User:
    return User.objects.create_user("alice@example.org", None)


@pytest.fixture
def memory(alice: User) -> Memory:
    """The first of her three memories, in use."""
    make_history(alice)
    with scope.acting_as(alice.pk):
        return Memory.objects.order_by("obs_id")[0]


@pytest.fixture
def superuser(memory: Memory) -> Iterator[psycopg.Connection[Any]]:
    """A connection that may do anything, with no trigger in its way. What it does is rolled back."""
    with psycopg.connect(servers.superuser_url(), cursor_factory=psycopg.ClientCursor) as connection:
        connection.execute("SET session_replication_role = replica")
        yield connection
        connection.rollback()


def problems(connection: psycopg.Connection[Any], person: User) -> list[tuple[str, UUID]]:
    found = connection.execute(ROWS_BESIDE_HISTORY, {"person": person.pk}).fetchall()
    return [(problem, memory_id) for memory_id, _, _, problem in found]


def test_one_changed_value_in_any_column_is_found_and_named(
    superuser: psycopg.Connection[Any], alice: User, memory: Memory
) -> None:
    generated = {field.column for field in Memory._meta.concrete_fields if field.generated}
    types = {name: kind for name, kind in superuser.execute(COLUMNS).fetchall() if name not in generated}
    assert types.keys() == {name.strip().strip('"') for name in columns().split(",")}
    for (name,) in superuser.execute(CHECKS).fetchall():
        superuser.execute(SQL("ALTER TABLE memories_memory DROP CONSTRAINT {}").format(Identifier(name)))
    for column, data_type in types.items():
        change = SQL("UPDATE memories_memory SET {} = {} WHERE id = {}").format(
            Identifier(column), SQL(OTHER[data_type]).format(Identifier(column)), memory.pk
        )
        superuser.execute("SAVEPOINT untouched")
        assert superuser.execute(change).rowcount == 1
        found = problems(superuser, alice)
        if column in ("id", "person_id"):  # what it was called, or whose it was, is missing now
            assert ("gone", memory.pk) in found
        else:
            assert found == [("differs", memory.pk)], column
        superuser.execute("ROLLBACK TO untouched")
    assert problems(superuser, alice) == []


ADD_A_COPY = """
INSERT INTO memories_memory ({names})
SELECT {values} FROM memories_memory WHERE id = %(memory)s
"""
ATTACKS = {
    "a number becomes another that is equal": (
        "UPDATE memories_memory SET value = '12.0' WHERE id = %(memory)s",
        "differs",
    ),
    "a memory is deleted": ("DELETE FROM memories_memory WHERE id = %(memory)s", "gone"),
    "a memory of somebody else becomes hers": (
        "UPDATE memories_memory SET person_id = %(bob)s WHERE id = %(memory)s",
        "gone",
    ),
}


def test_every_attack_is_found(superuser: psycopg.Connection[Any], alice: User, memory: Memory) -> None:
    bob = User.objects.create_user("bob@example.org", None)
    superuser.execute("UPDATE memories_memory SET value = '12' WHERE id = %s", [memory.pk])
    superuser.execute("UPDATE memories_historicalmemory SET value = '12' WHERE id = %s", [memory.pk])
    assert problems(superuser, alice) == []

    def check(attack: str, statement: str, problem: str) -> None:
        with superuser.transaction(force_rollback=True):
            superuser.execute(statement, {"memory": memory.pk, "bob": bob.pk})
            assert problems(superuser, alice) == [(problem, memory.pk)]
            assert problems(superuser, bob) == ([("unrecorded", memory.pk)] if "becomes hers" in attack else [])

    check_each(check, ((attack, *each) for attack, each in ATTACKS.items()))


def test_a_memory_that_somebody_put_there_is_found(
    superuser: psycopg.Connection[Any], alice: User, memory: Memory
) -> None:
    names = [name.strip() for name in columns().split(",")]
    other = {'"id"': "gen_random_uuid()", '"obs_id"': "'OBS-1'", '"fingerprint"': "sha256('')", '"key"': "'other'"}
    copied = ", ".join(other.get(name, name) for name in names)
    superuser.execute(ADD_A_COPY.format(names=", ".join(names), values=copied).encode(), {"memory": memory.pk})
    [(problem, memory_id)] = problems(superuser, alice)
    assert (problem, memory_id != memory.pk) == ("unrecorded", True)


def test_an_erased_memory_that_somebody_put_back_is_found(
    superuser: psycopg.Connection[Any], alice: User, memory: Memory
) -> None:
    with superuser.transaction():
        superuser.execute("CREATE TEMPORARY TABLE kept ON COMMIT PRESERVE ROWS AS SELECT * FROM memories_memory")
    superuser.commit()
    superuser.execute("SET session_replication_role = replica")
    with scope.acting_as(alice.pk):
        erasure.erase(memory.pk, by=Person(alice), now=later(6))
    assert problems(superuser, alice) == []
    superuser.execute(
        f"INSERT INTO memories_memory ({columns()}) SELECT {columns()} FROM kept WHERE id = %s".encode(), [memory.pk]
    )
    assert problems(superuser, alice) == [("differs", memory.pk)]


def test_what_people_and_upkeep_do_is_no_tampering(alice: User, memory: Memory) -> None:
    with scope.acting_as(alice.pk):
        actions.pin(memory.pk, by=Person(alice), now=later(6))
    with scope.acting_as(alice.pk):
        undo.undo_act(Act.objects.order_by("-at")[0].pk, by=Person(alice), now=later(7))
    assert verified(alice).problem is None
    with scope.acting_as(alice.pk):
        erasure.erase(memory.pk, by=Person(alice), now=later(8))
    assert verified(alice).problem is None


@pytest.fixture
def tampered(alice: User, memory: Memory) -> Memory:
    """A memory whose words somebody with access to the database has changed."""
    with psycopg.connect(servers.superuser_url(), autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")
        connection.execute("UPDATE memories_memory SET details = 'I like quokkas' WHERE id = %s", [memory.pk])
    return memory


def test_the_command_names_the_memory_without_its_words(alice: User, tampered: Memory) -> None:
    output = StringIO()
    with pytest.raises(CommandError, match="The history of 1 of 1 people is broken"):
        call_command("verify_history", stdout=output, stderr=output)
    assert "This memory is not what its last change recorded." in output.getvalue()
    assert str(tampered.pk) in output.getvalue()
    assert "quokka" not in output.getvalue()


def test_the_page_shows_the_memory(alice: User, tampered: Memory) -> None:
    browser = Client()
    browser.force_login(alice)
    page = browser.post("/history/verify/").text
    assert "Your history is not intact." in page
    assert "This memory is not what its last change recorded." in page
    assert f"/memories/{tampered.pk}/" in page
