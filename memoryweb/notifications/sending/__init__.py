"""How each kind of channel is reached. A new kind, such as a chat, is one module here and one row of SENDERS."""

import logging
from collections.abc import Callable

from django.core.exceptions import ValidationError

from memoryweb.notifications.messages import Message
from memoryweb.notifications.models import Channel, Outcome
from memoryweb.notifications.sending import mail, ntfy, push, webhook
from memoryweb.notifications.sending.result import Result

log = logging.getLogger(__name__)

SENDERS: dict[str, Callable[[Channel, Message], Result]] = {
    Channel.Kind.PUSH: push.send,
    Channel.Kind.NTFY: ntfy.send,
    Channel.Kind.EMAIL: mail.send,
    Channel.Kind.WEBHOOK: webhook.send,
}


def send(channel: Channel, message: Message) -> Result:
    """Send a message now. Whatever the other side does is a result, never an error."""
    try:
        return SENDERS[channel.kind](channel, message)
    except (ValidationError, ValueError) as error:  # an address that was taken once and is none, or no longer
        log.warning("A channel has an address that cannot be asked: %s.", type(error).__name__)
        return Result(Outcome.UNREACHABLE)


__all__ = ["SENDERS", "Result", "send"]
