"""PgBouncer in transaction mode before the tests' database, as an operator would put it there (docs/operate.md)."""

import os
import shutil
import socket
import subprocess
from pathlib import Path
from typing import Self

from memoryweb.embedded import addresses
from memoryweb.embedded.account import account_for
from memoryweb.embedded.data_folder import Secrets
from memoryweb.embedded.postgres import binary_folder
from memoryweb.rls.roles import APP, WORKER
from tests.waiting import PATIENCE, wait_for

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
    """A running PgBouncer. Its port is in the environment, for the parallel workers."""

    def __init__(self, data: Path) -> None:
        self._data, self._folder = data, data / "pooler"

    def __enter__(self) -> Self:
        program = shutil.which("pgbouncer")
        assert program, "Install pgbouncer (Debian: apt install pgbouncer)."
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = int(free.getsockname()[1])
        account = account_for(self._data, binary_folder() / "postgres")
        account.make_folder(self._folder)
        users, log, settings = (self._folder / name for name in ("users.txt", "pooler.log", "pooler.ini"))
        passwords = Secrets.read_or_create(self._data).passwords
        users.write_text("".join(f'"{role}" "{passwords[role]}"\n' for role in (APP, WORKER)))
        sockets = addresses.socket_folder(self._data)
        settings.write_text(SETTINGS.format(sockets=sockets, port=port, users=users, log=log))
        for file in (users, settings):
            account.take_ownership(file)
        self._process = subprocess.Popen(account.command([program, "-q", str(settings)]), stderr=subprocess.DEVNULL)
        os.environ[PORT] = str(port)
        wait_for(lambda: _listens(port), lambda: log.read_text() if log.exists() else "pgbouncer did not start")
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)


def _listens(port: int) -> bool:
    with socket.socket() as there:
        return not there.connect_ex(("127.0.0.1", port))


def url(data: Path, role: str, database: str) -> str:
    """Return the database's URL through the pooler."""
    password = Secrets.read_or_create(data).passwords[role]
    return f"postgresql://{role}:{password}@127.0.0.1:{os.environ[PORT]}/{database}"
