"""RabbitMQ as the broker of the tests, in a folder of its own (TEST_RABBITMQ=1)."""

import os
import shutil
import socket
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from memoryweb.embedded.account import account_for
from memoryweb.embedded.postgres import binary_folder
from tests.waiting import PATIENCE, wait_for

# The one on the PATH wants to be root or of the system's own user.
PROGRAM = Path("/usr/lib/rabbitmq/bin/rabbitmq-server")
SETTINGS = "listeners.tcp.1 = 127.0.0.1:{port}\nlog.console = true\n"


class Rabbit:
    """A running RabbitMQ. Its address is in the environment, for the parallel workers."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._running = folder, ExitStack()

    def __enter__(self) -> Self:
        names = shutil.which("epmd")
        assert PROGRAM.exists(), "Install RabbitMQ (Debian: apt install rabbitmq-server)."
        assert names
        self._account = account_for(self._folder.parent, binary_folder() / "postgres")
        self._account.make_folder(self._folder)
        self._settings = self._folder / "rabbitmq.conf"
        port, of_names, of_nodes = _free_ports(3)
        self._settings.write_text(SETTINGS.format(port=port))
        self._account.take_ownership(self._settings)
        # RabbitMQ would start the process that knows the names of nodes itself, and leave it behind.
        environ = {"PATH": os.environ["PATH"], "HOME": str(self._folder), "ERL_EPMD_PORT": str(of_names)}
        environ |= {"ERL_EPMD_ADDRESS": "127.0.0.1", "RABBITMQ_NODENAME": "tests@localhost"}
        environ |= {"RABBITMQ_DIST_PORT": str(of_nodes), "RABBITMQ_CONFIG_FILE": str(self._settings)}
        environ |= {f"RABBITMQ_{name}_BASE": str(self._folder) for name in ("MNESIA", "LOG")}
        environ |= {"RABBITMQ_PID_FILE": str(self._folder / "pid"), "RABBITMQ_ENABLED_PLUGINS_FILE": "/dev/null"}
        self._start([names], environ, of_names)
        self._start([str(PROGRAM)], environ, port)
        os.environ["CELERY_BROKER_URL"] = f"amqp://guest:guest@127.0.0.1:{port}//"
        return self

    def __exit__(self, *_: object) -> None:
        self._running.close()

    def _start(self, command: list[str], environ: dict[str, str], port: int) -> None:
        log = self._folder / f"{Path(command[0]).name}.log"
        with log.open("wb") as file:
            process = subprocess.Popen(self._account.command(command), env=environ, stdout=file, stderr=file)
        self._running.callback(process.wait, PATIENCE)
        self._running.callback(process.terminate)
        wait_for(lambda: _listens(port), lambda: log.read_text() or f"{command[0]} did not start")


def _free_ports(count: int) -> list[int]:
    with ExitStack() as held:
        sockets = [held.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [int(each.getsockname()[1]) for each in sockets]


def _listens(port: int) -> bool:
    with socket.socket() as there:
        return not there.connect_ex(("127.0.0.1", port))
