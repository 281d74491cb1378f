"""Tells a person in their linked chat how much waits for them: counts and a link, never a word of a memory.

It is a kind of channel of notifications, which decide when.
"""

from uuid import UUID

from memoryweb.notifications import policy
from memoryweb.notifications.messages import Message
from memoryweb.notifications.models import Channel, Outcome
from memoryweb.notifications.sending import Result
from memoryweb.rls import scope
from memoryweb.telegram import bot_api, configuration, linking, outbox
from memoryweb.telegram.answering import answers, replies
from memoryweb.telegram.models import ChatIdentity, System

BLOCKED = 403  # as Telegram answers where a person has blocked the bot


def send(channel: Channel, message: Message) -> Result:
    """Send a message into the person's own private chat now. Sets its own scope, and sends outside of it."""
    if not configuration.is_configured():
        return Result(Outcome.NOT_SET_UP)
    with scope.acting_as(channel.person_id):
        writer = linking.writer(channel.person_id, System.TELEGRAM)
        chat = 0 if replies.why_not(writer, message.at) else replies.own_chat_of(channel.person_id)
    if not chat:
        return Result(Outcome.NOT_LINKED)
    text = answers.with_link(f"{message.title}\n{message.body}", message.url)
    try:
        bot_api.call("sendMessage", {"chat_id": chat, "text": text} | outbox.NO_PREVIEW, timeout=policy.SECONDS)
    except bot_api.BotApiError as error:
        return Result(_outcome(error), error.status)
    return Result(Outcome.DELIVERED)


def _outcome(error: bot_api.BotApiError) -> Outcome:
    if error.status is None:
        return Outcome.UNANSWERED if error.may_have_arrived else Outcome.UNREACHABLE
    return Outcome.GONE if error.status == BLOCKED else Outcome.REFUSED


def has_chat(person_id: UUID) -> bool:
    """Return whether a person has linked a chat to this server’s bot. Needs their scope."""
    own = ChatIdentity.objects.filter(person=person_id, system=System.TELEGRAM, community=None)
    return own.exists()
