"""A recall request and its context: who asks, for which work, under which settings, and what the query found."""

from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from typing import Any
from uuid import UUID

from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.people.models import MemorySettings
from memoryweb.recall import search, task_types
from memoryweb.rules import policy

LIVE = "person_id = %(person)s AND status IN ('candidate', 'active')"
THERE = "(community_id = %(community)s OR (%(share)s AND audience = 'private' AND project = ''))"


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
    def task(self) -> task_types.TaskType | None:
        return task_types.find_task(self.wanted.task_type)

    @property
    def learns_from_use(self) -> bool:
        """Whether what helped in the same kind of work counts."""
        return bool(self.settings.relevance_feedback and self.wanted.names)

    @cached_property
    def names(self) -> set[str]:
        return set(self.wanted.names)
