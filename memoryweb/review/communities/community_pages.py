"""Contents of a community's pages, and the rights of each role. The database decides these once more."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import ProgrammingError, transaction
from django.db.models import Case, CharField, Exists, OuterRef, Value, When
from django.db.models.functions import Concat, Lower
from django.shortcuts import get_object_or_404
from psycopg.errors import InsufficientPrivilege

from memoryweb.agents.models import Agent
from memoryweb.communities import membership
from memoryweb.communities.membership import Readers
from memoryweb.communities.models import CommunityInvitation
from memoryweb.people.models import Community, Membership, User
from memoryweb.review.http import PersonRequest
from memoryweb.review.paging import Order, Page, paginate

Role = Membership.Role
PAGE_SIZE = 50
NEWEST = 20  # links that are listed
NEAREST = 10  # moderators who are offered to an owner who leaves
BY_ROLE = Case(When(role=Role.OWNER, then=Value("0")), When(role=Role.MODERATOR, then=Value("1")), default=Value("2"))


def own_membership(request: PersonRequest, community_id: UUID, *roles: str) -> Membership:
    """Return the person's membership and community: 404 if none, 403 without one of these roles."""
    own = get_object_or_404(membership.memberships_of(request.user), community=community_id)
    if roles and own.role not in roles:
        raise PermissionDenied
    return own


def other_membership(request: PersonRequest, community_id: UUID, pk: UUID, *roles: str) -> Membership:
    """Return another member's row, for people with one of these roles; 403 or 404 for others."""
    own = own_membership(request, community_id, *roles)
    others = Membership.objects.select_related("community").exclude(pk=own.pk)
    return get_object_or_404(others, community=community_id, pk=pk)


@contextmanager
def forbidden_by_the_database() -> Iterator[None]:
    """Answer 403 for what the database refuses to this role, which may have changed since the page was shown."""
    try:
        with transaction.atomic():
            yield
    except ProgrammingError as error:
        if isinstance(error.__cause__, InsufficientPrivilege):
            raise PermissionDenied from error
        raise


def may_remove(own: Membership, other: Membership) -> bool:
    """Return whether this member removes that one: a moderator members, the owner moderators too."""
    return own.role == Role.OWNER or (own.role == Role.MODERATOR and other.role == Role.MEMBER)


@dataclass(frozen=True)
class Member:
    """A member, and the actions open to the page's reader."""

    row: Membership
    is_me: bool
    is_led: bool  # by the reader, who owns the community
    is_removable: bool


@dataclass(frozen=True)
class CommunityPage:
    own: Membership
    readers: Readers
    members: list[Member]
    page: Page[Membership]
    links: list[CommunityInvitation]

    @property
    def community(self) -> Community:
        return self.own.community

    @property
    def is_owner(self) -> bool:
        return self.own.role == Role.OWNER

    @classmethod
    def from_membership(cls, own: Membership, *, after: str) -> "CommunityPage":
        page = members_of(own.community, after=after)
        return cls(
            own=own,
            readers=membership.readers(own.community),
            page=page,
            members=[_member(own, row) for row in page.rows],
            links=list(links_of(own.community)) if own.moderates else [],
        )


def _member(own: Membership, row: Membership) -> Member:
    is_me = row.pk == own.pk
    return Member(row, is_me, own.role == Role.OWNER and not is_me, not is_me and may_remove(own, row))


def members_of(community: Community, *, after: str) -> Page[Membership]:
    """Return a page of community members: owner, moderators, then members, by name."""
    rows: Any = Membership.objects.filter(community=community).annotate(
        place=Concat(BY_ROLE, Lower("name"), output_field=CharField())
    )
    return paginate(rows, after, by=Order("place", _parse_place, descending=False), size=PAGE_SIZE)


def _parse_place(text: str) -> str:
    if "\x00" in text:
        raise ValueError("no place in the list")
    return text


def links_of(community: Community) -> Any:
    """Return the newest links; `by` is whoever made each, `is_backed` whether they still may."""
    maker = Membership.objects.filter(community=community, person=OuterRef("person"))
    return (
        CommunityInvitation.objects.filter(community=community)
        .annotate(by=maker.values("name")[:1], is_backed=Exists(maker.exclude(role=Role.MEMBER)))
        .order_by("-created_at", "-pk")[:NEWEST]
    )


def agents_there(own: Membership, *, now: datetime) -> list[Agent]:
    """Return a member's agents that work for the community and still have a token."""
    working = Agent.objects.filter(person=own.person_id, community=own.community_id)
    return [agent for agent in working.order_by("name") if agent.is_usable(now)]


@dataclass(frozen=True)
class Joined:
    """A community that the person is in, as Settings lists it."""

    membership: Membership
    readers: Readers


def joined_by(person: User) -> list[Joined]:
    """Return the person's communities with reader counts."""
    rows = list(membership.memberships_of(person))
    readers = membership.readers_of([row.community_id for row in rows])
    return [Joined(row, readers.get(row.community_id, Readers(0, 0))) for row in rows]


@dataclass(frozen=True)
class Leaving:
    """What leaving a community means for this member."""

    own: Membership
    others: int
    moderators: list[Membership]  # who could own it next
    agents: list[Agent]  # which get nothing of it any more

    @property
    def is_stuck(self) -> bool:
        """Return whether the owner must first hand the community over."""
        return self.own.role == Role.OWNER and self.others > 0

    @classmethod
    def from_membership(cls, own: Membership, *, now: datetime) -> "Leaving":
        others = Membership.objects.filter(community=own.community).exclude(pk=own.pk)
        return cls(
            own=own,
            others=others.count(),
            moderators=list(others.filter(role=Role.MODERATOR).order_by("name")[:NEAREST]),
            agents=agents_there(own, now=now),
        )
