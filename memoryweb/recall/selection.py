"""The nouns of a selection: what an agent wants, what was looked at, what came of it."""

from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any
from uuid import UUID

from memoryweb.agents.models import Agent
from memoryweb.memories import policy, reading
from memoryweb.memories.models import Memory, MemoryQuerySet
from memoryweb.people.models import MemorySettings
from memoryweb.recall import block, search
from memoryweb.recall.models import ReceiptItem

Why, LeftOut = ReceiptItem.Why, ReceiptItem.LeftOut
MUST = {Why.RULE, Why.PINNED, Why.HARD}


@dataclass(frozen=True, kw_only=True)
class Wanted:
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


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """One memory that was looked at: what speaks for it, and what it would cost."""

    memory: Memory
    score: float
    parts: dict[str, float]
    why: str
    left_out: str = ""
    tokens: int = 0

    @cached_property
    def line(self) -> str:
        return block.line(self.memory)

    @property
    def must(self) -> bool:
        return self.why in MUST

    @property
    def order(self) -> tuple[Any, ...]:
        """Must-haves by weight, then relevance, scope, confidence, updated_on; the words themselves before the id."""
        memory = self.memory
        said_on = memory.updated_on or memory.learned_on or memory.observed_on
        return (
            not self.must, -memory.weight if self.must else 0, -self.score, not memory.project,
            -round(memory.confidence, 2), -said_on.toordinal(), self.line if self.why else "", memory.pk,
        )  # fmt: skip


@dataclass(frozen=True)
class Selection:
    """The block, what it is made of, and what nearly was in it."""

    items: list[Candidate] = field(default_factory=list)
    near: list[Candidate] = field(default_factory=list)
    nothing_because: str = ""  # memory, injection, paused: a switch, not the data
    clarify: list[dict[str, Any]] = field(default_factory=list)

    @property
    def block(self) -> str:
        return block.text([item.line for item in self.items])

    @property
    def tokens(self) -> int:
        return sum(item.tokens for item in self.items)

    @property
    def overflows(self) -> bool:
        """What must never be missed did not all fit."""
        return any(each.must and each.left_out in (LeftOut.BUDGET, LeftOut.BEYOND) for each in self.near)


@dataclass(frozen=True, kw_only=True)
class Circumstances:
    """Who asks for what, under which settings, when; and what the query found."""

    agent: Agent
    settings: MemorySettings
    wanted: Wanted
    now: datetime
    hits: dict[UUID, search.Hit] = field(default_factory=dict)

    @property
    def mine(self) -> MemoryQuerySet:
        live = Memory.objects.of(self.agent.person_id).live()
        return live.filter(community=self.agent.community) if self.agent.community_id else live

    @property
    def allowed(self) -> MemoryQuerySet:
        """What the agent may be told at all: the one definition every door obeys."""
        return reading.readable_by(self.agent, self.settings, now=self.now, project=self.wanted.project)
