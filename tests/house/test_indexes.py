"""Indexes cost every write: none is only the beginning of another."""

import pytest
from django.db import connection

BEGINNINGS = """
SELECT short.indexrelid::regclass::text, long.indexrelid::regclass::text
FROM pg_index short JOIN pg_index long ON short.indrelid = long.indrelid AND short.indexrelid <> long.indexrelid
WHERE short.indpred IS NULL AND long.indpred IS NULL AND short.indexprs IS NULL AND NOT short.indisunique
  AND (string_to_array(long.indkey::text, ' '))[1:short.indnkeyatts]
      = (string_to_array(short.indkey::text, ' '))[1:short.indnkeyatts]
  AND short.indnkeyatts <= long.indnkeyatts
ORDER BY 1
"""
OURS = ("agents", "learning", "memories", "operations", "people", "recall")
# Made by the user model's and the history's packages, not named by us.
THEIRS = ("people_user_", "memories_historicalmemory_id_")


@pytest.mark.django_db
def test_no_index_is_the_beginning_of_another() -> None:
    with connection.cursor() as cursor:
        cursor.execute(BEGINNINGS)
        found = [pair for pair in cursor.fetchall() if pair[0].startswith(OURS) and not pair[0].startswith(THEIRS)]
    assert found == []
