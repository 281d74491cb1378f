"""Starts the processes in order, restarts those that die or hang, and stops all of them in reverse order."""

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from memoryweb.embedded.child import Child, trim_log
from memoryweb.embedded.data_folder import CannotRunError
from memoryweb.embedded.probe import Probe

CHECK_INTERVAL = 0.2  # seconds
TRIM_INTERVAL = 60  # seconds
FIRST_DELAY = 0.5  # seconds before a restart, doubled each time up to
LONGEST_DELAY = 30
STABLE_AFTER = 60  # seconds alive; the next delay is the first one again


class Service(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def log(self) -> Path: ...
    def start(self) -> None: ...
    def stop(self) -> None: ...
    def alive(self) -> bool: ...


@dataclass
class Watched:
    service: Service
    delay: float = FIRST_DELAY
    started: float = 0.0
    due: float | None = None  # when to start it again
    probe: Probe | None = None  # asks whether it still answers
    kill: Callable[[], None] = lambda: None  # it would not heed a polite stop


class Supervisor:
    """Use it from the main thread only: the kernel ties child processes to the thread that starts them."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._watched: list[Watched] = []
        self._interrupted = False

    def listen(self) -> None:
        """Make the first Ctrl-C raise KeyboardInterrupt, and later ones do nothing."""
        for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(signum) != signal.SIG_IGN or signum == signal.SIGINT:
                signal.signal(signum, self._interrupt)

    def start(self, service: Service) -> None:
        self._start(Watched(service))

    def start_probed(self, child: Child, probe: Probe) -> None:
        """Start a child that is also killed and started again when it no longer answers its probe."""
        self._start(Watched(child, probe=probe, kill=child.kill))

    def _start(self, watched: Watched) -> None:
        watched.started = time.monotonic()
        self._watched.append(watched)
        watched.service.start()

    def watch(self) -> None:
        """Check all services again and again, and trim their logs, until interrupted."""
        trimmed = time.monotonic()
        while True:
            self.check_services()
            if time.monotonic() - trimmed > TRIM_INTERVAL:
                trimmed = time.monotonic()
                for watched in self._watched:
                    trim_log(watched.service.log)
            time.sleep(CHECK_INTERVAL)

    def check_services(self) -> None:
        """Restart each service that is dead and due. Servers come before their clients in the list."""
        for watched in self._watched:
            if watched.probe and watched.service.alive() and watched.probe.has_failed():
                self._say(f"{watched.service.name} does not answer.")
                watched.kill()
            if not watched.service.alive():
                self._revive(watched)

    def stop(self) -> None:
        """Stop all services, the last started first. Another Ctrl-C meanwhile changes nothing."""
        self._interrupted = True
        for watched in reversed(self._watched):
            if watched.probe:
                watched.probe.stop()
            watched.service.stop()

    def _revive(self, watched: Watched) -> None:
        now = time.monotonic()
        if watched.due is None:
            self._postpone(watched, now)
        elif now >= watched.due:
            watched.due, watched.started = None, now
            try:
                watched.service.start()
                if watched.probe:
                    watched.probe.restart()
            except (CannotRunError, OSError) as error:
                self._say(str(error))

    def _postpone(self, watched: Watched, now: float) -> None:
        if now - watched.started > STABLE_AFTER:
            watched.delay = FIRST_DELAY
        watched.due = now + watched.delay
        name, log = watched.service.name, short_path(watched.service.log)
        self._say(f"{name} stopped. Starting it again in {watched.delay:g} s. See {log}.")
        watched.delay = min(watched.delay * 2, LONGEST_DELAY)

    def _interrupt(self, signum: int, _: object) -> None:
        if not self._interrupted:
            self._interrupted = True
            raise KeyboardInterrupt(signal.Signals(signum).name)


def short_path(path: Path) -> str:
    """Return the path relative to the current folder where it lies inside, else whole."""
    current = Path.cwd()
    return str(path.relative_to(current) if path.is_relative_to(current) else path)
