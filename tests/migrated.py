"""A data folder whose database has our tables, made once and kept until a migration or a server changes."""

import contextlib
import os
import subprocess
import sys
import tarfile
import tempfile
from hashlib import sha256
from pathlib import Path

from memoryweb.embedded.postgres import SETTINGS, Postgres

PROJECT = Path(__file__).parent.parent
KEPT = PROJECT / ".test-cache"
NAME = "migrated"  # of the folder in the archive
# What the tables, rights, types and permissions are made of, and the program that keeps them.
MADE_OF = (
    "memoryweb/**/migrations/*.py",
    "memoryweb/**/models.py",
    "memoryweb/**/models/*.py",
    "memoryweb/**/apps.py",
    "memoryweb/database/*.py",
    "memoryweb/database/sql/**/*.sql",
    "memoryweb/rls/**/*.py",
    "memoryweb/settings.py",
    "memoryweb/embedded/postgres.py",
    "requirements/base.txt",
    "tests/migrated.py",
)


def provide(data: Path, version: str, *, settings: dict[str, str]) -> None:
    """Put a stopped data folder there: the kept one, or a new one, which is kept. Tests start from copies of it."""
    kept = KEPT / f"{version}-{_digest()}.tar"
    if kept.is_file():
        with tarfile.open(kept) as archive:
            archive.extractall(data.parent, filter="fully_trusted")  # with the users that its files belong to
        (data.parent / NAME).rename(data)
        return
    make(data, version, settings=settings)
    with contextlib.suppress(OSError):  # a checkout that is read-only
        KEPT.mkdir(exist_ok=True)
        for old in KEPT.iterdir():
            old.unlink(missing_ok=True)
        with (
            tempfile.NamedTemporaryFile(dir=KEPT, delete=False) as file,
            tarfile.open(fileobj=file, mode="w") as archive,
        ):
            archive.add(data, NAME)
        Path(file.name).rename(kept)


def copy(folder: Path, data: Path) -> None:
    """Copy a data folder whose servers are stopped, with the users its files belong to."""
    subprocess.run(["cp", "-a", "--reflink=auto", str(folder), str(data)], check=True)


def make(data: Path, version: str, *, settings: dict[str, str]) -> None:
    """Make a data folder, with our tables in its database."""
    with Postgres(data, version=version, settings=SETTINGS | settings) as server:
        environment = os.environ | {"MEMORYWEB_DATA": str(data), "DATABASE_URL": server.url()}
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--skip-checks", "--verbosity=0"],
            cwd=PROJECT,
            env=environment,
            check=True,
        )


def _digest() -> str:
    paths = sorted({path for pattern in MADE_OF for path in PROJECT.glob(pattern)})
    digest = sha256(f"{sys.version_info[:2]} {os.geteuid()}".encode())
    for path in paths:
        digest.update(path.relative_to(PROJECT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
