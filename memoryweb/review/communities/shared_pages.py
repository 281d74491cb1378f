"""What the pages show of shared memories: who will read them, what a person shared, what waits for their yes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from memoryweb.communities import reading
from memoryweb.communities.membership import Readers, memberships_of, readers_of
from memoryweb.communities.models import Contribution, Decision, SharedMemory, State
from memoryweb.communities.sharing import APPEALABLE, Words
from memoryweb.language.sharing import looks_private
from memoryweb.memories.models import Memory
from memoryweb.people.models import Community, Membership, User
from memoryweb.recall import search
from memoryweb.review import paging
from memoryweb.review.communities.forms.sharing import WordsForm
from memoryweb.rules import limits

AT_ONCE = 50  # shared memories on one page; of one's own that wait, the newest
ON_REVIEW = 20  # suggestions and warnings at once
PARTS = ("statement", "details")


@dataclass(frozen=True)
class Audience:
    """A community, and how many people and agents read what it shares."""

    membership: Membership
    readers: Readers

    @property
    def community(self) -> Community:
        return self.membership.community

    @property
    def count(self) -> str:
        """Return "4 people and 2 agents"."""
        people = ngettext("%d person", "%d people", self.readers.people) % self.readers.people
        agents = ngettext("%d agent", "%d agents", self.readers.agents) % self.readers.agents
        return _("%(people)s and %(agents)s") % {"people": people, "agents": agents}

    @property
    def sentence(self) -> str:
        """Return the number of readers as a sentence, and whether moderators look first."""
        words = _("%(count)s of %(community)s will read this, you and your agents included.")
        return f"{words % {'count': self.count, 'community': self.community}} {self.when}"

    @property
    def when(self) -> str:
        if self.community.moderation == Community.Moderation.OPEN:
            return _("It is shown at once.")
        return _("Moderators look at it first.")


def audiences(memberships: Sequence[Membership]) -> list[Audience]:
    """Return memberships with their communities' readers, in one statement."""
    readers = readers_of(each.community_id for each in memberships) if memberships else {}
    nobody = Readers(0, 0)
    return [Audience(each, readers.get(each.community_id, nobody)) for each in memberships]


def told(shared: SharedMemory) -> str:
    """Return the outcome of sharing as a sentence."""
    if shared.status == State.SHOWN:
        return _("Shared with %(community)s.") % {"community": shared.community}
    return _("Proposed to %(community)s. The moderators look at it first.") % {"community": shared.community}


def without(data: QueryDict) -> QueryDict:
    """Return what a form sent without the part that the person pressed to leave out."""
    left = data.copy()
    for name in PARTS:
        left[name] = looks_private.leave_out(data.get("leave_out", ""), data.get(name, ""))
    return left


def page(person: User, community: Community, *, q: str, cursor: str) -> "paging.Page[SharedMemory]":
    """Return a page of what a community shows, the newest first, of that what contains every word of `q`."""
    rows = reading.shown_to(person, community)
    if q := q.replace("\x00", "").strip()[: limits.SEARCH_MAX]:
        words = search.query(q)
        rows = rows.filter(words=words) if words else rows.none()
    return paging.paginate(rows, cursor, by="shown_at", size=AT_ONCE)


@dataclass(frozen=True)
class Own:
    """A shared item of the person, its latest decision, and its community unless they left."""

    shared: SharedMemory
    decision: Decision | None = None
    community: Community | None = None

    @property
    def sentence(self) -> str:
        """Return "Shared with Team handbook as a member"."""
        is_shown = self.shared.status == State.SHOWN
        words = _("Shared with %(community)s as %(name)s") if is_shown else _("Proposed to %(community)s as %(name)s")
        return words % {"community": self.community, "name": self.shared.author_name or _("a member")}

    @property
    def may_change(self) -> bool:
        return self.shared.status in (State.PROPOSED, State.SENT_BACK)

    @property
    def may_appeal(self) -> bool:
        return self.shared.status in APPEALABLE and not self.shared.appealed_at


def own_elsewhere(person: User, community: Community) -> list[Own]:
    """Return what a person shared with a community that is not shown, with the moderators' reasons. Two queries."""
    rows = list(reading.contributed_by(person, community).exclude(status=State.SHOWN)[:AT_ONCE])
    decided = reading.last_decisions(row.pk for row in rows) if rows else {}
    return [Own(row, decided.get(row.pk), community) for row in rows]


@dataclass(frozen=True)
class OwnPage:
    rows: list[Own]
    next_cursor: str  # empty on the last page


def all_own(person: User, *, cursor: str) -> OwnPage:
    """Return a page of all that a person shared and did not take back, the newest first. Three queries."""
    page = paging.paginate(reading.shared_by(person), cursor, by="proposed_at", size=AT_ONCE)
    communities = {each.community_id: each.community for each in memberships_of(person)}
    decided = reading.last_decisions(row.pk for row in page.rows) if page.rows else {}
    own = [Own(row, decided.get(row.pk), communities.get(row.community_id)) for row in page.rows]
    return OwnPage(own, page.next_cursor)


def copies(memory: Memory, memberships: Iterable[Membership]) -> list[Own]:
    """Return a memory's shared copies that were not taken back."""
    communities = {each.community_id: each.community for each in memberships}
    return [Own(copy, community=communities.get(copy.community_id)) for copy in reading.copies_of(memory)]


@dataclass(frozen=True)
class Suggestion:
    """What an agent suggests to share, with the form that shares it."""

    contribution: Contribution
    audience: Audience
    form: WordsForm


@dataclass(frozen=True)
class Warned:
    """A moderators' warning and its memory."""

    decision: Decision
    shared: SharedMemory | None
    community: Community


def suggestion_form(contribution: Contribution, member: Membership, data: Any = None) -> WordsForm:
    return WordsForm(
        data,
        person=member.person,
        words=words_of(contribution),
        memberships=[member],
        auto_id=f"id_{contribution.pk}_%s",
    )


def words_of(text: Contribution | SharedMemory) -> Words:
    return Words(
        statement=text.statement,
        details=text.details,
        reason=text.reason,
        category=text.category,
        key=text.key,
        kind=text.kind,
    )


def waiting(person: User, members: Sequence[Membership]) -> dict[str, Any]:
    """Return Review's suggestions and warnings from the person's communities."""
    if not members:
        return {}
    return {"suggestions": _suggestions(person, members), "warnings": _warnings(person, members)}


def _suggestions(person: User, members: Sequence[Membership]) -> list[Suggestion]:
    found = list(reading.suggested_to(person)[:ON_REVIEW])
    by_community = {each.community.pk: each for each in audiences(members)} if found else {}
    return [
        Suggestion(row, audience, suggestion_form(row, audience.membership))
        for row in found
        if (audience := by_community.get(row.community_id))
    ]


def _warnings(person: User, members: Sequence[Membership]) -> list[Warned]:
    communities = {each.community_id: each.community for each in members}
    found = list(reading.unread_warnings(person)[:ON_REVIEW])
    about = SharedMemory.objects.in_bulk([each.shared_id for each in found]) if found else {}
    return [Warned(each, about.get(each.shared_id), communities[each.community_id]) for each in found]


def page_url(community: UUID) -> str:
    return reverse("review:shared_memories", args=[community])
