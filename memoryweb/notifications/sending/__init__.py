"""How each kind of channel is reached. A new kind, such as a chat, is one module here and one row of SENDERS."""

from collections.abc import Callable

from memoryweb.notifications.messages import Message
from memoryweb.notifications.models import Channel
from memoryweb.notifications.sending import mail, ntfy, push, webhook
from memoryweb.notifications.sending.result import Result

SENDERS: dict[str, Callable[[Channel, Message], Result]] = {
    Channel.Kind.PUSH: push.send,
    Channel.Kind.NTFY: ntfy.send,
    Channel.Kind.EMAIL: mail.send,
    Channel.Kind.WEBHOOK: webhook.send,
}


def send(channel: Channel, message: Message) -> Result:
    """Send a message now. Whatever the other side does is a result, never an error."""
    return SENDERS[channel.kind](channel, message)


__all__ = ["SENDERS", "Result", "send"]
