"""Runs a command for which folders are reachable that lie in closed ones, such as /root. Root starts it; Linux only.

    python open_folders.py FOLDER … -- COMMAND …

It has mounts of its own: an empty folder is laid over the closed one, and what is needed is put back in its place. So
the command's user reaches these folders, with the rights it has there, and nothing else of the closed one.
"""

import ctypes
import os
import sys
from collections.abc import Iterable
from pathlib import Path

NEW_MOUNTS, BIND, PRIVATE = 0x20000, 0x5000, 0x44000  # CLONE_NEWNS, MS_BIND | MS_REC, MS_PRIVATE | MS_REC
_libc = ctypes.CDLL(None, use_errno=True)


def closed_ancestor(path: Path) -> Path | None:
    """Return the outermost folder on the way that only its owner may pass through."""
    return next((each for each in reversed(path.parents) if not each.stat().st_mode & 0o011), None)


def open_folders(paths: Iterable[Path]) -> None:
    """Give this process private mounts for these folders and files, so that it can reach them."""
    _check(_libc.unshare(NEW_MOUNTS))
    _mount("none", Path("/"), None, PRIVATE)
    held = {path: (os.open(path, os.O_PATH), path.is_dir()) for path in paths}
    for lid in {lid for path in held if (lid := closed_ancestor(path))}:
        _mount("none", lid, b"tmpfs", 0, b"mode=711,size=1m")
    for path, (file, is_folder) in held.items():
        (path if is_folder else path.parent).mkdir(parents=True, exist_ok=True)
        if not is_folder:
            path.touch()
        _mount(f"/proc/self/fd/{file}", path, None, BIND)
        os.close(file)


def _mount(source: str, target: Path, kind: bytes | None, flags: int, options: bytes | None = None) -> None:
    _check(_libc.mount(source.encode(), os.fsencode(target), kind, flags, options))


def _check(result: int) -> None:
    if result:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


if __name__ == "__main__":
    end = sys.argv.index("--")
    os.umask(0o022)
    open_folders(map(Path, sys.argv[1:end]))
    os.chdir(Path.cwd())  # the same place, as it is seen now
    os.execvp(sys.argv[end + 1], sys.argv[end + 1 :])  # noqa: S606 - the command of our own supervisor
