"""Starts what belongs together, starts again what dies or hangs, and stops all in order."""

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from memoryweb.embedded.child import Child, trim
from memoryweb.embedded.endpoints import CannotRunError
from memoryweb.embedded.probe import Probe

LOOK_EVERY = 0.2  # seconds
TRIM_EVERY = 60  # seconds
FIRST_DELAY = 0.5  # seconds, doubled up to
LONGEST_DELAY = 30
SETTLED_AFTER = 60  # seconds alive, and the delay starts over


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
    """Main thread only: the kernel ties our children to the thread that starts them."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._watched: list[Watched] = []
        self._interrupted = False

    def listen(self) -> None:
        """From here on the first Ctrl-C raises KeyboardInterrupt and later ones do nothing."""
        for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(signum) != signal.SIG_IGN or signum == signal.SIGINT:
                signal.signal(signum, self._interrupt)

    def start(self, service: Service) -> None:
        self._start(Watched(service))

    def start_probed(self, child: Child, probe: Probe) -> None:
        """One that is also killed and started again when it no longer answers."""
        self._start(Watched(child, probe=probe, kill=child.kill))

    def _start(self, watched: Watched) -> None:
        watched.started = time.monotonic()
        self._watched.append(watched)
        watched.service.start()

    def watch(self) -> None:
        """Until interrupted."""
        trimmed = time.monotonic()
        while True:
            self.look()
            if time.monotonic() - trimmed > TRIM_EVERY:
                trimmed = time.monotonic()
                for watched in self._watched:
                    trim(watched.service.log)
            time.sleep(LOOK_EVERY)

    def look(self) -> None:
        """Once around. Servers come before their clients in the list, so they are started first."""
        for watched in self._watched:
            if watched.probe and watched.service.alive() and watched.probe.has_failed():
                self._say(f"{watched.service.name} does not answer.")
                watched.kill()
            if not watched.service.alive():
                self._revive(watched)

    def stop(self) -> None:
        """The last started first. A second Ctrl-C meanwhile changes nothing."""
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
        if now - watched.started > SETTLED_AFTER:
            watched.delay = FIRST_DELAY
        watched.due = now + watched.delay
        name, log = watched.service.name, shown(watched.service.log)
        self._say(f"{name} stopped; starting it again in {watched.delay:g} s. See {log}.")
        watched.delay = min(watched.delay * 2, LONGEST_DELAY)

    def _interrupt(self, signum: int, _: object) -> None:
        if not self._interrupted:
            self._interrupted = True
            raise KeyboardInterrupt(signal.Signals(signum).name)


def shown(path: Path) -> str:
    """As short as it can be typed from here."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
