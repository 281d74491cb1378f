"""Web, worker and beat: their command lines, and the environment that tells each only what it needs."""

import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from memoryweb.embedded import endpoints
from memoryweb.embedded.child import Child
from memoryweb.embedded.endpoints import ROOT, Secrets
from memoryweb.embedded.leftovers import MARK
from memoryweb.rls.roles import APP, OWNER, WORKER

WEB_POOL = 8  # connections; threads of the web process
HOST = "127.0.0.1"


@dataclass(frozen=True)
class Home:
    """One running copy: its folder, its port, and the environment it was started with."""

    data: Path
    port: int
    environ: Mapping[str, str] = field(repr=False)

    @property
    def url(self) -> str:
        return self.environ.get("BASE_URL") or f"http://{HOST}:{self.port}"

    @property
    def own_database(self) -> bool:
        return not self.environ.get("DATABASE_URL")

    @property
    def own_broker(self) -> bool:
        return not self.environ.get("CELERY_BROKER_URL")

    def database_url(self, role: str) -> str:
        """Of an external database, what the environment gives for that role."""
        if self.own_database:
            return endpoints.database_url(self.data, role)
        given = {OWNER: "MIGRATE_DATABASE_URL", WORKER: "WORKER_DATABASE_URL"}.get(role, "DATABASE_URL")
        return self.environ.get(given) or self.environ["DATABASE_URL"]

    def environment(self, role: str, **extra: str) -> dict[str, str]:
        """Passwords travel here, never on a command line, and other roles' not at all."""
        hidden = {"MIGRATE_DATABASE_URL", "WORKER_DATABASE_URL", "SUPERUSER_URL", "DATABASE_POOL"}
        kept = {name: value for name, value in self.environ.items() if name not in hidden}
        broker = {
            "CELERY_BROKER_URL": endpoints.broker_url(self.data),
            "CACHE_URL": endpoints.cache_url(self.data),
        }
        return {
            **kept,
            **(broker if self.own_broker else {}),
            "DATABASE_URL": self.database_url(role),
            "SECRET_KEY": self.environ.get("SECRET_KEY") or Secrets.ensure(self.data).secret_key,
            "MEMORYWEB_DATA": str(self.data),
            "PORT": str(self.port),
            "DJANGO_SETTINGS_MODULE": "memoryweb.settings",
            "PYTHONUNBUFFERED": "1",
            **extra,
        }

    def manage(self, *argv: str) -> list[str]:
        return [sys.executable, str(ROOT / "manage.py"), *argv]

    def _child(self, name: str, argv: list[str], environment: dict[str, str], quit_by: signal.Signals) -> Child:
        return Child(
            name,
            [sys.executable, "-m", *argv],
            log=self.data / "logs" / f"{name}.log",
            env={**environment, MARK: str(self.data)},
            cwd=ROOT,
            orphaned=quit_by,
        )

    def web(self) -> Child:
        argv = ["granian", "--interface", "asgi", "--host", HOST, "--port", str(self.port)]
        argv += ["--workers", "1", "--no-access-log", "--no-ws", "--workers-kill-timeout", "3"]
        environment = self.environment(APP, DATABASE_POOL=str(WEB_POOL))
        return self._child("web", [*argv, "memoryweb.asgi:application"], environment, signal.SIGTERM)

    def worker(self) -> Child:
        """Orphaned it is killed, since a polite end waits for the broker, which died at the same
        moment. Its pool dies with it (Celery sees to that), and acks_late hands on its task.
        """
        argv = ["celery", "-A", "memoryweb", "worker", "--concurrency", "1", "--loglevel", "info"]
        return self._child("worker", argv, self.environment(WORKER), signal.SIGKILL)

    def beat(self) -> Child:
        folder = self.data / "beat"
        folder.mkdir(mode=0o700, exist_ok=True)
        argv = ["celery", "-A", "memoryweb", "beat", "--schedule", str(folder / "schedule")]
        return self._child("beat", [*argv, "--pidfile="], self.environment(WORKER), signal.SIGTERM)


def home(environ: Mapping[str, str] = os.environ) -> Home:
    port = environ.get("PORT") or "8000"
    if not port.isascii() or not port.isdigit() or not 0 < int(port) < 65536:
        raise endpoints.CannotRunError(f"PORT is {port!r}; it must be a number from 1 to 65535.")
    return Home(endpoints.data_folder(environ), int(port), environ)
