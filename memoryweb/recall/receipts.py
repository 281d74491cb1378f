"""Writing receipts, and the wipe that empties them when a memory is erased."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from psycopg.types.json import Jsonb

from memoryweb.agents.models import Agent
from memoryweb.memories import erasure, guard
from memoryweb.memories.upkeep import purge
from memoryweb.people.ids import uuid7
from memoryweb.people.models import MemorySettings, User
from memoryweb.recall import block
from memoryweb.recall.models import QUERY_MAX, Receipt, ReceiptItem
from memoryweb.recall.selection import MUST, Candidate, Selection, Wanted

# All items in one statement; each names the version that was given.
ITEMS = """
INSERT INTO recall_receiptitem
    (id, person_id, receipt_id, memory_id, version, rank, line, why, left_out, score, parts, tokens)
SELECT item.id, %(person)s, %(receipt)s, item.memory,
       (SELECT max(h.history_id) FROM memories_historicalmemory h WHERE h.id = item.memory),
       item.rank, item.line, item.why, item.left_out, item.score, item.parts, item.tokens
FROM unnest(%(ids)s::uuid[], %(memories)s::uuid[], %(ranks)s::int[], %(lines)s::text[], %(whys)s::text[],
            %(left_out)s::text[], %(scores)s::float8[], %(parts)s::jsonb[], %(tokens)s::int[])
     AS item(id, memory, rank, line, why, left_out, score, parts, tokens)
"""


def write(agent: Agent, settings: MemorySettings, wanted: Wanted, selection: Selection, *, now: datetime) -> Receipt:
    receipt = Receipt.objects.create(
        person_id=agent.person_id,
        agent=agent,
        at=now,
        task_type=_kept(wanted.task_type),
        skill=_kept(wanted.skill),
        project=_kept(wanted.project),
        run=_kept(wanted.run),
        query=_kept(wanted.query)[:QUERY_MAX],
        max_items=min(wanted.max_items, settings.injection_max_items),
        budget=min(wanted.budget, settings.injection_token_budget),
        tokens=selection.tokens,
        sha256=block.digest(selection.block),
        nothing_because=selection.nothing_because,
    )
    _write_items(receipt, [*selection.items, *selection.near])
    return receipt


def _kept(said: str) -> str:
    """What the agent said of its work, unless it is what is never stored: a question may be about anything."""
    return "" if said and guard.inspect(said) else said


def _write_items(receipt: Receipt, items: list[Candidate]) -> None:
    if not items:
        return
    values: dict[str, Any] = {
        "person": receipt.person_id,
        "receipt": receipt.pk,
        "ids": [uuid7() for _ in items],
        "memories": [item.seen.pk for item in items],
        "ranks": list(range(1, len(items) + 1)),
        "lines": [item.line for item in items],
        "whys": [str(item.why) for item in items],
        "left_out": [str(item.left_out) for item in items],
        "scores": [item.score for item in items],
        "parts": [Jsonb(item.parts) for item in items],
        "tokens": [item.tokens for item in items],
    }
    with connection.cursor() as cursor:
        cursor.execute(ITEMS, values)


def given(agent: Agent, run: str) -> set[UUID]:
    """The memories this run was really given, in any of its requests."""
    if not run:
        return set()
    items = ReceiptItem.objects.filter(receipt__in=Receipt.objects.filter(agent=agent, run=run), left_out="")
    return set(items.exclude(memory=None).values_list("memory_id", flat=True))


def mark(agent: Agent, run: str, helped: dict[UUID, bool | None]) -> None:
    """What the person said of the work each was given for."""
    of_run = ReceiptItem.objects.filter(receipt__in=Receipt.objects.filter(agent=agent, run=run), left_out="")
    of_run.exclude(memory__in=helped).update(helped=None)
    for said in (True, False, None):
        of_run.filter(memory__in=[pk for pk, each in helped.items() if each is said]).update(helped=said)


def must_haves_left_out(person: User, since: datetime) -> bool:
    """Whether an agent lately missed what must never be missed, for want of room."""
    recent = Receipt.objects.of(person).filter(at__gte=since)
    missed = ReceiptItem.objects.filter(receipt__in=recent, why__in=MUST)
    return missed.filter(left_out__in=[ReceiptItem.LeftOut.BUDGET, ReceiptItem.LeftOut.BEYOND]).exists()


def register() -> None:
    """Erasing a memory empties its lines in every receipt; old receipts go with the logs."""
    erasure.register("receipts", _empty, ["recall_receiptitem.line", "recall_receipt.query"])
    purge.register("receipts", purge.Log("recall_receipt", "at"))


def _empty(memory_id: UUID) -> int:
    """The item stays, and says that it was erased. Its request's words may quote the memory, so they go too."""
    items = ReceiptItem.objects.filter(memory=memory_id)
    Receipt.objects.filter(pk__in=items.values("receipt")).update(query="")
    return items.update(memory=None, version=None, line="", parts={})
