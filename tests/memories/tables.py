"""Searches every table of the database for words."""

import os
from typing import Any

import psycopg
from django.db import connection

TABLES = "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"


def tables_containing(*words: str, owner: bool = False) -> set[str]:
    """Return the tables of which any row, written out as text, contains any of the words.

    The search runs in the test's own transaction, or as the owner, who is past row-level security and sees what is
    committed.
    """
    if owner:
        with psycopg.connect(os.environ["OWNER_DATABASE_URL"]) as outside:
            return _search(outside.cursor(), words)
    with connection.cursor() as cursor:
        return _search(cursor, words)


def _search(cursor: Any, words: tuple[str, ...]) -> set[str]:
    cursor.execute(TABLES)
    searches = " UNION ALL ".join(
        f"SELECT '{table}' WHERE EXISTS (SELECT FROM {table} t WHERE t::text ILIKE ANY(%(patterns)s))"
        for (table,) in cursor.fetchall()
    )
    cursor.execute(searches, {"patterns": [f"%{word}%" for word in words]})
    return {table for (table,) in cursor.fetchall()}
