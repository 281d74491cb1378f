"""Reads and writes the files of a folder so that nothing in it can lead elsewhere, block, or be cut off half-way.

No link is followed below the folder. A file is written beside the old one and takes its place in one step.
"""

import errno
import os
import pwd
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath

from memoryweb.folders.models import Trouble
from memoryweb.interchange.deleted_files import why_left_out
from memoryweb.interchange.reading import decode
from memoryweb.language.text import unstorable

MEMORY_FILE = "MEMORY.md"
TEMPORARY = ".MEMORY.md.memoryweb"  # a new file until it takes the old one's place
FILE_MAX = 4_000_000  # bytes
FILES_MAX = 200  # of a folder that is only watched
DEPTH_MAX = 3
WATCHED_FOLDERS = ("memory", "memories")  # besides the folder itself
NOT_MEMORY = ("readme", "changelog", "license", "contributing", "security", "code_of_conduct")
HERE = PurePosixPath()
BOM = b"\xef\xbb\xbf"

Signature = tuple[int, int, int]  # of a file: its inode, its size, when it was changed in ns


class DiskError(Exception):
    """A file or folder that cannot be read or written; `trouble` says why."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble)
        self.trouble = trouble


@dataclass(frozen=True)
class Content:
    """A file's text and signature."""

    text: str
    signature: Signature
    has_bom: bool = False


@contextmanager
def opened(folder: str, within: PurePosixPath = HERE) -> Iterator[int]:
    """Open a folder, or one within it, and follow no link on the way. Raises DiskError."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptors: list[int] = []
    try:
        try:
            descriptors.append(os.open(folder, flags))
            for part in within.parts:
                descriptors.append(os.open(part, flags, dir_fd=descriptors[-1]))
        except PermissionError as error:
            raise DiskError(Trouble.UNREADABLE) from error
        except OSError as error:
            raise DiskError(Trouble.NO_FOLDER) from error
        yield descriptors[-1]
    finally:
        for descriptor in descriptors:
            os.close(descriptor)


def read(folder: str, name: str = MEMORY_FILE) -> Content | None:
    """Read a text file; None if there is none. Raises DiskError for what is no plain, small, readable text."""
    path = PurePosixPath(name)
    with opened(folder, path.parent) as within:
        try:  # without blocking: it may be a pipe
            descriptor = os.open(path.name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=within)
        except FileNotFoundError:
            return None
        except OSError as error:
            is_link = error.errno in (errno.ELOOP, errno.ENXIO)
            raise DiskError(Trouble.NO_FILE if is_link else Trouble.UNREADABLE) from error
        try:
            return _read(descriptor)
        finally:
            os.close(descriptor)


def _read(descriptor: int) -> Content:
    before = os.fstat(descriptor)
    if not stat.S_ISREG(before.st_mode):
        raise DiskError(Trouble.NO_FILE)
    if before.st_size > FILE_MAX:
        raise DiskError(Trouble.TOO_LARGE)
    try:
        content = b"".join(iter(partial(os.read, descriptor, FILE_MAX), b""))
    except OSError as error:
        raise DiskError(Trouble.UNREADABLE) from error
    if _signature(os.fstat(descriptor)) != _signature(before) or len(content) != before.st_size:
        raise DiskError(Trouble.CHANGING)
    has_bom = content.startswith(BOM)
    if (text := decode(content, "utf-8-sig")) is None:
        raise DiskError(Trouble.NO_TEXT)
    return Content(unstorable.leave_out(text), _signature(before), has_bom)


def _signature(status: os.stat_result) -> Signature:
    return status.st_ino, status.st_size, status.st_mtime_ns


def write(folder: str, text: str, *, before: Content | None) -> Signature:
    """Replace MEMORY.md atomically; return the new file's signature.

    The old one or the new one is there at every moment, whole. Raises DiskError; then the old one is untouched.
    """
    content = (BOM if before and before.has_bom else b"") + text.encode()
    if len(content) > FILE_MAX:
        raise DiskError(Trouble.TOO_LARGE)
    with opened(folder) as within:
        remove_leftover(within)
        try:
            old = os.stat(MEMORY_FILE, dir_fd=within, follow_symlinks=False) if before else None
            _write_temporary(within, content, old)
            replace(within, before)
        except DiskError:
            remove_leftover(within)
            raise
        except OSError as error:
            remove_leftover(within)
            raise DiskError(Trouble.NOT_WRITABLE) from error
        os.fsync(within)
        return _signature(os.stat(MEMORY_FILE, dir_fd=within, follow_symlinks=False))


def _write_temporary(within: int, content: bytes, old: os.stat_result | None) -> None:
    """Write the file beside the old one, for whoever may read that; without one, for whoever may read the folder."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(TEMPORARY, flags, 0o600, dir_fd=within)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        if old:
            _give_to_owner(descriptor, old)
        os.fchmod(descriptor, stat.S_IMODE((old or os.fstat(within)).st_mode) & 0o666)
        os.fsync(descriptor)


def _give_to_owner(descriptor: int, old: os.stat_result) -> None:
    """Give the file to the old file's owner. Raises OSError if impossible and they would lose access."""
    try:
        os.fchown(descriptor, old.st_uid, old.st_gid)  # only root may give a file away
    except OSError:
        with suppress(OSError):
            os.fchown(descriptor, -1, old.st_gid)
        new = os.fstat(descriptor)
        if new.st_uid != old.st_uid and not _is_shared(old, new):
            raise


def _is_shared(old: os.stat_result, new: os.stat_result) -> bool:
    """Return whether the owner can read and write the file as others or through its group."""
    if stat.S_IMODE(old.st_mode) & 0o006 == 0o006:
        return True
    try:
        owner = pwd.getpwuid(old.st_uid)
        groups = os.getgrouplist(owner.pw_name, owner.pw_gid)
    except (KeyError, OSError):
        return False
    return stat.S_IMODE(old.st_mode) & 0o060 == 0o060 and old.st_gid == new.st_gid and old.st_gid in groups


def replace(within: int, before: Content | None) -> None:
    """Let the temporary file take the place of MEMORY.md, unless that is another one than was read."""
    if signature_of(within, MEMORY_FILE) != (before.signature if before else None):
        raise DiskError(Trouble.CHANGING)
    os.replace(TEMPORARY, MEMORY_FILE, src_dir_fd=within, dst_dir_fd=within)


def remove_leftover(within: int) -> None:
    """Remove a temporary file of a process that was killed before it took its place."""
    with suppress(OSError):
        os.unlink(TEMPORARY, dir_fd=within)


def signature_of(within: int, name: str) -> Signature | None:
    """Return a file's signature, which changes with the file; None if missing."""
    try:
        return _signature(os.stat(name, dir_fd=within, follow_symlinks=False))
    except OSError:
        return None


def signatures(folder: str, names: list[str]) -> tuple[object, ...]:
    """Return what tells whether any of these files changed: a few system calls, so that it can be asked each second."""
    try:
        with opened(folder) as within:
            return tuple((name, signature_of(within, name)) for name in names)
    except DiskError as error:
        return (error.trouble,)


def list_watched(folder: str) -> tuple[list[str], bool]:
    """Return the Markdown files in which agents keep their memory: those of the folder itself and of its `memory`.

    And whether these are all: not where a folder could not be listed, or has too many.
    """
    found: list[str] = []
    with opened(folder):
        is_whole = _list(Path(folder), PurePosixPath(), 0, found)
    return sorted(found)[:FILES_MAX], is_whole and len(found) <= FILES_MAX


def _list(folder: Path, within: PurePosixPath, depth: int, found: list[str]) -> bool:
    is_whole = True
    try:
        with os.scandir(folder / within) as listed:
            for each in sorted(listed, key=lambda entry: entry.name):
                name = within / each.name
                is_folder = each.is_dir(follow_symlinks=False)
                if why_left_out(f"{name}/_" if is_folder else str(name)):
                    continue
                if is_folder:
                    if depth < DEPTH_MAX and (depth > 0 or each.name in WATCHED_FOLDERS):
                        is_whole &= _list(folder, name, depth + 1, found)
                elif each.name.lower().endswith(".md") and PurePosixPath(each.name).stem.lower() not in NOT_MEMORY:
                    found.append(str(name))
    except OSError:
        return False
    return is_whole
