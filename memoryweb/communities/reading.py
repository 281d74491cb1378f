"""What members and their agents read of a community."""

from django.db.models import Exists, OuterRef

from memoryweb.communities.models import Contribution, SharedMemory, SharedMemoryQuerySet, SharedMute
from memoryweb.people.models import Community, User


def shown_to(person: User, community: Community) -> SharedMemoryQuerySet:
    """Return what a community shows, the newest first; `is_own` and `is_muted` say what it is to this person."""
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
