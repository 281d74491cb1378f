"""Loads a backup into an empty database and compares what is there with what was backed up."""

import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import psycopg
from psycopg import Connection
from psycopg.sql import SQL, Composed

from memoryweb.embedded.backup import backup, contents, dump, first_format, rows
from memoryweb.embedded.backup.backup import Manifest
from memoryweb.embedded.data_folder import CannotRunError
from memoryweb.rls import roles


def load_backup(file: Path, url: str) -> Manifest:
    """Load a backup into an empty database as its owner, and compare every table."""
    manifest = backup.check(file)
    _refuse_filled(url)
    try:
        _run(url, roles.no_default_privileges())
        with zipfile.ZipFile(file) as archive:
            if manifest.format == first_format.FORMAT:
                first_format.load(url, archive, manifest.tables)
                with psycopg.connect(url, connect_timeout=10) as connection:
                    _compare_guards(connection, manifest)
            else:
                _load(url, archive, manifest)
    finally:
        _run(url, roles.default_privileges())
    return manifest


def analyze(url: str) -> None:
    """Count what was loaded, so that statements are planned for it. A database to compare with needs none of it."""
    _run(url, [SQL("ANALYZE")])


def _refuse_filled(url: str) -> None:
    with psycopg.connect(url, connect_timeout=10) as connection:
        if contents.read_guards(connection):
            raise CannotRunError(f"The database {connection.info.dbname} is not empty. Restore into an empty one.")


def _load(url: str, archive: zipfile.ZipFile, manifest: Manifest) -> None:
    """Make the tables, fill them, and read them again, in one transaction: keys and indexes come last."""
    before, after = dump.statements(archive.read(backup.SCHEMA))
    with psycopg.connect(url, connect_timeout=10) as connection:
        _execute(connection, before)
        rows.load(connection, archive, manifest.tables)
        if different := contents.differences(manifest.tables, rows.sums(connection, rows.tables(connection))):
            raise CannotRunError(f"What was restored is not what was backed up: {', '.join(different)}.")
        rows.set_sequences(connection, manifest.sequences)
        _execute(connection, after)
        _compare_guards(connection, manifest)


def _compare_guards(connection: Connection[Any], manifest: Manifest) -> None:
    if unguarded := contents.differences(manifest.guards, contents.read_guards(connection)):
        raise CannotRunError(f"The rights and rules of {', '.join(unguarded)} are not as they were.")


def _execute(connection: Connection[Any], script: str) -> None:
    """Run PostgreSQL's own script. It has no values to put in."""
    try:
        connection.execute(script.encode())
    except psycopg.Error as error:
        raise CannotRunError(f"The tables of the backup cannot be made here: {error}") from error


def _run(url: str, statements: Iterable[SQL | Composed]) -> None:
    with psycopg.connect(url, connect_timeout=10, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)
