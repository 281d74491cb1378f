"""The five places of the navigation, their tabs, and which page belongs where."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from memoryweb.communities.membership import memberships_of
from memoryweb.review.http import PersonRequest


@dataclass(frozen=True)
class Tab:
    """A page of a place. `name` is its URL name, `pages` are the pages that are reached from it."""

    name: str
    label: Any
    pages: tuple[str, ...] = ()
    for_staff: bool = False
    of_communities: bool = False  # one tab for each community that the person is in
    room: str = "review"  # the name space of its URL


@dataclass(frozen=True)
class Place:
    """One of the five places. Its first tab is where its link leads; `icon` is a symbol in static/icons.svg."""

    label: Any
    icon: str
    tabs: tuple[Tab, ...]

    @property
    def name(self) -> str:
        return self.tabs[0].name


COMMUNITY_PAGES = (
    "found_community",
    "community",
    "change_community",
    "rename_me",
    "invite",
    "join",
    "leave",
    "hand_over",
    "remove_member",
)
ACCOUNT_PAGES = (
    "account_change_password",
    "account_set_password",
    "account_email",
    "usersessions_list",
    "mfa_list_webauthn",
    "mfa_add_webauthn",
    "mfa_edit_webauthn",
    "mfa_remove_webauthn",
    "mfa_activate_totp",
    "mfa_deactivate_totp",
    "mfa_view_recovery_codes",
    "mfa_generate_recovery_codes",
)
MEMORY_PAGES = (
    "memory",
    "add",
    "edit",
    "erase",
    "erase_many",
    "erase_topic",
    "expire",
    "imports",
    "import_batch",
    "export",
)
REVIEW_PAGES = (
    "keep_both",
    "start",
    "share_suggestion",
    "desk",
    "decide",
    "decide_many",
    "undo_decisions",
    "moderation_log",
)
PLACES = (
    Place(_("Review"), "review", (Tab("review", _("Review"), REVIEW_PAGES),)),
    Place(
        _("Memories"),
        "memories",
        (
            Tab("memories", _("All"), MEMORY_PAGES),
            Tab("days", _("Notes by day"), ("day",)),
            Tab("archive", _("Archive"), ("archive_memory",)),
            Tab(
                "shared_memories",
                "",
                ("share", "share_new", "propose_change", "reword", "appeal", "report_shared"),
                of_communities=True,
            ),
        ),
    ),
    Place(
        _("Agents"),
        "agents",
        (
            Tab("agents", _("Who may see what"), ("agent", "connect", "delete_agent", "first_call", "sees")),
            Tab("receipts", _("What they saw"), ("receipt", "wanted", "see_as", "try_as")),
        ),
    ),
    Place(
        _("History"),
        "history",
        (
            Tab("history", _("Changes"), ("verify",)),
            Tab("letter", _("Weekly letter")),
            Tab("conversations", _("Conversations"), ("conversation",)),
            Tab("erasures", _("Erased"), ("erasure",)),
        ),
    ),
    Place(
        _("Settings"),
        "settings",
        (
            Tab(
                "settings",
                _("Settings"),
                (
                    *ACCOUNT_PAGES,
                    *COMMUNITY_PAGES,
                    "what_you_shared",
                    "staff_access",
                    "delete_account",
                    "telegram",
                    "link_chat",
                    "link_group",
                    "switch_tools",
                ),
            ),
            Tab("notifications", _("Notifications"), ("add_channel", "change_channel", "quiet_hours")),
            Tab("folders", _("Folders"), ("folder", "declare_folder"), room="folders"),
            Tab("invitations", _("Invitations"), for_staff=True),
            Tab("operations", _("Operations"), for_staff=True),
            Tab("upkeep", _("Upkeep"), ("upkeep_run",), for_staff=True),
        ),
    ),
)
TAB_OF = {page: tab for place in PLACES for tab in place.tabs for page in (tab.name, *tab.pages)}
PLACE_OF = {tab.name: place for place in PLACES for tab in place.tabs}


@dataclass(frozen=True)
class Link:
    name: str
    label: Any
    url: str
    is_current: bool
    icon: str = ""


def _current_tab(request: PersonRequest) -> Tab | None:
    page = request.resolver_match.url_name if request.resolver_match else None
    return TAB_OF.get(page or "")


def places(request: PersonRequest) -> list[Link]:
    """Return the links to the five places."""
    tab = _current_tab(request)
    current = PLACE_OF[tab.name] if tab else None
    return [
        Link(place.name, place.label, reverse(f"review:{place.name}"), place is current, place.icon) for place in PLACES
    ]


def frame_url(request: PersonRequest) -> str:
    """Return the address that navigation and banner are read from again.

    It is the page's own; that of its place where the page answers a form, because a form's address may take only POST.
    """
    if request.method == "GET":
        return request.path
    return next((link.url for link in places(request) if link.is_current), reverse("review:review"))


def tabs(request: PersonRequest) -> list[Link]:
    """Return the tabs of this page's place; empty if only one."""
    current = _current_tab(request)
    if not current:
        return []
    shown = [tab for tab in PLACE_OF[current.name].tabs if request.user.is_staff or not tab.for_staff]
    links = [
        Link(tab.name, tab.label, reverse(f"{tab.room}:{tab.name}"), tab is current)
        for tab in shown
        if not tab.of_communities
    ]
    if any(tab.of_communities for tab in shown):
        links += _tabs_of_communities(request)
    return links if len(links) > 1 else []


def _tabs_of_communities(request: PersonRequest) -> list[Link]:
    """Return the tabs of what each of the person's communities shares."""
    return [
        Link("shared_memories", each.community.name, url, request.path == url)
        for each in memberships_of(request.user)
        for url in [reverse("review:shared_memories", args=[each.community_id])]
    ]
