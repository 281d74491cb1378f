"""`manage.py up` as a person at the terminal sees it, with Ctrl-C and kill -9."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from memoryweb.embedded import addresses, data_folder, schema
from memoryweb.embedded.child import until
from memoryweb.embedded.data_folder import ROOT
from memoryweb.embedded.leftovers import MARK
from memoryweb.embedded.postgres import Postgres
from memoryweb.rls import roles

OUTSIDE = {"DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL", "SECRET_KEY", "BASE_URL", "DJANGO_SETTINGS_MODULE"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Up:
    """One run of `manage.py up`, and what it has printed."""

    def __init__(self, data: Path, port: int) -> None:
        self.data, self.port = data, port
        environ = {name: value for name, value in os.environ.items() if name not in OUTSIDE}
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "up"],
            cwd=ROOT,
            env={**environ, "MEMORYWEB_DATA": str(data), "PORT": str(port)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: list[str] = []

    def read_until(self, word: str) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.append(line.rstrip())
            if word in line:
                return
        pytest.fail(f"never printed {word!r}: {self.lines}")

    def finish(self) -> tuple[int, list[str]]:
        assert self.process.stdout
        self.lines += [line.rstrip() for line in self.process.stdout]
        return self.process.wait(60), self.lines

    def get(self, path: str) -> tuple[int, Any]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def main_pid(self, part: str) -> int:
        """Return the direct child with this name in its command line."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return next(pid for pid in map(int, children) if part in command_line(pid))


def command_line(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()


def running_processes(data: Path) -> list[str]:
    """Return the command lines of the processes of a data folder, found by their mark or working folder."""
    command_lines = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit() and int(process.name) != os.getpid():
            try:
                marked = f"{MARK}={data}".encode() in (process / "environ").read_bytes().split(b"\0")
                inside = (process / "cwd").readlink().is_relative_to(data)
                if marked or inside:
                    command_lines.append(command_line(int(process.name)))
            except OSError:
                continue
    return command_lines


Start = Callable[[Path], AbstractContextManager[Up]]


@pytest.fixture
def start() -> Start:
    @contextmanager
    def running(data: Path, port: int | None = None) -> Iterator[Up]:
        up = Up(data, port or free_port())
        try:
            yield up
        finally:
            if up.process.poll() is None:
                up.process.send_signal(signal.SIGINT)
            up.finish()
            assert up.process.stdout
            up.process.stdout.close()
            assert until(lambda: not running_processes(data), 5), running_processes(data)

    return running


def people(data: Path) -> list[tuple[Any, ...]]:
    with psycopg.connect(addresses.database_url(data, roles.OWNER)) as connection:
        return connection.execute("SELECT id, email, is_staff FROM people_user").fetchall()


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
    up = Up(data, port)
    yield up.finish()
    assert up.process.stdout
    up.process.stdout.close()


@pytest.fixture(scope="session")
def used_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that was started before: starting it again takes 2 s, a first start 7."""
    return tmp_path_factory.mktemp("used") / "data"


@pytest.fixture(scope="session")
def first_lines(used_folder: Path) -> list[str]:
    up = Up(used_folder, free_port())
    up.read_until("Ctrl-C")
    up.process.send_signal(signal.SIGINT)
    up.process.send_signal(signal.SIGINT)
    status, lines = up.finish()
    assert up.process.stdout
    up.process.stdout.close()
    assert status == 0
    assert not running_processes(used_folder)
    return lines


def test_a_first_start_says_how_long_it_takes_and_prints_a_link(used_folder: Path, first_lines: list[str]) -> None:
    assert first_lines[0] == "Making your database: about 15 seconds, this once …"
    running, link, whose, command = first_lines[-8:-4]
    assert running.startswith("memoryweb is running at http://127.0.0.1:")
    assert link.startswith("Sign in:  http://127.0.0.1:")
    assert whose == "This link is for me@example.org. It works once, for 30 minutes."
    assert command.startswith("A new one: ")
    assert command.endswith("manage.py create_person me@example.org")
    assert first_lines[-3:] == ["Ctrl-C stops it.", "Stopping …", "Stopped. Your data is kept."]


def test_every_later_start_prints_a_link_for_the_same_person(
    used_folder: Path, first_lines: list[str], start: Start
) -> None:
    with start(used_folder) as up:
        up.read_until("Ctrl-C")
        assert up.lines[0] == "Starting memoryweb …"
        assert up.lines[-6] == f"memoryweb is running at http://127.0.0.1:{up.port}"
        assert up.lines[-5].startswith(f"Sign in:  http://127.0.0.1:{up.port}/sign-in/?token=")
        assert up.lines[-5] not in first_lines
        parts = {"database": "up", "disk": "up", "broker": "up"}
        assert up.get("/healthz") == (200, {"ok": True, "degraded": False, "parts": parts})
        assert [(email, staff) for _, email, staff in people(used_folder)] == [("me@example.org", True)]
        assert schema.person_to_sign_in(addresses.database_url(used_folder, roles.OWNER), "other@example.org")
        add_person(used_folder, "second@example.org")
        url = addresses.database_url(used_folder, roles.OWNER)
        assert schema.person_to_sign_in(url, "ME@example.org") == "me@example.org"
        assert schema.person_to_sign_in(url, "other@example.org") == ""  # two people, and neither was named
        remove_person(used_folder, "second@example.org")


def test_no_password_is_on_a_command_line(used_folder: Path, first_lines: list[str], start: Start) -> None:
    with start(used_folder) as up:
        up.read_until("Ctrl-C")
        command_lines = " ".join(running_processes(used_folder))
        secrets = data_folder.Secrets.read_or_create(used_folder)
        assert "celery" in command_lines
        assert not any(secret in command_lines for secret in (secrets.secret_key, *secrets.passwords.values()))


def test_a_locked_folder_is_one_line_with_the_url(used_folder: Path, first_lines: list[str], start: Start) -> None:
    with start(used_folder) as up:
        up.read_until("Ctrl-C")
        with start_refused(used_folder, free_port()) as (status, lines):
            assert status == 1
            assert lines == [f"memoryweb is already running on {used_folder}: http://127.0.0.1:{up.port}"]


def test_kill_9_of_the_supervisor_leaves_nothing_and_loses_nothing(
    used_folder: Path, first_lines: list[str], start: Start
) -> None:
    with start(used_folder) as up:
        up.read_until("Ctrl-C")
        before = people(used_folder)
        up.process.kill()
        assert until(lambda: not running_processes(used_folder), 3), running_processes(used_folder)
    with start(used_folder) as again:
        again.read_until("Ctrl-C")
        assert people(used_folder) == before


def test_kill_9_of_every_part(used_folder: Path, first_lines: list[str], start: Start) -> None:
    with start(used_folder) as up:
        up.read_until("Ctrl-C")
        for part in ("postgres", "valkey-server", "granian"):
            os.kill(up.main_pid(part), signal.SIGKILL)
            up.read_until("Starting it again")

        def has_recovered() -> bool:
            try:
                return up.get("/healthz")[1].get("degraded") is False
            except OSError:
                return False

        assert until(has_recovered, 20, step=0.1)


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


def test_damaged_secrets_are_one_sentence_for_every_command(data: Path) -> None:
    data_folder.create(data)
    (data / "secrets.json").write_text("{")
    with start_refused(data, free_port()) as (status, lines):
        assert status == 1
        assert len(lines) == 1
        assert "secrets.json is damaged" in lines[0]


def test_two_folders_and_ports_run_side_by_side(
    used_folder: Path, first_lines: list[str], data: Path, start: Start
) -> None:
    with start(data) as two, start(used_folder) as one:
        one.read_until("Ctrl-C")
        two.read_until("Ctrl-C")
        one.process.kill()
        assert until(lambda: not running_processes(used_folder), 3)
        assert two.get("/healthz")[0] == 200
