"""Puts answers and questions where they belong: questions with their buttons only into a person's own private chat."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _

from memoryweb.agents.models import Agent
from memoryweb.memories.models import Evidence, Proposal, Status
from memoryweb.operations import dispatch
from memoryweb.telegram import outbox
from memoryweb.telegram.answering import questions
from memoryweb.telegram.answering.answers import Reply
from memoryweb.telegram.linking import Writer
from memoryweb.telegram.models import ChatIdentity, ChatTurn, System


def why_not(writer: Writer | None, now: datetime) -> str:
    """Return the sentence name for an unusable chat; empty if usable."""
    if writer is None:
        return "unlinked"
    if not writer.agent.is_usable(now):
        return "ended"
    return "paused" if writer.agent.is_paused(now) else ""


def put_questions(asked: list[Proposal], person_id: UUID, chat: int, now: datetime) -> None:
    for question in asked:
        shown = questions.message(question)
        outbox.put_text(person_id, chat, shown.text, now=now, buttons=shown.buttons)
    if not asked:
        outbox.put_text(person_id, chat, _("No question waits for you."), now=now)


def put_reply(reply: Reply, writer: Writer, chat: int, message_id: int, now: datetime) -> None:
    """Have an answer sent, and the questions that follow from it to the person's own chat. Needs their scope."""
    person_id = writer.agent.person_id
    if reply.text:
        outbox.put_text(person_id, chat, reply.text, now=now, reply_to=0 if writer.is_private else message_id)
    if reply.said:
        ChatTurn.objects.update_or_create(
            person_id=person_id,
            chat_id=chat,
            message_id=message_id,
            defaults={"statements": list(reply.said), "at": now},
        )
        if (asked := questions.asked_about(writer.agent.pk, reply.said)) and (own := own_chat_of(person_id)):
            put_questions(asked, person_id, own, now)


def own_chat_of(person_id: UUID) -> int:
    """Return the number of a person's own private chat; 0 if there is none. Needs their scope."""
    identity = ChatIdentity.objects.filter(person=person_id, system=System.TELEGRAM, community=None).first()
    return int(identity.user_id) if identity else 0


def withdraw(said: Iterable[UUID], agent: Agent, *, now: datetime) -> None:
    """Withdraw statements of a message, as far as they still wait. Needs the person's scope."""
    waiting = Evidence.objects.filter(pk__in=list(said), agent=agent, memory__status=Status.CANDIDATE)
    for pk in waiting.values_list("pk", flat=True):
        arguments = {"preference_id": str(pk)}
        dispatch.run(dispatch.Call(agent=agent, name="forget_user_preference", arguments=arguments, now=now))
