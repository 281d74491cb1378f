"""`manage.py up`: everything memoryweb needs, under one supervisor, until Ctrl-C."""

import socket
import subprocess
import urllib.error
import urllib.request
from typing import Any

import psycopg
from django.core.management.base import BaseCommand

from memoryweb.embedded import endpoints, leftovers, schema
from memoryweb.embedded.broker import Broker
from memoryweb.embedded.child import Child, die_with_us, until
from memoryweb.embedded.endpoints import CannotRunError
from memoryweb.embedded.lock import FolderLock, HeldError
from memoryweb.embedded.postgres import Postgres
from memoryweb.embedded.probe import Probe
from memoryweb.embedded.processes import HOST, Home, home
from memoryweb.embedded.supervisor import Supervisor, shown
from memoryweb.rls.roles import APP, OWNER

FIRST_PERSON = "me@example.org"
HEALTH = "/healthz"
WEB_LIMIT = 90  # seconds until the first answer


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        supervisor = Supervisor(self.say)
        supervisor.listen()
        try:
            self.run(home(), supervisor)
        except KeyboardInterrupt as interrupt:
            self.say("Stopping …" if str(interrupt) == "SIGINT" else f"Stopping ({interrupt}) …")
        except (CannotRunError, PermissionError, psycopg.Error) as error:
            self.stderr.write(str(error).strip())
            raise SystemExit(1) from error
        finally:
            supervisor.stop()
        self.say("Stopped. Your data is kept.")

    def say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()

    def run(self, at: Home, supervisor: Supervisor) -> None:
        """The lock lasts as long as the process, so the servers stop before it is free."""
        endpoints.make_data_folder(at.data)
        lock = FolderLock(at.data)
        try:
            lock.take()
        except HeldError as held:
            raise CannotRunError(f"memoryweb is already running on {shown(at.data)}: {held}") from held
        lock.leave(at.url)
        self.kept = lock
        leftovers.end_marked(at.data)
        refuse_taken(at.port)
        (at.data / "logs").mkdir(mode=0o700, exist_ok=True)
        self.start(at, supervisor)
        supervisor.watch()

    def start(self, at: Home, supervisor: Supervisor) -> None:
        if at.own_database:
            supervisor.start(Postgres(at.data))
        if at.own_broker:
            supervisor.start(Broker(at.data))
        self.migrate(at)
        web = at.web()
        supervisor.start_probed(web, Probe((HOST, at.port), HEALTH))
        wait_for(web, at)
        welcome = self.welcome(at)
        supervisor.start(at.worker())
        supervisor.start(at.beat())
        for line in (f"memoryweb is running: {at.url}", *welcome, "Ctrl-C stops it."):
            self.say(line)

    def migrate(self, at: Home) -> None:
        if schema.is_current(at.database_url(OWNER)):
            return
        if not at.own_database and not at.environ.get("MIGRATE_DATABASE_URL"):
            raise CannotRunError("DATABASE_URL is not fully migrated. Set MIGRATE_DATABASE_URL (memoryweb_owner).")
        self.say("Preparing the database …")
        done = command(at, OWNER, "migrate", "--noinput", "--verbosity=0")
        if done.returncode:
            raise CannotRunError(f"The migration failed:\n{done.stderr.strip()}")

    def welcome(self, at: Home) -> list[str]:
        """How to sign in. Before worker and beat start, so that they do not slow it down."""
        email = at.environ.get("MEMORYWEB_EMAIL") or FIRST_PERSON
        if schema.has_people(at.database_url(OWNER)):
            return [f"A new sign-in link: {again(at)} manage.py create_person {email}"]
        done = command(at, APP, "create_person", email, "--staff")
        if done.returncode:
            raise CannotRunError(f"The first person could not be made:\n{done.stderr.strip()}")
        link = done.stdout.strip().splitlines()[-1]
        return [f"Sign in as {email} with this link (once, for 30 minutes):", link]


def again(at: Home) -> str:
    """What to type before manage.py so that it finds this copy."""
    named = [f"{name}={at.environ[name]}" for name in ("MEMORYWEB_DATA", "PORT") if at.environ.get(name)]
    return " ".join([*named, ".venv/bin/python"])


def refuse_taken(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except PermissionError:
            raise CannotRunError(f"Port {port} is not for ordinary users. Try PORT=8001 make run.") from None
        except OSError:
            free = 8001 if port == 8000 else port + 1
            raise CannotRunError(f"Port {port} is in use. Try PORT={free} make run.") from None


def command(at: Home, role: str, *argv: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        at.manage(*argv),
        check=False,
        capture_output=True,
        text=True,
        env=at.environment(role),
        start_new_session=True,
        preexec_fn=die_with_us(9),
    )


def wait_for(web: Child, at: Home) -> None:
    opened = until(lambda: answers(at) or not web.alive(), WEB_LIMIT, step=0.05)
    if not opened or not web.alive():
        raise CannotRunError(f"The web process does not answer: {web.last_words()} (more in {shown(web.log)})")


def answers(at: Home) -> bool:
    """Not through a proxy of the environment; 503 is not yet."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"http://{HOST}:{at.port}{HEALTH}", timeout=10) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False
