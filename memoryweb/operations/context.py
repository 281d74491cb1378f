"""Who asks, and what an operation is."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any

from django.utils import timezone

from memoryweb.agents.models import Agent, Scope
from memoryweb.memories import visibility
from memoryweb.memories.actions import Outcome
from memoryweb.memories.actors import Actor, AgentOf
from memoryweb.memories.models import Evidence, Memory, MemoryQuerySet
from memoryweb.operations import arguments, json_schema
from memoryweb.people.models import MemorySettings
from memoryweb.rules import policy


@dataclass(frozen=True)
class Context:
    """Who asks, when, and what they decided the agent may see."""

    agent: Agent
    settings: MemorySettings
    now: datetime

    @property
    def by(self) -> Actor:
        return AgentOf(self.agent)

    @property
    def today(self) -> date:
        return timezone.localdate(self.now, self.settings.zone)

    def project(self, said: str) -> str:
        """An agent that is bound to a project stays in it; any other says which one it works in."""
        return self.agent.project or said

    def sees(self, done: Outcome) -> tuple[bool, bool]:
        """Whether this agent may be told what the memory says that its write met, and what the one it quotes says: its
        own words, what it could read, and what this took the place of."""
        shown = {memory.pk for memory in (done.memory, done.quotes) if memory and self._told_alone(memory)}
        if done.memory and Scope.READ in self.agent.scopes:
            met = [memory.pk for memory in (done.memory, done.quotes) if memory]
            readable = self.readable(done.memory.project).filter(pk__in=met)
            read = set(readable.values_list("pk", flat=True)) if shown != set(met) else set()
            shown |= read
            if read and done.quotes and self.agent.pk not in done.quotes.muted_agents:
                shown.add(done.quotes.pk)
        return bool(done.memory and done.memory.pk in shown), done.quotes is None or done.quotes.pk in shown

    def _told_alone(self, memory: Memory) -> bool:
        """Nobody but this agent ever told of it, and the person did not put it into other words."""
        others = Evidence.objects.filter(memory=memory).exclude(agent=self.agent.pk)
        return memory.changed_by == "agent" and not others.exists()

    def readable(self, project: str) -> MemoryQuerySet:
        return visibility.readable_by(self.agent, self.settings, now=self.now, project=self.project(project))


OPEN = {"value": policy.DETAILS_MAX, "metadata": policy.DETAILS_MAX, "evidence_ref": 50_000}  # anything may be inside


@dataclass(frozen=True)
class Operation:
    """`do` takes who asks and checked arguments, inside the person's scope, and answers a dataclass.

    What `weighs` names is not refused as a whole: the operation itself leaves out what is never stored.
    """

    name: str
    description: str
    takes: type[arguments.Arguments]
    gives: type
    scope: str
    do: Callable[[Context, Any], Any]
    weighs: tuple[str, ...] = ()

    @property
    def writes(self) -> bool:
        return self.scope == Scope.WRITE

    @property
    def limits(self) -> dict[str, int | None]:
        """How many characters of text each argument may hold; None where its own type says so."""
        return {name: OPEN.get(name) for name in self.takes.model_fields}

    @cached_property
    def schema(self) -> dict[str, Any]:
        """What it takes, as JSON schema."""
        return json_schema.of_arguments(self.takes)

    @cached_property
    def answer_schema(self) -> dict[str, Any]:
        """What it answers, as JSON schema."""
        return json_schema.of_answer(self.gives)
