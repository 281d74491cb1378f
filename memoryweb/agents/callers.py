"""Finds who calls: the agent that a token belongs to, in the scope of the person it acts for."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

from memoryweb.agents.models import Agent
from memoryweb.agents.tokens import token_digest
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import rows, scope


@dataclass(frozen=True)
class Caller:
    """An agent with its person's settings; None where the person has none yet."""

    agent: Agent
    settings: MemorySettings | None


@contextmanager
def acting_for(token: str) -> Iterator[Caller | None]:
    """Run the block in a transaction in the scope of the person whose agent has this token.

    Gives None if no agent of an active account has it. The owner's function agents_person_of_token finds the person:
    it takes a hash and returns one id, so row-level security still hides the table itself.
    """
    digest = token_digest(token)
    query = f"{_query()} WHERE agent.person_id = %(person)s AND agent.token_hash = %(digest)s"
    with scope.acting_as_found_by("agents_person_of_token", digest, query, {"digest": digest}) as row:
        caller = _caller(row) if row else None
        if caller and caller.agent.community_id:
            scope.narrow_to_community(caller.agent.community_id)
        yield caller


def acting_as_agent(agent: Agent) -> AbstractContextManager[None]:
    """Run the block in the scope of an agent's person, narrowed to what the agent may read of communities."""
    return scope.acting_as(agent.person_id, agent_community=str(agent.community_id or scope.NO_COMMUNITY))


def agent_of_token(token: str) -> Agent | None:
    """Return the agent of a token, if its person's account is active."""
    with acting_for(token) as caller:
        return caller.agent if caller else None


def read_again(agent: Agent, *, is_held: bool = False) -> Caller | None:
    """Read an agent as it is now, with no more scopes than it came with. Needs the person's scope.

    A call may have waited since its token was read, while the person revoked, paused or no longer trusts the agent.
    `is_held`: nothing of that is changed, and no press that changes it is answered, until the transaction ends.
    """
    hold = " FOR NO KEY UPDATE OF agent" if is_held else ""
    with rows.prepared_cursor() as cursor:
        cursor.execute(f"{_query()} WHERE agent.person_id = %s AND agent.id = %s{hold}", [agent.person_id, agent.pk])
        row = cursor.fetchone()
    if row is None:
        return None
    caller = _caller(row)
    caller.agent.scopes = [each for each in caller.agent.scopes if each in agent.scopes]
    return caller


@cache
def _query() -> str:
    """Return the query for an agent and its person's settings, without its condition. `_caller` reads the row.

    While an account waits for its deletion, its agents are as if they were revoked when the person asked for it.
    """
    revoked_at = "coalesce(agent.revoked_at, person.deletion_asked_at)"
    agent = rows.select(Agent, "agent").replace("agent.revoked_at", revoked_at)
    return (
        f"SELECT {agent}, {rows.select(MemorySettings, 'settings')}"
        f" FROM {Agent._meta.db_table} agent"
        f" JOIN {User._meta.db_table} person ON person.id = agent.person_id AND person.is_active"
        f" LEFT JOIN {MemorySettings._meta.db_table} settings ON settings.person_id = agent.person_id"
    )


def _caller(read: Sequence[Any]) -> Caller:
    """Make the caller of a row: the agent's columns, then those of the settings, all empty where there are none."""
    width = len(Agent._meta.concrete_fields)
    agent, settings = read[:width], read[width:]
    return Caller(rows.made(Agent, agent), rows.made(MemorySettings, settings) if any(settings) else None)
