"""The nouns of a selection: what an agent wants, what was looked at, what came of it."""

from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from typing import Any
from uuid import UUID

from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import policy
from memoryweb.people.models import MemorySettings
from memoryweb.recall import block, search, tasks_map
from memoryweb.recall.models import ReceiptItem
from memoryweb.recall.seen import CandidateRow

Why, LeftOut = ReceiptItem.Why, ReceiptItem.LeftOut
TASK_MUTE = "task:{}"  # how muted_for names a task, beside agents' ids
LIVE = "person_id = %(person)s AND status IN ('candidate', 'active')"
THERE = "(community_id = %(community)s OR (%(share)s AND audience = 'private' AND project = ''))"
MUST = {Why.RULE, Why.PINNED, Why.HARD}


@dataclass(frozen=True, kw_only=True)
class RecallRequest:
    """What the agent says about its work. Limits can only narrow what the person allows."""

    query: str = ""
    task_type: str = ""
    skill: str = ""
    project: str = ""
    run: str = ""
    when: str = ""  # "weekday morning": for memories that carry a time
    max_items: int = policy.ITEMS_MOST
    budget: int = policy.TOKENS_MOST

    @property
    def is_open(self) -> bool:
        """Nothing in particular was asked, so everything in use may be given."""
        return not (self.query or self.task_type or self.skill)

    @property
    def names(self) -> list[str]:
        return [name for name in (self.task_type, self.skill) if name]


@dataclass(kw_only=True, eq=False)
class Candidate:
    """What speaks for a memory that was looked at, or why it is left out; its line in the block and what that costs.

    `select` alone changes one: `left_out` once all are known, `tokens` once its line is counted.
    """

    seen: CandidateRow
    score: float
    parts: dict[str, float]
    why: str
    left_out: str = ""
    tokens: int = 0

    @property
    def must(self) -> bool:
        return self.why in MUST

    @cached_property
    def order(self) -> tuple[Any, ...]:
        """Must-haves by weight, then relevance, scope, confidence, updated_on."""
        seen = self.seen
        weight = policy.WEIGHTS[policy.Source(seen.source)] if self.must else 0
        newest = -seen.said_on.toordinal()
        return not self.must, -weight, -self.score, not seen.project, -round(seen.confidence, 2), newest

    @cached_property
    def line(self) -> str:
        return block.format_line(self.seen)


@dataclass(frozen=True, kw_only=True)
class ClarifyingQuestion:
    """`why` is conflict, depends or missing. `answer_with`: what to save, with the person's answer as its value."""

    why: str
    question: str
    options: list[str]
    answer_with: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Selection:
    """The block, what it is made of, and what nearly was in it."""

    items: list[Candidate] = field(default_factory=list)
    near: list[Candidate] = field(default_factory=list)
    nothing_because: str = ""  # memory, injection, paused: a switch, not the data
    clarify: list[dict[str, Any]] = field(default_factory=list)
    ask: ClarifyingQuestion | None = None

    @property
    def block(self) -> str:
        return block.join_lines([item.line for item in self.items])

    @property
    def tokens(self) -> int:
        return sum(item.tokens for item in self.items)

    @property
    def overflows(self) -> bool:
        """What must never be missed did not all fit."""
        return any(each.must and each.left_out in (LeftOut.BUDGET, LeftOut.BEYOND) for each in self.near)


@dataclass(frozen=True, kw_only=True)
class RecallContext:
    """Who asks for what, under which settings, when; and what the query found."""

    agent: Agent
    settings: MemorySettings
    wanted: RecallRequest
    now: datetime
    hits: dict[UUID, search.Hit] = field(default_factory=dict)

    @property
    def mine(self) -> str:
        """What this agent may know of at all, as reading.of_community: SQL for memories_memory, with `scope`."""
        return f"{LIVE} AND {THERE}" if self.agent.community_id else LIVE

    @cached_property
    def scope(self) -> dict[str, Any]:
        agent, share = self.agent, self.settings.share_global_in_communities
        return {"person": agent.person_id, "community": agent.community_id, "share": share}

    @cached_property
    def today(self) -> date:
        return timezone.localdate(self.now, self.settings.zone)

    @cached_property
    def relevant_from(self) -> float:
        return search.relevant_from()

    @cached_property
    def task(self) -> tasks_map.TaskType | None:
        return tasks_map.find_task(self.wanted.task_type)

    @property
    def learns_from_use(self) -> bool:
        """Whether what helped in the same kind of work counts."""
        return bool(self.settings.relevance_feedback and self.wanted.names)

    @cached_property
    def names(self) -> set[str]:
        return set(self.wanted.names)

    @cached_property
    def me(self) -> str:
        """How a memory names this agent in muted_for."""
        return str(self.agent.pk)

    @cached_property
    def muted(self) -> set[str]:
        """How a memory would name this work in muted_for."""
        return {TASK_MUTE.format(name) for name in self.wanted.names}
