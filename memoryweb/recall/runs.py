"""A run of an agent: everything it was given and changed under one id of its own."""

from datetime import datetime
from typing import Any

from memoryweb.memories.models import Evidence, history_model
from memoryweb.recall.models import Receipt


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
