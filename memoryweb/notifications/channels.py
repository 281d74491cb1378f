"""What a person does with their channels: add, change, test, turn off, remove; and their quiet hours."""

from dataclasses import dataclass
from datetime import datetime, time
from functools import partial
from uuid import UUID

from django.db import IntegrityError, transaction

from memoryweb.notifications import policy, tasks
from memoryweb.notifications.models import Announcement, Channel, Delivery, QuietHours
from memoryweb.notifications.sending import webhook
from memoryweb.people.models import MemorySettings, User


class TooManyChannelsError(Exception):
    """A person has CHANNELS_MAX of them."""


@dataclass(frozen=True, kw_only=True)
class Address:
    """A channel's address, name and keys."""

    kind: Channel.Kind
    address: str = ""
    name: str = ""
    p256dh: str = ""
    auth: str = ""
    secret: str = ""
    session: bytes | None = None
    instead_of: UUID | None = None  # the channel that this browser had, whose subscription may be over


def add(person: User, new: Address) -> Channel:
    """Add a channel, or start the one again that has this address, or that this browser had. Needs the scope."""
    MemorySettings.for_person(person.pk, is_locked=True)  # so that two at once are counted
    own = Channel.objects.of(person)
    of_kind = own.filter(kind=new.kind)
    channel = of_kind.filter(address=new.address).first()
    if channel is None and new.instead_of:
        channel = of_kind.filter(pk=new.instead_of).first()
    if channel is None and own.count() >= policy.CHANNELS_MAX:
        raise TooManyChannelsError
    channel = channel or Channel(person=person, kind=new.kind, frequency=_usual_frequency(new.kind))
    channel.address, channel.name, channel.p256dh, channel.auth = new.address, new.name, new.p256dh, new.auth
    if new.kind == Channel.Kind.WEBHOOK:
        channel.secret = channel.secret or webhook.new_secret()
    else:
        channel.secret, channel.session = new.secret, new.session
    start(channel)
    return channel


def _usual_frequency(kind: Channel.Kind) -> Channel.Frequency:
    return Channel.Frequency.DAILY if kind == Channel.Kind.EMAIL else Channel.Frequency.AT_ONCE


def start(channel: Channel) -> None:
    """Turn a channel on, or start it again after a pause."""
    channel.is_on, channel.paused_at, channel.failures, channel.outcome = True, None, 0, ""
    changed = ("address", "name", "p256dh", "auth", "secret", "session", "is_on", "paused_at", "failures", "outcome")
    channel.save(update_fields=None if channel._state.adding else changed)  # told_at is a worker's


def stop(channel: Channel) -> None:
    """Turn a channel off. What waits to be sent is dropped, and announced when it is turned on again."""
    channel.is_on = False
    channel.save(update_fields=["is_on"])
    dropped = Delivery.objects.filter(channel=channel, status=Delivery.Status.WAITING)
    Announcement.objects.filter(delivery__in=dropped).delete()
    dropped.update(status=Delivery.Status.DROPPED)


def test(channel: Channel, *, now: datetime) -> bool:
    """Have a worker send a test now; return whether none was on its way already. Needs the person's scope.

    How it went stands in the channel's row afterwards.
    """
    try:
        with transaction.atomic():
            delivery = Delivery.objects.create(
                person_id=channel.person_id, channel=channel, is_test=True, created_at=now, next_at=now
            )
    except IntegrityError:  # one open test of a channel
        return False
    transaction.on_commit(partial(tasks.deliver.delay, str(channel.person_id), str(delivery.pk)), robust=True)
    return True


def tests_of(person: User) -> dict[UUID, Delivery]:
    """Return the tests that a person waits for, by channel."""
    waits = (Delivery.Status.WAITING, Delivery.Status.SENDING)
    found = Delivery.objects.filter(person=person, is_test=True, status__in=waits)
    return {each.channel_id: each for each in found}


def set_quiet_hours(person_id: UUID, starts: time | None, ends: time | None) -> None:
    """Set both, or take them away with None."""
    if starts is None or ends is None:
        QuietHours.objects.filter(person=person_id).delete()
    else:
        QuietHours.objects.update_or_create(person_id=person_id, defaults={"starts": starts, "ends": ends})
