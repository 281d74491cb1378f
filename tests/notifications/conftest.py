from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest

from memoryweb.notifications import channels, delivering
from memoryweb.notifications.models import Channel
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.notifications import receiver as receivers
from tests.notifications.push_browser import PushBrowser
from tests.notifications.receiver import Receiver


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    """Whoever messages are sent to. It is on this machine, which the setting has to allow."""
    settings.NOTIFY_PRIVATE_ADDRESSES = True
    with receivers.running() as running:
        yield running


@pytest.fixture
def push_browser() -> PushBrowser:
    return PushBrowser()


def try_out(channel: Channel, *, now: datetime) -> Channel | None:
    """Have a test sent and read the channel again; None if it is gone."""
    with scope.acting_as(channel.person_id):
        assert channels.test(channel, now=now)
        (delivery,) = channels.tests_of(channel.person).values()
    delivering.deliver(channel.person_id, delivery.pk, now=now)
    with scope.acting_as(channel.person_id):
        assert channels.tests_of(channel.person) == {}
        return Channel.objects.filter(pk=channel.pk).first()


def add_channel(person: User, **address: Any) -> Channel:
    with scope.acting_as(person.pk):
        return channels.add(person, channels.Address(**address))


@pytest.fixture
def webhook(alice: User, receiver: Receiver) -> Channel:
    return add_channel(alice, kind=Channel.Kind.WEBHOOK, address=f"{receiver.url}/hook")


@pytest.fixture
def push(alice: User, receiver: Receiver, push_browser: PushBrowser) -> Channel:
    keys = {"p256dh": push_browser.p256dh, "auth": push_browser.auth}
    return add_channel(alice, kind=Channel.Kind.PUSH, address=f"{receiver.url}/push/1", **keys)
