"""The results of operations: plain dataclasses that become the envelope's `data`."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, is_dataclass, replace
from datetime import date
from itertools import chain
from typing import Annotated, Any

from django.conf import settings
from django.urls import reverse
from pydantic import Field

from memoryweb.language.text import value_text
from memoryweb.memories.actions import Outcome, Told
from memoryweb.memories.models import Memory, Status
from memoryweb.recall import prompt_block
from memoryweb.recall.prompt_block import Candidate, ClarifyingQuestion
from memoryweb.recall.recall import RecallResult
from memoryweb.rules.policy import OutcomeName


class Result(ABC):
    """What every operation answers. A subclass is a dataclass; its fields are the names that agents read."""

    @property
    @abstractmethod
    def memory_count(self) -> int:
        """How many memories the call read or changed, for the access log."""


# The fields of a memory that Preference.from_memory reads.
LISTED = (
    *("id", "category", "label", "value", "details", "key", "kind", "status", "source", "confidence"),
    *("importance_base", "importance_as_of", "importance_assumed", "evidence_count", "condition", "day", "project"),
    *("tags", "learned_on", "updated_on", "valid_until", "changed_at"),
)


@dataclass(frozen=True)
class Preference:
    """One memory as an agent sees it; the first four names are those of the original tools (S4)."""

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
    version: int  # for if_version
    metadata: dict[str, Any]  # only for the agent that wrote it

    @classmethod
    def from_memory(cls, memory: Memory, today: date, metadata: dict[str, Any] | None = None) -> "Preference":
        return cls(
            id=str(memory.pk),
            category=memory.category,
            preference=memory.label,
            details=value_text.visible_details(memory.details) or str(memory),
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
            learned_on=_iso(memory.learned_on),
            updated_on=_iso(memory.updated_on),
            valid_until=_iso(memory.valid_until),
            version=version_of(memory),
            metadata=metadata or {},
        )


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None


@dataclass(frozen=True)
class PreferenceList(Result):
    """One page, the newest change or the best match first; nextCursor is empty on the last page."""

    preferences: list[Preference]
    nextCursor: str = ""  # noqa: N815  agents read camelCase
    reason: str = ""  # why the list is empty, if a setting is the cause

    @property
    def memory_count(self) -> int:
        return len(self.preferences)


NOTHING_BECAUSE = {
    "memory": "The person has switched memory off.",
    "injection": "The person has switched automatic memories off.",
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


@dataclass(frozen=True)
class RecalledPreferences(Result):
    """The block to put into the prompt unchanged, and the memories it comes from (S3 ai:skill:run)."""

    block: str
    items: list[RecalledItem]
    action: str  # proceed, or ask first
    # why, question, options, and answerWith: the arguments with which save_user_preference takes the answer
    ask: dict[str, Any] | None
    clarify: list[dict[str, Any]]  # questions about memories in use that are in an open conflict
    waiting: dict[str, Any] | None  # how many questions are not asked again, and reviewUrl, where the person answers
    receiptId: str  # noqa: N815
    sha256: str
    tokens: int
    reason: str = ""  # why there is nothing, if a setting is the cause

    @classmethod
    def from_recall(cls, result: RecallResult) -> "RecalledPreferences":
        selection = result.selection
        return cls(
            block=selection.block,
            items=[RecalledItem.from_candidate(item) for item in selection.items],
            action="ask" if selection.ask else "proceed",
            ask=_question_data(selection.ask),
            clarify=selection.clarify,
            waiting={"count": selection.waiting, "reviewUrl": review_url()} if selection.waiting else None,
            receiptId=str(result.receipt.pk) if result.receipt else "",
            sha256=prompt_block.digest(selection.block),
            tokens=selection.tokens,
            reason=NOTHING_BECAUSE.get(selection.nothing_because, ""),
        )

    @property
    def memory_count(self) -> int:
        return len(self.items)


def review_url() -> str:
    """Return where the person answers: the whole address if the settings know the site's, else the path."""
    return settings.BASE_URL.rstrip("/") + reverse("review:review")


def _question_data(question: ClarifyingQuestion | None) -> dict[str, Any] | None:
    if question is None:
        return None
    return {
        "why": question.why,
        "question": question.question,
        "options": question.options,
        "answerWith": question.answer_with,
    }


@dataclass(frozen=True)
class WriteResult(Result):
    """What a write did: one of the outcomes of docs/agents.md, always with the reason in words.

    A sentence that says two things is two statements: `others` has what became of all but the first.
    `id` is the memory's where the agent may read it, else that of the agent's own statement. Either can be updated or
    forgotten. `reviewUrl` is where the person is asked.
    """

    outcome: str
    reason: str
    id: str
    question: str
    reviewUrl: str  # noqa: N815
    replacedId: str  # noqa: N815
    conflictId: str  # noqa: N815
    preference: Preference | None
    others: Annotated[
        list[dict[str, Any]],
        Field(description="What became of the other things that the same sentence said: each like this answer."),
    ] = field(default_factory=list)
    # not told: how to answer a repetition of the request if the agent may no longer read what it met, and what that is
    # beside each preference: the memories in use that the reason or the question quotes
    as_new: Annotated[dict[str, Any] | None, Field(exclude=True)] = None
    quoted: Annotated[list[str], Field(exclude=True)] = field(default_factory=list)

    @classmethod
    def from_outcome(cls, outcome: Outcome, today: date) -> "WriteResult":
        """Describe an outcome as the agent is told of it (memories/actions/telling.py)."""
        if outcome.statement_id and outcome.as_new is None:
            raise ValueError("Nobody decided what an agent is told of this statement.")
        told = outcome.told or outcome
        others = [cls.from_outcome(other, today) for other in outcome.others]
        described = replace(cls._describe(told, today), others=[to_data(other) for other in others])
        if outcome.as_new is None and not any(other.as_new for other in others):
            return described
        as_new = to_data(cls._describe(outcome.as_new or outcome, today))
        as_new |= {"others": [other.as_new or to_data(other) for other in others]}
        quotes = [told.quotes] if told.quotes and told.quotes.status == Status.ACTIVE else []
        quoted = [*(str(memory.pk) for memory in quotes), *chain.from_iterable(other.quoted for other in others)]
        return replace(described, as_new=as_new, quoted=quoted)

    @classmethod
    def _describe(cls, told: Told, today: date) -> "WriteResult":
        memory = told.memory if told.memory and told.memory.status != Status.CANDIDATE else None
        asks = told.name in (OutcomeName.PROPOSED, OutcomeName.CONFLICT)
        return cls(
            outcome=told.name,
            reason=told.reason,
            id=str((memory.pk if memory else told.statement_id) or ""),
            question=told.question,
            reviewUrl=review_url() if asks else "",
            replacedId=str(told.replaced_id or ""),
            conflictId=str(told.conflict_id or ""),
            preference=Preference.from_memory(memory, today) if memory else None,
        )

    @property
    def memory_count(self) -> int:
        return len([each for each in (self.id, *(other["id"] for other in self.others)) if each])


def version_of(memory: Memory) -> int:
    """Return a memory's version for if_version: the microsecond of its last change."""
    return int(memory.changed_at.timestamp() * 1_000_000)


@dataclass(frozen=True)
class SettingsResult(Result):
    """The person's settings that are in force, with the names of S1 and S3."""

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

    @property
    def memory_count(self) -> int:
        return 0


NOT_TOLD = ("as_new", "quoted")  # fields of results that are kept and not told


def to_data(result: Result) -> dict[str, Any]:
    """Return the envelope's `data`. dataclasses.asdict would copy every value: a third of the time of a long list."""
    return {name: _to_plain(value) for name, value in vars(result).items() if name not in NOT_TOLD}


def _to_plain(value: Any) -> Any:
    if is_dataclass(value):
        return dict(vars(value))
    return [_to_plain(item) for item in value] if isinstance(value, list) else value
