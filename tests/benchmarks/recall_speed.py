"""What a search costs at 1k, 10k and 100k memories of one person, against the same in hand-written SQL; what a
whole recall costs beside it, in the process and over HTTP, for one agent and for eight; and that it does not
matter how many people there are.

python -m tests.benchmarks.recall_speed
"""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from time import perf_counter
from typing import Any
from uuid import UUID

import psycopg

from tests.benchmarks.house import at_most, fill, house, interleaved, report
from tests.benchmarks.web import call, connection, web

SIZES, TIMES, AGENTS = (1_000, 10_000, 100_000), 60, 8
ENCODED_MOST = 10_000  # texts of a size that are encoded, which takes minutes; a search reads as many either way
CROWDS = (1_000, 100_000)  # people
TIMES_FLOOR = 1.2
# Whatever the search finds, and however well, a bare sum of two scans costs this much less (2.5 while both were planned
# for each request, which took half of the bare sum's time).
TIMES_LEAST = 3.5
TIMES_OPERATION = 1.5  # over HTTP, beside the same in the process and an operation that does nothing over HTTP
TIMES_SEARCH, MORE_MS = 2, 3  # a recall with its receipt: so many times the search, and so much more
# Vectors as they are kept where nobody thought of their size: as long as the encoder makes them, in full numbers.
FLOOR_TABLE = """
CREATE TABLE IF NOT EXISTS floor_embedding (memory_id uuid PRIMARY KEY, person_id uuid, vector vector);
CREATE INDEX IF NOT EXISTS floor_of_a_person ON floor_embedding (person_id);
ALTER TABLE floor_embedding ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$ BEGIN
    CREATE POLICY mine ON floor_embedding
        USING (person_id = (SELECT NULLIF(current_setting('app.person_id', true), '')::uuid));
EXCEPTION WHEN duplicate_object THEN NULL; END $$;
GRANT SELECT ON floor_embedding TO memoryweb_worker, memoryweb_app
"""
INSIDE = ("recall with receipt", "search", "SQL floor", "least")
QUESTION = "Is there a bicycle, or a spicy breakfast?"
# BM25 in one statement and the cosine of whole vectors, added up, the best ten: the same kind of answer, plainly.
FLOOR = """
WITH hit AS (
    SELECT d.memory_id, u.lexeme, cardinality(u.positions) AS tf, length(d.words) AS len
    FROM memories_searchdocument d, unnest(d.words) u
    WHERE d.person_id = %(person)s AND u.lexeme = ANY(%(lexemes)s)
), st AS (
    SELECT count(*)::float8 AS n, avg(length(words)) AS al FROM memories_searchdocument WHERE person_id = %(person)s
), df AS (SELECT lexeme, count(*)::float8 AS df FROM hit GROUP BY 1
), top AS (SELECT sum(ln(1 + (n - df + 0.5) / (df + 0.5))) * 2.2 AS most FROM df, st
), said AS (
    SELECT memory_id, sum(ln(1 + (n - df + 0.5) / (df + 0.5)) * tf * 2.2
                          / (tf + 1.2 * (0.25 + 0.75 * len / al))) AS rank
    FROM hit JOIN df USING (lexeme), st GROUP BY memory_id
)
SELECT e.memory_id, 1.2 * coalesce(rank / most, 0) - (e.vector <#> %(vector)s::vector) AS score
FROM floor_embedding e CROSS JOIN top LEFT JOIN said USING (memory_id) WHERE e.person_id = %(person)s
ORDER BY score DESC LIMIT 10
"""
# The least such a search can do, whatever it finds: half the numbers, and every text that has any of the words.
LEAN = """
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
        good += _measure_crowd(owner)
    return all(good)


def _measure(owner: str, many: int) -> list[bool]:
    from memoryweb.people.models import User

    person = User.objects.create_user(f"{many}@example.org")
    fill(owner, [person.pk], many)
    embed(owner, person.pk)
    sides = _sides(person.pk)
    took = interleaved({name: sides[name] for name in INSIDE}, TIMES)
    with web() as port:  # what is compared with each other is measured in turns; what is not does not disturb it
        took |= interleaved({"operation": sides["operation"], **_over_http(person.pk, port)}, TIMES)
        for side, value in took.items():
            report(f"{side} at {many}", value, "ms", 0, ok=True)
        report(f"eight agents at once at {many}", _eight(person.pk, port), "recalls a second", 0, ok=True)
    searched, recalled = took["search"], took["recall with receipt"]
    inside, nothing = took["operation"], took["an operation that does nothing, over HTTP"]
    return [
        at_most(f"search at {many}, times the SQL floor", searched / took["SQL floor"], "×", TIMES_FLOOR),
        at_most(f"search at {many}, times the least", searched / took["least"], "×", TIMES_LEAST),
        at_most(f"recall with receipt at {many}", recalled, "ms", TIMES_SEARCH * searched + MORE_MS),
        at_most(f"recall over HTTP at {many}", took["over HTTP"], "ms", TIMES_OPERATION * inside + nothing),
    ]


def _measure_crowd(owner: str) -> list[bool]:
    """The same person's recall among few people and among many."""
    from memoryweb.people.models import User

    person = User.objects.create_user("one@example.org")
    fill(owner, [person.pk], 100)
    embed(owner, person.pk)
    took: dict[int, float] = {}
    for people in CROWDS:
        there = User.objects.count()
        others = User.objects.bulk_create([User(email=f"{n}@crowd.example.org") for n in range(there, people)])
        if others:
            fill(owner, [each.pk for each in others], 10 * len(others))
            copy_embeddings(owner, person.pk)
        took[people] = interleaved({"": _sides(person.pk)["recall with receipt"]}, 2 * TIMES)[""]
        report(f"recall of 100 memories among {people} people", took[people], "ms", 0, ok=True)
    first, *_, last = took.values()
    return [at_most(f"from {CROWDS[0]} to {CROWDS[-1]} people", last / first, "×", TIMES_FLOOR)]


def _sides(person: UUID) -> dict[str, Callable[[], Any]]:
    """Each in a transaction of the app's role, as a request has it; the question's vector is at hand."""
    from django.utils import timezone

    from memoryweb.agents.models import Agent
    from memoryweb.memories.models import Memory
    from memoryweb.operations import dispatch
    from memoryweb.people.models import MemorySettings, User
    from memoryweb.recall import encoders, recall, search
    from memoryweb.recall.request import RecallRequest
    from memoryweb.rls import rows, scope

    vector = encoders.vector_literal(encoders.current_encoder().encode_question(QUESTION))

    def ours() -> None:
        with scope.acting_as(person):
            assert len(search.ranked(Memory.objects.of(person).active(), QUESTION, limit=10)) == 10

    lexemes = ["bicycl", "spici", "breakfast"]

    def floor(statement: str) -> None:
        with scope.acting_as(person), rows.prepared_cursor() as cursor:  # as our search is: prepared
            cursor.execute(statement, {"person": person, "vector": vector, "lexemes": lexemes})
            assert len(cursor.fetchall()) == 10

    def recalled() -> None:
        with scope.acting_as(person):
            given = recall.recall(agent, settings, wanted, now=timezone.now())
            assert given.receipt

    def operation() -> None:
        said = {"query": QUESTION, "task_type": "reply_message"}
        assert (
            dispatch.run(
                dispatch.Call(agent=agent, name="recall_preferences", arguments=said, now=timezone.now())
            ).status
            == 200
        )

    with scope.acting_as(person):
        agent, _ = Agent.connect(User.objects.get(pk=person), name="Scribe")
        settings = MemorySettings.for_person(person)
    wanted = RecallRequest(query=QUESTION, task_type="reply_message")
    return {
        "recall with receipt": recalled,
        "search": ours,
        "SQL floor": lambda: floor(FLOOR),
        "least": lambda: floor(LEAN),
        "operation": operation,
    }


def _over_http(person: UUID, port: int) -> dict[str, Callable[[], Any]]:
    from memoryweb.agents.models import Agent
    from memoryweb.people.models import User
    from memoryweb.rls import scope

    with scope.acting_as(person):
        _, token = Agent.connect(User.objects.get(pk=person), name="Over HTTP")
    there = connection(port)
    said = {"query": QUESTION, "task_type": "reply_message"}
    return {
        "over HTTP": lambda: call(there, token, "recall_preferences", said),
        "an operation that does nothing, over HTTP": lambda: call(there, token, "get_memory_settings", {}),
    }


def _eight(person: UUID, port: int) -> float:
    """Recalls a second of eight agents of one person, each on a connection of its own."""
    from memoryweb.agents.models import Agent
    from memoryweb.people.models import User
    from memoryweb.rls import scope

    with scope.acting_as(person):
        one = User.objects.get(pk=person)
        tokens = [Agent.connect(one, name=f"Agent {n}")[1] for n in range(AGENTS)]

    def work(token: str) -> None:
        there = connection(port)
        for _ in range(TIMES):
            call(there, token, "recall_preferences", {"query": QUESTION, "task_type": "reply_message"})

    started = perf_counter()
    with ThreadPoolExecutor(AGENTS) as pool:
        list(pool.map(work, tokens))
    return AGENTS * TIMES / (perf_counter() - started)


def embed(owner: str, person: UUID) -> None:
    """Vectors of today's encoder for what `fill` made; beyond ENCODED_MOST, in turns those of the first ones."""
    from memoryweb.recall import encoders

    encoder = encoders.current_encoder()
    said = (
        "SELECT id, concat_ws('. ', category, label, value #>> '{}', details) FROM memories_memory WHERE person_id = %s"
    )
    copy = "COPY recall_embedding (memory_id, person_id, encoder, vector) FROM STDIN"
    with psycopg.connect(owner) as connection:
        connection.execute("DELETE FROM recall_embedding WHERE person_id = %s", [person])
        rows = connection.execute(said, [person]).fetchall()
        with connection.cursor() as cursor, cursor.copy(copy) as kept:
            vectors = map(encoders.vector_literal, encoder.encode([text for _, text in rows[:ENCODED_MOST]]))
            for (pk, _), vector in zip(rows, cycle(vectors), strict=False):
                kept.write_row((pk, person, encoder.name, vector))
        connection.execute(FLOOR_TABLE)
        connection.execute("DELETE FROM floor_embedding WHERE person_id = %s", [person])
        whole = "SELECT memory_id, person_id, vector::vector FROM recall_embedding WHERE person_id = %s"
        connection.execute(f"INSERT INTO floor_embedding {whole}", [person])
    _settle(owner)


def copy_embeddings(owner: str, person: UUID) -> None:
    """The first vector of this person for every memory that has none: a crowd to be found among."""
    with psycopg.connect(owner) as connection:
        connection.execute(
            "INSERT INTO recall_embedding (memory_id, person_id, encoder, vector)"
            " SELECT m.id, m.person_id, one.encoder, one.vector FROM memories_memory m,"
            " (SELECT encoder, vector FROM recall_embedding WHERE person_id = %s LIMIT 1) AS one"
            " WHERE NOT EXISTS (SELECT FROM recall_embedding e WHERE e.memory_id = m.id)",
            [person],
        )
    _settle(owner)


def _settle(owner: str) -> None:
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE recall_embedding")
        connection.execute("VACUUM ANALYZE floor_embedding")


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
