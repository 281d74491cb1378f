"""RabbitMQ as the broker of the tests, in a folder of its own (TEST_RABBITMQ=1)."""

import os
import shutil
import signal
from pathlib import Path
from typing import Self

from memoryweb.embedded.account import account_for
from memoryweb.embedded.child import Child
from memoryweb.embedded.postgres import binary_folder
from tests.pooler import free_port, listens
from tests.waiting import wait_for

# The one on the PATH wants to be root or of the system's own user.
PROGRAM = Path("/usr/lib/rabbitmq/bin/rabbitmq-server")
SETTINGS = "listeners.tcp.1 = 127.0.0.1:{port}\nlog.console = true\n"


class Rabbit:
    """A RabbitMQ, and the process that knows the names of nodes: RabbitMQ would start that itself and leave it."""

    def __init__(self, folder: Path) -> None:
        names = shutil.which("epmd")
        assert PROGRAM.exists(), "Install RabbitMQ (Debian: apt install rabbitmq-server)."
        assert names
        self.port, self._names_port = free_port(), free_port()
        account = account_for(folder.parent, binary_folder() / "postgres")
        account.make_folder(folder)
        settings = folder / "rabbitmq.conf"
        settings.write_text(SETTINGS.format(port=self.port))
        account.take_ownership(settings)
        environ = {"PATH": os.environ["PATH"], "HOME": str(folder), "ERL_EPMD_PORT": str(self._names_port)}
        environ |= {"ERL_EPMD_ADDRESS": "127.0.0.1", "RABBITMQ_NODENAME": "tests@localhost"}
        environ |= {"RABBITMQ_DIST_PORT": str(free_port()), "RABBITMQ_CONFIG_FILE": str(settings)}
        environ |= {"RABBITMQ_MNESIA_BASE": str(folder), "RABBITMQ_LOG_BASE": str(folder)}
        environ |= {"RABBITMQ_PID_FILE": str(folder / "pid"), "RABBITMQ_ENABLED_PLUGINS_FILE": "/dev/null"}
        self._names, self.child = (
            Child(
                Path(command).name,
                account.command([command], on_parent_death="KILL"),
                log=folder / f"{Path(command).name}.log",
                env=environ,
                stop_signal=signal.SIGTERM,
                parent_death_signal=signal.SIGKILL,
            )
            for command in (names, str(PROGRAM))
        )

    def __enter__(self) -> Self:
        self._names.start()
        wait_for(lambda: listens(self._names_port), self._names.last_log_line)
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.child.stop()
        self._names.kill()

    def start(self) -> None:
        self.child.start()
        wait_for(lambda: listens(self.port), self.child.last_log_line)

    @property
    def url(self) -> str:
        return f"amqp://guest:guest@127.0.0.1:{self.port}//"
