"""The sections of the navigation, and which page belongs to which."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from memoryweb.review.http import PersonRequest


@dataclass(frozen=True)
class Section:
    """`name` is the URL name of its first page, `pages` are those of its other pages."""

    name: str
    label: Any
    pages: tuple[str, ...] = ()
    for_staff: bool = False


SECTIONS = (
    Section("overview", _("Overview")),
    Section("review", _("Review"), ("keep_both",)),
    Section(
        "memories", _("Memories"),
        ("memory", "add", "edit", "erase", "erase_many", "expire", "archive", "archive_memory", "days", "day"),
    ),
    Section("receipts", _("What agents saw"), ("receipt", "see_as")),
    Section("conversations", _("Conversations"), ("conversation",)),
    Section("letter", _("Letter")),
    Section("activity", _("Activity"), ("erasures", "erasure")),
    Section("agents", _("Agents"), ("agent", "connect", "try_as")),
    Section("upkeep", _("Upkeep"), ("upkeep_run",), for_staff=True),
    Section("settings", _("Settings"), ("account_change_password", "account_set_password")),
)  # fmt: skip
SECTION_OF = {page: section.name for section in SECTIONS for page in (section.name, *section.pages)}


@dataclass(frozen=True)
class Link:
    name: str
    label: Any
    url: str
    is_current: bool


def links(request: PersonRequest) -> list[Link]:
    """Return the navigation of this page for this person."""
    page = request.resolver_match.url_name if request.resolver_match else None
    current = SECTION_OF.get(page or "")
    return [
        Link(section.name, section.label, reverse(f"review:{section.name}"), section.name == current)
        for section in SECTIONS
        if request.user.is_staff or not section.for_staff
    ]
