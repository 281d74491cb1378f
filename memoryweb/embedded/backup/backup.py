"""A backup: one zip file with the schema, the rows of each table, the signing key, the log of erasures, and a manifest.

It is written beside its place and renamed, so that a file with a backup's name is always a whole one.
"""

import errno
import hashlib
import hmac
import json
import os
import tomllib
import zipfile
from collections.abc import Container, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, LiteralString

import psycopg
from psycopg import Connection, IsolationLevel

from memoryweb.embedded import erasure_log
from memoryweb.embedded.backup import contents, dump, first_format, rows
from memoryweb.embedded.backup.contents import Contents
from memoryweb.embedded.data_folder import ROOT, CannotRunError

FORMAT = 2
SCHEMA, KEY, MANIFEST = "schema.dump", "secrets.json", "manifest.json"
FOLDER, NAMES = "backups", "memoryweb-*.zip"  # in the data folder
ERASURES = "SELECT count(*) FROM memories_erasure"
DELETED_ACCOUNTS = "SELECT coalesce(sum(1 + erasures), 0) FROM memories_deletedaccount"
# Accounts that were deleted count with the receipts that went with them, so that the sum never goes down.
COUNTED = (("memories_erasure", ERASURES), ("memories_deletedaccount", DELETED_ACCOUNTS))
READS_ALL = "SELECT rolbypassrls OR rolsuper FROM pg_roles WHERE rolname = current_user"


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """A backup's contents and check sums. It stands in the file as JSON."""

    format: int
    version: str  # of memoryweb
    postgres: str
    taken_at: str  # of the snapshot, in UTC
    migrations: list[list[str]]
    tables: Contents  # those that have rows of their own: not a partitioned one, but its partitions
    sequences: dict[str, int] = field(default_factory=dict)  # the last number of each counter
    guards: dict[str, str]  # rights, policies, triggers, by table
    erasures: int  # how many there were so far, and accounts that were deleted
    key_check: str  # recognizes the key of the fingerprints, and does not tell it
    sha256: dict[str, str]  # of the other files

    @property
    def at(self) -> datetime:
        return datetime.fromisoformat(self.taken_at)

    @property
    def rows(self) -> int:
        return sum(count for count, _ in self.tables.values())


def folder(data: Path) -> Path:
    """Return the data folder's own place for backups."""
    path = data / FOLDER
    path.mkdir(mode=0o700, exist_ok=True)
    return path


def file_name(at: datetime) -> str:
    return f"memoryweb-{at:%Y-%m-%d-%H%M%S}.zip"


def write(url: str, target: Path, *, secret_key: str | None, fingerprint_key: str) -> Manifest:
    """Back up the database of this URL, whose role must see everybody's rows.

    `secret_key` goes into the file; None for an external database, whose key is in the environment.
    """
    if target.exists():
        raise CannotRunError(f"{target} exists. Choose another name.")
    draft = target.with_name(f"{target.name}.part")
    try:
        with _create(draft) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
            manifest = _fill(archive, url, secret_key, key_check(fingerprint_key), draft.parent)
        draft.rename(target)
        _sync_folder(target.parent)
    except OSError as error:
        raise CannotRunError(_cannot_write(target, error)) from error
    finally:
        draft.unlink(missing_ok=True)
    return manifest


@contextmanager
def _create(draft: Path) -> Iterator[IO[bytes]]:
    """Open a file that only its owner can read; at the end it is on the disk."""
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)  # the new name too
    finally:
        os.close(file)


def _cannot_write(target: Path, error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"The disk of {target.parent} is full. Nothing was kept."
    return f"{target} cannot be written: {error.strerror}."


def _fill(archive: zipfile.ZipFile, url: str, secret_key: str | None, check: str, folder: Path) -> Manifest:
    """Write all files of the backup, as of one snapshot of the database."""
    with _snapshot(url) as (connection, snapshot):
        manifest = _describe(connection, check)
        content = {SCHEMA: dump.dump_schema(url, snapshot)}
        tables = rows.write(archive, url, snapshot, folder, rows.tables(connection))
        content[erasure_log.NAME] = _lines(erasure_log.read_database(connection)).encode()
    if secret_key:
        content[KEY] = json.dumps({"secret_key": secret_key}).encode()
    for name, each in content.items():
        archive.writestr(name, each)
    digests = {name: hashlib.sha256(each).hexdigest() for name, each in content.items()}
    manifest = replace(manifest, tables=tables, sha256=digests)
    archive.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))
    return manifest


@contextmanager
def _snapshot(url: str) -> Iterator[tuple[Connection[Any], str]]:
    """Yield a transaction that sees one moment of the database, and the name by which pg_dump sees the same."""
    with psycopg.connect(url, connect_timeout=10) as connection:
        connection.isolation_level, connection.read_only = IsolationLevel.REPEATABLE_READ, True
        reads_all = connection.execute(READS_ALL).fetchone()
        if not reads_all or not reads_all[0]:
            role = connection.info.user
            raise CannotRunError(f"{role} does not see everybody's rows. Back up as memoryweb_backup.")
        exported = connection.execute("SELECT pg_export_snapshot()").fetchone()
        assert exported
        yield connection, str(exported[0])


def _describe(connection: Connection[Any], check: str) -> Manifest:
    """Return what the snapshot says of itself, without its rows."""
    at = connection.execute("SELECT transaction_timestamp()").fetchone()
    assert at
    guards = contents.read_guards(connection)
    if "django_migrations" not in guards:
        raise CannotRunError("This database has no tables of memoryweb.")
    migrations = connection.execute("SELECT app, name FROM django_migrations ORDER BY id").fetchall()
    return Manifest(
        format=FORMAT,
        version=own_version(),
        taken_at=at[0].astimezone(UTC).isoformat(),
        postgres=str(connection.info.server_version // 10000),
        migrations=[list(row) for row in migrations],
        tables={},
        sequences=rows.sequences(connection),
        guards=guards,
        key_check=check,
        sha256={},
        erasures=sum(_count(connection, guards, *each) for each in COUNTED),
    )


def _count(connection: Connection[Any], there: Container[str], table: str, query: LiteralString) -> int:
    """Count what was erased, or 0 where an older memoryweb has no such table."""
    row = connection.execute(query).fetchone() if table in there else None
    return int(row[0]) if row else 0


def own_version() -> str:
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"])


def key_check(key: str) -> str:
    return hmac.new(key.encode(), b"memoryweb.backup", hashlib.sha256).hexdigest()


def _lines(entries: list[erasure_log.Entry]) -> str:
    return "".join(json.dumps(each) + "\n" for each in entries)


def check(file: Path) -> Manifest:
    """Read the whole file, compare it with its checksums, and return what it holds."""
    if not file.is_file():
        raise CannotRunError(f"There is no file {file}.")
    try:
        with zipfile.ZipFile(file) as archive:
            manifest = _manifest(archive)
            damaged = [name for name, digest in manifest.sha256.items() if _sha256(archive, name) != digest]
            if manifest.format != first_format.FORMAT:
                damaged += rows.damaged(archive, manifest.tables)
    except (zipfile.BadZipFile, rows.ZstdError, KeyError, TypeError, ValueError, EOFError) as error:
        raise CannotRunError(f"{file} is damaged, or no backup of memoryweb.") from error
    if damaged:
        raise CannotRunError(f"{file} is damaged: the checksum of {', '.join(damaged)} is another one.")
    return manifest


def read_manifest(file: Path) -> Manifest:
    """Return a backup's manifest without reading the rest."""
    with zipfile.ZipFile(file) as archive:
        return _manifest(archive)


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    content = json.loads(archive.read(MANIFEST))
    if content["format"] not in (FORMAT, first_format.FORMAT):
        raise CannotRunError(f"This backup was made by memoryweb {content['version']}. Restore it with that version.")
    tables = {name: (int(rows), str(checksum)) for name, (rows, checksum) in content["tables"].items()}
    return Manifest(**{**content, "tables": tables})


def _sha256(archive: zipfile.ZipFile, name: str) -> str:
    with archive.open(name) as member:
        return hashlib.file_digest(member, "sha256").hexdigest()  # type: ignore[arg-type]


def read_secret_key(file: Path) -> str | None:
    """Return the signing key in a backup; None in one of an external database."""
    with zipfile.ZipFile(file) as archive:
        if KEY not in archive.namelist():
            return None
        return str(json.loads(archive.read(KEY))["secret_key"])
