"""`manage.py up`: runs everything memoryweb needs under one supervisor, until Ctrl-C."""

import signal
import socket
import subprocess
from pathlib import Path
from typing import Any

import psycopg
from django.core.management.base import BaseCommand

from memoryweb.embedded import data_folder, erasure_log, leftovers, schema, upgrade
from memoryweb.embedded.backup.night import NightlyBackup
from memoryweb.embedded.broker import Broker
from memoryweb.embedded.child import Child, signal_on_parent_death, until
from memoryweb.embedded.data_folder import CannotRunError
from memoryweb.embedded.folder_watch import FolderWatch
from memoryweb.embedded.lock import FolderLock, HeldError
from memoryweb.embedded.postgres import Postgres
from memoryweb.embedded.probe import HTTP_OK, Probe
from memoryweb.embedded.processes import HOST, Installation
from memoryweb.embedded.supervisor import Supervisor, short_path
from memoryweb.rls.roles import OWNER, WORKER

FIRST_PERSON = "me@example.org"
WEB_LIMIT = 90  # seconds until the first answer
READS_ALL = (
    "The web process can read the passwords here: memoryweb lies in a folder closed to others, and root may make no"
    " mounts for it. Move it to an open folder such as /srv, or run it as an ordinary user."
)
MADE_ONCE = "Making your database: about 15 seconds, this once …"


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        supervisor = Supervisor(self.say)
        supervisor.listen()
        try:
            self.run(Installation.from_environ(), supervisor)
        except KeyboardInterrupt as interrupt:
            self.say("Stopping …" if str(interrupt) == "SIGINT" else f"Stopping ({interrupt}) …")
        except (CannotRunError, OSError, psycopg.Error) as error:
            self.stderr.write(cannot_use(error) if isinstance(error, OSError) else str(error).strip())
            raise SystemExit(1) from error
        finally:
            supervisor.stop()
        self.say("Stopped. Your data is kept.")

    def say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()

    def run(self, installation: Installation, supervisor: Supervisor) -> None:
        """Take the folder's lock, start everything, and watch it. The lock is held until the process ends."""
        data_folder.create(installation.data)
        lock = FolderLock(installation.data)
        try:
            lock.take()
        except HeldError as held:
            raise CannotRunError(f"memoryweb is already running on {short_path(installation.data)}: {held}") from held
        lock.write_note(installation.url)
        self.lock = lock  # released when the process ends
        leftovers.end_marked(installation.data)
        refuse_port_in_use(installation.port)
        (installation.data / "logs").mkdir(mode=0o700, exist_ok=True)
        self.start(installation, supervisor)
        supervisor.watch()

    def start(self, installation: Installation, supervisor: Supervisor) -> None:
        if installation.own_database:
            upgrade.run_if_needed(installation.data, self.say)
            database = Postgres(installation.data, settings=installation.database_settings)
            self.say("Starting memoryweb …" if database.folder.exists() else MADE_ONCE)
            supervisor.start(database, installation.database_probe())
        if installation.own_broker:
            supervisor.start(Broker(installation.data, self.say), installation.broker_probe())
        self.migrate(installation)
        erasure_log.append(installation.data, [])  # the web process may add to it, and perhaps not create it
        self.say("Starting the pages …")
        web = installation.web()
        if installation.reads_all:
            self.say(READS_ALL)
        web_probe = installation.web_probe()
        supervisor.start(web, web_probe)
        welcome = self.welcome(installation)  # while the web process starts
        wait_for(web, web_probe)
        supervisor.start(installation.worker(), installation.sign_of_life("worker"))
        supervisor.start(installation.beat(), installation.sign_of_life("beat"))
        supervisor.add_job(FolderWatch(installation, supervisor))
        if installation.own_database:
            supervisor.add_job(NightlyBackup(installation, self.say))
        self.say("\n".join(["", f"memoryweb is running at {installation.url}", *welcome, "", "Ctrl-C stops it."]))

    def migrate(self, installation: Installation) -> None:
        if schema.is_from_another_version(installation.database_url(OWNER)):
            raise CannotRunError(other_version_message(installation))
        if schema.is_current(installation.database_url(OWNER)):
            return
        if not installation.own_database and not installation.environ.get("MIGRATE_DATABASE_URL"):
            raise CannotRunError("DATABASE_URL is not fully migrated. Set MIGRATE_DATABASE_URL (memoryweb_owner).")
        self.say("Making its tables …")
        result = run_command(installation, OWNER, "migrate", "--noinput", "--skip-checks", "--verbosity=0")
        if result.returncode:
            raise CannotRunError(f"The migration failed:\n{result.stderr.strip()}")

    def welcome(self, installation: Installation) -> list[str]:
        """Return the lines about signing in, for the terminal.

        The first start makes a person. A later one prints a link for whoever this folder is for, and makes nobody.
        """
        email = installation.environ.get("MEMORYWEB_EMAIL") or FIRST_PERSON
        command = f"{command_prefix(installation)} manage.py create_person"
        is_first = not schema.has_people(installation.database_url(OWNER))
        person = email if is_first else schema.person_to_sign_in(installation.database_url(OWNER), email)
        if not person:
            return [f"Sign in: {command} EMAIL prints a link."]
        result = run_command(installation, WORKER, "create_person", person, *(["--staff"] if is_first else []))
        if result.returncode:
            raise CannotRunError(f"The sign-in link could not be made:\n{result.stderr.strip()}")
        link = result.stdout.strip().splitlines()[-1]
        return [
            f"Sign in:  {link}",
            f"This link is for {person}. It works once, for 30 minutes.",
            f"A new one: {command} {person}",
        ]


def cannot_use(error: OSError) -> str:
    """Return a line about an unusable folder (read-only, full, foreign) and the remedy."""
    place = short_path(Path(error.filename)) if error.filename else "The data folder"
    reason = (error.strerror or str(error)).lower()
    return f"{place} cannot be used: {reason}. Choose a folder that you may write with MEMORYWEB_DATA=… make run."


def command_prefix(installation: Installation) -> str:
    """Return what to type before manage.py so that it finds this installation."""
    variables = [
        f"{name}={installation.environ[name]}" for name in ("MEMORYWEB_DATA", "PORT") if installation.environ.get(name)
    ]
    return " ".join([*variables, ".venv/bin/python"])


def other_version_message(installation: Installation) -> str:
    """Return a message about a database from another version, with the remedy."""
    place, choice = f"The database in {short_path(installation.data)}", "an empty folder with MEMORYWEB_DATA=… ."
    if not installation.own_database:
        place, choice = "The database of DATABASE_URL", "an empty database."
    return f"{place} was made by another version of memoryweb. Export with that version, then choose {choice}"


def refuse_port_in_use(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except PermissionError:
            raise CannotRunError(f"Port {port} is not for ordinary users. Try PORT=8001 make run.") from None
        except OSError:
            other = 8001 if port == 8000 else port + 1
            raise CannotRunError(f"Port {port} is in use. Try PORT={other} make run.") from None


def run_command(installation: Installation, role: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        installation.manage(*arguments),
        check=False,
        capture_output=True,
        text=True,
        env=installation.environment(role),
        start_new_session=True,
        preexec_fn=signal_on_parent_death(signal.SIGKILL),
    )


def wait_for(web: Child, web_probe: Probe) -> None:
    """Wait until /healthz answers 200; 503 means "not yet". Raises CannotRunError if it does not."""
    is_over = until(lambda: answers_ok(web_probe) or not web.alive(), WEB_LIMIT, step=0.05)
    if not is_over or not web.alive():
        raise CannotRunError(f"The web process does not answer: {web.last_log_line()} (more in {short_path(web.log)})")


def answers_ok(web_probe: Probe) -> bool:
    return not web_probe.has_failed() and web_probe.answer.startswith(HTTP_OK)
