"""Recall: an agent is given the right few memories, and a receipt of it stays (SPEC §8)."""

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
    receipt: Receipt | None  # none: it was a preview


def recall(agent: Agent, settings: MemorySettings, wanted: RecallRequest, *, now: datetime) -> RecallResult:
    """What this agent is given now. Also nothing leaves a receipt, with the reason."""
    selection = select(agent, settings, wanted, now=now)
    receipt = receipts.write(agent, settings, wanted, selection, now=now)
    return RecallResult(selection, receipt)


def preview(agent: Agent, settings: MemorySettings, wanted: RecallRequest, *, now: datetime) -> RecallResult:
    """The same block, for a look: nothing is counted and nothing is written."""
    return RecallResult(select(agent, settings, wanted, now=now), None)
