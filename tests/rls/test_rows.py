"""Rows that are read and written as plain SQL are those that the ORM reads and writes."""

from datetime import UTC, datetime

import pytest
from django.db import DataError, connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from memoryweb import environment
from memoryweb.agents.models import AccessLog, Agent
from memoryweb.memories.models import Memory, history_model
from memoryweb.people.ids import uuid7
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import rows
from tests.builders import agent_says, memory_of, person_types

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)


def attributes(row: Model) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_every_column_is_read_as_the_orm_reads_it(as_alice: User, scribe: Agent) -> None:
    person_types(as_alice, "Tea", name="drink", category="food", tags=("hot",), value=["black", {"milk": True}])
    agent_says(scribe, "I like jazz", metadata={"from": "a chat"})
    expected = list(Memory.objects.order_by("pk"))
    assert [attributes(row) for row in rows.fetch(Memory, "true ORDER BY m.id", [])] == list(map(attributes, expected))
    one = rows.fetch_one(Memory, "id = %s", [expected[1].pk])
    assert one == expected[1]
    assert attributes(one) == attributes(expected[1])
    settings = MemorySettings.for_person(as_alice.pk)
    assert attributes(settings) == attributes(MemorySettings.objects.get())
    assert rows.fetch_one(Memory, "id = %s", [as_alice.pk]) is None


def test_a_row_that_was_read_can_be_saved_by_the_orm(as_alice: User) -> None:
    settings = MemorySettings.for_person(as_alice.pk)
    settings.privacy_mode = True
    settings.save(update_fields=["privacy_mode"])
    assert MemorySettings.objects.get().privacy_mode


def test_a_line_is_inserted_with_every_column(as_alice: User, scribe: Agent) -> None:
    line = AccessLog(
        person_id=as_alice.pk,
        agent=scribe,
        at=NOON,
        operation="x",
        writes=True,
        outcome="ok",
        memories=3,
        milliseconds=5,
        request_id=uuid7(),
    )
    rows.insert(line)
    assert attributes(AccessLog.objects.get()) == attributes(line)


def test_a_version_is_the_row_as_it_was_written(as_alice: User) -> None:
    memory = memory_of(person_types(as_alice, "Tea", name="drink", category="food", value=["black", {"milk": True}]))
    memory.refresh_from_db()
    version = history_model().objects.get(id=memory.pk)
    kept = {field.attname for field in version._meta.concrete_fields}
    assert {name: getattr(version, name) for name in attributes(memory) if name in kept} == {
        name: value for name, value in attributes(memory).items() if name in kept
    }
    assert (version.history_type, version.history_date) == ("+", memory.changed_at)


def test_the_database_plans_a_prepared_statement_once(as_alice: User) -> None:
    """Where connections prepare: behind a PgBouncer they do not, and the cursor works without."""
    if not environment.env_bool("DATABASE_PREPARES"):
        pytest.skip("these connections prepare nothing")
    for name in ("tea", "coffee"):
        with rows.prepared_cursor() as cursor:
            cursor.execute("SELECT %s || ' please' AS drink", [name])
            assert cursor.fetchone() == (f"{name} please",)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT calls_of.n FROM pg_prepared_statements,"
            " LATERAL (SELECT generic_plans + custom_plans AS n) AS calls_of WHERE statement LIKE %s",
            ["%please% AS drink"],
        )
        assert cursor.fetchall() == [(2,)]


def test_what_a_prepared_statement_may_not_do_is_djangos_error_and_counted(as_alice: User) -> None:
    with (
        CaptureQueriesContext(connection) as queries,
        pytest.raises(DataError),
        transaction.atomic(),
        rows.prepared_cursor() as cursor,
    ):
        cursor.execute("SELECT 1 / %s", [0])
    assert queries[1]["sql"] == "SELECT 1 / 0"  # after the savepoint
