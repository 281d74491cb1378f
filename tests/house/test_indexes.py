"""No index is a prefix of another one: it would cost every write and serve no query."""

import pytest
from django.db import connection

PREFIXES = """
SELECT short.indexrelid::regclass::text, long.indexrelid::regclass::text
FROM pg_index short JOIN pg_index long ON short.indrelid = long.indrelid AND short.indexrelid <> long.indexrelid
WHERE short.indpred IS NULL AND long.indpred IS NULL AND short.indexprs IS NULL AND NOT short.indisunique
  AND (string_to_array(long.indkey::text, ' '))[1:short.indnkeyatts]
      = (string_to_array(short.indkey::text, ' '))[1:short.indnkeyatts]
  AND short.indnkeyatts <= long.indnkeyatts
ORDER BY 1
"""
OUR_APPS = ("agents", "learning", "memories", "operations", "people", "recall")
# The package of the user model creates these.
MADE_BY_PACKAGES = ("people_user_",)


@pytest.mark.django_db
def test_no_index_is_a_prefix_of_another() -> None:
    with connection.cursor() as cursor:
        cursor.execute(PREFIXES)
        pairs = [
            pair
            for pair in cursor.fetchall()
            if pair[0].startswith(OUR_APPS) and not pair[0].startswith(MADE_BY_PACKAGES)
        ]
    assert pairs == []
