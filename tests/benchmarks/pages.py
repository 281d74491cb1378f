"""What each page of an account costs: its queries with a hundred memories and with ten thousand, and its time.

python -m tests.benchmarks.pages
"""

import sys
from datetime import timedelta
from uuid import UUID

import psycopg

from tests.benchmarks.house import at_most, fill, house, interleaved, unguarded

FEW, MANY, TIMES = 100, 10_000, 15
PAGE_MS = 100.0  # of the server, so that a page is there before one notices
SLOWER_MS = {"history": 150.0}  # a year of changes, counted by month and category
# Whatever an agent told of, one of the account's agents did; the changes lie in the last ten months.
AGENTS = "SELECT array_agg(id ORDER BY id) FROM agents_agent WHERE person_id = %(person)s"
TOLD_BY = f"""
UPDATE memories_evidence SET agent_id = agents.ids[1 + abs(hashtext(id::text)) %% cardinality(agents.ids)]
FROM ({AGENTS}) AS agents(ids) WHERE person_id = %(person)s AND agent_id IS NULL
"""
CHANGED_AT = """
UPDATE memories_historicalmemory SET history_date = now() - make_interval(hours => abs(hashtext(id::text)) %% 7200)
WHERE person_id = %(person)s AND obs_id LIKE 'OBS-B-%%'
"""
QUESTIONS = f"""
INSERT INTO memories_proposal
    (id, person_id, kind, memory_id, change, question, based_on, agent_id, created_at)
SELECT uuidv7(), m.person_id, 'remember', m.id, '{{}}', '',
       (SELECT max(history_id) FROM memories_historicalmemory h WHERE h.id = m.id),
       agents.ids[1 + m.n %% cardinality(agents.ids)], changed_at
FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM memories_memory
      WHERE person_id = %(person)s AND status = 'candidate' AND obs_id LIKE 'OBS-B-%%') AS m, ({AGENTS}) AS agents(ids)
WHERE m.n <= 40 * cardinality(agents.ids)
"""
RECEIPTS = f"""
WITH usable AS MATERIALIZED (
    SELECT id, label || ': ' || (value #>> '{{}}') AS line, row_number() OVER (ORDER BY id) - 1 AS n,
           count(*) OVER () AS many
    FROM memories_memory WHERE person_id = %(person)s AND status = 'active'
), read AS (
    INSERT INTO recall_receipt (id, person_id, agent_id, at, asked, task_type, query, max_items, budget, tokens, sha256)
    SELECT uuidv7(), %(person)s, agents.ids[1 + n %% cardinality(agents.ids)], now() - make_interval(mins => n * 13),
           '{{}}', 'reply_message', 'what does she like about window ' || n, 12, 600, 90, ''
    FROM generate_series(1, %(many)s / 5) AS n, ({AGENTS}) AS agents(ids) RETURNING *
), given AS (
    INSERT INTO recall_receiptitem (id, person_id, receipt_id, memory_id, rank, line, why, score, parts, tokens)
    SELECT uuidv7(), %(person)s, read.id, usable.id, rank, line, 'query', 0.8, '{{}}', 18
    FROM read, generate_series(1, 5) AS rank, usable
    WHERE usable.n = (abs(hashtext(read.id::text)) + rank) %% usable.many RETURNING memory_id
)
INSERT INTO memories_use (id, person_id, memory_id, agent_id, times, first_at, last_at)
SELECT uuidv7(), %(person)s, memory_id, agents.ids[1], count(*), now(), now() FROM given, ({AGENTS}) AS agents(ids)
GROUP BY memory_id, agents.ids ON CONFLICT DO NOTHING
"""


def grow(owner: str, person: UUID, many: int) -> None:
    """Add that many memories to an account that has agents, with what agents told and asked of them and were given."""
    fill(owner, [person], many)
    with unguarded(owner) as connection:
        for statement in (TOLD_BY, CHANGED_AT, QUESTIONS, RECEIPTS):
            connection.execute(statement, {"person": person, "many": many})
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")


def main() -> bool:
    with house() as owner:
        from django.db import connection
        from django.test import Client
        from django.test.utils import CaptureQueriesContext
        from django.utils import timezone

        from memoryweb.agents.models import Agent
        from memoryweb.demo import load
        from memoryweb.memories.models import Memory
        from memoryweb.people.models import User
        from memoryweb.recall.models import Receipt, ReceiptItem
        from memoryweb.rls import scope

        def addresses(person: User) -> dict[str, str]:
            with scope.acting_as(person.pk):
                given = ReceiptItem.objects.filter(person=person, left_out="", memory__isnull=False).values("memory")
                memory = Memory.objects.of(person).active().filter(pk__in=given).order_by("-changed_at")[0]
                agent = Agent.objects.of(person).order_by("pk")[0]
                receipt = Receipt.objects.of(person).filter(operation="recall").order_by("-at")[0]
                day = (timezone.now() - timedelta(days=20)).date()
            return {
                "review": "/review/",
                "memories": "/memories/",
                "a filter": "/memories/?category=technical&kind=rule",
                "a search": "/memories/?q=report",
                "what is fading": "/memories/?status=fading",
                "most given": "/memories/?sort=given",
                "a memory": f"/memories/{memory.pk}/",
                "its form": f"/memories/{memory.pk}/edit/",
                "agents": "/agents/",
                "an agent": f"/agents/{agent.pk}/",
                "what they saw": "/receipts/",
                "a receipt": f"/receipts/{receipt.pk}/",
                "see as": "/see-as/",
                "history": "/history/",
                "as it was": f"/days/{day}/",
                "letter": "/letter/",
                "archive": "/archive/",
                "conversations": "/conversations/",
                "erasures": "/erasures/",
                "erase by topic": "/memories/erase-topic/",
                "settings": "/settings/",
            }

        def account(many: int) -> tuple[Client, dict[str, str]]:
            person = User.objects.create_user(f"{many}@example.org")
            load.load(person, now=timezone.now())
            grow(owner, person.pk, many)
            client = Client()
            client.force_login(person)
            return client, addresses(person)

        def get(client: Client, address: str) -> None:
            assert client.get(address).status_code == 200, address

        def queries(client: Client, address: str) -> int:
            with CaptureQueriesContext(connection) as captured:
                get(client, address)
            return len(captured)

        few, many = account(FEW), account(MANY)
        took = interleaved({page: lambda at=at: get(many[0], at) for page, at in many[1].items()}, TIMES)
        good, of_rows = [], queries(few[0], few[1]["memories"])
        for page, address in many[1].items():
            bar = queries(few[0], few[1][page])
            if address.startswith("/memories/?"):  # among the few it may show no row, for which less is read
                bar = max(bar, of_rows)
            good.append(at_most(f"{page}: queries at {MANY}", queries(many[0], address), "queries", bar))
            good.append(at_most(f"{page}: time at {MANY}", took[page], "ms", SLOWER_MS.get(page, PAGE_MS)))
        return all(good)


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
