"""The tables of memories: memories and versions, evidence, questions, acts, refusals, erasures and upkeep's runs."""

from memoryweb.memories.models.acts import Act, ActChange
from memoryweb.memories.models.deletion import DeletedAccount, Erasure, FingerprintKey, Refusal, Tombstone
from memoryweb.memories.models.enums import LIVE, WITHDRAWN, ChangedBy, Horizon, Kind, Source, Status
from memoryweb.memories.models.evidence import Evidence, Use
from memoryweb.memories.models.history_chain import HistoryHead, HistoryLink
from memoryweb.memories.models.memory import Memory, MemoryQuerySet
from memoryweb.memories.models.overviews import FailedTask, RefusalOverview, SweepOverview
from memoryweb.memories.models.places import Place, same_places, spellings
from memoryweb.memories.models.proposals import Conflict, ConflictMember, ConflictQuerySet, Proposal, ProposalQuerySet
from memoryweb.memories.models.search_document import ObservationCounter, SearchDocument
from memoryweb.memories.models.setting_changes import SettingChange
from memoryweb.memories.models.upkeep_run import UpkeepRun
from memoryweb.memories.models.versions import columns, history_model

__all__ = [
    "LIVE",
    "WITHDRAWN",
    "Act",
    "ActChange",
    "ChangedBy",
    "Conflict",
    "ConflictMember",
    "ConflictQuerySet",
    "DeletedAccount",
    "Erasure",
    "Evidence",
    "FailedTask",
    "FingerprintKey",
    "HistoryHead",
    "HistoryLink",
    "Horizon",
    "Kind",
    "Memory",
    "MemoryQuerySet",
    "ObservationCounter",
    "Place",
    "Proposal",
    "ProposalQuerySet",
    "Refusal",
    "RefusalOverview",
    "SearchDocument",
    "SettingChange",
    "Source",
    "Status",
    "SweepOverview",
    "Tombstone",
    "UpkeepRun",
    "Use",
    "columns",
    "history_model",
    "same_places",
    "spellings",
]
