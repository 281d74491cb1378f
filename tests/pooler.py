"""PgBouncer in transaction mode before the tests' database, as an operator would put it there (docs/operate.md)."""

import os
import shutil
import signal
import socket
from pathlib import Path
from typing import Self

from memoryweb.embedded import addresses
from memoryweb.embedded.account import account_for
from memoryweb.embedded.child import Child
from memoryweb.embedded.data_folder import Secrets
from memoryweb.embedded.postgres import binary_folder
from memoryweb.rls.roles import APP, WORKER
from tests.waiting import wait_for

PORT = "TEST_POOLER_PORT"
SETTINGS = """
[databases]
* = host={sockets}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {users}
pool_mode = transaction
server_reset_query_always = 1
default_pool_size = 20
max_client_conn = 500
server_idle_timeout = 2
logfile = {log}
"""


class Pooler:
    """A PgBouncer before the server of a data folder, with its files in a folder of its own."""

    def __init__(self, data: Path, folder: str = "pooler") -> None:
        program = shutil.which("pgbouncer")
        assert program, "Install pgbouncer (Debian: apt install pgbouncer)."
        self._data, self.port = data, free_port()
        account, place = account_for(data, binary_folder() / "postgres"), data / folder
        account.make_folder(place)
        users, self._log, settings = (place / name for name in ("users.txt", "pooler.log", "pooler.ini"))
        passwords = Secrets.read_or_create(data).passwords
        users.write_text("".join(f'"{role}" "{passwords[role]}"\n' for role in (APP, WORKER)))
        sockets = addresses.socket_folder(data)
        settings.write_text(SETTINGS.format(sockets=sockets, port=self.port, users=users, log=self._log))
        for file in (users, settings):
            account.take_ownership(file)
        command = account.command([program, "-q", str(settings)])
        self.child = Child("pooler", command, log=place / "out.log", stop_signal=signal.SIGTERM)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.child.stop()

    def start(self) -> None:
        self.child.start()
        wait_for(lambda: listens(self.port), lambda: self._log.read_text() if self._log.exists() else "no log")

    def url(self, role: str, database: str) -> str:
        return _url(self._data, self.port, role, database)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def listens(port: int) -> bool:
    with socket.socket() as there:
        return not there.connect_ex(("127.0.0.1", port))


def url(data: Path, role: str, database: str) -> str:
    """Return the database's URL through the tests' pooler."""
    return _url(data, int(os.environ[PORT]), role, database)


def _url(data: Path, port: int, role: str, database: str) -> str:
    password = Secrets.read_or_create(data).passwords[role]
    return f"postgresql://{role}:{password}@127.0.0.1:{port}/{database}"
