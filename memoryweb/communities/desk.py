"""What a moderator looks at: the queue, and about one item its author's record, what is close to it, and its marks."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import UUID

from django.db import connection
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from memoryweb.communities.models import Report, SharedMemory, State
from memoryweb.people.models import Community
from memoryweb.rules import identity, policy, red_flags

COMPARED_MAX = 500  # shown memories that are compared with one that waits, the newest
CLOSE_MAX = 5
ALIKE_FROM = 0.5  # of the words of the shorter one: worth a look, not a verdict


def queue(community: Community) -> QuerySet[SharedMemory]:
    """Return what waits for the moderators, the oldest first: proposed, reported, appealed. `open_reports` counts."""
    reports = Report.objects.filter(shared=OuterRef("pk"), resolved_at=None)
    of_community = SharedMemory.objects.in_community(community).annotate(
        open_reports=Count("reports", filter=Q(reports__resolved_at=None)),
        is_reported=Exists(reports),
    )
    waiting = of_community.filter(
        Q(status=State.PROPOSED) | Q(appealed_at__isnull=False) | Q(is_reported=True, status=State.SHOWN)
    )
    return waiting.order_by("proposed_at", "pk")


def count(communities: list[UUID]) -> dict[UUID, int]:
    """Return for each of these communities how many wait."""
    proposed = Q(status=State.PROPOSED) | Q(appealed_at__isnull=False)
    reported = Q(status=State.SHOWN) & Exists(Report.objects.filter(shared=OuterRef("pk"), resolved_at=None))
    waiting = SharedMemory.objects.filter(proposed | reported, community__in=communities).order_by()
    return dict(waiting.values_list("community").annotate(Count("pk")))


@dataclass(frozen=True)
class Record:
    """What became of an author's contributions to one community."""

    approved: int
    sent_back: int
    removed: int
    warned: int
    since: datetime | None  # a member since; None: not a member any more


@dataclass(frozen=True)
class Close:
    """Something the community shows already that is close to what waits."""

    shared: SharedMemory
    how: str  # same: says nearly the same; other: says something else about the same thing


@dataclass(frozen=True)
class Item:
    """One thing that waits, with all that a moderator needs to decide."""

    shared: SharedMemory

    @cached_property
    def replaces(self) -> SharedMemory | None:
        if self.shared.replaces_id is None:
            return None
        return SharedMemory.objects.filter(pk=self.shared.replaces_id).first()

    @cached_property
    def record(self) -> Record | None:
        """None where the author's account is gone."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT * FROM communities_record(%s)", [self.shared.pk])
            row = cursor.fetchone()
        return Record(*row) if row else None

    @cached_property
    def reports(self) -> list[Report]:
        return list(Report.objects.filter(shared=self.shared, resolved_at=None).order_by("at"))

    @cached_property
    def flags(self) -> list[red_flags.Flag]:
        return red_flags.flags(self.shared.statement, self.shared.details, self.shared.reason)

    @cached_property
    def close(self) -> list[Close]:
        """Likely duplicates first, then what says something else under the same key or about the same words."""
        shown = SharedMemory.objects.in_community(self.shared.community_id).shown().exclude(pk=self.shared.pk)
        newest = shown.order_by("-shown_at", "-pk")[:COMPARED_MAX]
        found = [Close(other, how) for other in newest if (how := how_close(self.shared, other))]
        return sorted(found, key=lambda close: close.how != "same")[:CLOSE_MAX]


def how_close(one: SharedMemory, other: SharedMemory) -> str:
    """Return same, other or nothing: by equal or nearly equal words, then by the key, then by shared words."""
    if identity.same_value(one.statement, other.statement) or identity.is_repetition(one.statement, other.statement):
        return "same"
    if one.key and one.key == other.key and one.one_valued:
        return "other"
    mine, theirs = set(identity.Wording(one.statement).words), set(identity.Wording(other.statement).words)
    alike = len(mine & theirs) / max(1, min(len(mine), len(theirs)))
    if alike >= policy.SAME_WORDS_FROM and len(mine) > 1:
        return "same"
    return "other" if alike >= ALIKE_FROM and len(mine & theirs) > 1 else ""
