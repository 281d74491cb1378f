"""A MEMORY.md of another user: it stays theirs, or it is not written."""

import os
import pwd
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memoryweb.folders import disk
from memoryweb.folders.disk import DiskError
from memoryweb.folders.models import Trouble

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
OWNER, WORKER = pwd.getpwnam("daemon"), pwd.getpwnam("nobody")


@contextmanager
def acting_as(uid: int, gid: int) -> Iterator[None]:
    """Be another user for a few system calls: Python could not import anything now."""
    groups, group = os.getgroups(), os.getegid()
    os.setgroups([])
    os.setegid(gid)
    os.seteuid(uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(group)
        os.setgroups(groups)


@pytest.fixture
def file() -> Iterator[Path]:
    """A file of the owner in a folder in which everybody may write; pytest's own folders are closed to others."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        file = Path(folder) / "MEMORY.md"
        file.write_text("# Mine\n")
        os.chown(file, OWNER.pw_uid, OWNER.pw_gid)
        yield file


def owner_of(file: Path) -> tuple[int, int, int]:
    status = file.stat()
    return status.st_uid, status.st_gid, status.st_mode & 0o777


@needs_root
def test_root_leaves_it_to_its_owner(file: Path) -> None:
    before = owner_of(file)
    disk.write(str(file.parent), "# New\n", before=disk.read(str(file.parent)))
    assert file.read_text() == "# New\n"
    assert owner_of(file) == before


@needs_root
@pytest.mark.parametrize("mode", [0o644, 0o664])
def test_another_user_does_not_take_it_from_its_owner(file: Path, mode: int) -> None:
    file.chmod(mode)
    before = owner_of(file)
    content = disk.read(str(file.parent))
    with acting_as(WORKER.pw_uid, WORKER.pw_gid), pytest.raises(DiskError) as refused:
        disk.write(str(file.parent), "# New\n", before=content)
    assert refused.value.trouble == Trouble.NOT_WRITABLE
    assert file.read_text() == "# Mine\n"
    assert owner_of(file) == before
    assert [each.name for each in file.parent.iterdir()] == ["MEMORY.md"]


@needs_root
def test_another_user_writes_it_where_the_owner_keeps_it_by_their_group(file: Path) -> None:
    file.chmod(0o660)
    content = disk.read(str(file.parent))
    with acting_as(WORKER.pw_uid, OWNER.pw_gid):
        disk.write(str(file.parent), "# New\n", before=content)
    assert owner_of(file) == (WORKER.pw_uid, OWNER.pw_gid, 0o660)
    with acting_as(OWNER.pw_uid, OWNER.pw_gid):
        file.write_text("# Newer\n")


@needs_root
def test_another_user_writes_what_everybody_may_write(file: Path) -> None:
    file.chmod(0o666)
    content = disk.read(str(file.parent))
    with acting_as(WORKER.pw_uid, WORKER.pw_gid):
        disk.write(str(file.parent), "# New\n", before=content)
    with acting_as(OWNER.pw_uid, OWNER.pw_gid):
        file.write_text("# Newer\n")


@needs_root
def test_a_file_of_ones_own_is_written_whatever_its_group(file: Path) -> None:
    os.chown(file, WORKER.pw_uid, OWNER.pw_gid)
    content = disk.read(str(file.parent))
    with acting_as(WORKER.pw_uid, WORKER.pw_gid):
        disk.write(str(file.parent), "# New\n", before=content)
    assert file.read_text() == "# New\n"
