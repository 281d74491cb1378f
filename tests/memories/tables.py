"""Looking for a word through every table there is."""

import os

import psycopg
from django.db import connection

TABLES = "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"


def places_of(word: str, *, owner: bool = False) -> set[str]:
    """The tables of which any row, written out as text, contains it: in this test's own transaction, or
    as the owner, who is behind no wall and sees what is committed.
    """
    if owner:
        with psycopg.connect(os.environ["OWNER_DATABASE_URL"]) as outside:
            return _search(outside.cursor(), word)
    with connection.cursor() as cursor:
        return _search(cursor, word)


def _search(cursor: object, word: str) -> set[str]:
    run = cursor.execute  # type: ignore[attr-defined]
    run(TABLES)
    found = set()
    for (table,) in cursor.fetchall():  # type: ignore[attr-defined]
        run(f"SELECT EXISTS (SELECT 1 FROM {table} t WHERE t::text ILIKE %s)", [f"%{word}%"])
        if cursor.fetchone()[0]:  # type: ignore[attr-defined]
            found.add(table)
    return found
