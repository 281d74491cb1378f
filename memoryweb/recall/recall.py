"""Recall: give an agent the memories that fit its work, and keep a receipt (SPEC §8)."""

from dataclasses import dataclass
from datetime import datetime

from memoryweb.agents.models import Agent
from memoryweb.people.models import MemorySettings
from memoryweb.recall import receipts
from memoryweb.recall.models import Receipt
from memoryweb.recall.request import RecallRequest
from memoryweb.recall.select import select
from memoryweb.recall.selection import Selection


@dataclass(frozen=True)
class RecallResult:
    selection: Selection
    receipt: Receipt | None  # None for a preview


def recall(agent: Agent, settings: MemorySettings, request: RecallRequest, *, now: datetime) -> RecallResult:
    """Select memories for the request and write the receipt, also for an empty selection."""
    selection = select(agent, settings, request, now=now)
    receipt = receipts.write(agent, settings, request, selection, now=now)
    return RecallResult(selection, receipt)


def preview(agent: Agent, settings: MemorySettings, request: RecallRequest, *, now: datetime) -> RecallResult:
    """Select the same memories as `recall`, without counting a use and without a receipt."""
    return RecallResult(select(agent, settings, request, now=now), None)
