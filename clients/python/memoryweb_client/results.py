"""What operations answer, and the objects that some of them take.

Written by clients/python/generate.py from memoryweb's OpenAPI document. Do not edit it.
"""

from dataclasses import dataclass, field
from typing import Any, Literal, NotRequired, TypedDict


@dataclass(frozen=True)
class Preference:
    id: str
    category: str
    preference: str
    details: str
    key: str
    value: Any
    kind: str
    status: str
    source: str
    confidence: float
    importance: float
    evidence_count: int
    condition: str
    project: str
    tags: list[str]
    learned_on: str | None
    updated_on: str | None
    valid_until: str | None
    version: int
    metadata: dict[str, Any]


@dataclass(frozen=True)
class RecalledItem:
    id: str
    line: str
    why: str
    score: float


@dataclass(frozen=True)
class LearnedItem:
    id: str
    preference: str
    outcome: str
    reason: str
    confidence: float | None
    question: str = ""


@dataclass(frozen=True)
class Excerpt:
    recorded_by: str
    date: str
    text: str


@dataclass(frozen=True)
class CommunityMemory:
    id: str
    content: str
    details: str
    category: str
    key: str
    community: str
    shared_by: str
    shared_on: str


@dataclass(frozen=True)
class PreferenceList:
    preferences: list[Preference]
    next_cursor: str = ""
    reason: str = ""


@dataclass(frozen=True)
class WriteResult:
    outcome: str
    reason: str
    id: str
    question: str
    review_url: str
    replaced_id: str
    conflict_id: str
    preference: Preference | None
    others: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True)
class RecalledPreferences:
    block: str
    items: list[RecalledItem]
    action: str
    ask: dict[str, Any] | None
    clarify: list[dict[str, Any]]
    waiting: dict[str, Any] | None
    receipt_id: str
    sha256: str
    tokens: int
    reason: str = ""


@dataclass(frozen=True)
class FeedbackRecorded:
    recorded: bool
    feedback_id: str
    learned: list[LearnedItem]
    ignored: str
    waiting: bool = False
    review_url: str = ""


@dataclass(frozen=True)
class ConversationRecorded:
    outcome: str
    reason: str
    conversation_id: str
    withheld: list[dict[str, Any]]
    learned: list[LearnedItem]
    waiting: bool
    left: int = 0


@dataclass(frozen=True)
class RecentConversations:
    excerpts: list[Excerpt]
    reason: str = ""


@dataclass(frozen=True)
class CommunityMemories:
    memories: list[CommunityMemory]
    reason: str = ""


@dataclass(frozen=True)
class SettingsResult:
    enable_memory: bool
    learning_enabled: bool
    privacy_mode: bool
    injection_enabled: bool
    injection_max_items: int
    injection_token_budget: int
    confirm_new: str
    enable_lt_memory_types: dict[str, bool]
    min_confidence: float
    time_zone: str
    recent_window_type: str
    recent_max_items: int
    recent_max_age_days: int
    ltm_update_policy: str
    learning_threshold: int
    relevance_feedback: bool
    trust: str
    scopes: list[str]


class Message(TypedDict):
    role: NotRequired[Literal["user", "assistant", "system", "tool"]]
    content: str
