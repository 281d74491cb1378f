"""What operations answer: plain dataclasses that become the envelope's `data`."""

from dataclasses import dataclass, is_dataclass
from datetime import date
from typing import Any

from memoryweb.memories.actions import Outcome
from memoryweb.memories.models import Memory
from memoryweb.recall import prompt_block
from memoryweb.recall.recall import RecallResult
from memoryweb.recall.selection import Candidate, ClarifyingQuestion
from memoryweb.rules.policy import OutcomeName


@dataclass(frozen=True)
class Preference:
    """One memory as an agent sees it; S4's three names first."""

    id: str
    category: str
    preference: str
    details: str
    key: str
    value: Any
    kind: str
    status: str
    source: str
    confidence: float  # 0–1
    importance: float  # 0–10, today
    evidence_count: int
    condition: str
    project: str
    tags: list[str]
    learned_on: str | None
    updated_on: str | None
    valid_until: str | None
    obs_id: str
    metadata: dict[str, Any]

    @classmethod
    def from_memory(cls, memory: Memory, today: date) -> "Preference":
        return cls(
            id=str(memory.pk),
            category=memory.category,
            preference=memory.label,
            details=memory.details or str(memory),
            key=memory.key,
            value=memory.value,
            kind=memory.kind,
            status=memory.status,
            source=memory.source,
            confidence=round(memory.confidence, 2),
            importance=round(memory.importance_on(today), 2),
            evidence_count=memory.evidence_count,
            condition=memory.shown_condition,
            project=memory.project,
            tags=memory.tags,
            learned_on=_day(memory.learned_on),
            updated_on=_day(memory.updated_on),
            valid_until=_day(memory.valid_until),
            obs_id=memory.obs_id,
            metadata=memory.metadata,
        )


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None


@dataclass(frozen=True)
class PreferenceList:
    """A list, newest change first (or best match first); nextCursor is empty on the last page."""

    preferences: list[Preference]
    nextCursor: str = ""  # noqa: N815  the envelope speaks JSON's dialect
    reason: str = ""  # why the list is empty, when a switch and not the data made it so


NOTHING_BECAUSE = {
    "memory": "The person has switched memory off.",
    "injection": "The person gives agents no memories for now.",
    "paused": "The person has paused this agent.",
}


@dataclass(frozen=True)
class RecalledItem:
    id: str
    line: str
    why: str
    score: float

    @classmethod
    def from_candidate(cls, item: Candidate) -> "RecalledItem":
        return cls(id=str(item.row.pk), line=item.line, why=str(item.why), score=item.score)


REASONS_WITHOUT_QUOTE = {
    OutcomeName.REVISED: "Replaces what was known.",
    OutcomeName.CONFLICT: "It cannot be right together with something that is known. The person is asked.",
}


@dataclass(frozen=True)
class WriteResult:
    """What became of a write: one of SPEC §3's outcomes, always with the reason in words."""

    outcome: str
    reason: str
    id: str
    question: str
    proposalId: str  # noqa: N815
    replacedId: str  # noqa: N815
    conflictId: str  # noqa: N815
    preference: Preference | None

    @classmethod
    def from_outcome(cls, outcome: Outcome, today: date, sees: tuple[bool, bool]) -> "WriteResult":
        """A write tells nobody what they may not read: neither of the memory it met, nor of the one it quotes."""
        memory, quotes = outcome.memory if sees[0] else None, sees[1]
        return cls(
            outcome=outcome.name,
            reason=outcome.reason if quotes else REASONS_WITHOUT_QUOTE.get(outcome.name, outcome.reason),
            id=str(outcome.memory.pk) if outcome.memory else "",
            question=outcome.question if quotes else "",
            proposalId=str(outcome.proposal_id or ""),
            replacedId=str(outcome.replaced_id or ""),
            conflictId=str(outcome.conflict_id or ""),
            preference=Preference.from_memory(memory, today) if memory else None,
        )


@dataclass(frozen=True)
class RecalledPreferences:
    """What to put into the prompt, byte for byte, and where it comes from (S3 ai:skill:run)."""

    block: str
    items: list[RecalledItem]
    action: str  # proceed, or ask first
    ask: (
        dict[str, Any] | None
    )  # why, question, options, and answerWith: save_user_preference's arguments for the answer
    clarify: list[dict[str, Any]]  # questions about memories in use that are in open conflict
    receiptId: str  # noqa: N815
    sha256: str
    tokens: int
    reason: str = ""  # why there is nothing, when a switch and not the data made it so

    @classmethod
    def from_result(cls, given: RecallResult) -> "RecalledPreferences":
        selection = given.selection
        return cls(
            block=selection.block,
            items=[RecalledItem.from_candidate(item) for item in selection.items],
            action="ask" if selection.ask else "proceed",
            ask=_question(selection.ask),
            clarify=selection.clarify,
            receiptId=str(given.receipt.pk) if given.receipt else "",
            sha256=prompt_block.digest(selection.block),
            tokens=selection.tokens,
            reason=NOTHING_BECAUSE.get(selection.nothing_because, ""),
        )


def _question(ask: ClarifyingQuestion | None) -> dict[str, Any] | None:
    if ask is None:
        return None
    return {"why": ask.why, "question": ask.question, "options": ask.options, "answerWith": ask.answer_with}


@dataclass(frozen=True)
class SettingsResult:
    """S1's and S3's names; only what is in force."""

    enableMemory: bool  # noqa: N815
    learningEnabled: bool  # noqa: N815
    privacyMode: bool  # noqa: N815
    injectionEnabled: bool  # noqa: N815
    injectionMaxItems: int  # noqa: N815
    injectionTokenBudget: int  # noqa: N815
    confirmNew: str  # noqa: N815
    enableLTMemoryTypes: dict[str, bool]  # noqa: N815
    minConfidence: float  # noqa: N815
    timeZone: str  # noqa: N815
    recentWindowType: str  # noqa: N815
    recentMaxItems: int  # noqa: N815
    recentMaxAgeDays: int  # noqa: N815
    ltmUpdatePolicy: str  # noqa: N815
    learningThreshold: int  # noqa: N815
    relevanceFeedback: bool  # noqa: N815
    trust: str
    scopes: list[str]


def to_data(answer: Any) -> dict[str, Any]:
    """The envelope's `data`. Not dataclasses.asdict: it copies every value, a third of a list's time."""
    return {name: _plain(value) for name, value in vars(answer).items()}


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return dict(vars(value))
    return [_plain(each) for each in value] if isinstance(value, list) else value
