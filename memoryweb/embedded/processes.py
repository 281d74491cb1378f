"""Command lines and environments of the web, worker and beat processes. Each is told only what it needs."""

import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from memoryweb.embedded import addresses, data_folder, probe
from memoryweb.embedded.child import Child
from memoryweb.embedded.data_folder import ROOT, CannotRunError, Secrets
from memoryweb.embedded.leftovers import MARK
from memoryweb.embedded.postgres import MANY_LOCKS, SETTINGS
from memoryweb.embedded.probe import SIGN_OF_LIFE, Probe, SignsOfLife
from memoryweb.embedded.service_user import ServiceUser, service_user
from memoryweb.rls.roles import APP, BACKUP, OWNER, WORKER

WEB_POOL = 8  # connections; threads of the web process
HOST = "127.0.0.1"
HEALTH = "/healthz"
HEADER_BUFFER = 64 * 1024  # bytes that are read before the headers must be complete
HEADER_SECONDS = 20  # until they are complete; an idle connection is closed after that too
# What web, worker and beat are given of the environment: their configuration (docs/operate.md), and what the system,
# Python and the network need.
CONFIGURATION = {
    *("DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL", "SECRET_KEY", "FINGERPRINT_KEY", "ALLOWED_HOSTS", "BASE_URL"),
    *("CSRF_TRUSTED_ORIGINS", "READS_PER_MINUTE", "WRITES_PER_MINUTE", "ROWS_PER_DAY", "BEHIND_PROXY"),
    "ALLAUTH_TRUSTED_PROXY_COUNT",
    *("DEBUG", "DEFAULT_FROM_EMAIL", "TRUSTED_PROXY_HEADER", "TRUSTED_PROXIES", "VAPID_KEY", "VAPID_CONTACT"),
    *("NOTIFY_PRIVATE_ADDRESSES", "CHAT_SECRET", "DATABASE_PREPARES", "BACKUPS_KEPT"),
}
PASSED_ON = CONFIGURATION | {"PATH", "LANG", "LANGUAGE", "TZ", "TMPDIR", "LD_LIBRARY_PATH", "VIRTUAL_ENV"}
PASSED_ON_PREFIXES = (
    *("EMBEDDINGS", "EXTRACTION", "EMAIL_", "OAUTH_", "OIDC_", "TELEGRAM_", "LC_", "PYTHON", "GRANIAN_", "SSL_CERT_"),
    *("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"),
)
# Left to itself, glibc keeps ever larger blocks that were freed, and the encoder's, of every size, leave gaps between
# them: after 20,000 requests a web process had grown by a fifth. mallopt(3); other C libraries do not read these.
ALLOCATOR = {"MALLOC_MMAP_THRESHOLD_": str(1024**2), "MALLOC_TRIM_THRESHOLD_": str(8 * 1024**2)}  # bytes


@dataclass(frozen=True)
class Installation:
    """One running copy of memoryweb: its data folder, its port, and the environment it was started with."""

    data: Path
    port: int
    environ: Mapping[str, str] = field(repr=False)

    @classmethod
    def from_environ(cls, environ: Mapping[str, str] = os.environ) -> Self:
        port = environ.get("PORT") or "8000"
        if not port.isascii() or not port.isdigit() or not 0 < int(port) < 65536:
            raise CannotRunError(f"PORT is {port!r}. It must be a number from 1 to 65535.")
        return cls(data_folder.locate(environ), int(port), environ)

    @classmethod
    def for_nightly_backup(cls, environ: Mapping[str, str] = os.environ) -> Self:
        """Return the installation whose embedded database the supervisor has backed up, not one of DATABASE_URL."""
        own = {name: value for name, value in environ.items() if name != "DATABASE_URL"}
        return cls.from_environ(own)

    @property
    def backups_kept(self) -> int:
        """Return how many nightly backups are kept; 0: none is made."""
        number = self.environ.get("BACKUPS_KEPT") or "7"
        if not number.isascii() or not number.isdigit():
            raise CannotRunError(f"BACKUPS_KEPT is {number!r}. It must be a number, 0 for no nightly backups.")
        return int(number)

    @property
    def url(self) -> str:
        return self.environ.get("BASE_URL") or f"http://{HOST}:{self.port}"

    @property
    def own_database(self) -> bool:
        return not self.environ.get("DATABASE_URL")

    @property
    def own_broker(self) -> bool:
        return not self.environ.get("CELERY_BROKER_URL")

    @property
    def database_settings(self) -> Mapping[str, str]:
        """Return the settings of the own database server: with PARTITIONS, room to move to them and back."""
        return SETTINGS | (MANY_LOCKS if self.environ.get("PARTITIONS") else {})

    def database_url(self, role: str) -> str:
        """Return the URL for a role. For an external database it comes from the environment."""
        if self.own_database:
            return addresses.database_url(self.data, role)
        variable = {OWNER: "MIGRATE_DATABASE_URL", WORKER: "WORKER_DATABASE_URL"}.get(role, "DATABASE_URL")
        return self.environ.get(variable) or self.environ["DATABASE_URL"]

    def environment(self, role: str, **extra: str) -> dict[str, str]:
        """Return a process's environment: its own configuration, and nothing else of the shell that started us.

        This role's password is in it, other roles' are not. Passwords are never on a command line, where other users
        could read them.
        """
        names = [name for name in self.environ if name in PASSED_ON or name.startswith(PASSED_ON_PREFIXES)]
        inherited = {name: self.environ[name] for name in names}
        broker = {
            "CELERY_BROKER_URL": addresses.broker_url(self.data),
            "CACHE_URL": addresses.cache_url(self.data),
        }
        return {
            **inherited,
            **(broker if self.own_broker else {}),
            "DATABASE_URL": self.database_url(role),
            "SECRET_KEY": self.environ.get("SECRET_KEY") or Secrets.read_or_create(self.data).secret_key,
            "MEMORYWEB_DATA": str(self.data),
            "PORT": str(self.port),
            "DJANGO_SETTINGS_MODULE": "memoryweb.settings",
            "PYTHONUNBUFFERED": "1",
            **ALLOCATOR,
            **extra,
        }

    def manage(self, *arguments: str) -> list[str]:
        """Return the command line of a management command."""
        return [sys.executable, str(ROOT / "manage.py"), *arguments]

    def web(self) -> Child:
        arguments = ["granian", "--interface", "asgi", "--host", HOST, "--port", str(self.port)]
        arguments += ["--workers", "1", "--no-access-log", "--no-ws", "--workers-kill-timeout", "3"]
        # A worker that dies is replaced by its parent, sooner than the supervisor would start both again.
        arguments += ["--respawn-failed-workers"]
        # The other limits are in web_limits.py. HTTP/2 has none for slow headers, and no browser speaks it here.
        arguments += ["--http", "1", "--http1-buffer-size", str(HEADER_BUFFER)]
        arguments += ["--http1-header-read-timeout", str(HEADER_SECONDS * 1000)]
        extra = {"DATABASE_PREPARES": "1"} if self.own_database else {}
        if hosts := self.environ.get("ALLOWED_HOSTS"):
            extra["ALLOWED_HOSTS"] = f"{hosts},{HOST}"  # the supervisor asks for its health there
        environment = self.environment(APP, DATABASE_POOL=str(WEB_POOL), **extra)
        user = self._web_user()
        return self._child("web", [*arguments, "memoryweb.asgi:application"], environment, signal.SIGTERM, user)

    def _web_user(self) -> ServiceUser:
        return service_user("web", self.data, port=self.port)

    @property
    def reads_all(self) -> bool:
        """Whether the web process can read every file, though root started it (service_user.py)."""
        return self._web_user().reads_all

    def worker(self) -> Child:
        """Return the worker, which is killed when the supervisor dies.

        A polite stop would wait for the broker, which died at the same moment. The worker's pool dies
        with it (Celery sees to that), and acks_late hands its task to the next worker.
        """
        arguments = ["celery", "--skip-checks", "-A", "memoryweb", "worker", "--concurrency", "1"]
        arguments += ["--loglevel", "info"]
        environment = self.environment(WORKER, **{SIGN_OF_LIFE: str(self._sign_file("worker"))})
        return self._child("worker", arguments, environment, signal.SIGKILL, self._clock_user())

    def beat(self) -> Child:
        arguments = ["celery", "-A", "memoryweb", "beat", "--schedule", str(self._beat_folder() / "schedule")]
        environment = self.environment(WORKER, **{SIGN_OF_LIFE: str(self._sign_file("beat"))})
        return self._child("beat", [*arguments, "--pidfile="], environment, signal.SIGTERM, self._clock_user())

    def folders(self) -> Child:
        """Return the process that keeps folders in step. Started by root, it reads and writes as the worker's user."""
        environment = self.environment(WORKER, **{SIGN_OF_LIFE: str(self._sign_file("folders"))})
        return self._child("folders", ["django", "sync"], environment, signal.SIGTERM, self._clock_user())

    def sign_of_life(self, name: str) -> SignsOfLife | None:
        """Return the check of worker or beat, which touch a file each time their main loop comes around.

        It does not while they wait for the broker. Of an external one nobody here knows whether it answers.
        """
        return SignsOfLife(self._sign_file(name)) if self.own_broker else None

    def web_probe(self) -> Probe:
        return Probe((HOST, self.port), probe.http_question(HOST, self.port, HEALTH), probe.HTTP_ANSWERS)

    def broker_probe(self) -> Probe:
        return Probe(addresses.broker_socket(self.data), probe.BROKER_QUESTION, probe.BROKER_ANSWERS)

    def database_probe(self) -> Probe:
        return Probe(addresses.database_socket(self.data), probe.POSTGRES_QUESTION, probe.POSTGRES_ANSWERS)

    def _sign_file(self, name: str) -> Path:
        return self._beat_folder() / f"{name}.alive"

    def _beat_folder(self) -> Path:
        folder = self.data / "beat"
        self._clock_user().make_folder(folder)
        return folder

    def _clock_user(self) -> ServiceUser:
        return service_user("worker", self.data)

    def nightly_backup(self) -> Child:
        arguments = [str(ROOT / "manage.py"), "backup", "--nightly"]
        environment = {**self.environment(BACKUP, BACKUPS_KEPT=str(self.backups_kept)), MARK: str(self.data)}
        log = self.data / "logs" / "backup.log"
        return Child("backup", [sys.executable, *arguments], log=log, env=environment, cwd=ROOT)

    def _child(
        self,
        name: str,
        arguments: list[str],
        environment: dict[str, str],
        parent_death_signal: signal.Signals,
        user: ServiceUser,
    ) -> Child:
        on_parent_death = parent_death_signal.name.removeprefix("SIG")
        return Child(
            name,
            user.command([sys.executable, "-m", *arguments], on_parent_death=on_parent_death),
            log=self.data / "logs" / f"{name}.log",
            env={**environment, MARK: str(self.data)},
            cwd=ROOT,
            parent_death_signal=parent_death_signal,
        )
