"""The upkeep statements find what is due by the partial indexes that are made for them."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import psycopg

from memoryweb.memories.upkeep import BatchScope, archive, promote
from tests import servers
from tests.cases import with_each
from tests.rings import on_plain_tables

BATCH_SCOPE = BatchScope(now=datetime(2026, 2, 22, 12, tzinfo=UTC), shard=3)


ONLY = """
UPDATE pg_index SET indisvalid = false
WHERE indrelid = 'memories_memory'::regclass AND indexrelid <> %s::regclass
"""


def explain(statement: str, values: dict[str, Any], *, index: str) -> str:
    """Return how PostgreSQL runs this statement with this index alone: in a table without rows all cost the same."""
    with psycopg.connect(servers.superuser_url()) as superuser:
        superuser.execute(ONLY, [index])
        for other_way in ("enable_seqscan", "enable_bitmapscan", "enable_sort"):
            superuser.execute(f"SET LOCAL {other_way} = off")
        rows = psycopg.ClientCursor(superuser).execute(f"EXPLAIN {statement}", values).fetchall()
        superuser.rollback()
    return "\n".join(line for (line,) in rows)


@on_plain_tables
@with_each(
    "due, index, condition",
    [
        (archive.too_old, "memories_to_archive", "archive_on <="),
        (archive.goals, "goals_to_ask_about", "archive_on <="),
        (archive.faded, "memories_fading", "dormant_on <="),
        (promote.ripe, "memories_to_promote", "get_byte(uuid_send(person_id), 15) & 7) = 3"),
    ],
)
def test_what_is_due_is_found_by_its_own_index(
    db: None, due: Callable[[BatchScope], tuple[str, dict[str, Any]]], index: str, condition: str
) -> None:
    plan = explain(*due(BATCH_SCOPE), index=index)
    assert f"Index Scan using {index}" in plan, plan
    assert condition in plan.partition(index)[2].partition("Index Cond:")[2].splitlines()[0], plan
