"""Builders of memories and conflicts that began some days ago."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories.actions import proposals
from memoryweb.memories.models import Memory
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.conftest import told, typed


def ago(days: int) -> datetime:
    return timezone.now() - timedelta(days=days)


def add_memory(alice: User, text: str, at: datetime, **more: object) -> Memory:
    with scope.acting_as(alice.pk):
        memory = typed(alice, text, at, name=more.pop("name", text), category="x", **more).memory
    assert memory
    return memory


def as_shown(alice: User, memory: Memory) -> str:
    """Return what a page that shows the memory as it is now sends of it."""
    return f"{memory.pk}:{shown_version(alice, memory)}"


def shown_version(alice: User, memory: Memory) -> str:
    return proposals.memory_version(reload(alice, memory))


def reload(alice: User, memory: Memory) -> Memory:
    with scope.acting_as(alice.pk):
        return Memory.objects.get(pk=memory.pk)


def open_conflict(alice: User, trusted: Agent, older: str = "Concise", newer: str = "Detailed") -> str:
    """Open a conflict of two instructions, thirty and nineteen days old. Returns its id."""
    with scope.acting_as(alice.pk):
        MemorySettings.objects.update_or_create(person=alice, defaults={"confirm_new": "never"})
        for text, days in ((older, 30), (newer, 19)):
            outcome = told(trusted, text, ago(days), name="style", category="communication", source="instruction")
    return str(outcome.conflict_id)


def shown_in(response: Any) -> dict[str, str]:
    """Return what a browser sends from an edit page if nobody touches the form."""
    form = response.context["form"]
    texts = {name: str(form.initial[name]) for name in form.fields}
    shown = {name: text for name, text in texts.items() if text or name not in ("choice", "pinned")}
    return shown | {"shown": response.context["shown"]}
