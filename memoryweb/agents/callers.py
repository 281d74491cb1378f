"""Finds who calls: the agent that a token belongs to, in the scope of the person it acts for."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import connection

from memoryweb.agents.models import Agent, token_digest
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope


@dataclass(frozen=True)
class Caller:
    """An agent with its person's settings; None where the person has none yet."""

    agent: Agent
    settings: MemorySettings | None


@contextmanager
def acting_for(token: str) -> Iterator[Caller | None]:
    """Run the block in a transaction in the scope of the person whose agent has this token.

    Gives None if no agent of an active account has it. A SECURITY DEFINER function finds the person (migration 0002):
    it takes a hash and returns one id, so row-level security still hides the table itself.
    """
    digest = token_digest(token)
    with scope.acting_as_found_by("agents_person_of_token", digest, _query(), [digest]) as row:
        yield _caller(row) if row else None


def agent_of_token(token: str) -> Agent | None:
    """Return the agent of a token, if its person's account is active."""
    with acting_for(token) as caller:
        return caller.agent if caller else None


@cache
def _query() -> str:
    """Return the query for the agent with a token's hash and its person's settings. `_caller` reads the row."""
    agent = ", ".join(f"agent.{field.column}" for field in Agent._meta.concrete_fields)
    settings = ", ".join(f"settings.{field.column}" for field in MemorySettings._meta.concrete_fields)
    return (
        f"SELECT {agent}, {settings} FROM {Agent._meta.db_table} agent"
        f" JOIN {User._meta.db_table} person ON person.id = agent.person_id AND person.is_active"
        f" LEFT JOIN {MemorySettings._meta.db_table} settings ON settings.person_id = agent.person_id"
        " WHERE agent.token_hash = %s"
    )


@cache
def _names() -> tuple[list[str], list[str]]:
    of_agent, of_settings = (
        [field.attname for field in model._meta.concrete_fields] for model in (Agent, MemorySettings)
    )
    return of_agent, of_settings


def _caller(row: Sequence[Any]) -> Caller:
    of_agent, of_settings = _names()
    agent = Agent.from_db(connection.alias, of_agent, row[: len(of_agent)])
    values = row[len(of_agent) :]
    if values[of_settings.index("person_id")] is None:
        return Caller(agent, None)
    return Caller(agent, MemorySettings.from_db(connection.alias, of_settings, values))
