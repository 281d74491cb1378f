"""The moderation desk as its page shows it: who has one, what waits, and the item that is open."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from memoryweb.communities import desk, membership
from memoryweb.communities.models import Reason, SharedMemory, State
from memoryweb.people.models import Community, Membership, User
from memoryweb.review.communities.forms.decision import IN_BULK, LABELS, DecisionForm, SelectionForm
from memoryweb.review.words import marked_text
from memoryweb.rules import fields
from memoryweb.rules.moderation import DECISIONS, Verb

AT_ONCE = 50  # rows of the queue on one page; the next ones appear as these are decided
MODERATES = (Membership.Role.MODERATOR, Membership.Role.OWNER)
KEYS = {Verb.APPROVE: "a", Verb.SEND_BACK: "n", Verb.HIDE: "h", Verb.REMOVE: "d", Verb.WARN: "w"}
SHOW = {State.SHOWN: gettext_lazy("Keep it"), State.PROPOSED: LABELS[Verb.APPROVE]}
LEAVE = {
    Verb.SEND_BACK: gettext_lazy("Leave it sent back"),
    Verb.HIDE: gettext_lazy("Leave it hidden"),
    Verb.REMOVE: gettext_lazy("Leave it removed"),
}


def moderated(person: User) -> QuerySet[Membership]:
    """Return the person's memberships in the communities that they moderate, by name."""
    return membership.memberships_of(person).filter(role__in=MODERATES)


def moderated_or_404(person: User, community_id: UUID) -> Community:
    """Return a community that the person moderates. To everybody else its desk does not exist."""
    found = moderated(person).filter(community=community_id).first()
    if found is None:
        raise Http404
    return found.community


@dataclass(frozen=True)
class Desk:
    """A community in Review's switch, with its number waiting."""

    community: Community
    waiting: int
    is_current: bool

    @property
    def url(self) -> str:
        return reverse("review:desk", args=[self.community.pk])


def desks(memberships: Iterable[Membership], current: Community | None = None) -> list[Desk]:
    """Return the desks of somebody with these memberships. Who moderates nothing costs no query."""
    communities = [each.community for each in memberships if each.moderates]
    waiting = desk.count([each.pk for each in communities]) if communities else {}
    return [Desk(each, waiting.get(each.pk, 0), each == current) for each in communities]


@dataclass(frozen=True)
class Row:
    """One line of the queue."""

    shared: SharedMemory
    is_open: bool = False
    is_ticked: bool = False

    @property
    def author(self) -> str:
        return self.shared.author_name or _("A member")

    @property
    def why(self) -> str:
        """Why it waits: new, change, reported or appeal."""
        if self.shared.appealed_at:
            return "appeal"
        if self.shared.status == State.SHOWN:
            return "reported"
        return "change" if self.shared.replaces_id else "new"

    @property
    def reporters(self) -> int:
        return int(vars(self.shared)["open_reports"])


@dataclass(frozen=True)
class Button:
    verb: Verb
    label: Any
    key: str


@dataclass(frozen=True)
class Choice:
    """A reason to choose. Its key is its number."""

    reason: Reason
    key: int
    is_chosen: bool


@dataclass(frozen=True)
class OpenItem(desk.Item, Row):
    """The open memory with its number in the queue and its neighbors."""

    number: int = 0  # 0: it comes after those that are listed
    before: UUID | None = None
    after: UUID | None = None

    @property
    def claim(self) -> str:
        """Who wants what: "Tomás wants to change this"."""
        if self.why == "reported":
            return ngettext("%(n)d member reported this", "%(n)d members reported this", self.reporters) % {
                "n": self.reporters
            }
        claims = {
            "appeal": _("%(author)s asks you to look at this again"),
            "change": _("%(author)s wants to change this"),
            "new": _("%(author)s wants to share this"),
        }
        return claims[self.why] % {"author": self.author}

    @property
    def since(self) -> Any:
        return self.shared.appealed_at or self.shared.proposed_at

    @cached_property
    def sentence(self) -> list[marked_text.Piece]:
        """The sentence, with changes marked against the one to be replaced."""
        is_change = self.shared.status == State.PROPOSED and self.replaces
        return marked_text.pieces(self.shared.statement, self.replaces.statement if is_change and self.replaces else "")

    @cached_property
    def details(self) -> list[marked_text.Piece]:
        is_change = self.shared.status == State.PROPOSED and self.replaces
        return marked_text.pieces(self.shared.details, self.replaces.details if is_change and self.replaces else "")

    @property
    def about(self) -> str:
        """Return the label of its known field, else its key."""
        field = fields.fields_by_key().get(self.shared.key)
        return field.label if field else self.shared.key

    @property
    def main(self) -> list[Button]:
        """The two answers that come first."""
        return self._buttons[:2]

    @property
    def further(self) -> list[Button]:
        return self._buttons[2:]

    @property
    def can_edit(self) -> bool:
        return Verb.EDIT in self.verbs

    @property
    def can_merge(self) -> bool:
        return Verb.MERGE in self.verbs

    @cached_property
    def _buttons(self) -> list[Button]:
        verbs = sorted((verb for verb in KEYS if verb in self.verbs), key=self._is_not_first)
        return [Button(verb, self._label(verb), KEYS[verb]) for verb in verbs]

    def _is_not_first(self, verb: Verb) -> bool:
        """Return whether the button comes later: all but approving and upholding an appealed decision."""
        return verb != Verb.APPROVE and DECISIONS[verb].to != self.shared.status

    def _label(self, verb: Verb) -> Any:
        if verb == Verb.APPROVE:
            return SHOW.get(State(self.shared.status), _("Show it"))
        return LEAVE[verb] if DECISIONS[verb].to == self.shared.status else LABELS[verb]

    def choices(self, chosen: str | None = None) -> list[Choice]:
        """Return the reasons that fit these decisions. Unflagged proposals have CHECKED preselected."""
        fitting = {reason.value for verb in self.verbs for reason in DECISIONS[verb].reasons}
        if chosen is None:
            chosen = Reason.CHECKED if self.why in ("new", "change") and not self.flags else ""
        reasons = [reason for reason in Reason if reason in fitting]
        return [Choice(reason, key, reason == chosen) for key, reason in enumerate(reasons, 1)]


@dataclass(frozen=True)
class DeskPage:
    """The desk of one community, with the form of the item that is open."""

    community: Community
    desks: list[Desk]
    rows: list[Row]
    item: OpenItem | None
    form: DecisionForm | None
    selection: SelectionForm

    @property
    def waiting(self) -> int:
        return next((each.waiting for each in self.desks if each.is_current), 0)

    @property
    def beyond(self) -> int:
        return max(0, self.waiting - len(self.rows))

    @cached_property
    def readers(self) -> membership.Readers:
        return membership.readers(self.community)

    @property
    def choices(self) -> list[Choice]:
        """Reasons for the open item, with the sent one chosen."""
        sent = self.form.data.get("reason", "") if self.form and self.form.is_bound else None
        return self.item.choices(sent) if self.item else []

    @property
    def bulk_reasons(self) -> list[Reason]:
        return [reason for reason in Reason if any(reason.value in DECISIONS[verb].reasons for verb in IN_BULK)]

    @property
    def bulk_buttons(self) -> list[Button]:
        return [Button(verb, LABELS[verb], KEYS[verb]) for verb in IN_BULK]

    @property
    def url(self) -> str:
        """The address of the desk with this item open."""
        address = reverse("review:desk", args=[self.community.pk])
        return f"{address}?item={self.item.shared.pk}" if self.item else address


def open_desk(
    person: User,
    community: Community,
    wanted: Sequence[UUID | None] = (),
    *,
    form: DecisionForm | None = None,
    selection: SelectionForm | None = None,
) -> DeskPage:
    """Return the desk with the first of the `wanted` that still waits open, else the first in the queue."""
    waiting = list(desk.queue(community)[:AT_ONCE])
    opened = _choose(community, waiting, [pk for pk in wanted if pk])
    ticked = set(selection.ticked()) if selection else set()
    rows = [Row(each, bool(opened and each.pk == opened.pk), each.pk in ticked) for each in waiting]
    item = _open(opened, waiting) if opened else None
    if item and (form is None or form.shared.pk != item.shared.pk):
        form = DecisionForm(shared=item.shared)
    return DeskPage(community, desks(moderated(person), community), rows, item, form, selection or SelectionForm())


def _choose(community: Community, waiting: list[SharedMemory], wanted: list[UUID]) -> SharedMemory | None:
    listed = {each.pk: each for each in waiting}
    for pk in wanted:
        if found := listed.get(pk) or (len(waiting) == AT_ONCE and desk.queue(community).filter(pk=pk).first()):
            return found
    return waiting[0] if waiting else None


def _open(shared: SharedMemory, waiting: list[SharedMemory]) -> OpenItem:
    ids = [each.pk for each in waiting]
    at = ids.index(shared.pk) if shared.pk in ids else len(ids)
    before, after = ids[at - 1] if at else None, ids[at + 1] if at + 1 < len(ids) else None
    return OpenItem(shared=shared, is_open=True, number=at + 1 if at < len(ids) else 0, before=before, after=after)
