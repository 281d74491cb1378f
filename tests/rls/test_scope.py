"""Who is asking: a setting of the transaction that ends with it."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from memoryweb.memories.models import Memory
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.conftest import typed


@pytest.fixture
def both(alice: User, bob: User) -> Iterator[tuple[User, User]]:
    """alice and bob, with one memory each."""
    for person, words in ((alice, "PDF"), (bob, "Word")):
        with scope.acting_as(person.pk):
            typed(person, words)
    return alice, bob


def seen() -> list[object]:
    return [memory.value for memory in Memory.objects.all()]


def test_outside_of_any_scope_there_is_nothing(both: tuple[User, User]) -> None:
    assert (scope.current_person_id(), seen()) == (None, [])


def test_inside_there_are_ones_own_rows(both: tuple[User, User]) -> None:
    for person, value in zip(both, ("PDF", "Word"), strict=True):
        with scope.acting_as(person.pk):
            assert (scope.current_person_id(), seen()) == (person.pk, [value])


def test_a_scope_in_a_scope_gives_back_the_outer_one(both: tuple[User, User]) -> None:
    alice, bob = both
    with scope.acting_as(alice.pk):
        with scope.acting_as(bob.pk):
            assert seen() == ["Word"]
        assert seen() == ["PDF"]
    assert seen() == []


def test_after_an_error_inside_the_outer_scope_is_back_and_the_work_is_not(both: tuple[User, User]) -> None:
    alice, bob = both
    with scope.acting_as(alice.pk):
        with pytest.raises(ZeroDivisionError), scope.acting_as(bob.pk):  # noqa: PT012  the check raises
            MemorySettings.objects.update(privacy_mode=True)
            raise ZeroDivisionError
        assert seen() == ["PDF"]
    with scope.acting_as(bob.pk):
        assert not MemorySettings.for_person(bob.pk).privacy_mode
    assert seen() == []


def test_after_a_database_error_inside_too(both: tuple[User, User]) -> None:
    alice, bob = both
    with scope.acting_as(alice.pk):
        with pytest.raises(IntegrityError), scope.acting_as(bob.pk):
            MemorySettings.objects.filter(pk=bob.pk).update(min_confidence=2)
        assert seen() == ["PDF"]


def test_an_id_that_is_nobodys_sees_nothing(both: tuple[User, User]) -> None:
    with scope.acting_as(uuid4()):
        assert seen() == []


def test_the_clock_in_a_scope_gives_it_back(both: tuple[User, User]) -> None:
    alice, _ = both
    with scope.acting_as(alice.pk):
        with scope.acting_as_clock():
            assert len(seen()) == 2
        assert seen() == ["PDF"]
        with pytest.raises(ZeroDivisionError), scope.acting_as_clock():
            raise ZeroDivisionError
        assert seen() == ["PDF"]


def test_nothing_leaks_through_a_reused_connection(committed: None) -> None:
    alice = User.objects.create_user("alice@example.org", None)
    with scope.acting_as(alice.pk):
        typed(alice, "PDF")

    def one_connection() -> list[object]:
        """Requests one after another, one of them failing, as a pooled connection serves them."""
        try:
            found: list[object] = []
            with scope.acting_as(alice.pk):
                found.append(seen())
            found.append(seen())
            with pytest.raises(ZeroDivisionError), scope.acting_as(alice.pk):
                raise ZeroDivisionError
            found.append(seen())
            with scope.acting_as_clock():
                found.append(seen())
            found.append(seen())
            with connection.cursor() as cursor:
                cursor.execute("SELECT current_user = session_user, current_setting('app.person_id', true)")
                found.append(cursor.fetchone())
            return found
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(one_connection).result(10) == [["PDF"], [], [], ["PDF"], [], (True, "")]


def test_a_rollback_of_the_whole_transaction_ends_the_scope(both: tuple[User, User]) -> None:
    alice, _ = both
    with transaction.atomic(), scope.acting_as(alice.pk):
        transaction.set_rollback(True)
    assert scope.current_person_id() is None
