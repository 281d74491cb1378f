"""Lets one process at a time use a data folder. The kernel releases the lock when its holder dies."""

import fcntl
import os
from pathlib import Path


class HeldError(Exception):
    """Another process holds the lock. The text is the note it left."""


class FolderLock:
    def __init__(self, data: Path) -> None:
        self._path = data / "lock"
        self._file: int | None = None

    def take(self) -> None:
        file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            note = os.pread(file, 1000, 0).decode(errors="replace")
            os.close(file)
            raise HeldError(note) from None
        self._file = file
        self.write_note("")

    def write_note(self, note: str) -> None:
        """Write what HeldError tells others while this process holds the lock, such as the URL."""
        assert self._file is not None
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, note.encode(), 0)

    def release(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
