"""Loads a backup into an empty database and compares what is there with what was backed up."""

import zipfile
from collections.abc import Iterable
from pathlib import Path

import psycopg
from psycopg.sql import SQL, Composed

from memoryweb.embedded.backup import backup, contents, dump
from memoryweb.embedded.backup.backup import Manifest
from memoryweb.embedded.data_folder import CannotRunError
from memoryweb.rls import roles


def load_backup(file: Path, url: str) -> Manifest:
    """Load a backup into an empty database as its owner, and compare every table."""
    manifest = backup.check(file)
    _refuse_filled(url)
    try:
        _run(url, roles.no_default_privileges())
        with zipfile.ZipFile(file) as archive, archive.open(backup.DUMP) as once, archive.open(backup.DUMP) as again:
            dump.restore(url, once, again)
    finally:
        _run(url, roles.default_privileges())
    _compare(url, manifest)
    _run(url, [SQL("ANALYZE")])
    return manifest


def _refuse_filled(url: str) -> None:
    with psycopg.connect(url, connect_timeout=10) as connection:
        if contents.read(connection):
            raise CannotRunError(f"The database {connection.info.dbname} is not empty. Restore into an empty one.")


def _run(url: str, statements: Iterable[SQL | Composed]) -> None:
    with psycopg.connect(url, connect_timeout=10, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)


def _compare(url: str, manifest: Manifest) -> None:
    with psycopg.connect(url, connect_timeout=10) as connection:
        different = contents.differences(manifest.tables, contents.read(connection))
        unguarded = contents.differences(manifest.guards, contents.read_guards(connection))
    if different:
        raise CannotRunError(f"What was restored is not what was backed up: {', '.join(different)}.")
    if unguarded:
        raise CannotRunError(f"The rights and rules of {', '.join(unguarded)} are not as they were.")
