"""Fills an account so that every table that can hold a row of a person has one."""

from datetime import UTC, datetime, time
from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.utils import timezone

from memoryweb.agents.models import AccessLog, Agent, ConversationGrant, Sight
from memoryweb.communities import membership, sharing
from memoryweb.demo.models import ExampleMonth
from memoryweb.folders.models import Folder, FolderLine
from memoryweb.interchange import reading
from memoryweb.interchange.importing import previews
from memoryweb.learning import conversations
from memoryweb.learning.feedback import feedback
from memoryweb.learning.feedback.feedback_report import FeedbackReport, FeedbackSignal
from memoryweb.learning.models import Spend
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure, tombstones
from memoryweb.memories.models import FingerprintKey
from memoryweb.notifications import channels
from memoryweb.notifications.models import Announcement, Channel, Delivery
from memoryweb.oauth.models import AccessToken, Application, Connection, Grant, RefreshToken
from memoryweb.operations.models import Answer
from memoryweb.people.ids import uuid7
from memoryweb.people.models import Invitation, Membership, MemorySettings, StaffAccess, User
from memoryweb.recall import recall
from memoryweb.recall.models import WantedCase
from memoryweb.recall.request import RecallRequest
from memoryweb.rls import scope
from memoryweb.telegram import linking
from memoryweb.telegram.models import ChatIdentity, ChatTurn, GroupChat, OutgoingMessage, UnreadMessage
from tests import servers
from tests.builders import agent_says, check_constraints, person_types, record_use

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)
HARBOUR = UUID("018f0000-0000-7000-8000-000000000001")


def fill(person: User, word: str = "zebra") -> None:
    """Give a person at least one row in every table, with the word wherever words are kept."""
    servers.add_community(HARBOUR, "Harbour", person.pk)
    with scope.acting_as(person.pk):
        agent, _ = Agent.connect(person, name=f"Scribe {word}", trust="trusted", project=word)
        User.objects.filter(pk=person.pk).update(is_staff=True)  # only staff may invite
        Invitation.invite(person.pk, "carl@example.org", now=NOON)
        User.objects.filter(pk=person.pk).update(is_staff=False)
        EmailAddress.objects.get_or_create(user=person, email=person.email)
        Authenticator.objects.create(user=person, type=Authenticator.Type.TOTP, data={"secret": word})
        SocialAccount.objects.create(user=person, provider="company", uid=str(person.pk), extra_data={"name": word})
        UserSession.objects.create(user=person, session_key=str(person.pk), ip="127.0.0.1", user_agent=word)
        StaffAccess.objects.create(person=person, what=StaffAccess.What.PERSON)
        AccessLog.objects.create(
            person=person, agent=agent, operation="x", writes=False, outcome="ok", milliseconds=1, request_id=uuid7()
        )
        Sight.objects.create(person=person, agent=agent, category=word, allowed=True)
        ConversationGrant.objects.create(person=person, agent=agent, recorder=agent)
        agent_says(agent, f"Always PDF {word}", quote=f"{word} please")
        agent_says(agent, f"Word {word}")
        agent_says(agent, "password: hunter2")
        proposed = agent_says(agent, f"Tea {word}", name="drink", category="food").memory
        erased = person_types(person, "Milk", name="food", category="food").memory
        assert proposed
        assert erased
        record_use([proposed.pk], agent=agent, now=NOON)
        settings = MemorySettings.for_person(person.pk)
        recall.recall(agent, settings, RecallRequest(query=f"tea {word}"), now=timezone.now())
        WantedCase.objects.create(
            person=person, memory=proposed, receipt=uuid7(), work=f"work {word}", query=f"tea {word}", at=NOON
        )
        report = FeedbackReport(action="accept", run=f"r {word}", signals=(FeedbackSignal(preference="short"),))
        feedback.record(agent, settings, report, now=NOON)
        messages = [f"I prefer tea with {word}."]
        ended = conversations.EndedConversation(external_id=f"c {word}", messages=messages, ended_at=NOON, topic=word)
        conversations.record(agent, settings, ended, now=NOON)
        Spend.objects.create(person=person, month=NOON.date())
        ExampleMonth.objects.create(person=person, agents=[agent.pk], loaded_at=NOON)
        erasure.erase(erased.pk, by=Person(person), now=NOON)  # also deletes stored answers
        Answer.objects.create(
            person=person,
            agent=agent,
            key=f"k {word}",
            operation="x",
            arguments_digest=b"x",
            data={"words": word},
            created_at=NOON,
        )
        _let_in(person, agent)
        _tell(person)
        previews.prepare([reading.read_text(f"- Prefers {word} over oats\n- [{word}](a.md)")], person, now=NOON)
        _keep_folder(person, word)
        _share(person, word)
        _chat(person, agent, word)
        FingerprintKey.objects.create(person=person, sealed=tombstones.seal(b"k" * 32), created_at=NOON)
        check_constraints()  # links the versions


def _keep_folder(person: User, word: str) -> None:
    """Leave a folder and one of its lines."""
    folder = Folder.objects.create(person=person, path=f"/srv/{word}-notes", host="desk", created_at=NOON)
    folder.lines.create(person=person, file="MEMORY.md", number=3, digest=b"0" * 32, state=FolderLine.State.LEFT)


def _let_in(person: User, agent: Agent) -> None:
    """Leave a row in every table of connectors."""
    client = Application.objects.create(client_id=f"client-{person.pk}", redirect_uris="https://desk.example/back")
    mine: dict[str, Any] = {"person": person, "agent": agent, "application": client}
    Connection.objects.create(**mine, host="desk.example")
    Grant.objects.create(**mine, code=f"code-{person.pk}", expires=NOON, redirect_uri="https://desk.example/back")
    access = AccessToken.objects.create(**mine, token_checksum=person.pk.hex, expires=NOON)
    RefreshToken.objects.create(**mine, token_checksum=person.pk.hex, access_token=access)


def _tell(person: User) -> None:
    """Leave a row in every table of notifications."""
    webhook = channels.Address(kind=Channel.Kind.WEBHOOK, address=f"https://hook.example/{person.pk}")
    channels.set_quiet_hours(person.pk, time(22), time(7))
    mine: dict[str, Any] = {"person": person, "channel": channels.add(person, webhook)}
    delivery = Delivery.objects.create(**mine, created_at=NOON, next_at=NOON)
    Announcement.objects.create(**mine, delivery=delivery, question=uuid7(), at=NOON)


def _chat(person: User, agent: Agent, word: str) -> None:
    """Leave a row in every table of chats."""
    community, number = (
        Membership.objects.filter(person=person).latest("joined_at").community,
        person.pk.int % 2**40 + 1,
    )
    mine: dict[str, Any] = {"person": person}
    ChatIdentity.objects.create(**mine, agent=agent, system="telegram", user_id=str(number))
    linking.new_code(person, now=NOON, community=community)
    GroupChat.objects.create(**mine, community=community, chat_id=-number)
    ChatTurn.objects.create(**mine, chat_id=number, message_id=1, at=NOON)
    unread = {"agent": agent, "update_id": 1, "chat_id": number, "message_id": 1, "text": word}
    UnreadMessage.objects.create(**mine, **unread, at=NOON)
    OutgoingMessage.objects.create(**mine, method="sendMessage", payload={"text": word}, at=NOON)


def _share(person: User, word: str) -> None:
    """Leave a row in every table of communities: the person moderates one of their own."""
    mine = Membership.objects.select_related("community").get(
        person=person, community=membership.found("Team", moderation="open", my_name="Zoe")
    )
    membership.invite(mine.community, person, uses=1, days=1, now=NOON)
    shared = sharing.share(sharing.Words(statement=f"Tea {word}"), mine, is_named=True, now=NOON)
    sharing.mute(shared, person=person)
    sharing.report(shared, person=person, reason="wrong", words=word, now=NOON)
