"""The recall request, and its context: the agent, the person's settings, the time, and what the search found."""

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
IN_COMMUNITY = "(community_id = %(community)s OR (%(share)s AND audience = 'private' AND project = ''))"


@dataclass(frozen=True, kw_only=True)
class RecallRequest:
    """What the agent says about its work. Its limits can only be narrower than the person's."""

    query: str = ""
    task_type: str = ""
    skill: str = ""
    project: str = ""
    run: str = ""
    when: str = ""  # "weekday morning": compared with memories that hold at a certain time
    max_items: int = policy.ITEMS_MOST
    budget: int = policy.TOKENS_MOST

    @property
    def is_open(self) -> bool:
        """Whether nothing in particular was asked, so that any memory in use may be given."""
        return not (self.query or self.task_type or self.skill)

    @property
    def names(self) -> list[str]:
        """The names of the work: its task type and skill."""
        return [name for name in (self.task_type, self.skill) if name]


@dataclass(frozen=True, kw_only=True)
class RecallContext:
    """A request with everything needed to judge a memory for it."""

    agent: Agent
    settings: MemorySettings
    request: RecallRequest
    now: datetime
    hits: dict[UUID, search.Hit] = field(default_factory=dict)

    @property
    def owned_sql(self) -> str:
        """The condition on memories_memory for rows this agent may know of at all, as in visibility.community_filter.

        Its parameters are in `scope`.
        """
        return f"{LIVE} AND {IN_COMMUNITY}" if self.agent.community_id else LIVE

    @cached_property
    def scope(self) -> dict[str, Any]:
        agent, share = self.agent, self.settings.share_global_in_communities
        return {"person": agent.person_id, "community": agent.community_id, "share": share}

    @cached_property
    def today(self) -> date:
        return timezone.localdate(self.now, self.settings.zone)

    @cached_property
    def relevance_threshold(self) -> float:
        return search.relevance_threshold()

    @cached_property
    def task(self) -> task_types.TaskType | None:
        return task_types.find_task(self.request.task_type)

    @property
    def learns_from_use(self) -> bool:
        """Whether a memory scores higher if it helped in the same kind of work."""
        return bool(self.settings.relevance_feedback and self.request.names)

    @cached_property
    def names(self) -> set[str]:
        return set(self.request.names)
