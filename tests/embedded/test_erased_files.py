"""After an erasure and its nightly purge, no file of the data folder contains the words."""

import psycopg
import pytest

from memoryweb.embedded import postgres
from tests.embedded.installation import Folder

WORD = "zebracanary"
REMEMBER = (
    "from memoryweb.agents.models import Agent",
    "agent = Agent.connect(person, name='Scribe')[0]",
    f"said = agent_says(agent, 'I like {WORD} tea', quote='{WORD} tea, please')",
    f"own = person_types(person, 'Bicycle {WORD}', name='bicycle', category='personal')",
)
ERASE = "[erasure.erase(memory.pk, by=Person(person), now=now) for memory in Memory.objects.all()]"


def fill_log(server: postgres.Postgres, megabytes: int) -> None:
    """Write so much that the write-ahead log goes through several files of 16 MB."""
    with psycopg.connect(server.superuser_url(), autocommit=True) as connection:
        for _ in range(megabytes):
            connection.execute("SELECT pg_logical_emit_message(false, 'fill', repeat('x', 1000000))")


def checkpoint(server: postgres.Postgres) -> None:
    with psycopg.connect(server.superuser_url(), autocommit=True) as connection:
        connection.execute("CHECKPOINT")


def test_erased_words_leave_every_file_the_write_ahead_log_too(folder: Folder) -> None:
    with folder.running() as server:
        folder.as_person(*REMEMBER)
        fill_log(server, 20)
        assert any(name.startswith("postgres/pg_wal/") for name in folder.files_with(WORD))
        checkpoint(server)
        assert any(name.startswith("postgres/base/") for name in folder.files_with(WORD))
        folder.as_person(ERASE)
        assert "erasures" in folder.manage("upkeep", "purge_erased")
        assert folder.files_with(WORD) == []
        assert folder.rows("SELECT count(*) FROM memories_erasure WHERE purged_at IS NULL") == [(0,)]
    assert folder.files_with(WORD) == []


def test_log_files_that_an_older_version_kept_for_later_leave_too(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL used to give files of the log a later name, with their content, to write over them some day."""
    monkeypatch.setitem(postgres.SETTINGS, "wal_recycle", "on")
    with folder.running() as server:
        folder.as_person(*REMEMBER)
        fill_log(server, 40)
        checkpoint(server)
    monkeypatch.undo()
    with folder.running():
        folder.as_person(ERASE)
        assert len([name for name in folder.files_with(WORD) if name.startswith("postgres/pg_wal/")]) >= 1
        folder.manage("upkeep", "purge_erased")
        assert folder.files_with(WORD) == []


def test_of_a_partitioned_table_only_the_persons_partition_is_rewritten(folder: Folder) -> None:
    files = "SELECT relfilenode FROM pg_class WHERE relname = 'memories_memory' AND relkind = 'r' ORDER BY oid"
    with folder.running() as server:
        assert "have 2 partitions" in folder.manage("partition", "2")
        folder.as_person(*REMEMBER)
        folder.as_person(ERASE)
        checkpoint(server)
        before = folder.rows(files)
        assert folder.files_with(WORD)
        with psycopg.connect(server.url(), autocommit=True) as owner:
            owner.execute("CREATE SCHEMA moving")  # as while tables are being moved
            assert "Tables are being moved" in folder.run("upkeep", "purge_erased").stderr
            owner.execute("DROP SCHEMA moving")
        assert "2 erasures" in folder.manage("upkeep", "purge_erased")
        assert folder.files_with(WORD) == []
        assert [old == new for old, new in zip(before, folder.rows(files), strict=True)].count(True) == 1


def test_a_table_in_use_is_left_for_the_next_night_and_named(folder: Folder) -> None:
    with folder.running() as server:
        folder.as_person(*REMEMBER)
        folder.as_person(ERASE)
        with psycopg.connect(server.url()) as reading:
            reading.execute("SELECT count(*) FROM memories_evidence")
            result = folder.run("upkeep", "purge_erased")
            assert "In use all the time: memories_evidence." in result.stderr
            assert folder.rows("SELECT count(*) FROM memories_erasure WHERE purged_at IS NULL") == [(2,)]
        assert "2 erasures" in folder.manage("upkeep", "purge_erased")
        assert folder.files_with(WORD) == []


def test_a_transaction_from_before_the_erasure_is_waited_out(folder: Folder) -> None:
    """For it PostgreSQL copies the deleted rows when it rewrites a table, so they have not left."""
    with folder.running() as server:
        folder.as_person(*REMEMBER)
        with psycopg.connect(server.url()) as forgotten:
            forgotten.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            forgotten.execute("SELECT count(*) FROM django_migrations")
            folder.as_person(ERASE)
            result = folder.run("upkeep", "purge_erased")
            assert "An old transaction is open" in result.stderr
            assert folder.files_with(WORD)
            assert folder.rows("SELECT count(*) FROM memories_erasure WHERE purged_at IS NULL") == [(2,)]
        assert "2 erasures" in folder.manage("upkeep", "purge_erased")
        assert folder.files_with(WORD) == []


def test_the_worker_may_end_a_log_file_and_nothing_more(folder: Folder) -> None:
    with folder.running() as server, psycopg.connect(server.url("memoryweb_worker")) as connection:
        allowed = {
            name
            for (name,) in connection.execute(
                "SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace"
                " AND has_function_privilege('memoryweb_clock', oid, 'EXECUTE')"
                " AND NOT has_function_privilege('public', oid, 'EXECUTE')"
            )
        }
        locks = {name for name in allowed if "advisory" in name}  # upkeep's
        assert allowed - locks == {"pg_switch_wal()", "pg_ls_waldir()"}
