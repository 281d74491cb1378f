"""The embedded PostgreSQL keeps its data through restarts and crashes, and memory text out of its log."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

import psycopg
import pytest

from memoryweb.embedded import addresses, data_folder, leftovers, postgres
from memoryweb.embedded.data_folder import CannotRunError
from memoryweb.embedded.lock import HeldError
from memoryweb.embedded.postgres import Postgres
from tests.waiting import wait_for


def write(server: Postgres, value: int) -> None:
    with psycopg.connect(server.url()) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS kept (value int)")
        connection.execute("INSERT INTO kept VALUES (%s)", [value])


def read(server: Postgres) -> list[int]:
    with psycopg.connect(server.url()) as connection:
        return [value for (value,) in connection.execute("SELECT value FROM kept ORDER BY 1")]


def test_a_second_start_finds_the_data(data: Path) -> None:
    with Postgres(data) as server:
        write(server, 1)
    assert not (data / "postgres" / "postmaster.pid").exists()
    with Postgres(data) as server:
        assert read(server) == [1]


def test_start_after_kill_9_finds_the_data(data: Path) -> None:
    with Postgres(data) as server:
        write(server, 1)
        idle = psycopg.connect(server.url())  # its backend outlives the postmaster for a while
        os.kill(server.pid, signal.SIGKILL)
        wait_for(lambda: not server.alive())
        server.start()
        write(server, 2)
        assert read(server) == [1, 2]
        idle.close()


def test_an_orphan_is_stopped_first(data: Path) -> None:
    """The second Postgres object is the next supervisor. The first one never stopped its server."""
    with Postgres(data) as first:
        write(first, 1)
        second = Postgres(data)
        second.start()
        try:
            assert not first.alive()
            assert read(second) == [1]
        finally:
            second.stop()


def test_a_stale_pid_of_an_unrelated_process_does_not_block(data: Path) -> None:
    with Postgres(data) as server:
        write(server, 1)
    (data / "postgres" / "postmaster.pid").write_text(f"{os.getppid()}\n{data}/postgres\n")
    with Postgres(data) as server:
        assert read(server) == [1]


def test_a_program_of_somebody_who_looks_into_the_folder_goes_on(data: Path) -> None:
    (data / "postgres").mkdir(parents=True)
    with subprocess.Popen(["sleep", "60"], cwd=data / "postgres") as looking:
        leftovers.end_postgres(data / "postgres")
        assert looking.poll() is None
        looking.kill()
    assert looking.returncode == -signal.SIGKILL


def test_an_interrupted_initdb_is_started_again(data: Path) -> None:
    data_folder.create(data)
    (data / "postgres.new").mkdir()
    (data / "postgres.new" / "PG_VERSION").write_text("18\n")
    with Postgres(data) as server:
        assert server.ready()


def test_the_folder_has_one_user_at_a_time(embedded: Postgres) -> None:
    with pytest.raises(HeldError), Postgres(embedded.data):
        pass
    assert embedded.ready()


def test_a_long_path_works(tmp_path: Path) -> None:
    data = tmp_path / ("long" * 30)
    with Postgres(data) as server:
        folder = addresses.socket_folder(data)
        assert folder.parent == Path("/tmp")
        assert folder.stat().st_mode & 0o777 == 0o700
        write(server, 1)
    shutil.rmtree(folder)


@pytest.mark.parametrize("name", ["a,b", 'a"b', "a'b \\c"])
def test_commas_and_quotes_in_the_path_work(tmp_path: Path, name: str) -> None:
    data = tmp_path / name
    with Postgres(data) as server:
        write(server, 1)
        assert read(server) == [1]
    if addresses.socket_folder(data).parent == Path("/tmp"):
        shutil.rmtree(addresses.socket_folder(data))


def test_the_reason_of_a_failed_start_is_told(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "ATTEMPTS", 1)
    with Postgres(data):
        pass
    with (data / "postgres" / "postgresql.conf").open("a") as file:
        file.write("shared_preload_libraries = 'no_such_library'\n")
    with pytest.raises(CannotRunError, match=r"FATAL: .*no_such_library"), Postgres(data):
        pass


@pytest.mark.parametrize(
    ("version", "message"),
    [
        (
            "17\n",
            r"was made by PostgreSQL 17\. This memoryweb runs PostgreSQL 18\. Export with the version",
        ),
        ("", r"is damaged: it has no PG_VERSION\. Restore the data folder from a backup"),
    ],
)
def test_a_cluster_of_another_version_is_one_sentence_with_the_way_out(data: Path, version: str, message: str) -> None:
    data_folder.create(data)
    (data / "postgres").mkdir()
    (data / "postgres" / "PG_VERSION").write_text(version)
    with pytest.raises(CannotRunError, match=message), Postgres(data):
        pass
    assert [path.name for path in (data / "postgres").iterdir()] == ["PG_VERSION"]


def test_there_is_no_network_socket_and_no_login_without_a_password(
    embedded: Postgres, admin: psycopg.Connection
) -> None:
    assert admin.execute("SHOW listen_addresses").fetchone() == ("",)
    wrong = embedded.url().replace(":", ":x", 2).replace(":x//", "://", 1)
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(wrong)


def test_the_settings_are_safe(admin: psycopg.Connection) -> None:
    names = ("fsync", "data_checksums", "server_encoding", "password_encryption")
    values = [admin.execute(f"SHOW {name}").fetchone() for name in names]
    assert values == [("on",), ("on",), ("UTF8",), ("scram-sha-256",)]


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT 'fond of figs'::uuid",
        "INSERT INTO secretly VALUES ('fond of figs'), ('fond of figs')",
        "SELECT 'fond of figs' FROM nowhere",
        "DO $$ BEGIN RAISE WARNING 'fond of figs'; END $$",
    ],
)
def test_no_memory_text_in_the_log(embedded: Postgres, admin: psycopg.Connection, statement: str) -> None:
    admin.execute("CREATE TABLE secretly (value text UNIQUE)")
    try:
        admin.execute(statement)
    except psycopg.Error:
        admin.rollback()
    assert "fond of figs" not in embedded.log.read_text()


def test_databases_are_made_from_templates(embedded: Postgres) -> None:
    embedded.create_database("origin")
    with psycopg.connect(embedded.url(database="origin")) as connection:
        connection.execute("CREATE TABLE fig (person text)")
    embedded.create_database("copy", template="origin")
    with psycopg.connect(embedded.url("memoryweb_app", "copy")) as connection:
        connection.execute("INSERT INTO fig VALUES ('alice')")
