"""A community's decision log for its members: memory, decision, reason and moderator."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memoryweb.communities.models import Decision, SharedMemory, State, Verb
from memoryweb.people.models import Community, Membership
from memoryweb.review import paging

AT_ONCE = 50
SENTENCES = {
    Verb.APPROVE: gettext_lazy("%(who)s approved it"),
    Verb.EDIT: gettext_lazy("%(who)s changed its words"),
    Verb.SEND_BACK: gettext_lazy("%(who)s sent it back"),
    Verb.HIDE: gettext_lazy("%(who)s hid it"),
    Verb.REMOVE: gettext_lazy("%(who)s removed it"),
    Verb.WARN: gettext_lazy("%(who)s warned its author"),
    Verb.MERGE: gettext_lazy("%(who)s merged it into another one"),
    Verb.UNDO: gettext_lazy("%(who)s took back the last decision"),
    Verb.RETRACT: gettext_lazy("Its author took it back"),
}
FILTERS = {
    Verb.APPROVE: gettext_lazy("Approved"),
    Verb.EDIT: gettext_lazy("Changed"),
    Verb.SEND_BACK: gettext_lazy("Sent back"),
    Verb.HIDE: gettext_lazy("Hidden"),
    Verb.REMOVE: gettext_lazy("Removed"),
    Verb.WARN: gettext_lazy("Warned"),
    Verb.MERGE: gettext_lazy("Merged"),
    Verb.RETRACT: gettext_lazy("Taken back"),
}


@dataclass(frozen=True)
class Line:
    """A decision and its memory, if this person may read it."""

    decision: Decision
    shared: SharedMemory | None
    moderator: str

    @property
    def sentence(self) -> str:
        return str(SENTENCES[Verb(self.decision.verb)]) % {"who": self.moderator}

    @property
    def is_shown(self) -> bool:
        return self.shared is not None and self.shared.status == State.SHOWN


@dataclass(frozen=True)
class Filter:
    label: Any
    url: str
    is_current: bool


@dataclass(frozen=True)
class LogPage:
    community: Community
    lines: list[Line]
    filters: list[Filter]
    verb: str
    cursor: str
    next_cursor: str

    @property
    def next_url(self) -> str:
        return f"?{urlencode({'verb': self.verb, 'cursor': self.next_cursor})}" if self.next_cursor else ""


def log_page(community: Community, *, verb: str, cursor: str) -> LogPage:
    """Return a page of the log, the newest first. Row-level security leaves out the memories one may not read."""
    verb = verb if verb in FILTERS else ""
    rows = Decision.objects.filter(community=community, **({"verb": verb} if verb else {}))
    page = paging.paginate(rows, cursor, by="at", size=AT_ONCE)
    about = SharedMemory.objects.defer("words", "vector").in_bulk([each.shared_id for each in page.rows])
    names = _names(community, {each.moderator_id for each in page.rows if each.moderator_id})
    lines = [
        Line(each, about.get(each.shared_id), names.get(each.moderator_id, _("A former moderator")))
        for each in page.rows
    ]
    filters = [Filter(_("All"), "?", not verb)]
    filters += [Filter(label, f"?verb={name.value}", name == verb) for name, label in FILTERS.items()]
    return LogPage(community, lines, filters, verb, cursor, page.next_cursor)


def _names(community: Community, people: set[UUID]) -> dict[UUID | None, str]:
    """Return moderators' names in the community; those who left have none."""
    members = Membership.objects.filter(community=community, person__in=people).values_list("person_id", "name")
    return {person: name or _("A moderator") for person, name in members}
