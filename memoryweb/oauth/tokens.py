"""Makes access and refresh tokens, and ends the tokens of an agent."""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef

from memoryweb.agents.models import Agent
from memoryweb.oauth import policy
from memoryweb.oauth.models import AccessToken, Connection, Grant, RefreshToken
from memoryweb.people.models import User

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


def is_in_grace(token: RefreshToken, *, now: datetime) -> bool:
    """Return whether a token was just used, as the last of its family.

    The tokens that its use led to are gone once the next one is used, and once the family has ended.
    """
    if token.revoked is None or token.revoked <= now - timedelta(seconds=policy.GRACE_SECONDS):
        return False
    return bool(AccessToken.objects.filter(source_refresh_token=token).exists())


def led_to_enough(token: RefreshToken) -> bool:
    """Return whether a used token has led to as many as the windows of one host need at once."""
    made = RefreshToken.objects.filter(token_family=token.token_family, created__gte=token.revoked)
    return bool(made.count() >= policy.USES_AT_ONCE)


def without_tokens(person: User, *, now: datetime) -> set[UUID]:
    """Return the agents whose connector ended its access, or let it run out: they have no token that works.

    Whoever has a code that is not exchanged yet is about to get one.
    """
    refresh = RefreshToken.objects.filter(
        agent=OuterRef("agent"), revoked=None, access_token__expires__gt=now - timedelta(days=policy.REFRESH_DAYS)
    )
    access = AccessToken.objects.filter(agent=OuterRef("agent"), expires__gt=now)
    codes = Grant.objects.filter(agent=OuterRef("agent"), used_at=None, expires__gt=now)
    ended = Connection.objects.filter(~Exists(refresh), ~Exists(access), ~Exists(codes), person=person)
    return set(ended.values_list("agent", flat=True))


def delete_all_of(agent: Agent) -> None:
    """Delete every secret of an agent, and where it is. Needs the person's scope."""
    for model in (Grant, RefreshToken, AccessToken, Connection):
        model.objects.filter(agent=agent).delete()
