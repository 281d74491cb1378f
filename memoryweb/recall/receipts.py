"""Writing receipts, finding what a run changed, and the wipe that empties them when a memory is erased."""

import json
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from memoryweb.agents.models import Agent
from memoryweb.memories import erasure, usage
from memoryweb.memories.models import Evidence, history_model
from memoryweb.memories.upkeep import purge
from memoryweb.people.ids import uuid7
from memoryweb.people.models import MemorySettings, User
from memoryweb.recall import prompt_block
from memoryweb.recall.models import Receipt, ReceiptItem
from memoryweb.recall.request import RecallRequest
from memoryweb.recall.selection import MUST, Candidate, Selection
from memoryweb.rules import limits, sensitive


def versions_written_by_run(receipt: Receipt) -> list[int]:
    """The versions this run's evidence wrote and nothing has followed, the newest first: what Undo takes back."""
    if not receipt.run:
        return []
    said = Evidence.objects.filter(person=receipt.person_id, agent=receipt.agent_id, ref__run=receipt.run)
    memories = list(said.values_list("memory", flat=True).distinct())
    newest: Any = history_model().objects.filter(id__in=memories).order_by("id", "-history_id").distinct("id")
    written = [
        row.history_id for row in newest
        if row.changed_by_agent_id == receipt.agent_id and row.history_date >= receipt.at and row.changed_verb != "undo"
    ]  # fmt: skip
    return sorted(written, reverse=True)


def mark_undone(receipt: Receipt, *, now: datetime) -> None:
    Receipt.objects.filter(pk=receipt.pk).update(undone_at=now)


# The receipt, all its items and that they were used, in one statement; each item names the version that was given.
COLUMNS = ", ".join(field.attname for field in Receipt._meta.concrete_fields)
USED = usage.RECORD_USE.format(given="item WHERE left_out = ''")
WRITE = f"""
WITH item AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset(%(items)s::jsonb) AS item(
        id uuid, memory uuid, rank int, line text, why text, left_out text, score float8, parts jsonb, tokens int)
), used AS ({USED}), receipt AS (
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
    agent: Agent, settings: MemorySettings, wanted: RecallRequest, selection: Selection, *, now: datetime
) -> Receipt:
    receipt = Receipt(
        person_id=agent.person_id,
        agent=agent,
        at=now,
        task_type=_if_storable(wanted.task_type),
        skill=_if_storable(wanted.skill),
        project=_if_storable(wanted.project),
        run=_if_storable(wanted.run),
        query=_if_storable(wanted.query)[: limits.QUERY_KEPT_MAX],
        max_items=min(wanted.max_items, settings.injection_max_items),
        budget=min(wanted.budget, settings.injection_token_budget),
        tokens=selection.tokens,
        sha256=prompt_block.digest(selection.block),
        nothing_because=selection.nothing_because,
    )
    row = {field.attname: getattr(receipt, field.attname) for field in Receipt._meta.concrete_fields}
    items = [_row(rank, item) for rank, item in enumerate([*selection.items, *selection.near], 1)]
    given: dict[str, Any] = {"receipt": json.dumps(row, default=str), "items": json.dumps(items, default=str)}
    given |= {"person": agent.person_id, "agent": agent.pk, "now": now}
    with connection.cursor() as cursor:
        cursor.execute(WRITE, given)
    return receipt


def _if_storable(said: str) -> str:
    """What the agent said of its work, unless it is what is never stored: a question may be about anything."""
    return "" if said and sensitive.inspect(said) else said


def _row(rank: int, item: Candidate) -> dict[str, Any]:
    return {
        "id": uuid7(), "memory": item.seen.pk, "rank": rank, "line": item.line, "why": item.why,
        "left_out": item.left_out, "score": item.score, "parts": item.parts, "tokens": item.tokens,
    }  # fmt: skip


def memories_given_in_run(agent: Agent, run: str) -> set[UUID]:
    """The memories this run was really given, in any of its requests."""
    if not run:
        return set()
    items = ReceiptItem.objects.filter(receipt__in=Receipt.objects.filter(agent=agent, run=run), left_out="")
    return set(items.exclude(memory=None).values_list("memory_id", flat=True))


def mark_outcome(agent: Agent, run: str, helped: dict[UUID, bool | None]) -> None:
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
