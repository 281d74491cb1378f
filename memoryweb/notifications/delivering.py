"""Sends one delivery: claimed and committed first, so that whoever is killed in the middle sends nothing twice."""

from datetime import datetime
from uuid import UUID

from django.db import connection

from memoryweb.notifications import policy, questions
from memoryweb.notifications.messages import Message
from memoryweb.notifications.models import Announcement, Channel, Delivery, Outcome
from memoryweb.notifications.sending import Result, send
from memoryweb.rls import scope

Status = Delivery.Status
# Only one worker gets it, not before its time, and not in quiet hours, unless the person tests right now.
CLAIM = f"""
UPDATE notifications_delivery d SET status = 'sending', claimed_at = %(now)s
WHERE d.person_id = %(person)s AND d.id = %(delivery)s AND d.status = 'waiting' AND d.next_at <= %(now)s
    AND (d.is_test OR {questions.NOT_QUIET.format(of="d")})
RETURNING d.channel_id, d.is_test
"""


def deliver(person_id: UUID, delivery_id: UUID, *, now: datetime) -> None:
    """Send a delivery that waits, and note what became of it. Nobody else can claim it meanwhile."""
    with scope.acting_as(person_id):
        claimed = _claim(person_id, delivery_id, now=now)
    if claimed:
        channel, message = claimed
        result = send(channel, message)
        with scope.acting_as(person_id):
            _note(channel.pk, delivery_id, result, now=now)


def _claim(person_id: UUID, delivery_id: UUID, *, now: datetime) -> tuple[Channel, Message] | None:
    """Claim a delivery; return its channel and message, or None if claimed elsewhere or with nothing to announce."""
    with connection.cursor() as cursor:
        cursor.execute(CLAIM, {"person": person_id, "delivery": delivery_id, "now": now})
        row = cursor.fetchone()
    channel = Channel.objects.select_related("person").get(pk=row[0]) if row else None
    if channel is None:
        return None
    is_test: bool = row[1]
    waiting, new = questions.count(person_id, channel.about, delivery=delivery_id, now=now)
    is_off = not channel.is_on or channel.is_paused
    if not is_test and (not new or is_off):
        if is_off:
            Announcement.objects.filter(delivery=delivery_id).delete()  # nobody was told: announced once it is on again
        Delivery.objects.filter(pk=delivery_id).update(status=Status.DROPPED)
        return None
    return channel, Message(id=delivery_id, at=now, new=new, waiting=waiting, is_test=is_test)


def _note(channel_id: UUID, delivery_id: UUID, result: Result, *, now: datetime) -> None:
    """Note the result: done, tried again later, or a channel that has to wait for its person."""
    channel = Channel.objects.select_for_update().filter(pk=channel_id).first()
    delivery = Delivery.objects.select_for_update().filter(pk=delivery_id, status=Status.SENDING).first()
    if channel is None or delivery is None:  # removed meanwhile, or taken for lost
        return
    if delivery.is_test:
        _note_test(channel, delivery, result, now=now)
        return
    note_result(channel, result, now=now)
    delivery.status = _status_after(channel, result)
    if delivery.status == Status.WAITING:
        delivery.next_at = now + policy.BACKOFF[channel.failures - 1]
    if delivery.status == Status.FAILED:
        Announcement.objects.filter(delivery=delivery).delete()  # nobody was told: announced again after the pause
    delivery.save()


def _note_test(channel: Channel, delivery: Delivery, result: Result, *, now: datetime) -> None:
    """Note how a test went. One that arrives ends a pause; one that does not is no failure of a message.

    Only a subscription that is over is: nothing that is sent there can arrive.
    """
    channel.tried_at, channel.outcome, channel.status = now, result.outcome, result.status
    if result.is_delivered:
        channel.paused_at, channel.failures = None, 0
    elif channel.is_ended:
        channel.paused_at = channel.paused_at or now
    channel.save()
    is_unsure = result.outcome == Outcome.UNANSWERED
    failed = Status.UNANSWERED if is_unsure else Status.FAILED
    delivery.status = Status.DELIVERED if result.is_delivered else failed
    delivery.save()


def _status_after(channel: Channel, result: Result) -> Delivery.Status:
    if result.is_delivered:
        return Status.DELIVERED
    if result.outcome == Outcome.UNANSWERED and channel.kind != Channel.Kind.WEBHOOK:
        return Status.UNANSWERED
    return Status.FAILED if channel.is_paused else Status.WAITING


def note_result(channel: Channel, result: Result, *, now: datetime) -> None:
    """Note the last result at the channel. Too many failures in a row, or an address that is gone, pause it."""
    channel.tried_at, channel.outcome, channel.status = now, result.outcome, result.status
    channel.failures = 0 if result.is_delivered else channel.failures + 1
    if result.is_delivered:
        channel.paused_at = None
    elif channel.failures >= policy.FAILURES_MAX or result.outcome == Outcome.GONE:
        channel.paused_at = channel.paused_at or now
    channel.save()
