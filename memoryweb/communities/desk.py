"""The moderators' desk: the queue, and for one item its author's record, similar memories and marks."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any
from uuid import UUID

from django.contrib.postgres.search import SearchQuery, SearchRank
from django.db import connection
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from memoryweb.communities.models import Report, SharedMemory, State
from memoryweb.language.comparing import identity
from memoryweb.language.sharing import red_flags
from memoryweb.language.text import tokens
from memoryweb.people.models import Community
from memoryweb.rules import moderation, policy

COMPARED_MAX = 40  # shown memories that are compared with one that waits: those that share most words with it
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
    return waiting.order_by("proposed_at", "pk").defer("words", "vector")


def count(communities: list[UUID]) -> dict[UUID, int]:
    """Return the number of waiting items per community: proposals, appeals and open reports."""
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
        shared = self.shared
        return red_flags.flags(shared.statement, shared.details, shared.category.replace("_", " "), shared.reason)

    @property
    def verbs(self) -> list[moderation.Verb]:
        """Return the decisions possible now."""
        return moderation.possible(self.shared.status, is_appealed=self.shared.appealed_at is not None)

    @cached_property
    def close(self) -> list[Close]:
        """Likely duplicates first, then what says something else under the same key or about the same words."""
        shared, wording = self.shared, identity.Wording(self.shared.statement)
        found = [Close(other, how) for other in _with_any_word(shared) if (how := how_close(shared, other, wording))]
        return sorted(found, key=lambda close: close.how != "same")[:CLOSE_MAX]


class _AnyWord(SearchQuery):
    """A query for texts with any of the words; SearchQuery wants all."""

    def as_sql(self, *args: Any, **kwargs: Any) -> tuple[str, Any]:
        sql, parameters = super().as_sql(*args, **kwargs)
        return f"replace(({sql})::text, '&', '|')::tsquery", parameters


def _with_any_word(shared: SharedMemory) -> QuerySet[SharedMemory]:
    """Return the closest shown memories, by key or common words, without the one to be replaced."""
    pairs = [pair for run in tokens.CJK.findall(shared.statement) for pair in tokens.bigrams(run)]
    query = _AnyWord(shared.statement, config="english") | _AnyWord(" ".join(pairs), config="simple")
    alike = Q(words=query) | Q(statement__iexact=shared.statement) | (Q(key=shared.key) & ~Q(key=""))
    shown = SharedMemory.objects.in_community(shared.community_id).shown().filter(alike)
    others = shown.exclude(pk__in=[pk for pk in (shared.pk, shared.replaces_id) if pk])
    closest = others.annotate(shared_words=SearchRank(F("words"), query)).order_by("-shared_words", "-shown_at", "-pk")
    return closest.defer("words", "vector", "details")[:COMPARED_MAX]


def how_close(one: SharedMemory, other: SharedMemory, wording: identity.Wording) -> str:
    """Return same, other or nothing: by equal or nearly equal words, then by the key, then by shared words.

    `wording` is that of `one`, which is read once for all the others.
    """
    mine, theirs = wording.words, identity.Wording(other.statement).words
    is_same_words = sorted(mine) == sorted(theirs) and identity.is_repetition(wording, other.statement)
    if is_same_words or identity.same_value(one.statement, other.statement):
        return "same"
    if one.key and one.key == other.key and one.one_valued:
        return "other"
    both = set(mine) & set(theirs)
    alike = len(both) / max(1, min(len(set(mine)), len(set(theirs))))
    if alike >= policy.SAME_WORDS_FROM and len(set(mine)) > 1:
        return "same"
    return "other" if alike >= ALIKE_FROM and len(both) > 1 else ""
