"""Receipts of reads: writing them, whether they helped, and emptying them after an erasure."""

import json
import logging
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from threading import Lock
from typing import Any
from uuid import UUID

from cachetools import LRUCache, cached
from django.db import DatabaseError, connection
from django.db.models import Sum
from django.db.models.functions import Coalesce

from memoryweb.agents.models import UNRECORDED, Agent
from memoryweb.language.heads import guard
from memoryweb.language.text import invisible, signs
from memoryweb.memories import usage
from memoryweb.memories.acts import recording
from memoryweb.memories.erasing import erasure, topics
from memoryweb.memories.models import Act, fingerprints
from memoryweb.memories.upkeep import purge
from memoryweb.people.ids import uuid7
from memoryweb.people.models import MemorySettings, User
from memoryweb.recall import prompt_block
from memoryweb.recall.models import Receipt, ReceiptItem
from memoryweb.recall.prompt_block import MUST_HAVE, Selection
from memoryweb.recall.request import RecallRequest
from memoryweb.rls import rows
from memoryweb.rules import limits

log = logging.getLogger(__name__)


def follow_undo(acts: Collection[UUID], now: datetime) -> None:
    """Say on the receipts of these acts' runs whether all that a run did is undone."""
    for agent, run in Act.objects.filter(pk__in=acts).exclude(run="").values_list("agent", "run").distinct():
        receipts = Receipt.objects.filter(agent=agent, run=run)
        if recording.undoable_of_run(agent, run, now=now):
            receipts.update(undone_at=None)
        else:
            receipts.filter(undone_at=None).update(undone_at=now)


# One statement writes the uses, the receipt, and its items. Each item names the version that was given; an item of a
# listing has no line and no score.
COLUMNS = ", ".join(field.attname for field in Receipt._meta.concrete_fields)
RECORD_USE = usage.RECORD_USE.format(received="item WHERE left_out = '' AND memory IS NOT NULL")
ITEMS = f"""
WITH item AS MATERIALIZED (
    SELECT id, memory, shared, rank, why, coalesce(line, '') AS line, coalesce(left_out, '') AS left_out,
        coalesce(score, 0) AS score, coalesce(parts, '{{}}') AS parts, coalesce(tokens, 0) AS tokens,
        (SELECT max(h.history_id) FROM memories_historicalmemory h
            WHERE h.person_id = %(person)s AND h.id = item.memory) AS version
    FROM jsonb_to_recordset(%(items)s::jsonb) AS item(
        id uuid, memory uuid, shared uuid, rank int, line text, why text, left_out text, score float8, parts jsonb,
        tokens int)
), used AS ({RECORD_USE})"""
NEW = f"""INSERT INTO recall_receipt ({COLUMNS})
    SELECT {COLUMNS} FROM jsonb_populate_record(NULL::recall_receipt, %(receipt)s::jsonb)"""
ADD_ITEMS = """INSERT INTO recall_receiptitem
    (id, person_id, receipt_id, memory_id, shared_id, version, rank, line, why, left_out, score, parts, tokens)
SELECT item.id, receipt.person_id, receipt.id, item.memory, item.shared, item.version, item.rank, item.line, item.why,
       item.left_out, item.score, item.parts, item.tokens FROM receipt, item"""
WRITE = f"{ITEMS}, receipt AS ({NEW} RETURNING id, person_id) {ADD_ITEMS}"
# A burst of one question is on one receipt, with each version once; what found nothing is on one of its own.
WRITE_BURST = f"""{ITEMS}, same AS (
    UPDATE recall_receipt SET times = times + 1, excerpts = greatest(excerpts, %(excerpts)s)
    WHERE person_id = %(person)s AND id = (
        SELECT id FROM recall_receipt r
        WHERE person_id = %(person)s AND agent_id = %(agent)s AND question = %(question)s AND at > %(burst_from)s
            AND EXISTS (SELECT FROM item)
                = EXISTS (SELECT FROM recall_receiptitem i WHERE i.person_id = %(person)s AND i.receipt_id = r.id)
            AND (excerpts = 0) = (%(excerpts)s = 0) AND nothing_because = %(receipt)s::jsonb->>'nothing_because'
        ORDER BY at DESC LIMIT 1) RETURNING id, person_id
), new AS ({NEW} WHERE NOT EXISTS (SELECT FROM same) RETURNING id, person_id
), receipt AS (SELECT * FROM new UNION ALL SELECT * FROM same)
{ADD_ITEMS} WHERE NOT EXISTS (
    SELECT FROM recall_receiptitem i
    WHERE i.person_id = %(person)s AND i.receipt_id = receipt.id
        AND coalesce(i.memory_id, i.shared_id) = coalesce(item.memory, item.shared)
        AND i.version IS NOT DISTINCT FROM item.version)
"""
OR_NOTHING = "SAVEPOINT receipt"  # ends with the transaction: to release it would be one more round trip
TAKE_BACK = "ROLLBACK TO SAVEPOINT receipt; RELEASE SAVEPOINT receipt"
CACHED = 1_000  # texts of which a process knows whether they are sensitive
BURST = timedelta(minutes=10)  # the same listing or search again within this time is on one receipt

Why, Operation = ReceiptItem.Why, Receipt.Operation


def write(
    agent: Agent,
    settings: MemorySettings,
    request: RecallRequest,
    selection: Selection,
    *,
    now: datetime,
    is_preview: bool = False,
) -> Receipt | None:
    """Write the receipt of a selection, and count a use of every memory given; return None if that failed."""
    receipt = Receipt(
        operation=Operation.PREVIEW if is_preview else Operation.RECALL,
        asked=selection.asked,
        task_type=_if_storable(request.task_type),
        skill=_if_storable(request.skill),
        project=_if_storable(request.project),
        run="" if is_preview else _if_storable(request.run),
        query=_kept_query(request.query),
        max_items=min(request.max_items, settings.injection_max_items),
        budget=min(request.budget, settings.injection_token_budget),
        tokens=selection.tokens,
        sha256=prompt_block.digest(selection.block),
        nothing_because=selection.nothing_because,
        only_new=request.only_new,
        cut=selection.cut,
    )
    items = [
        _item_row(
            rank,
            item.row.pk,
            is_shared=bool(item.row.community),
            line=item.line,
            why=item.why,
            left_out=item.left_out,
            score=item.score,
            parts=item.parts,
            tokens=item.tokens,
        )
        for rank, item in enumerate([*selection.items, *selection.near], 1)
    ]
    return _record(receipt, items, agent=agent, now=now)


def write_list(
    agent: Agent,
    operation: str,
    memories: Iterable[UUID],
    *,
    query: str,
    project: str,
    now: datetime,
    nothing: str,
    is_shared: bool = False,
) -> None:
    """Write the receipt of a listing or a search, of the person's own memories or of what a community shares.

    Pages of one list, and its repetitions, are on one receipt.
    """
    digest = fingerprints.keyed_digest("listing", "\x1f".join((operation, query, project)))
    receipt = Receipt(
        operation=operation,
        question=digest,
        project=_if_storable(project),
        nothing_because=nothing,
        query=_kept_query(query),
        max_items=0,
        budget=0,
        tokens=0,
        sha256="",
    )
    why = Why.LISTED if operation == Operation.GET else Why.QUERY
    items = [_item_row(rank, pk, is_shared=is_shared, why=why) for rank, pk in enumerate(memories, 1)]
    _record(receipt, items, agent=agent, now=now)


def write_excerpts(agent: Agent, count: int, *, project: str, now: datetime, nothing: str) -> None:
    """Write the receipt of excerpts that were read from recorded conversations."""
    digest = fingerprints.keyed_digest("listing", "\x1f".join((Operation.CONVERSATIONS, project)))
    receipt = Receipt(
        operation=Operation.CONVERSATIONS,
        question=digest,
        project=_if_storable(project),
        nothing_because=nothing,
        excerpts=count,
        max_items=0,
        budget=0,
        tokens=0,
        sha256="",
    )
    _record(receipt, [], agent=agent, now=now)


def _record(receipt: Receipt, items: list[dict[str, Any]], *, agent: Agent, now: datetime) -> Receipt | None:
    """Write a receipt in a savepoint: if that fails, the read is served all the same and counted.

    It needs the transaction of a person's scope.
    """
    receipt.person_id, receipt.agent, receipt.at = agent.person_id, agent, now
    row = {field.attname: getattr(receipt, field.attname) for field in Receipt._meta.concrete_fields}
    question = bytes(receipt.question) if receipt.question else None
    row["question"] = f"\\x{question.hex()}" if question else None
    values: dict[str, Any] = {
        "receipt": json.dumps(row, default=str),
        "items": json.dumps(items, default=str),
        "excerpts": receipt.excerpts,
        "person": agent.person_id,
        "agent": agent.pk,
        "now": now,
        "question": question,
        "burst_from": now - BURST,
    }
    try:
        with rows.prepared_cursor() as cursor:
            cursor.execute(OR_NOTHING)
            cursor.execute(WRITE_BURST if question else WRITE, values)
    except DatabaseError as error:
        log.error("a read was served without a receipt: %s", type(error).__name__)
        UNRECORDED[agent.pk] += 1
        with connection.cursor() as cursor:
            cursor.execute(TAKE_BACK)
        return None
    return receipt


def _if_storable(text: str) -> str:
    """Return the text; empty if sensitive, as a question may be."""
    return "" if text and _is_sensitive(text) else text


@cached(LRUCache(CACHED), key=fingerprints.text_digest, lock=Lock())
def _is_sensitive(text: str) -> bool:
    """Cached, because agents repeat their questions and say the same few kinds of work."""
    return guard.inspect(text) is not None


def _kept_query(query: str) -> str:
    """Return the query's beginning for a receipt; empty if sensitive."""
    return signs.cut(invisible.show_invisible(_if_storable(query)), limits.QUERY_KEPT_MAX)


def _item_row(rank: int, pk: UUID, *, why: str, is_shared: bool = False, **more: Any) -> dict[str, Any]:
    return {"id": uuid7(), "shared" if is_shared else "memory": pk, "rank": rank, "why": why, **more}


def memories_given_in_run(agent: Agent, run: str) -> set[UUID]:
    """Return the memories this run was given in any of its requests; what was nearly given does not count."""
    if not run:
        return set()
    items = ReceiptItem.objects.filter(receipt__in=Receipt.objects.filter(agent=agent, run=run), left_out="")
    return set(items.exclude(memory=None).values_list("memory_id", flat=True))


def lines_given_in_run(agent: Agent, run: str) -> dict[UUID, str]:
    """Return what this run has received since its last whole recall: each memory's last line, also of shared ones.

    A whole recall begins again, because an agent asks for one when it has lost what it was told before.
    """
    if not run:
        return {}
    of_run = Receipt.objects.filter(agent=agent, run=run, operation=Operation.RECALL)
    if whole := of_run.filter(only_new=False).order_by("-at", "-id").values_list("at", flat=True).first():
        of_run = of_run.filter(at__gte=whole)
    items = ReceiptItem.objects.filter(receipt__in=of_run, left_out="").order_by("receipt__at", "receipt")
    known = items.annotate(given=Coalesce("memory", "shared")).exclude(given=None)
    return dict(known.values_list("given", "line"))


def has_receipt(agent: Agent, run: str) -> bool:
    """Return whether this agent asked for memories in this run; otherwise the id is only its word."""
    return bool(run) and Receipt.objects.filter(agent=agent, run=run).exists()


def mark_outcome(agent: Agent, run: str, helped: dict[UUID, bool | None]) -> None:
    """Store for each memory given in this run whether it helped."""
    items = ReceiptItem.objects.filter(receipt__in=Receipt.objects.filter(agent=agent, run=run), left_out="")
    items.exclude(memory__in=helped).update(helped=None)
    for outcome in (True, False, None):
        items.filter(memory__in=[pk for pk, each in helped.items() if each is outcome]).update(helped=outcome)


def given_by_category(person: User, *, since: datetime) -> dict[tuple[UUID, str], int]:
    """Return how often each agent was given memories that are filed under each category, since then."""
    recent = ReceiptItem.objects.filter(receipt__person=person, receipt__at__gte=since, left_out="")
    counted = recent.exclude(memory=None).order_by().values_list("receipt__agent", "memory__category")
    return {(agent, category): n for agent, category, n in counted.annotate(n=Sum("receipt__times"))}


def must_haves_left_out(person: User, since: datetime) -> bool:
    """Return whether any block since then lacked space for a must-have."""
    recent = Receipt.objects.of(person).filter(at__gte=since)
    items = ReceiptItem.objects.filter(receipt__in=recent, why__in=MUST_HAVE)
    return items.filter(left_out__in=[ReceiptItem.LeftOut.BUDGET, ReceiptItem.LeftOut.BEYOND]).exists()


def register() -> None:
    """Empty a memory's lines when it is erased, and delete old receipts together with the logs."""
    erasure.register("receipts", _erase, ["recall_receiptitem.line", "recall_receipt.query"])
    names = dict.fromkeys(("query", "task_type", "skill", "project", "run"), "")
    empty, empty_lines = topics.empty_columns(Receipt, **names), topics.empty_columns(ReceiptItem, line="")
    topics.register(
        topics.Source("receipts", Receipt, tuple(names), empty, topics.RECEIPTS, at="at"),
        topics.Source("receipts", ReceiptItem, ("line",), empty_lines, topics.RECEIPTS, of="receipt_id"),
    )
    purge.register("receipts", purge.Log("recall_receipt", "at"))


def _erase(memory_id: UUID) -> int:
    """Empty the items, which stay and show that a memory was erased; and the query, which may quote it."""
    items = ReceiptItem.objects.filter(memory=memory_id)
    Receipt.objects.filter(pk__in=items.values("receipt")).update(query="")
    return items.update(memory=None, version=None, line="", parts={})
