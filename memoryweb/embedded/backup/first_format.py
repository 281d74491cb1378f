"""Backups of memoryweb 0.12 and before: PostgreSQL's own dump with all rows as text, and sums of every row's text."""

import tempfile
import zipfile
from subprocess import PIPE
from typing import Any

import psycopg
from psycopg import Connection
from psycopg.sql import SQL, Identifier

from memoryweb.embedded.backup import contents, dump
from memoryweb.embedded.backup.contents import Contents
from memoryweb.embedded.data_folder import CannotRunError

FORMAT = 1
DUMP = "database.dump"
TABLES = """
SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY relname
"""
# A row's text must not depend on the session or on who reads it.
TEXT_FORM = {
    "TimeZone": "UTC",
    "DateStyle": "ISO",
    "IntervalStyle": "postgres",
    "bytea_output": "hex",
    "extra_float_digits": "1",
}


def load(url: str, archive: zipfile.ZipFile, tables: Contents) -> None:
    """Load such a backup into an empty database, in one transaction, as its owner, and compare every table."""
    with archive.open(DUMP) as once, tempfile.NamedTemporaryFile("w", prefix="memoryweb-list") as chosen:
        chosen.write("\n".join(dump.owners_list(once)))
        chosen.flush()
        options = ["--no-owner", "--exit-on-error", "--single-transaction", f"--use-list={chosen.name}"]
        with archive.open(DUMP) as again, dump.started("pg_restore", url, *options, stdin=PIPE) as process:
            assert process.stdin
            dump.feed(process.stdin, again)
    with psycopg.connect(url, connect_timeout=10) as connection:
        different = contents.differences(tables, _read(connection))
    if different:
        raise CannotRunError(f"What was restored is not what was backed up: {', '.join(different)}.")


def _read(connection: Connection[Any]) -> Contents:
    for name, value in TEXT_FORM.items():
        connection.execute(SQL("SET LOCAL {} = {}").format(Identifier(name), value))
    tables = [name for (name,) in connection.execute(TABLES).fetchall()]
    return {table: _read_table(connection, table) for table in tables}


def _read_table(connection: Connection[Any], table: str) -> tuple[int, str]:
    query = SQL("SELECT count(*), coalesce(sum(hashtextextended(r::text, 0)::numeric), 0)::text FROM ONLY {} AS r")
    row = connection.execute(query.format(Identifier(table))).fetchone()
    return (int(row[0]), str(row[1])) if row else (0, "0")
