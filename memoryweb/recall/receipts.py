"""Receipts of recalls: writing them, whether they helped, and emptying them after an erasure."""

import json
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from memoryweb.agents.models import Agent
from memoryweb.memories import erasure, usage
from memoryweb.memories.upkeep import purge
from memoryweb.people.ids import uuid7
from memoryweb.people.models import MemorySettings, User
from memoryweb.recall import prompt_block
from memoryweb.recall.models import Receipt, ReceiptItem
from memoryweb.recall.prompt_block import MUST_HAVE, Candidate, Selection
from memoryweb.recall.request import RecallRequest
from memoryweb.rules import limits, sensitive


def mark_undone(receipt: Receipt, *, now: datetime) -> None:
    Receipt.objects.filter(pk=receipt.pk).update(undone_at=now)


# One statement writes the receipt, its items and the uses. Each item names the version that was given.
COLUMNS = ", ".join(field.attname for field in Receipt._meta.concrete_fields)
RECORD_USE = usage.RECORD_USE.format(received="item WHERE left_out = ''")
WRITE = f"""
WITH item AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset(%(items)s::jsonb) AS item(
        id uuid, memory uuid, rank int, line text, why text, left_out text, score float8, parts jsonb, tokens int)
), used AS ({RECORD_USE}), receipt AS (
    INSERT INTO recall_receipt ({COLUMNS})
    SELECT {COLUMNS} FROM jsonb_populate_record(NULL::recall_receipt, %(receipt)s::jsonb) RETURNING id, person_id
)
INSERT INTO recall_receiptitem
    (id, person_id, receipt_id, memory_id, version, rank, line, why, left_out, score, parts, tokens)
SELECT item.id, receipt.person_id, receipt.id, item.memory,
       (SELECT max(h.history_id) FROM memories_historicalmemory h WHERE h.id = item.memory),
       item.rank, item.line, item.why, item.left_out, item.score, item.parts, item.tokens
FROM receipt, item
"""


def write(
    agent: Agent, settings: MemorySettings, request: RecallRequest, selection: Selection, *, now: datetime
) -> Receipt:
    """Write the receipt of a selection, and count a use of every memory given."""
    receipt = Receipt(
        person_id=agent.person_id,
        agent=agent,
        at=now,
        task_type=_if_storable(request.task_type),
        skill=_if_storable(request.skill),
        project=_if_storable(request.project),
        run=_if_storable(request.run),
        query=_if_storable(request.query)[: limits.QUERY_KEPT_MAX],
        max_items=min(request.max_items, settings.injection_max_items),
        budget=min(request.budget, settings.injection_token_budget),
        tokens=selection.tokens,
        sha256=prompt_block.digest(selection.block),
        nothing_because=selection.nothing_because,
    )
    row = {field.attname: getattr(receipt, field.attname) for field in Receipt._meta.concrete_fields}
    items = [_item_row(rank, item) for rank, item in enumerate([*selection.items, *selection.near], 1)]
    values: dict[str, Any] = {"receipt": json.dumps(row, default=str), "items": json.dumps(items, default=str)}
    values |= {"person": agent.person_id, "agent": agent.pk, "now": now}
    with connection.cursor() as cursor:
        cursor.execute(WRITE, values)
    return receipt


def _if_storable(text: str) -> str:
    """Return the text, or nothing if it holds something sensitive: a question may be about anything."""
    return "" if text and sensitive.inspect(text) else text


def _item_row(rank: int, item: Candidate) -> dict[str, Any]:
    return {
        "id": uuid7(), "memory": item.row.pk, "rank": rank, "line": item.line, "why": item.why,
        "left_out": item.left_out, "score": item.score, "parts": item.parts, "tokens": item.tokens,
    }  # fmt: skip


def memories_given_in_run(agent: Agent, run: str) -> set[UUID]:
    """Return the memories this run was given in any of its requests; what was nearly given does not count."""
    if not run:
        return set()
    items = ReceiptItem.objects.filter(receipt__in=Receipt.objects.filter(agent=agent, run=run), left_out="")
    return set(items.exclude(memory=None).values_list("memory_id", flat=True))


def has_receipt(agent: Agent, run: str) -> bool:
    """Return whether this agent asked for memories in this run; otherwise the id is only its word."""
    return bool(run) and Receipt.objects.filter(agent=agent, run=run).exists()


def mark_outcome(agent: Agent, run: str, helped: dict[UUID, bool | None]) -> None:
    """Store for each memory given in this run whether it helped."""
    items = ReceiptItem.objects.filter(receipt__in=Receipt.objects.filter(agent=agent, run=run), left_out="")
    items.exclude(memory__in=helped).update(helped=None)
    for outcome in (True, False, None):
        items.filter(memory__in=[pk for pk, each in helped.items() if each is outcome]).update(helped=outcome)


def must_haves_left_out(person: User, since: datetime) -> bool:
    """Return whether a must-have did not fit into a block since then."""
    recent = Receipt.objects.of(person).filter(at__gte=since)
    items = ReceiptItem.objects.filter(receipt__in=recent, why__in=MUST_HAVE)
    return items.filter(left_out__in=[ReceiptItem.LeftOut.BUDGET, ReceiptItem.LeftOut.BEYOND]).exists()


def register() -> None:
    """Empty a memory's lines when it is erased, and delete old receipts together with the logs."""
    erasure.register("receipts", _erase, ["recall_receiptitem.line", "recall_receipt.query"])
    purge.register("receipts", purge.Log("recall_receipt", "at"))


def _erase(memory_id: UUID) -> int:
    """Empty the items, which stay and show that a memory was erased; and the query, which may quote it."""
    items = ReceiptItem.objects.filter(memory=memory_id)
    Receipt.objects.filter(pk__in=items.values("receipt")).update(query="")
    return items.update(memory=None, version=None, line="", parts={})
