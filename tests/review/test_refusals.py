"""What was refused today is shown on the person's today, whoever sent it and wherever they live."""

from collections.abc import Callable
from datetime import UTC, datetime

from django.test import Client

from memoryweb.agents.models import Agent
from memoryweb.memories.models import Refusal
from memoryweb.operations import dispatch
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.cases import with_each
from tests.conftest import typed

PASSWORD = {"category": "x", "preference": "wifi", "details": "the password is hunter2canary"}


@with_each(
    "zone, at, day",
    [
        ("Pacific/Auckland", datetime(2026, 2, 22, 20, tzinfo=UTC), "2026-02-23"),
        ("America/Los_Angeles", datetime(2026, 2, 22, 5, tzinfo=UTC), "2026-02-21"),
        ("UTC", datetime(2026, 2, 22, 5, tzinfo=UTC), "2026-02-22"),
    ],
)
def test_an_agents_refusal_counts_on_the_persons_day(
    alice: User, scribe: Agent, zone: str, at: datetime, day: str
) -> None:
    with scope.acting_as(alice.pk):
        MemorySettings.objects.update_or_create(person=alice, defaults={"time_zone": zone})
    dispatch.run(
        dispatch.Call(agent=scribe, name="save_user_preference", arguments=PASSWORD, now=at, idempotency_key="")
    )
    with scope.acting_as(alice.pk):
        assert str(Refusal.objects.get().day) == day


@with_each("zone", ["Pacific/Kiritimati", "UTC", "Pacific/Pago_Pago"])
def test_what_was_refused_just_now_was_refused_today(
    browser: Client, alice: User, call: Callable[..., object], zone: str
) -> None:
    with scope.acting_as(alice.pk):
        MemorySettings.objects.update_or_create(person=alice, defaults={"time_zone": zone})
        typed(alice, "PDF")  # Overview shows more than a welcome
    call("save_user_preference", **PASSWORD)
    browser.post("/memories/add/", {"label": "Wifi", "value": "the password is hunter2canary"})
    for path in ("/review/",):
        assert "2 × looked like a password" in browser.get(path).text, path
