"""What a search costs at 1k, 10k and 100k memories of one person, against the same in hand-written SQL; and what a
whole recall costs beside it: selection, receipt, and the operation around them.

python -m tests.benchmarks.recall_speed
"""

import sys
from collections.abc import Callable
from typing import Any
from uuid import UUID

import psycopg

from tests.benchmarks.house import at_most, fill, house, interleaved, report

SIZES, TIMES = (1_000, 10_000, 100_000), 30
TIMES_FLOOR = 1.2
TIMES_SEARCH, MORE_MS = 2, 3  # a recall with its receipt: so many times the search, and so much more
QUESTION = "Is there a bicycle, or a spicy breakfast?"
# Full text and exact vectors, added up, the best ten: the least such a search can do, on the product's tables.
FLOOR = """
WITH said AS MATERIALIZED (
    SELECT memory_id, ts_rank(words, to_tsquery('english', 'bicycle | spicy | breakfast')) AS rank
    FROM memories_searchdocument
    WHERE person_id = %(person)s AND words @@ to_tsquery('english', 'bicycle | spicy | breakfast')
)
SELECT e.memory_id, coalesce(rank, 0) - (e.vector <#> %(vector)s::halfvec) AS score
FROM recall_embedding e LEFT JOIN said USING (memory_id) WHERE e.person_id = %(person)s
ORDER BY score DESC LIMIT 10
"""


def main() -> bool:
    with house() as owner:
        good = [each for many in SIZES for each in _measure(owner, many)]
    return all(good)


def _measure(owner: str, many: int) -> list[bool]:
    from memoryweb.people.models import User

    person = User.objects.create_user(f"{many}@example.org")
    fill(owner, [person.pk], many)
    embed(owner, person.pk)
    took = interleaved(_sides(person.pk), TIMES)
    for side, value in took.items():
        report(f"{side} at {many}", value, "ms", 0, ok=True)
    searched, recalled = took["search"], took["recall with receipt"]
    return [
        at_most(f"search at {many}, times the SQL floor", searched / took["SQL floor"], "×", TIMES_FLOOR),
        at_most(f"recall with receipt at {many}", recalled, "ms", TIMES_SEARCH * searched + MORE_MS),
    ]


def _sides(person: UUID) -> dict[str, Callable[[], Any]]:
    """Both in one open transaction of the app's role, as a request has it; the question's vector is at hand."""
    from django.db import connection
    from django.utils import timezone

    from memoryweb.agents.models import Agent
    from memoryweb.memories.models import Memory
    from memoryweb.operations import run
    from memoryweb.people import scope
    from memoryweb.people.models import MemorySettings, User
    from memoryweb.recall import encoders, give, search
    from memoryweb.recall.selection import Wanted

    vector = encoders.as_sql(encoders.question(encoders.chosen(), QUESTION))

    def ours() -> None:
        with scope.acting_as(person):
            assert len(search.ranked(Memory.objects.of(person).active(), QUESTION, limit=10)) == 10

    def floor() -> None:
        with scope.acting_as(person), connection.cursor() as cursor:
            cursor.execute(FLOOR, {"person": person, "vector": vector})
            assert len(cursor.fetchall()) == 10

    def recalled() -> None:
        with scope.acting_as(person):
            given = give.give(agent, MemorySettings.of(person), wanted, now=timezone.now())
            assert given.receipt

    def operation() -> None:
        said = {"query": QUESTION, "task_type": "reply_message"}
        assert (
            run.run(run.Call(agent=agent, name="recall_preferences", arguments=said, now=timezone.now())).status == 200
        )

    with scope.acting_as(person):
        agent = Agent.connect(User.objects.get(pk=person), name="Scribe")[0]
    wanted = Wanted(query=QUESTION, task_type="reply_message")
    return {"search": ours, "SQL floor": floor, "recall with receipt": recalled, "operation": operation}


def embed(owner: str, person: UUID) -> None:
    """Vectors of today's encoder for what `fill` made."""
    from memoryweb.recall import encoders

    encoder = encoders.chosen()
    said = (
        "SELECT id, concat_ws('. ', category, label, value #>> '{}', details) FROM memories_memory WHERE person_id = %s"
    )
    copy = "COPY recall_embedding (memory_id, person_id, encoder, vector) FROM STDIN"
    with psycopg.connect(owner) as connection:
        connection.execute("DELETE FROM recall_embedding WHERE person_id = %s", [person])
        rows = connection.execute(said, [person]).fetchall()
        with connection.cursor() as cursor, cursor.copy(copy) as kept:
            for start in range(0, len(rows), 1000):
                part = rows[start : start + 1000]
                for (pk, _), each in zip(part, encoder.encode([text for _, text in part]), strict=True):
                    kept.write_row((pk, person, encoder.name, encoders.as_sql(each)))
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE recall_embedding")


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
