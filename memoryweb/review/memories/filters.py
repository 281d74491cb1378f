"""The filters of the Memories list, as they stand in the URL."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from memoryweb.memories.models import Kind, Source, Status
from memoryweb.review import paging
from memoryweb.rules import limits

ANY, FADING = "any", "fading"
STATES = {
    ANY: _("Any state"),
    str(Status.ACTIVE): _("In use"),
    str(Status.CANDIDATE): _("Suggested"),
    FADING: _("Fading"),
    str(Status.ARCHIVED): _("Archived"),
    str(Status.EXPIRED): _("Stopped"),
    str(Status.SUPERSEDED): _("Replaced"),
}
SORTS = {
    "newest": _("Newest first"),
    "given": _("Most given"),
    "importance": _("Most important"),
    "name": _("By name"),
}
YOU = "you"  # as the agent that said it first


def _without_nul(text: str) -> str:
    """Remove U+0000, which PostgreSQL accepts in no text."""
    return text.replace("\x00", "")


@dataclass(frozen=True)
class Filters:
    """The filters in the URL. Unknown values are dropped, so that an old link still opens."""

    status: str = ""  # empty: what is in use, or with a search every state
    category: str = ""
    kind: str = ""
    source: str = ""
    agent: str = ""  # an agent's id, or YOU
    q: str = ""
    sort: str = "newest"
    cursor: str = ""

    @classmethod
    def from_query(cls, query: QueryDict) -> "Filters":
        agent = query.get("agent", "")
        return cls(
            status=query.get("status", "") if query.get("status") in STATES else "",
            category=_without_nul(query.get("category", ""))[: limits.CATEGORY_MAX],
            kind=query.get("kind", "") if query.get("kind") in Kind.values else "",
            source=query.get("source", "") if query.get("source") in Source.values else "",
            agent=agent if agent == YOU or paging.parse_id(agent) else "",
            q=_without_nul(query.get("q", "")).strip()[: limits.SEARCH_MAX],
            sort=query.get("sort", "") if query.get("sort") in SORTS else "newest",
            cursor=_without_nul(query.get("cursor", "")),
        )

    @property
    def state(self) -> str:
        """Return the state that is shown: a search looks at every state until one is chosen."""
        return self.status or (ANY if self.q else str(Status.ACTIVE))

    @property
    def chosen(self) -> dict[str, str]:
        """Return the columns that the filters fix, beside the state."""
        narrow = {"category": self.category, "kind": self.kind, "source": self.source}
        return {name: value for name, value in narrow.items() if value}

    @property
    def sent(self) -> dict[str, str]:
        """Return the filters that the search form sends along with the search."""
        return {"status": self.status, "agent": self.agent, **self.chosen}

    def url(self, **changes: str) -> str:
        """Return the query string of the list with some filters changed, starting at its first page."""
        names = ("status", "category", "kind", "source", "agent", "q", "sort")
        filters = {name: getattr(self, name) for name in names} | changes
        if filters["status"] == (ANY if filters["q"] else Status.ACTIVE):
            filters["status"] = ""
        if filters["sort"] == "newest":
            filters["sort"] = ""
        return "?" + urlencode({name: value for name, value in filters.items() if value})

    @property
    def narrowed(self) -> bool:
        return bool(self.chosen or self.agent or self.q)

    @property
    def is_deep(self) -> bool:
        """Return whether a folded filter is set."""
        return bool(self.kind or self.source or self.agent)
