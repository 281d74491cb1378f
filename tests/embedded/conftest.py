"""A data folder of its own for each test that starts or harms a server."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from memoryweb.embedded.supervisor import Supervisor
from tests import migrated, rings, servers
from tests.embedded import installation
from tests.embedded.run import Shared, Start, Up, free_port, running_processes
from tests.embedded_server import admin, embedded

__all__ = ["admin", "embedded"]


def checked(supervisor: Supervisor, condition: Callable[[], bool] = lambda: True) -> Callable[[], bool]:
    """Return the condition, to be asked after the supervisor has checked its services once."""

    def check() -> bool:
        supervisor.check_services()
        return condition()

    return check


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def start() -> Start:
    @contextmanager
    def running(data: Path, port: int | None = None, *, prefix: Sequence[str] = ()) -> Iterator[Up]:
        up = Up(data, port or free_port(), prefix=prefix)
        try:
            yield up
        finally:
            up.stop()

    return running


@pytest.fixture(scope="session")
def first_start(tmp_path_factory: pytest.TempPathFactory) -> Up:
    """The first start of a folder, which is over. In `make test` its tables are there already (tests/migrated.py)."""
    data = tmp_path_factory.mktemp("first") / "data"
    if (made := os.environ.get(servers.MIGRATED)) and not rings.ALL:
        migrated.copy(Path(made), data)
    up = Up(data, free_port())
    try:
        up.read_until("Ctrl-C")
    finally:
        up.process.send_signal(signal.SIGINT)
        up.process.send_signal(signal.SIGINT)
        status, _ = up.finish()
    assert status == 0
    assert not running_processes(up.data)
    return up


@pytest.fixture
def used_folder(first_start: Up, data: Path) -> Path:
    """A copy of a folder that was started before."""
    return installation.copy(installation.Folder(first_start.data), data).data


@pytest.fixture(scope="session")
def shared(first_start: Up, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    """A memoryweb that is already running, in a folder that was started before. Its shell has two secrets."""
    used = installation.Folder(first_start.data)
    folder = installation.copy(used, tmp_path_factory.mktemp("shared") / "data")
    of_the_shell = ("env", "SOME_TOKEN=of the shell", "MEMORYWEB_OWNER_PASSWORD=of the owner")
    shared = Shared(folder.data, prefix=of_the_shell)
    yield shared
    shared.stop()


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> installation.Folder:
    return installation.make(tmp_path_factory.mktemp("made") / "data")


@pytest.fixture
def folder(made_once: installation.Folder, tmp_path: Path) -> installation.Folder:
    """A stopped installation with our tables and a person: a copy, so that a test may harm it."""
    return installation.copy(made_once, tmp_path / "data")


@pytest.fixture
def messages() -> list[str]:
    return []


@pytest.fixture
def supervisor(messages: list[str]) -> Iterator[Supervisor]:
    supervisor = Supervisor(messages.append)
    yield supervisor
    supervisor.stop()
