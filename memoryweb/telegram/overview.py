"""What the page in Settings shows of a person's chats."""

from dataclasses import dataclass
from typing import Any, Self
from uuid import UUID

from django.conf import settings

from memoryweb.communities import membership
from memoryweb.people.models import Community, User
from memoryweb.telegram import configuration
from memoryweb.telegram.forms import LABELS
from memoryweb.telegram.linking import CODE_LASTS
from memoryweb.telegram.models import TOOLS, ChatIdentity, CommunityTools, GroupChat, System

HALF = 5  # letters of a code before the hyphen


@dataclass(frozen=True)
class Code:
    """A new code, how it is typed, and a link to where; no link without a bot. The link never has the code in it."""

    spelled: str
    url: str
    community: Community | None
    minutes: int = int(CODE_LASTS.total_seconds()) // 60

    @classmethod
    def for_chat(cls, code: str) -> Self:
        bot = settings.TELEGRAM_BOT_NAME
        return cls(_spell(code), f"https://t.me/{bot}" if configuration.is_configured() else "", None)

    @classmethod
    def for_group(cls, code: str, community: Community) -> Self:
        bot = settings.TELEGRAM_BOT_NAME
        return cls(
            _spell(code), f"https://t.me/{bot}?startgroup=link" if configuration.is_configured() else "", community
        )


def _spell(code: str) -> str:
    return f"{code[:HALF]}-{code[HALF:]}"


@dataclass(frozen=True)
class OfCommunity:
    """A community, the person's groups of it, and what the bot may do there. `name` tells equal names apart."""

    community: Community
    name: str
    moderates: bool
    groups: list[GroupChat]
    tools: list[tuple[str, Any, bool]]  # the tool, its label, whether it is on


@dataclass(frozen=True)
class Chats:
    """The person's chats and groups, and whether this server has a bot at all. `missing` is told to staff."""

    bot: str
    takes_others: bool
    missing: str
    linked: list[ChatIdentity]
    communities: list[OfCommunity]

    @property
    def is_possible(self) -> bool:
        return bool(self.bot) or self.takes_others

    @property
    def has_telegram(self) -> bool:
        return any(each.system == System.TELEGRAM for each in self.linked)

    @classmethod
    def for_person(cls, person: User) -> Self:
        """Read all of it in four queries. Needs the person's scope."""
        mine = ChatIdentity.objects.filter(person=person, community=None).select_related("agent").order_by("system")
        return cls(
            bot=settings.TELEGRAM_BOT_NAME if configuration.is_configured() else "",
            takes_others=configuration.has_chat_agent(),
            missing=configuration.missing() if person.is_staff else "",
            linked=list(mine),
            communities=_communities(person),
        )


def _communities(person: User) -> list[OfCommunity]:
    memberships = membership.memberships_of(person)
    switched = dict(CommunityTools.objects.values_list("community_id", "tools"))
    groups: dict[UUID, list[GroupChat]] = {}
    for group in GroupChat.objects.filter(person=person).order_by("linked_at", "pk"):
        groups.setdefault(group.community_id, []).append(group)
    names = membership.told_apart(each.community for each in memberships)
    return [
        OfCommunity(
            each.community,
            names[each.community_id],
            each.moderates,
            groups.get(each.community_id, []),
            [(tool, LABELS[tool], tool in switched.get(each.community_id, TOOLS)) for tool in TOOLS],
        )
        for each in memberships
    ]
