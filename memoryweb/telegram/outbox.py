"""Messages that wait to be sent, and sending them: in order, a few times at most, and never inside a transaction."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import F, Q
from django.utils import timezone

from memoryweb.rls import scope
from memoryweb.telegram import bot_api
from memoryweb.telegram.models import OutgoingMessage

logger = logging.getLogger(__name__)
ATTEMPTS_MAX = 6
KEPT = timedelta(hours=1)  # an answer that comes later than that helps nobody
TAKES = timedelta(seconds=120)  # a worker that has not sent a message by then is gone
RETRY_AFTER = 5  # seconds, doubled each time, where Telegram says nothing
NO_PREVIEW = {"link_preview_options": {"is_disabled": True}}


def put_text(
    person_id: UUID,
    chat_id: int,
    text: str,
    *,
    now: datetime,
    buttons: list[list[dict[str, str]]] | None = None,
    reply_to: int = 0,
) -> None:
    """Keep a text to be sent to a chat. Needs the person's scope."""
    payload: dict[str, Any] = {"chat_id": chat_id, "text": text} | NO_PREVIEW
    if buttons:
        payload["reply_markup"] = {"inline_keyboard": buttons}
    if reply_to:
        payload["reply_parameters"] = {"message_id": reply_to, "allow_sending_without_reply": True}
    put(person_id, "sendMessage", payload, now=now)


def put(person_id: UUID, method: str, payload: dict[str, Any], *, now: datetime) -> None:
    """Keep a call until the task `deliver` makes it. Needs the person's scope."""
    OutgoingMessage.objects.create(person_id=person_id, method=method, payload=payload, at=now)


def deliver(person_id: UUID, *, clock: Callable[[], datetime] = timezone.now) -> int:
    """Send what waits for a person, the oldest first. Return in how many seconds to come again; 0: no need to.

    Each message is claimed at its own time, however long those before it took. What another worker is at, or has put
    back, is left to that worker, and to `ring` if it is gone.
    """
    while message := _claim(person_id, clock()):
        try:
            bot_api.call(message.method, message.payload)
        except bot_api.BotApiError as error:
            logger.warning("%s was not sent: %s", message.method, error)
            if error.retry_after is not None and message.attempts < ATTEMPTS_MAX:
                return _put_back(message, error.retry_after, clock())
        _drop(message)
    return 0


def _claim(person_id: UUID, now: datetime) -> OutgoingMessage | None:
    """Claim the oldest message; None if there is none, or it is claimed or waits for another try.

    Drops what is too old.
    """
    with scope.acting_as(person_id):
        OutgoingMessage.objects.filter(person=person_id, at__lt=now - KEPT).delete()
        oldest = OutgoingMessage.objects.filter(person=person_id).order_by("at", "pk").first()
        if oldest is None:
            return None
        is_free = Q(claimed_at=None) | Q(claimed_at__lt=now - TAKES)
        claimed = OutgoingMessage.objects.filter(is_free, pk=oldest.pk).update(
            claimed_at=now, attempts=F("attempts") + 1
        )
        oldest.attempts += 1
        return oldest if claimed else None


def _put_back(message: OutgoingMessage, retry_after: int, now: datetime) -> int:
    """Extend the claim until the next try; return the seconds until then."""
    seconds = retry_after or RETRY_AFTER * 2 ** (message.attempts - 1)
    with scope.acting_as(message.person_id):
        ends = now + timedelta(seconds=seconds)
        OutgoingMessage.objects.filter(pk=message.pk).update(claimed_at=ends - TAKES)
    return seconds


def _drop(message: OutgoingMessage) -> None:
    with scope.acting_as(message.person_id):
        OutgoingMessage.objects.filter(pk=message.pk).delete()
