"""Memories, why they exist, what was asked about them, and what was forgotten."""

from memoryweb.memories.models.choices import LIVE, UNFINISHED_GOAL, ChangedBy, Horizon, Kind, Source, Status
from memoryweb.memories.models.documents import ObservationCounter, SearchDocument
from memoryweb.memories.models.forgetting import Erasure, Refusal, Tombstone
from memoryweb.memories.models.memory import (
    Memory,
    MemoryQuerySet,
    columns,
    history_model,
)
from memoryweb.memories.models.questions import Conflict, ConflictMember, ConflictQuerySet, Proposal, ProposalQuerySet
from memoryweb.memories.models.reasons import Evidence, Use
from memoryweb.memories.models.runs import UpkeepRun

__all__ = [
    "LIVE",
    "UNFINISHED_GOAL",
    "ChangedBy",
    "Conflict",
    "ConflictMember",
    "ConflictQuerySet",
    "Erasure",
    "Evidence",
    "Horizon",
    "Kind",
    "Memory",
    "MemoryQuerySet",
    "ObservationCounter",
    "Proposal",
    "ProposalQuerySet",
    "Refusal",
    "SearchDocument",
    "Source",
    "Status",
    "Tombstone",
    "UpkeepRun",
    "Use",
    "columns",
    "history_model",
]
