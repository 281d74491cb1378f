"""Takes out of chats what is erased, and deletes by age what chats leave behind."""

from uuid import UUID

from memoryweb.memories.erasing import erasure, topics
from memoryweb.memories.models import Memory
from memoryweb.memories.upkeep import purge
from memoryweb.telegram.models import OutgoingMessage, UnreadMessage

DAY, EDITABLE_DAYS = 1, 3  # Telegram lets people edit a message for two days, and keeps updates for one


def register() -> None:
    erasure.register("chat messages", _forget_all, ["telegram_outgoingmessage.payload", "telegram_unreadmessage.text"])
    topics.register(
        topics.Source("chat messages to send", OutgoingMessage, ("payload",), _forget_outgoing, at="at"),
        topics.Source("chat messages to read", UnreadMessage, ("text",), _forget_unread, at="at"),
    )
    purge.register("messages that were not sent", purge.Log("telegram_outgoingmessage", "at", DAY))
    purge.register("messages that were not read", purge.Log("telegram_unreadmessage", "at", DAY))
    purge.register("chat updates", purge.Log("telegram_seenupdate", "at", EDITABLE_DAYS, key="id"))
    purge.register("chat turns", purge.Log("telegram_chatturn", "at", EDITABLE_DAYS))
    purge.register("codes that link chats", purge.Log("telegram_linkcode", "expires_at", DAY))


def _forget_all(memory_id: UUID) -> int:
    """Delete all that waits in the person's chats: any of it may quote the memory, and it is seconds old."""
    owner = Memory.objects.filter(pk=memory_id).values("person")
    return sum(model.objects.filter(person__in=owner).delete()[0] for model in (OutgoingMessage, UnreadMessage))


def _forget_outgoing(hits: list[topics.Hit]) -> int:
    return OutgoingMessage.objects.filter(pk__in=[hit.pk for hit in hits]).delete()[0]


def _forget_unread(hits: list[topics.Hit]) -> int:
    return UnreadMessage.objects.filter(pk__in=[hit.pk for hit in hits]).delete()[0]
