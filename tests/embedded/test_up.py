"""`manage.py up` as a person at the terminal sees it, with Ctrl-C and kill -9."""

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from memoryweb.embedded import addresses, data_folder, schema
from memoryweb.embedded.postgres import Postgres
from memoryweb.rls import roles
from tests import rings, servers
from tests.api.web_process import start_web_process
from tests.embedded.run import Shared, Start, Up, free_port, running_processes
from tests.rings import thorough
from tests.waiting import wait_for


def people(data: Path) -> list[tuple[Any, ...]]:
    """Return the people, once a database that was killed by the test before has read its log again."""
    wait_for(lambda: is_up(data))
    with psycopg.connect(addresses.database_url(data, roles.OWNER)) as connection:
        return connection.execute("SELECT id, email, is_staff FROM people_user").fetchall()


def is_up(data: Path) -> bool:
    try:
        psycopg.connect(addresses.database_url(data, roles.OWNER)).close()
    except psycopg.OperationalError:
        return False
    return True


def add_person(data: Path, email: str) -> None:
    with psycopg.connect(addresses.database_url(data, roles.OWNER)) as connection:
        connection.execute(
            "INSERT INTO people_user (id, email, password, is_superuser, is_active, is_staff, date_joined)"
            " VALUES (gen_random_uuid(), %s, '', false, true, false, now())",
            [email],
        )


def remove_person(data: Path, email: str) -> None:
    with psycopg.connect(addresses.database_url(data, roles.OWNER)) as connection:
        connection.execute("DELETE FROM people_user WHERE email = %s", [email])


@contextmanager
def start_refused(data: Path, port: int) -> Iterator[tuple[int, list[str]]]:
    yield Up(data, port).finish()


def test_a_first_start_says_how_long_it_takes_and_prints_a_link(first_start: Up) -> None:
    first_lines = first_start.lines
    has_tables = servers.MIGRATED in os.environ and not rings.ALL
    made_once = "Making your database: about 15 seconds, this once …"
    assert first_lines[0] == ("Starting memoryweb …" if has_tables else made_once)
    running, link, whose, command = first_lines[-8:-4]
    assert running.startswith("memoryweb is running at http://127.0.0.1:")
    assert link.startswith("Sign in:  http://127.0.0.1:")
    assert whose == "This link is for me@example.org. It works once, for 30 minutes."
    assert command.startswith("A new one: ")
    assert command.endswith("manage.py create_person me@example.org")
    assert first_lines[-3:] == ["Ctrl-C stops it.", "Stopping …", "Stopped. Your data is kept."]


def test_every_later_start_prints_a_link_for_the_same_person(first_start: Up, shared: Shared) -> None:
    up = shared.up()
    lines = up.lines[: up.lines.index("Ctrl-C stops it.") + 1]
    assert lines[0] == "Starting memoryweb …"
    assert lines[-6] == f"memoryweb is running at http://127.0.0.1:{up.port}"
    assert lines[-5].startswith(f"Sign in:  http://127.0.0.1:{up.port}/sign-in/?token=")
    assert lines[-5] not in first_start.lines
    parts = {"database": "up", "disk": "up", "broker": "up"}
    assert up.get("/healthz") == (200, {"ok": True, "degraded": False, "parts": parts})
    assert [(email, staff) for _, email, staff in people(up.data)] == [("me@example.org", True)]
    url = addresses.database_url(up.data, roles.OWNER)
    assert schema.person_to_sign_in(url, "other@example.org")
    add_person(up.data, "second@example.org")
    assert schema.person_to_sign_in(url, "ME@example.org") == "me@example.org"
    assert schema.person_to_sign_in(url, "other@example.org") == ""  # two people, and neither was named
    remove_person(up.data, "second@example.org")


def test_no_password_is_on_a_command_line(shared: Shared) -> None:
    data = shared.up().data
    command_lines = " ".join(running_processes(data))
    secrets = data_folder.Secrets.read_or_create(data)
    assert "celery" in command_lines
    assert not any(secret in command_lines for secret in (secrets.secret_key, *secrets.passwords.values()))


def test_a_locked_folder_is_one_line_with_the_url(shared: Shared) -> None:
    up = shared.up()
    with start_refused(up.data, free_port()) as (status, lines):
        assert status == 1
        assert lines == [f"memoryweb is already running on {up.data}: http://127.0.0.1:{up.port}"]


def test_kill_9_of_the_supervisor_leaves_nothing_and_loses_nothing(shared: Shared) -> None:
    up = shared.up()
    before = people(up.data)
    up.process.kill()
    wait_for(lambda: not running_processes(up.data), lambda: running_processes(up.data))
    up.process.wait()
    shared.up()
    assert people(up.data) == before


def test_kill_9_of_every_part(shared: Shared) -> None:
    up = shared.up()
    for part in ("postgres", "valkey-server", "granian"):
        os.kill(up.main_pid(part), signal.SIGKILL)
        up.read_until("Starting it again")

    def has_recovered() -> bool:
        try:
            return up.get("/healthz")[1].get("degraded") is False
        except OSError:
            return False

    wait_for(has_recovered, step=0.1)


def test_a_port_in_use_is_one_line_and_starts_nothing(data: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with start_refused(data, port) as (status, lines):
            assert status == 1
            assert lines == [f"Port {port} is in use. Try PORT={port + 1} make run."]
    assert not (data / "postgres").exists()


def test_a_database_of_another_version_is_one_sentence_with_the_way_out(data: Path) -> None:
    with Postgres(data) as server, psycopg.connect(server.url()) as connection:
        connection.execute("CREATE TABLE django_migrations (app text, name text)")
        connection.execute("INSERT INTO django_migrations VALUES ('people', '0001_initial'), ('memories', '0012_x')")
    with start_refused(data, free_port()) as (status, lines):
        assert status == 1
        assert lines[1:] == [
            f"The database in {data} was made by another version of memoryweb."
            " Export with that version, then choose an empty folder with MEMORYWEB_DATA=… ."
        ]


def test_a_database_of_a_newer_version_is_refused_too(used_folder: Path) -> None:
    """It has all migrations of this version, and one more."""
    with Postgres(used_folder) as server, psycopg.connect(server.url()) as connection:
        connection.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('people', '9999_x', now())")
    with start_refused(used_folder, free_port()) as (status, lines):
        assert status == 1
        assert lines[1].startswith(f"The database in {used_folder} was made by another version of memoryweb.")


def test_behind_a_proxy_for_another_host_name_the_supervisor_is_still_answered() -> None:
    name = "memory.example.org"
    with start_web_process(ALLOWED_HOSTS=name, BASE_URL=f"https://{name}", BEHIND_PROXY="true") as web:
        assert web.send("/healthz", method="GET").status_code == 200


def test_damaged_secrets_are_one_sentence_for_every_command(data: Path) -> None:
    data_folder.create(data)
    (data / "secrets.json").write_text("{")
    with start_refused(data, free_port()) as (status, lines):
        assert status == 1
        assert len(lines) == 1
        assert "secrets.json is damaged" in lines[0]


@thorough
def test_two_folders_and_ports_run_side_by_side(shared: Shared, used_folder: Path, start: Start) -> None:
    """One is killed while the other runs: the web server's main process, and the supervisor before it has noticed."""
    with start(used_folder) as two:
        one = shared.up()
        two.read_until("Ctrl-C")
        os.kill(one.main_pid("granian"), signal.SIGKILL)
        one.process.kill()
        wait_for(lambda: not running_processes(one.data))
        one.process.wait()
        assert two.get("/healthz")[0] == 200
