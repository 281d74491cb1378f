"""Links chats to people and groups to communities, by a code that works once; and finds who writes."""

import re
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import DatabaseError, IntegrityError, connection, transaction

from memoryweb.agents.models import Agent
from memoryweb.language.text import signs
from memoryweb.memories.models import fingerprints
from memoryweb.notifications.models import Channel
from memoryweb.people.models import Community, Membership, MemorySettings, User
from memoryweb.rls import scope
from memoryweb.rules import limits
from memoryweb.telegram.models import (
    TOOLS,
    ChatIdentity,
    CommunityTools,
    GroupChat,
    LinkCode,
    OutgoingMessage,
    System,
    UnreadMessage,
)

CODE_LASTS = timedelta(minutes=10)
CODE_LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"  # none that looks like another
CODE_LENGTH = 10
CODES_MAX = 50  # of one message that are looked up
# A code anywhere in a text, with what people put between its halves. Words of the same letters look alike.
A_CODE = re.compile(
    rf"(?<![A-Za-z0-9])(?=([{CODE_LETTERS}]{{5}}[\s\-‐-―]{{0,3}}[{CODE_LETTERS}]{{5}})(?![A-Za-z0-9]))", re.IGNORECASE
)


def new_code(person: User, *, now: datetime, community: Community | None = None) -> str:
    """Return a new code, replacing the former for the same purpose. Only its digest is stored.

    Needs the person's scope.
    """
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    LinkCode.objects.filter(person=person, community=community).delete()
    LinkCode.objects.create(person=person, community=community, digest=_digest(code), expires_at=now + CODE_LASTS)
    return code


def _digest(code: str) -> bytes:
    letters = "".join(letter for letter in code.upper()[:USABLE_MAX] if letter in CODE_LETTERS)
    return fingerprints.keyed_digest("chat code", letters)


USABLE_MAX = 40  # characters of what somebody types as a code


def _use(code: str, *, now: datetime, for_group: bool) -> LinkCode | None:
    """Use up a code of this person and return it; None if unknown or expired. Of two tries at once one succeeds."""
    found = LinkCode.objects.filter(digest=_digest(code), expires_at__gt=now, community__isnull=not for_group).first()
    return found if found and found.delete()[0] else None


def link(system: System, user_id: str, code: str, *, now: datetime) -> bool | None:
    """Link a private chat to the person whose code this is. None: no such code. False: it is somebody else's chat."""
    person_id = _find("telegram_person_of_code(%s)", _digest(code))
    if person_id is None:
        return None
    try:
        with scope.acting_as(person_id):
            if _use(code, now=now, for_group=False) is None:
                return None
            person = User.objects.get(pk=person_id)
            before = ChatIdentity.objects.filter(person=person, system=system, community=None).exclude(user_id=user_id)
            for identity in before:
                unlink(identity, now=now)
            _agent_for(person, system, user_id, None)
    except IntegrityError:
        return False
    return True


def use_up(text: str) -> bool:
    """Use up private-chat codes in a text others could read; return whether there were any.

    Or whoever reads it in a group could send it in private, and be taken for the person who made it.
    """
    digests = {_digest(code): None for code in A_CODE.findall(text)[:CODES_MAX]}
    used = 0
    for digest, owner in _owners(list(digests)):
        with scope.acting_as(owner):
            used += LinkCode.objects.filter(person=owner, community=None, digest=digest).delete()[0]
    return used > 0


def _owners(digests: list[bytes]) -> list[tuple[bytes, UUID]]:
    """Return the digests that are a person's code for a private chat, and whose."""
    if not digests:
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT d, telegram_person_of_code(d) FROM unnest(%s::bytea[]) AS d", [digests])
        return [(bytes(digest), owner) for digest, owner in cursor.fetchall() if owner]


def _agent_for(person: User, system: System, user_id: str, community: Community | None) -> Agent:
    """Return the person's agent for this chat; a new one if missing or revoked."""
    MemorySettings.for_person(person.pk, is_locked=True)  # two first messages at once make one
    name = System(system).label if community is None else f"{System(system).label}: {community.name}"
    known = (
        ChatIdentity.objects.filter(person=person, system=system, community=community).select_related("agent").first()
    )
    if known and known.agent.revoked_at is None:
        return known.agent
    agent, _ = Agent.connect(person, name=signs.cut(str(name), limits.AGENT_NAME_MAX), community=community)
    if known:
        known.agent = agent
        known.save(update_fields=["agent"])
    else:
        ChatIdentity.objects.create(person=person, agent=agent, system=system, user_id=user_id, community=community)
    return agent


def unlink(identity: ChatIdentity, *, now: datetime) -> None:
    """End a private chat's link, with the agents of its groups and what is under way. Needs the person's scope."""
    if identity.system == System.TELEGRAM:
        Channel.objects.of(identity.person_id).filter(kind=Channel.Kind.TELEGRAM).delete()
        OutgoingMessage.objects.filter(person=identity.person_id).delete()
        UnreadMessage.objects.filter(person=identity.person_id).delete()
    everywhere = ChatIdentity.objects.filter(person=identity.person_id, system=identity.system)
    for each in everywhere.select_related("agent"):
        each.agent.revoke(now=now)
    everywhere.delete()


@dataclass(frozen=True)
class Writer:
    """Who writes: a person, through the agent of their chat. `community` is that of the group; None: in private."""

    agent: Agent
    community: Community | None = None
    tools: frozenset[str] = frozenset()

    @property
    def is_private(self) -> bool:
        return self.community is None


def person_of(system: System, user_id: str) -> UUID | None:
    """Return who this user of a chat system is. A function of the owner says it, because no scope is set yet."""
    return _find("telegram_person_of_chat(%s, %s)", system, user_id)


def writer(person_id: UUID, system: System) -> Writer | None:
    """Return the person in their own private chat; None if it was unlinked. Needs the person's scope."""
    identity = (
        ChatIdentity.objects.select_related("agent").filter(person=person_id, system=system, community=None).first()
    )
    return Writer(identity.agent) if identity else None


def writer_in(community_id: UUID, person_id: UUID, system: System, user_id: str) -> Writer | None:
    """Return the person as a writer in a community's group; None for non-members. Needs the person's scope.

    Their agent for it is made with their first message there. Once they revoked it, no other is made.
    """
    membership = (
        Membership.objects.select_related("community", "person")
        .filter(person=person_id, community=community_id)
        .first()
    )
    if membership is None:
        return None
    known = (
        ChatIdentity.objects.select_related("agent")
        .filter(person=person_id, system=system, community=community_id)
        .first()
    )
    agent = known.agent if known else _agent_for(membership.person, system, user_id, membership.community)
    return Writer(agent, membership.community, tools_of(community_id))


def tools_of(community_id: UUID) -> frozenset[str]:
    """Return what the bot may do for a community. Needs a member's scope."""
    row = CommunityTools.objects.filter(pk=community_id).first()
    return frozenset(TOOLS if row is None else row.tools)


def set_tools(community_id: UUID, tools: Collection[str]) -> bool:
    """Switch what the bot may do for a community; return whether the person may: policies let its moderators only."""
    chosen = [tool for tool in TOOLS if tool in tools]
    try:
        with transaction.atomic():
            _, is_new = CommunityTools.objects.get_or_create(pk=community_id, defaults={"tools": chosen})
            return is_new or bool(CommunityTools.objects.filter(pk=community_id).update(tools=chosen))
    except DatabaseError:
        return False


def link_group(chat_id: int, person_id: UUID, code: str, *, now: datetime) -> Community | None:
    """Link a group to the community of a code, if the one who typed it made it and is a member. Needs their scope.

    Raises IntegrityError for a group that somebody else has linked.
    """
    used = _use(code, now=now, for_group=True)
    if (
        used is None
        or used.community_id is None
        or not Membership.objects.filter(person=person_id, community=used.community_id).exists()
    ):
        return None
    GroupChat.objects.filter(person=person_id, chat_id=chat_id).delete()
    with transaction.atomic():
        GroupChat.objects.create(person_id=person_id, community_id=used.community_id, chat_id=chat_id)
    return Community.objects.get(pk=used.community_id)


def community_of(chat_id: int) -> UUID | None:
    """Return which community a group stands for: our own record decides, as long as who linked it is a member."""
    return _find("telegram_community_of_group(%s)", chat_id)


def move_group(chat_id: int, new_chat_id: int) -> None:
    """Follow a group that Telegram gave another number."""
    linker = _find("telegram_linker_of_group(%s)", chat_id)
    if linker:
        with scope.acting_as(linker):
            GroupChat.objects.filter(chat_id=chat_id).update(chat_id=new_chat_id)


def _find(function: str, *values: str | bytes | int) -> UUID | None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}", values)
        found: UUID | None = cursor.fetchone()[0]
    return found
