"""The rows of every table, as PostgreSQL's binary COPY gives them: written to a backup, read from it, compared.

What is read is at once counted, hashed and compressed. Several connections read one snapshot side by side.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import threading
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import psycopg
from psycopg import Connection, Cursor, IsolationLevel
from psycopg.sql import SQL, Identifier, Literal

from memoryweb.embedded.backup.contents import Contents

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

ZstdError = zstd.ZstdError
FOLDER, ENDING = "rows/", ".copy.zst"  # of the files in a backup
CHUNK = 1024 * 1024  # bytes
LEVEL = 3  # of compression: the higher ones save little, since half of the bytes are vectors
SIDE_BY_SIDE = 4  # connections at most
PUBLIC = "public"
# Each table with rows of its own, the largest first: a partitioned one has none.
TABLES = """
SELECT nspname::text, relname::text FROM pg_class AS class JOIN pg_namespace AS schema ON schema.oid = relnamespace
WHERE relkind = 'r' AND relpersistence = 'p' AND nspname !~ '^pg_' AND nspname <> 'information_schema'
ORDER BY pg_table_size(class.oid) DESC, nspname, relname
"""
# On a large table a reader would join another one in the middle, and the order of rows be another each time.
IN_ORDER = "SET synchronize_seqscans = off"
COPY_OUT = SQL("COPY {} TO STDOUT (FORMAT binary)")
# Made in the same transaction, so they can be written as if they had always been there.
COPY_IN = SQL("COPY {} FROM STDIN (FORMAT binary, FREEZE)")
SEQUENCES = """
SELECT nspname::text, class.relname::text, pg_sequence_last_value(class.oid) FROM pg_class AS class
JOIN pg_namespace AS schema ON schema.oid = relnamespace WHERE relkind = 'S' ORDER BY 1, 2
"""


@dataclass(frozen=True, order=True)
class Table:
    """A table with rows. Partition 7 of each is in the schema `partition_07`."""

    schema: str
    name: str

    @classmethod
    def named(cls, name: str) -> "Table":
        schema, _, table = name.rpartition(".")
        return cls(schema or PUBLIC, table)

    def __str__(self) -> str:
        return self.name if self.schema == PUBLIC else f"{self.schema}.{self.name}"

    @property
    def file(self) -> str:
        return f"{FOLDER}{self}{ENDING}"

    @property
    def identifier(self) -> Identifier:
        return Identifier(self.schema, self.name)


def tables(connection: Connection[Any]) -> list[Table]:
    return [Table(*row) for row in connection.execute(TABLES)]


def write(archive: zipfile.ZipFile, url: str, snapshot: str, folder: Path, these: Sequence[Table]) -> Contents:
    """Write the rows of these tables as a snapshot sees them, one file a table that has any; return what they are.

    `folder` has room for the tables that are being read. Files in it have no name, so that nothing stays there.
    """
    own, opened, appending = threading.local(), list[Connection[Any]](), threading.Lock()

    def copy(table: Table) -> tuple[int, str]:
        if not hasattr(own, "connection"):
            own.connection = _connect(url, snapshot)
            opened.append(own.connection)
        with tempfile.TemporaryFile(dir=folder) as file:
            with zstd.open(file, "wb", level=LEVEL) as compressed:
                count, digest = _read(own.connection, table, compressed.write)
            if count:
                with appending:
                    _append(archive, table.file, file)
        return count, digest

    try:
        with ThreadPoolExecutor(min(SIDE_BY_SIDE, os.cpu_count() or 1)) as threads:
            found = dict(zip(map(str, these), threads.map(copy, these), strict=True))
    finally:
        for connection in opened:
            connection.close()
    return dict(sorted(found.items()))


def _connect(url: str, snapshot: str) -> Connection[Any]:
    connection = psycopg.connect(url, connect_timeout=10)
    connection.isolation_level, connection.read_only = IsolationLevel.REPEATABLE_READ, True
    connection.execute(SQL("SET TRANSACTION SNAPSHOT {}").format(Literal(snapshot)))
    connection.execute(IN_ORDER)
    return connection


def _append(archive: zipfile.ZipFile, name: str, file: IO[bytes]) -> None:
    file.seek(0)
    with archive.open(name, "w", force_zip64=True) as member:
        shutil.copyfileobj(file, member, CHUNK)


def _read(connection: Connection[Any], table: Table, keep: Callable[[bytes], object] | None = None) -> tuple[int, str]:
    """Read a table once. Return how many rows it has, and the digest of all in their order."""
    digest = hashlib.sha256()
    with connection.cursor() as cursor:
        for chunk in _chunks(cursor, table):
            digest.update(chunk)
            if keep:
                keep(chunk)
        return cursor.rowcount, digest.hexdigest()


def _chunks(cursor: Cursor[Any], table: Table) -> Iterator[bytes]:
    """Yield a table's rows in pieces of about a megabyte: PostgreSQL gives them one by one."""
    with cursor.copy(COPY_OUT.format(table.identifier)) as copy:
        rows, size = list[bytes | bytearray | memoryview](), 0
        for row in copy:
            rows.append(row)
            size += len(row)
            if size >= CHUNK:
                yield b"".join(rows)
                rows, size = [], 0
        yield b"".join(rows)


def sums(connection: Connection[Any], these: Iterable[Table]) -> Contents:
    """Read tables in the connection's transaction."""
    connection.execute(IN_ORDER)
    return {str(table): _read(connection, table) for table in these}


def load(connection: Connection[Any], archive: zipfile.ZipFile, contents: Contents) -> None:
    """Put the rows of a backup into tables that the connection's transaction has made."""
    for name, (count, _) in contents.items():
        if not count:
            continue
        table = Table.named(name)
        statement = COPY_IN.format(table.identifier)
        with unpacked(archive, table.file) as rows, connection.cursor().copy(statement) as copy:
            while chunk := rows.read(CHUNK):
                copy.write(chunk)


def damaged(archive: zipfile.ZipFile, contents: Contents) -> list[str]:
    """Return the tables in a backup whose rows are not those that were written."""
    return [name for name, (count, digest) in contents.items() if count and _digest(archive, name) != digest]


def _digest(archive: zipfile.ZipFile, name: str) -> str:
    with unpacked(archive, Table.named(name).file) as rows:
        return hashlib.file_digest(rows, "sha256").hexdigest()


@contextmanager
def unpacked(archive: zipfile.ZipFile, name: str) -> Iterator[zstd.ZstdFile]:
    with archive.open(name) as member, zstd.open(member) as rows:
        yield rows


def sequences(connection: Connection[Any]) -> dict[str, int]:
    """Return the last number of each counter that has given one."""
    return {
        str(Table(schema, name)): last
        for schema, name, last in connection.execute(SEQUENCES).fetchall()
        if last is not None
    }


def set_sequences(connection: Connection[Any], last: dict[str, int]) -> None:
    for name, number in last.items():
        identifier = Table.named(name).identifier.as_string(connection)
        connection.execute("SELECT setval(%s::regclass, %s)", [identifier, number])
