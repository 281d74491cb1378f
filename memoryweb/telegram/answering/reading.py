"""Has a message read by the language model, in a worker and outside any transaction."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q

from memoryweb.learning import llm
from memoryweb.people.models import MemorySettings
from memoryweb.rls import scope
from memoryweb.telegram import linking
from memoryweb.telegram.answering import answers, model
from memoryweb.telegram.answering.calls import Calls
from memoryweb.telegram.answering.replies import put_reply, why_not, withdraw
from memoryweb.telegram.linking import Writer
from memoryweb.telegram.models import ChatIdentity, UnreadMessage
from memoryweb.telegram.outbox import KEPT

READING_TAKES = timedelta(minutes=5)  # a worker that has not finished by then is gone


def read(person_id: UUID, message_id: UUID, *, now: datetime) -> int:
    """Have a message read by the model, and answer it. The row waits until that is done, and goes with it.

    Return in how many seconds to come again, because another worker is at it, which may be gone; 0: it is done.
    """
    claimed = _claim(person_id, message_id, now)
    if claimed is None:
        return _comes_again(person_id, message_id)
    message, writer, memory_settings = claimed
    calls = Calls(writer, f"telegram-{message.update_id}", now)
    if llm.is_enabled_for(memory_settings):
        reply = model.answer(message.text, calls, memory_settings, now=now)  # in no transaction: it waits for a network
    else:  # the person has ended that since the message was queued
        reply = answers.answer(message.text, calls)
    with scope.acting_as(person_id):
        is_awaited = UnreadMessage.objects.filter(pk=message_id).delete()[0]  # else it was edited or unlinked by now
        writer.agent.refresh_from_db()
        if not is_awaited:
            withdraw(calls.said, writer.agent, now=now)
        elif not why_not(writer, now):
            put_reply(reply, writer, message.chat_id, message.message_id, now)
    return 0


def _comes_again(person_id: UUID, message_id: UUID) -> int:
    with scope.acting_as(person_id):
        waits = UnreadMessage.objects.filter(pk=message_id).exists()
    return int(READING_TAKES.total_seconds()) if waits else 0


def _claim(person_id: UUID, message_id: UUID, now: datetime) -> tuple[UnreadMessage, Writer, MemorySettings] | None:
    """Claim a message; None if gone, claimed elsewhere, or from an unusable chat.

    Drops what is too old to be answered.
    """
    with scope.acting_as(person_id):
        UnreadMessage.objects.filter(person=person_id, at__lt=now - KEPT).delete()
        is_free = Q(claimed_at=None) | Q(claimed_at__lt=now - READING_TAKES)
        if not UnreadMessage.objects.filter(is_free, pk=message_id).update(claimed_at=now):
            return None
        message = UnreadMessage.objects.select_related("agent").get(pk=message_id)
        identity = ChatIdentity.objects.select_related("community").filter(agent=message.agent).first()
        tools = linking.tools_of(identity.community_id) if identity and identity.community_id else frozenset()
        writer = Writer(message.agent, identity.community, tools) if identity else None
        has_left = identity and identity.community_id and identity.community is None  # whose name only members read
        if writer is None or has_left or why_not(writer, now):
            message.delete()
            return None
        return message, writer, MemorySettings.for_person(person_id)
