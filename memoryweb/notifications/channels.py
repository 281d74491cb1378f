"""What a person does with their channels: add, change, test, turn off, remove; and their quiet hours."""

from dataclasses import dataclass
from datetime import datetime, time
from uuid import UUID

from memoryweb.notifications import policy, questions
from memoryweb.notifications.messages import Message
from memoryweb.notifications.models import Announcement, Channel, Delivery, Outcome, QuietHours
from memoryweb.notifications.sending import Result, send, webhook
from memoryweb.people.ids import uuid7
from memoryweb.people.models import MemorySettings, User


class TooManyChannelsError(Exception):
    """A person has CHANNELS_MAX of them."""


@dataclass(frozen=True, kw_only=True)
class Address:
    """Where a channel leads, and what is needed there."""

    kind: Channel.Kind
    address: str = ""
    name: str = ""
    p256dh: str = ""
    auth: str = ""
    secret: str = ""


def add(person: User, new: Address) -> Channel:
    """Add a channel, or give the one with this address its new keys and start it again. Needs the person's scope."""
    MemorySettings.for_person(person.pk, is_locked=True)  # so that two at once are counted
    own = Channel.objects.of(person)
    channel = own.filter(kind=new.kind, address=new.address).first()
    if channel is None and own.count() >= policy.CHANNELS_MAX:
        raise TooManyChannelsError
    channel = channel or Channel(
        person=person, kind=new.kind, address=new.address, frequency=_usual_frequency(new.kind)
    )
    channel.name, channel.p256dh, channel.auth = new.name, new.p256dh, new.auth
    if new.kind == Channel.Kind.WEBHOOK:
        channel.secret = channel.secret or webhook.new_secret()
    else:
        channel.secret = new.secret
    start(channel)
    return channel


def _usual_frequency(kind: Channel.Kind) -> Channel.Frequency:
    return Channel.Frequency.DAILY if kind == Channel.Kind.EMAIL else Channel.Frequency.AT_ONCE


def start(channel: Channel) -> None:
    """Turn a channel on, or start it again after a pause."""
    channel.is_on, channel.paused_at, channel.failures, channel.outcome = True, None, 0, ""
    changed = ("name", "p256dh", "auth", "secret", "is_on", "paused_at", "failures", "outcome")
    channel.save(update_fields=None if channel._state.adding else changed)  # told_at is a worker's


def stop(channel: Channel) -> None:
    """Turn a channel off. What waits to be sent is dropped, and announced when it is turned on again."""
    channel.is_on = False
    channel.save(update_fields=["is_on"])
    dropped = Delivery.objects.filter(channel=channel, status=Delivery.Status.WAITING)
    Announcement.objects.filter(delivery__in=dropped).delete()
    dropped.update(status=Delivery.Status.DROPPED)


def test(channel: Channel, *, now: datetime) -> Result:
    """Send a test now, in quiet hours too. One that arrives ends a pause; a browser that is gone is removed."""
    waiting, _new = questions.count(channel.person_id, channel.about, delivery=None, now=now)
    result = send(channel, Message(id=uuid7(), at=now, new={}, waiting=waiting, is_test=True))
    if result.outcome == Outcome.GONE and channel.kind == Channel.Kind.PUSH:
        channel.delete()
        return result
    channel.tried_at, channel.outcome, channel.status = now, result.outcome, result.status
    if result.is_delivered:
        channel.paused_at, channel.failures = None, 0
    channel.save(update_fields=["tried_at", "outcome", "status", "paused_at", "failures"])
    return result


def set_quiet_hours(person_id: UUID, starts: time | None, ends: time | None) -> None:
    """Set both, or take them away with None."""
    if starts is None or ends is None:
        QuietHours.objects.filter(person=person_id).delete()
    else:
        QuietHours.objects.update_or_create(person_id=person_id, defaults={"starts": starts, "ends": ends})
