"""The person of a transaction is a setting that ends with it."""

from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from memoryweb.memories.models import Memory
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.builders import person_types


@pytest.fixture
def both(alice: User, bob: User) -> tuple[User, User]:
    """alice and bob, with one memory each."""
    for person, words in ((alice, "PDF"), (bob, "Word")):
        with scope.acting_as(person.pk):
            person_types(person, words)
    return alice, bob


def visible_values() -> list[object]:
    return [memory.value for memory in Memory.objects.all()]


def person_id() -> UUID | None:
    """Return whose rows the database shows, which statements name."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT nullif(current_setting('app.person_id', true), '')::uuid")
        assert cursor.fetchone() == (scope.current().person_id,)
    return scope.current().person_id


def agent_community() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('app.agent_community')")
        return str(cursor.fetchone()[0])


def test_without_a_scope_no_row_is_visible(both: tuple[User, User]) -> None:
    assert (person_id(), visible_values()) == (None, [])


def test_in_a_scope_the_persons_own_rows_are_visible(both: tuple[User, User]) -> None:
    for person, value in zip(both, ("PDF", "Word"), strict=True):
        with scope.acting_as(person.pk):
            assert (person_id(), visible_values()) == (person.pk, [value])


def test_after_an_inner_scope_the_outer_one_is_set_again(both: tuple[User, User]) -> None:
    alice, bob = both
    with scope.acting_as(alice.pk, agent_community=scope.NO_COMMUNITY):
        with scope.acting_as(bob.pk):
            assert (visible_values(), agent_community()) == (["Word"], "")
        assert (visible_values(), agent_community()) == (["PDF"], scope.NO_COMMUNITY)
    assert visible_values() == []


def test_after_an_error_in_an_inner_scope_the_outer_one_is_set_and_the_change_is_undone(
    both: tuple[User, User],
) -> None:
    alice, bob = both
    with scope.acting_as(alice.pk):
        with pytest.raises(ZeroDivisionError), scope.acting_as(bob.pk):  # noqa: PT012  the check raises
            MemorySettings.objects.update(privacy_mode=True)
            raise ZeroDivisionError
        assert visible_values() == ["PDF"]
    with scope.acting_as(bob.pk):
        assert not MemorySettings.for_person(bob.pk).privacy_mode
    assert visible_values() == []


def test_after_a_database_error_in_an_inner_scope_the_outer_one_is_set(both: tuple[User, User]) -> None:
    alice, bob = both
    with scope.acting_as(alice.pk):
        with pytest.raises(IntegrityError), scope.acting_as(bob.pk):
            MemorySettings.objects.filter(pk=bob.pk).update(min_confidence=2)
        assert visible_values() == ["PDF"]


def test_an_unknown_person_sees_no_row(both: tuple[User, User]) -> None:
    with scope.acting_as(uuid4()):
        assert visible_values() == []


def test_after_the_clocks_scope_the_persons_scope_is_set_again(both: tuple[User, User]) -> None:
    alice, _ = both
    with scope.acting_as(alice.pk):
        with scope.acting_as_clock():
            assert len(visible_values()) == 2
        assert visible_values() == ["PDF"]
        with pytest.raises(ZeroDivisionError), scope.acting_as_clock():
            raise ZeroDivisionError
        assert visible_values() == ["PDF"]


def test_nothing_leaks_through_a_reused_connection(committed: None) -> None:
    alice = User.objects.create_user("alice@example.org", None)
    with scope.acting_as(alice.pk):
        person_types(alice, "PDF")

    def one_connection() -> list[object]:
        """Run requests one after another on one connection, as a pool does. One of them fails."""
        try:
            results: list[object] = []
            with scope.acting_as(alice.pk):
                results.append(visible_values())
            results.append(visible_values())
            with pytest.raises(ZeroDivisionError), scope.acting_as(alice.pk):
                raise ZeroDivisionError
            results.append(visible_values())
            with scope.acting_as_clock():
                results.append(visible_values())
            results.append(visible_values())
            with connection.cursor() as cursor:
                cursor.execute("SELECT current_user = session_user, current_setting('app.person_id', true)")
                results.append(cursor.fetchone())
            return results
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(one_connection).result(10) == [["PDF"], [], [], ["PDF"], [], (True, "")]


def test_a_rollback_of_the_whole_transaction_ends_the_scope(both: tuple[User, User]) -> None:
    alice, _ = both
    with transaction.atomic(), scope.acting_as(alice.pk):
        transaction.set_rollback(True)
    assert person_id() is None
