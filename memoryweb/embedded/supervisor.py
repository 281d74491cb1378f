"""Starts the processes in order, restarts those that die or hang, and stops all of them in reverse order."""

import contextlib
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from memoryweb.embedded.child import trim_log
from memoryweb.embedded.data_folder import CannotRunError

CHECK_INTERVAL = 0.2  # seconds
TRIM_INTERVAL = 60  # seconds
# What served until it died is started again at once. What dies before it has answered waits, longer each time.
FIRST_DELAY = 0.5  # seconds before the second restart, doubled each time up to
LONGEST_DELAY = 30
STABLE_AFTER = 60  # seconds alive; then it has served, whether or not anybody asked


class Service(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def log(self) -> Path: ...
    def start(self) -> None: ...
    def ask_to_stop(self) -> None: ...
    def stop(self) -> None: ...
    def kill(self) -> None: ...
    def alive(self) -> bool: ...


class Check(Protocol):
    """Tells whether a process that is alive does its work: embedded.probe has two kinds."""

    @property
    def has_answered(self) -> bool: ...  # since it was started
    def restart(self) -> None: ...
    def stop(self) -> None: ...
    def has_failed(self) -> bool: ...


class Job(Protocol):
    """Something the supervisor does beside watching. It must not wait: whoever has died has to be noticed."""

    def tick(self) -> None: ...
    def stop(self) -> None: ...


@dataclass
class Watched:
    service: Service
    check: Check | None = None
    delay: float = 0.0  # seconds before the next restart
    started: float = 0.0
    due: float | None = None  # when to start it again

    def has_served(self, now: float) -> bool:
        return bool(self.check and self.check.has_answered) or now - self.started > STABLE_AFTER


class Supervisor:
    """Use it from the main thread only: the kernel ties child processes to the thread that starts them."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._watched: list[Watched] = []
        self._jobs: list[Job] = []
        self._failures: set[str] = set()  # of jobs, each said once
        self._interrupted = False

    def listen(self) -> None:
        """Make the first Ctrl-C raise KeyboardInterrupt, and later ones do nothing."""
        for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(signum) != signal.SIG_IGN or signum == signal.SIGINT:
                signal.signal(signum, self._interrupt)

    def add_job(self, job: Job) -> None:
        self._jobs.append(job)

    def start(self, service: Service, check: Check | None = None) -> None:
        """Start a service. One whose check fails later is killed and started again."""
        watched = Watched(service, check, started=time.monotonic())
        self._watched.append(watched)
        service.start()
        if check:
            check.restart()

    def watch(self) -> None:
        """Check all services again and again, and trim their logs, until interrupted."""
        trimmed = time.monotonic()
        while True:
            if self._interrupted:  # Python drops an exception that is raised in the middle of its own cleaning up
                raise KeyboardInterrupt(signal.SIGINT.name)
            self.check_services()
            self.do_jobs()
            if time.monotonic() - trimmed > TRIM_INTERVAL:
                trimmed = time.monotonic()
                for watched in self._watched:
                    with contextlib.suppress(OSError):  # a full disk; the processes are what matters
                        trim_log(watched.service.log)
            time.sleep(CHECK_INTERVAL)

    def check_services(self) -> None:
        """Kill what hangs, and restart what is dead and due.

        Servers come before their clients in the list. A client that waits for a dead server does not hang.
        """
        servers_run = True
        for watched in self._watched:
            if not servers_run and watched.check:
                watched.check.restart()
            elif watched.check and watched.service.alive() and watched.check.has_failed():
                self._say(f"{watched.service.name} does not answer.")
                watched.service.kill()
            if not watched.service.alive():
                servers_run = False
                self._revive(watched)

    def do_jobs(self) -> None:
        """Let each job do its part. One that cannot, as on a full disk, is asked again and ends nothing else."""
        for job in self._jobs:
            try:
                job.tick()
            except (CannotRunError, OSError) as error:
                if str(error) not in self._failures:
                    self._failures.add(str(error))
                    self._say(str(error))

    def stop(self) -> None:
        """Ask all to stop, so that they do it side by side, and wait for each, the last started first.

        Servers wait for their clients: asked, they do nothing yet. Another Ctrl-C meanwhile changes nothing.
        """
        self._interrupted = True
        for job in self._jobs:
            job.stop()
        for watched in reversed(self._watched):
            watched.service.ask_to_stop()
        for watched in reversed(self._watched):
            if watched.check:
                watched.check.stop()
            watched.service.stop()

    def _revive(self, watched: Watched) -> None:
        now = time.monotonic()
        if watched.due is None:
            self._postpone(watched, now)
        if watched.due is not None and now >= watched.due:
            watched.due, watched.started = None, now
            try:
                watched.service.start()
                if watched.check:
                    watched.check.restart()
            except (CannotRunError, OSError) as error:
                self._say(str(error))

    def _postpone(self, watched: Watched, now: float) -> None:
        if watched.has_served(now):
            watched.delay = 0.0
        watched.due = now + watched.delay
        name, log = watched.service.name, short_path(watched.service.log)
        when = f" in {watched.delay:g} s" if watched.delay else ""
        self._say(f"{name} stopped. Starting it again{when}. See {log}.")
        watched.delay = min(max(watched.delay * 2, FIRST_DELAY), LONGEST_DELAY)

    def _interrupt(self, signum: int, _: object) -> None:
        if not self._interrupted:
            self._interrupted = True
            raise KeyboardInterrupt(signal.Signals(signum).name)


def short_path(path: Path) -> str:
    """Return the path relative to the current folder where it lies inside, else whole."""
    current = Path.cwd()
    return str(path.relative_to(current) if path.is_relative_to(current) else path)
