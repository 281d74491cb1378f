"""The log of erasures: what was erased and when, in ids and keyed digests, outside of the database and its backups.

A backup that is older than an erasure still has the words. Whoever restores it runs through this log.
No line has a word of anybody's.
"""

import json
import logging
import os
import zipfile
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any, LiteralString

import psycopg
from psycopg import Connection

NAME = "erasures.jsonl"
IN_DATABASE = "SELECT id::text, person_id::text, erased_at, replay FROM memories_erasure ORDER BY erased_at, id"
ACCOUNTS_IN_DATABASE = "SELECT id::text, number, deleted_at FROM memories_deletedaccount ORDER BY deleted_at, id"

logger = logging.getLogger(__name__)

Entry = dict[str, Any]  # id, person, at, and what memoryweb.memories.erasing.replay reads


def entry(pk: str, person: str, at: datetime, replay: dict[str, Any]) -> Entry:
    return {"id": pk, "person": person, "at": at.isoformat(), **replay}


def of_account(pk: str, number: str, at: datetime) -> Entry:
    """Return the entry of a whole account. A version that knows no such entries erases nothing by it."""
    receipt = {"obs_id": "", "fingerprint": "", "memories": 0, "places": None}
    nothing: dict[str, Any] = {"memories": [], "tombstones": [], "emptied": {}, "receipt": receipt}
    return {"id": pk, "person": pk, "at": at.isoformat(), "account": number, **nothing}


def try_to_append(data: Path, entries: Iterable[Entry]) -> None:
    """Add lines to the data folder's log. Where that fails, the next nightly backup adds them."""
    if not data.exists():
        return  # an external database: whoever runs it takes the log from a later backup
    try:
        append(data, entries)
    except OSError as error:
        logger.warning("It is erased, and is not in %s: %s", NAME, error.strerror)


def append(data: Path, entries: Iterable[Entry]) -> None:
    """Add lines to the data folder's log, in one write that is on the disk when this returns."""
    lines = "".join(json.dumps(each, separators=(",", ":")) + "\n" for each in entries).encode()
    file = os.open(data / NAME, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        if os.geteuid() == 0:  # the web process adds its erasures, and is in the folder's group
            os.fchown(file, data.stat().st_uid, data.stat().st_gid)
            os.fchmod(file, 0o660)
        size = os.fstat(file).st_size
        is_torn = size > 0 and os.pread(file, 1, size - 1) != b"\n"  # by a crash in the middle of a write
        os.write(file, b"\n" * is_torn + lines)
        os.fsync(file)
    finally:
        os.close(file)


def read(file: Path) -> list[Entry]:
    """Read a log, or the one in a backup. A line that a crash has cut off is left out: the database has it too."""
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as archive:
            return parse(archive.read(NAME).decode())
    return parse(file.read_text())


def parse(text: str) -> list[Entry]:
    entries = []
    for line in text.splitlines():
        try:
            content = json.loads(line)
        except ValueError:
            continue
        if isinstance(content, dict) and {"id", "person", "at"} <= content.keys():
            entries.append(content)
    return entries


def read_database(connection: Connection[Any]) -> list[Entry]:
    """Return the log of all erasures and deleted accounts that the database knows of."""
    entries = [entry(*row) for row in _rows(connection, IN_DATABASE)]
    return entries + [of_account(*row) for row in _rows(connection, ACCOUNTS_IN_DATABASE)]


def _rows(connection: Connection[Any], query: LiteralString) -> list[Any]:
    """Return the rows of a query; none where an older version made the tables."""
    try:
        with connection.transaction():
            return connection.execute(query).fetchall()
    except (psycopg.errors.UndefinedColumn, psycopg.errors.UndefinedTable):
        return []


def complete(data: Path, entries: Iterable[Entry]) -> None:
    """Add what the log lacks, such as an erasure right before a crash."""
    path = data / NAME
    known = {each["id"] for each in read(path)} if path.exists() else set()
    if missing := [each for each in entries if each["id"] not in known]:
        append(data, missing)
