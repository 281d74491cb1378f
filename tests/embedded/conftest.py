"""A data folder of its own for each test that starts or harms a server."""

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from memoryweb.embedded.child import until
from memoryweb.embedded.supervisor import Supervisor
from tests.embedded import installation
from tests.embedded.run import Start, Up, free_port, running_processes
from tests.embedded_server import admin, embedded

__all__ = ["admin", "embedded"]


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
            if up.process.poll() is None:
                up.process.send_signal(signal.SIGINT)
            up.finish()
            assert up.process.stdout
            up.process.stdout.close()
            assert until(lambda: not running_processes(data), 5), running_processes(data)

    return running


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
