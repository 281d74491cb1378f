"""What the tests of every folder build and read: statements, settings, edit forms, requests, stored rows."""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from allauth.mfa.models import Authenticator
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.communities import membership
from memoryweb.memories import actions, usage
from memoryweb.memories.actions import AgentOf, Person
from memoryweb.memories.models import Memory, Proposal, history_model
from memoryweb.people.ids import uuid7
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope


def make_statement(
    details: str, *, name: str = "document_format", category: str = "technical", **fields: Any
) -> actions.Statement:
    # A label stays as it is spelled, and tests read it with a capital.
    spelled = name[:1].upper() + name[1:] if name.isascii() else name
    return actions.Statement(name=spelled, category=category, details=details, **fields)


def give_second_factor(person: User) -> None:
    """Give a person an app with one-time codes, after which the pages of staff open for them if they are staff."""
    with scope.acting_as(person.pk):
        Authenticator.objects.create(user=person, type=Authenticator.Type.TOTP, data={"secret": ""})


def bind_to_community(agent: Agent) -> Agent:
    """Let an agent work for a community that its person founds, and give it what applies everywhere, too."""
    with scope.acting_as(agent.person_id):
        agent.community = membership.found("Harbour", moderation="open", my_name="Zoe")
        agent.save(update_fields=["community"])
        MemorySettings.objects.update_or_create(
            person_id=agent.person_id, defaults={"share_global_in_communities": True}
        )
    return agent


def agent_says(agent: Agent, details: str, at: datetime | None = None, /, **fields: Any) -> actions.Outcome:
    """Remember a statement that an agent passes on."""
    return actions.remember(make_statement(details, **fields), by=AgentOf(agent), now=at or timezone.now())


def person_types(person: User, details: str, at: datetime | None = None, /, **fields: Any) -> actions.Outcome:
    """Remember a statement that the person types."""
    fields.setdefault("source", "instruction")
    return actions.remember(make_statement(details, **fields), by=Person(person), now=at or timezone.now())


def memory_of(outcome: actions.Outcome) -> Memory:
    """Return the memory that an action changed, as it is stored now."""
    assert outcome.memory is not None
    return Memory.objects.get(pk=outcome.memory.pk)


def proposal_of(outcome: actions.Outcome) -> Proposal:
    """Return the question that an action left in Review, as it is stored now."""
    assert outcome.proposal_id
    return Proposal.objects.get(pk=outcome.proposal_id)


def statuses(*outcomes: actions.Outcome) -> list[str]:
    return [memory_of(outcome).status for outcome in outcomes]


def edit_form(memory: Memory, **changes: Any) -> actions.Edit:
    """Return the form as the page shows it, with some fields changed."""
    return replace(actions.Edit.from_row(memory), **changes)


def edit(
    memory: Memory, person: User, at: datetime | None = None, /, since: int | None = None, **changes: Any
) -> actions.Outcome:
    """Edit some fields of a memory in a form that was opened just now, or that showed the version `since`."""
    since = actions.newest_version(memory.pk) if since is None else since
    form = edit_form(memory, **changes)
    return actions.edit(memory.pk, form, by=Person(person), now=at or timezone.now(), since=since)


def set_settings(person: User, **values: Any) -> None:
    MemorySettings.objects.update_or_create(person=person, defaults=values)


def record_use(memories: Iterable[UUID], *, agent: Agent, now: datetime) -> None:
    """Count one use of each memory by this agent, as a receipt does."""
    memory_ids = list(memories)
    values: dict[str, Any] = {"person": agent.person_id, "agent": agent.pk, "now": now}
    with connection.cursor() as cursor:
        cursor.execute(
            usage.RECORD_USE.format(received="unnest(%(ids)s::uuid[], %(memories)s::uuid[]) AS received(id, memory)"),
            values | {"memories": memory_ids, "ids": [uuid7() for _ in memory_ids]},
        )


def versions_of(memory: Memory) -> list[Any]:
    """Return the memory's versions, oldest first."""
    return list(history_model().objects.filter(id=memory.pk).order_by("history_id"))


def verbs_of(memory: Memory) -> list[str]:
    """Return the verb of each version, oldest first."""
    return [version.changed_verb for version in versions_of(memory)]


def count_versions() -> int:
    return int(history_model().objects.count())


def check_constraints() -> None:
    """Run the database's checks that otherwise wait for the commit."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")


@contextmanager
def undone() -> Iterator[None]:
    """Take back what was written inside: what follows finds the same rows, without making them anew."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def post(client: Client, path: str, token: str, arguments: Any, **headers: str) -> Any:
    """Call an operation over HTTP and return the response."""
    body = arguments if isinstance(arguments, str | bytes) else json.dumps(arguments)
    return client.post(
        path, body, content_type="application/json", headers={"Authorization": f"Bearer {token}", **headers}
    )
