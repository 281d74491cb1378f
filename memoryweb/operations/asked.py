"""Who asks, and what an operation is."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils import timezone

from memoryweb.agents.models import Agent, Scope
from memoryweb.memories import reading
from memoryweb.memories.actors import Actor, AgentOf
from memoryweb.memories.models import MemoryQuerySet
from memoryweb.operations import arguments
from memoryweb.people.models import MemorySettings


@dataclass(frozen=True)
class Asked:
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

    def readable(self, project: str) -> MemoryQuerySet:
        return reading.readable_by(self.agent, self.settings, now=self.now, project=self.project(project))


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
    do: Callable[[Asked, Any], Any]
    weighs: tuple[str, ...] = ()

    @property
    def writes(self) -> bool:
        return self.scope == Scope.WRITE

    @property
    def schema(self) -> dict[str, Any]:
        """Without references: not every reader of tool schemas follows them."""
        schema = self.takes.model_json_schema()
        return dict(_inline(schema, schema.pop("$defs", {})))


def _inline(part: Any, named: dict[str, Any]) -> Any:
    if isinstance(part, dict):
        found = named[part["$ref"].rpartition("/")[2]] | part if "$ref" in part else part
        return {name: _inline(each, named) for name, each in found.items() if name != "$ref"}
    return [_inline(each, named) for each in part] if isinstance(part, list) else part
