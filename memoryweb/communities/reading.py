"""Shared memories as members and their agents read them, and authors' views of their own."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from memoryweb.communities.models import (
    Contribution,
    Decision,
    SharedMemory,
    SharedMemoryQuerySet,
    SharedMute,
    State,
    Verb,
)
from memoryweb.memories.models import Memory
from memoryweb.people.models import Community, User

Status = Contribution.Status


def shown_to(person: User, community: Community) -> SharedMemoryQuerySet:
    """Return a community's shown memories, newest first; `is_own` and `is_muted` are this person's."""
    return (
        SharedMemory.objects.in_community(community)
        .shown()
        .annotate(
            is_own=Exists(Contribution.objects.filter(person=person, pk=OuterRef("pk"))),
            is_muted=Exists(SharedMute.objects.filter(person=person, shared=OuterRef("pk"))),
        )
        .order_by("-shown_at", "-pk")
    )


def contributed_by(person: User, community: Community) -> SharedMemoryQuerySet:
    """Return what a person contributed to a community and did not take back, in whatever state, the newest first."""
    own = Contribution.objects.filter(person=person, community=community, status=Contribution.Status.SHARED)
    mine = SharedMemory.objects.in_community(community).filter(pk__in=own.values("pk"))
    return mine.exclude(status="retracted").order_by("-proposed_at", "-pk")


def shared_by(person: User) -> SharedMemoryQuerySet:
    """Return all that a person shared and did not take back, also with communities that they left."""
    own = Contribution.objects.filter(person=person, status=Status.SHARED)
    return SharedMemory.objects.filter(pk__in=own.values("pk")).exclude(status=State.RETRACTED)


def copies_of(memory: Memory) -> SharedMemoryQuerySet:
    """Return what was shared of a private memory and not taken back, the newest first."""
    return (
        shared_by(memory.person)
        .filter(pk__in=Contribution.objects.filter(memory=memory).values("pk"))
        .order_by("-proposed_at", "-pk")
    )


def suggested_to(person: User) -> QuerySet[Contribution]:
    """Return what agents suggest to share with this person's communities, the oldest first."""
    waiting = Contribution.objects.filter(
        person=person, status=Status.SUGGESTED, community__in=person.memberships.values("community")
    )
    return waiting.select_related("agent").order_by("created_at", "pk")


def unread_warnings(person: User) -> QuerySet[Decision]:
    """Return the moderators' warnings to this person that they have not read yet, the oldest first."""
    about_theirs = Contribution.objects.filter(person=person, status=Status.SHARED, pk=OuterRef("shared_id"))
    is_unread = about_theirs.filter(Q(warning_seen_at=None) | Q(warning_seen_at__lt=OuterRef("at")))
    return Decision.objects.filter(Exists(is_unread), verb=Verb.WARN, undone_at=None).order_by("at", "pk")


def last_decisions(shared: Iterable[UUID]) -> dict[UUID, Decision]:
    """Return for each of these the moderators' last decision that moved it and still stands."""
    standing = Decision.objects.filter(shared__in=list(shared), undone_at=None)
    moved = standing.exclude(verb__in=[Verb.WARN, Verb.UNDO, Verb.RETRACT])
    return {made.shared_id: made for made in moved.order_by("shared", "-at", "-pk").distinct("shared")}
