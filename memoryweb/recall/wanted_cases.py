"""Wanted and unwanted memories of recalls, stored as labelled cases of the person.

A wanted case pins its memory for one kind of work, and for nothing else: all other rules of what an agent may be given
apply. All cases together move the account's cut a little, either way.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Now

from memoryweb.language.heads import work
from memoryweb.language.requests import named_tasks
from memoryweb.memories.erasing import erasure, topics
from memoryweb.memories.models import Act, ActChange, Memory, Status
from memoryweb.people.models import User
from memoryweb.recall.models import ReceiptItem, WantedCase
from memoryweb.rls import rows
from memoryweb.rules import policy, task_types

# How much oftener a person said that a memory should have been given than that one should not; of the last hundred.
BALANCE = """(
    SELECT coalesce(sum(CASE WHEN is_wanted THEN 1 ELSE -1 END), 0)::integer FROM (
        SELECT is_wanted FROM recall_wantedcase WHERE person_id = %(person)s ORDER BY id DESC LIMIT 100
    ) AS said
)"""
# The ids of memories that were wanted for this kind of work, and of what has come into their place since: what replaces
# a pinned memory is pinned, too.
WANTED_IDS = """
wanted (id) AS MATERIALIZED (
    SELECT memory_id FROM recall_wantedcase
    WHERE person_id = %(person)s AND work = ANY(%(works)s::varchar[]) AND is_wanted
    UNION SELECT m.superseded_by_id FROM wanted JOIN memories_memory m USING (id)
    WHERE m.person_id = %(person)s AND m.superseded_by_id IS NOT NULL
)"""


def kinds_of_work(task_type: str, skill: str, read: Iterable[task_types.TaskType]) -> list[str]:
    """Return the kinds of work of a request: the task type by its own name, else the skill, or what was read of it."""
    task = named_tasks.find_task(task_type)
    if named := task.name if task else task_type or skill:
        return [named]
    return [each.name for each in read]


def with_cases(items: QuerySet[ReceiptItem]) -> QuerySet[ReceiptItem]:
    """Return the items with `case`: the id of what the person wanted of this memory on this receipt, or None."""
    cases = WantedCase.objects.filter(memory=OuterRef("memory"), receipt=OuterRef("receipt"), is_wanted=True)
    return items.annotate(case=Subquery(cases.values("pk")[:1]))


def can_be_wanted(item: ReceiptItem) -> bool:
    """Return whether the person may mark this item as wanted: in use, and left out as far."""
    is_in_use = item.memory is not None and item.memory.status == Status.ACTIVE
    return is_in_use and item.left_out == ReceiptItem.LeftOut.FAR


def add(item: ReceiptItem, *, now: datetime, is_wanted: bool = True) -> tuple[WantedCase, bool]:
    """Store whether the item's memory should have been given; return the case and whether it is new.

    Idempotent.
    """
    receipt = item.receipt
    assert item.memory_id
    works = kinds_of_work(receipt.task_type, receipt.skill, work.tasks_in(receipt.query))
    others = receipt.items.exclude(memory=None).order_by("pk").values_list("memory_id", flat=True)
    said: dict[str, Any] = {"work": works[0] if works else "", "query": receipt.query, "at": now}
    said |= {"beside": list(others), "is_wanted": is_wanted}
    return WantedCase.objects.get_or_create(
        person_id=item.person_id, memory_id=item.memory_id, receipt=receipt.pk, defaults=said
    )


def balance(person_id: UUID) -> int:
    """Return the number of wanted minus unwanted cases, limited as for the cut."""
    with rows.prepared_cursor() as cursor:
        cursor.execute(f"SELECT {BALANCE}", {"person": person_id})
        return counted(cursor.fetchone()[0])


def counted(balance: int) -> int:
    """Return the balance, limited to CUT_CASES_MOST either way."""
    return max(-policy.CUT_CASES_MOST, min(balance, policy.CUT_CASES_MOST))


def exported(person: User) -> Iterator[str]:
    """Yield a line of JSON for each case whose memory is in use: what was asked, of which memory, for which work.

    It is made to be shared, so it has no id, no agent and no time.
    """
    cases = WantedCase.objects.of(person).filter(memory__status=Status.ACTIVE).select_related("memory").order_by("pk")
    for case in cases:
        line = {"request": case.query, "memory": str(case.memory), "kindOfWork": case.work, "wanted": case.is_wanted}
        yield json.dumps(line, ensure_ascii=False) + "\n"


def register() -> None:
    """Erase the cases of a memory with it, and find a topic in them."""
    erasure.register("wanted cases", _erase, ["recall_wantedcase.query", "recall_wantedcase.work"])
    empty = topics.empty_columns(WantedCase, query="", work="")
    topics.register(topics.Source("wanted cases", WantedCase, ("query", "work"), empty, at="at"))


def _erase(memory_id: UUID) -> int:
    """Delete the memory's cases, and empty the words of others about a request that it was given for or left out of."""
    person = Memory.objects.values_list("person", flat=True).get(pk=memory_id)
    WantedCase.objects.of(person).filter(beside__contains=[memory_id]).exclude(memory=memory_id).update(query="")
    of_cases = ActChange.objects.filter(table_name=WantedCase._meta.db_table, person=person)
    of_it = [str(memory_id)]
    quoting = of_cases.filter(Q(before__beside__contains=of_it) | Q(after__beside__contains=of_it))
    acts = Act.objects.filter(pk__in=list(quoting.values_list("act", flat=True)))
    ActChange.objects.filter(act__in=acts).update(before=None, after=None)
    acts.update(erased_at=Now())
    return WantedCase.objects.filter(memory=memory_id).delete()[0]
