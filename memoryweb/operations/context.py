"""Who calls an operation, and what the answer may tell them."""

from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from memoryweb.agents.models import Agent, Scope
from memoryweb.memories import visibility
from memoryweb.memories.actions import Outcome
from memoryweb.memories.actors import Actor, AgentOf
from memoryweb.memories.models import Evidence, Memory, MemoryQuerySet
from memoryweb.people.models import MemorySettings


@dataclass(frozen=True, kw_only=True)
class Disclosure:
    """Which words an answer to a write may show the agent."""

    memory: bool  # those of the memory that was written
    quoted: bool  # those of another memory that the reason or the question quotes


@dataclass(frozen=True)
class Context:
    """The calling agent, its person's settings and the time of the call."""

    agent: Agent
    settings: MemorySettings
    now: datetime

    @property
    def by(self) -> Actor:
        return AgentOf(self.agent)

    @property
    def today(self) -> date:
        return timezone.localdate(self.now, self.settings.zone)

    def project(self, name: str) -> str:
        """Return the agent's own project if it is bound to one, else the project that the call names."""
        return self.agent.project or name

    def readable(self, project: str) -> MemoryQuerySet:
        """Return the memories that this agent may read in this project."""
        return visibility.readable_by(self.agent, self.settings, now=self.now, project=self.project(project))

    def disclosure(self, outcome: Outcome) -> Disclosure:
        """Decide which words of a write's outcome this agent may be told.

        It may be told its own words, what it could read anyway, and what a memory that it can read has replaced.
        """
        memories = [memory for memory in (outcome.memory, outcome.quotes) if memory]
        shown = {memory.pk for memory in memories if self._is_only_source(memory)}
        if outcome.memory and Scope.READ in self.agent.scopes and len(shown) < len({memory.pk for memory in memories}):
            readable = self.readable(outcome.memory.project).filter(pk__in=[memory.pk for memory in memories])
            readable_ids = set(readable.values_list("pk", flat=True))
            shown |= readable_ids
            if readable_ids and outcome.quotes and self.agent.pk not in outcome.quotes.muted_agents:
                shown.add(outcome.quotes.pk)
        return Disclosure(
            memory=outcome.memory is not None and outcome.memory.pk in shown,
            quoted=outcome.quotes is None or outcome.quotes.pk in shown,
        )

    def _is_only_source(self, memory: Memory) -> bool:
        """Return whether no other agent reported this memory and the person has not reworded it."""
        others = Evidence.objects.filter(memory=memory).exclude(agent=self.agent.pk)
        return memory.changed_by == "agent" and not others.exists()
