"""How each kind of channel is reached. A new kind is one row of SENDERS. A door that is one itself adds its own."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import ValidationError

from memoryweb.learning import digest_mail
from memoryweb.notifications.messages import Message
from memoryweb.notifications.models import Channel, Outcome
from memoryweb.notifications.sending import mail, ntfy, push, webhook
from memoryweb.notifications.sending.result import Result

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Sender:
    """Sends to one kind of channel, outside of a transaction, and tells who can use it.

    `is_set_up` tells whether this server can send that way at all. `can_reach` runs in the person's scope.
    """

    send: Callable[[Channel, Message], Result]
    is_set_up: Callable[[], bool] = lambda: True
    can_reach: Callable[[UUID], bool] = lambda _: True


SENDERS: dict[str, Sender] = {  # telegram/apps.py adds TELEGRAM
    Channel.Kind.PUSH: Sender(push.send),
    Channel.Kind.NTFY: Sender(ntfy.send),
    Channel.Kind.EMAIL: Sender(mail.send, digest_mail.is_configured),
    Channel.Kind.WEBHOOK: Sender(webhook.send),
}


def send(channel: Channel, message: Message) -> Result:
    """Send a message now. Whatever the other side does is a result, never an error."""
    try:
        return SENDERS[channel.kind].send(channel, message)
    except (ValidationError, ValueError) as error:  # an address that was taken once and is none, or no longer
        log.warning("A channel has an address that cannot be asked: %s.", type(error).__name__)
        return Result(Outcome.UNREACHABLE)


__all__ = ["SENDERS", "Result", "Sender", "send"]
