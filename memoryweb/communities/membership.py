"""Founding a community, inviting, joining and leaving it, and what its owner decides.

The database decides who may: the web process's role writes no membership, functions of the owner do.
"""

import hashlib
import secrets
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from memoryweb.communities.models import CommunityInvitation
from memoryweb.people.ids import uuid7
from memoryweb.people.models import Community, Membership, User

UNSTORABLE = str.maketrans("", "", "\x00")


def memberships_of(person: User) -> QuerySet[Membership]:
    """Return a person's memberships, with their communities, by name, those of one name by age."""
    own = Membership.objects.filter(person=person).select_related("community")
    return own.order_by("community__name", "community_id")


def told_apart(communities: Iterable[Community]) -> dict[UUID, str]:
    """Return community names by id; equal names are numbered, oldest first."""
    by_age = sorted(communities, key=lambda each: each.pk)
    same, seen = Counter(each.name for each in by_age), Counter[str]()
    names: dict[UUID, str] = {}
    for each in by_age:
        seen[each.name] += 1
        names[each.pk] = f"{each.name} ({seen[each.name]})" if same[each.name] > 1 else each.name
    return names


def found(name: str, *, moderation: str, my_name: str) -> Community:
    """Found a community and become its owner. Needs the person's scope."""
    pk = uuid7()
    _call("communities_found(%s, %s, %s, %s)", pk, name, moderation, my_name)
    return Community.objects.get(pk=pk)


def invite(community: Community, person: User, *, uses: int, days: int, now: datetime) -> str:
    """Return the token of a new link by which so many people can join. It is not stored and cannot be shown again."""
    token = secrets.token_urlsafe(32)
    CommunityInvitation.objects.create(
        person=person,
        community=community,
        token_hash=_digest(token),
        created_at=now,
        expires_at=now + timedelta(days=days),
        max_uses=uses,
    )
    return token


def revoke_invitation(invitation: CommunityInvitation, *, now: datetime) -> None:
    CommunityInvitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=now)


@dataclass(frozen=True)
class InvitedTo:
    """What a link opens: the community, and what its moderator who invites is called there."""

    community_id: UUID
    name: str
    invited_by: str


def invited_to(token: str) -> InvitedTo | None:
    """Return what a link opens; None if it was revoked, is used up, has expired or never existed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM communities_invited_to(%s)", [_digest(token)])
        row = cursor.fetchone()
    return InvitedTo(*row) if row else None


def join(token: str, *, my_name: str) -> UUID | None:
    """Join the community of a link and return its id; None if the link no longer works. Needs the person's scope."""
    joined: UUID | None = _call("communities_join(%s, %s)", _digest(token), my_name)
    return joined


def leave(membership: Membership) -> None:
    """End one's own membership. Raises ProgrammingError for an owner who has not handed over while others are there."""
    membership.delete()


def set_role(membership: Membership, role: str) -> None:
    """Make a member a moderator or a moderator a member. Only the owner may."""
    _call("communities_set_role(%s, %s)", membership.pk, role)


def hand_over(membership: Membership) -> None:
    """Make another member the owner; the owner before becomes a moderator."""
    _call("communities_hand_over(%s)", membership.pk)


def remove(membership: Membership) -> None:
    _call("communities_remove_member(%s)", membership.pk)


@dataclass(frozen=True)
class Readers:
    """Numbers of people, and of their agents, who read a community."""

    people: int
    agents: int


def readers(community: Community) -> Readers:
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM communities_readers(%s)", [community.pk])
        return Readers(*(cursor.fetchone() or (0, 0)))


def readers_of(communities: Iterable[UUID]) -> dict[UUID, Readers]:
    """Return the readers of several communities by their ids, in one statement."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.id, r.people, r.agents FROM unnest(%s::uuid[]) AS c(id), communities_readers(c.id) AS r",
            [list(communities)],
        )
        return {pk: Readers(people, agents) for pk, people, agents in cursor.fetchall()}


def _call(function: str, *values: Any) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}", values)
        row = cursor.fetchone()
    return row[0] if row else None


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.translate(UNSTORABLE).encode(errors="replace")).digest()
