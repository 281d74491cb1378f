"""Finds the agent of an access token, in the scope of its person."""

import json
from datetime import datetime
from functools import cache

from memoryweb.agents.models import Agent
from memoryweb.oauth import tokens
from memoryweb.oauth.models import AccessToken
from memoryweb.oauth.origins import resource
from memoryweb.people.models import User
from memoryweb.rls import rows, scope


def is_access_token(token: str) -> bool:
    return token.startswith(tokens.ACCESS)


def agent_of_access_token(token: str, *, now: datetime) -> Agent | None:
    """Return an access token's agent, limited to the token's scopes; None for an invalid token."""
    digest = tokens.digest(token)
    values = {"digest": digest.hex(), "now": now, "resource": json.dumps([resource()])}
    with scope.acting_as_found_by("oauth_person_of_secret", digest, _query(), values) as row:
        if row is None:
            return None
    agent = rows.made(Agent, row[:-1])
    agent.scopes = [each for each in agent.scopes if each in str(row[-1]).split()]
    return agent if agent.is_usable(now) else None


@cache
def _query() -> str:
    """Return the query for the agent and the token's scope. An account that is to be deleted has no agents."""
    revoked_at = "coalesce(agent.revoked_at, person.deletion_asked_at)"
    agent = rows.select(Agent, "agent").replace("agent.revoked_at", revoked_at)
    return (
        f"SELECT {agent}, token.scope FROM {AccessToken._meta.db_table} token"
        f" JOIN {Agent._meta.db_table} agent ON agent.id = token.agent_id AND agent.person_id = token.person_id"
        f" JOIN {User._meta.db_table} person ON person.id = agent.person_id AND person.is_active"
        " WHERE token.person_id = %(person)s AND token.token_checksum = %(digest)s AND token.expires > %(now)s"
        " AND token.resource = %(resource)s::jsonb"
    )
