"""Makes access and refresh tokens, and ends the tokens of an agent."""

import hashlib
import secrets
from typing import Any
from uuid import UUID

from memoryweb.agents.models import Agent
from memoryweb.oauth.models import AccessToken, Connection, Grant, RefreshToken

ACCESS, REFRESH = "mwoa_", "mwor_"  # by these secret scanners find a leaked one


def new_access_token(request: Any) -> str:
    return ACCESS + secrets.token_urlsafe(32)


def new_refresh_token(request: Any) -> str:
    return REFRESH + secrets.token_urlsafe(32)


def digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode(errors="replace")).digest()


def end_family(family: UUID) -> None:
    """End all tokens that one yes of the person led to. Needs the person's scope."""
    RefreshToken.revoke_family(family)


def delete_all_of(agent: Agent) -> None:
    """Delete every secret of an agent, and where it is. Needs the person's scope."""
    for model in (Grant, RefreshToken, AccessToken, Connection):
        model.objects.filter(agent=agent).delete()
