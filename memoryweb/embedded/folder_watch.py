"""Starts the process that keeps folders in step, as soon as there is one: an installation without folders pays nothing.

The command that adds a folder leaves a file in the data folder, for which the supervisor looks.
"""

import contextlib
import time as clock
from pathlib import Path

from memoryweb.embedded.processes import Installation
from memoryweb.embedded.supervisor import Supervisor

LOOK_EVERY = 1  # seconds
NAME = "folders.wanted"


def ask_for(data: Path) -> None:
    """Leave the file. Where nobody else's supervisor looks, it does nothing."""
    with contextlib.suppress(OSError):
        (data / NAME).touch(mode=0o600)


class FolderWatch:
    """Asks once a second for that file, and lets the supervisor start the process."""

    def __init__(self, installation: Installation, supervisor: Supervisor) -> None:
        self._installation, self._supervisor = installation, supervisor
        self._looked = 0.0
        self._is_started = False

    def tick(self) -> None:
        now = clock.monotonic()
        if self._is_started or now - self._looked < LOOK_EVERY:
            return
        self._looked = now
        if (self._installation.data / NAME).exists():
            folders, sign = self._installation.folders(), self._installation.sign_of_life("folders")
            self._is_started = True  # if the start fails, the supervisor tries again
            self._supervisor.start(folders, sign)

    def stop(self) -> None:
        """The supervisor stops the process."""
