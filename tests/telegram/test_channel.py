"""A linked chat is a channel of notifications: counts and a link, when the person wants them."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.test import Client

from memoryweb.agents.models import Agent
from memoryweb.notifications import announcing, channels, delivering
from memoryweb.notifications.models import Channel
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import agent_says
from tests.notifications.conftest import try_out
from tests.telegram.bot_api import BotApi
from tests.telegram.conftest import ALICE, Telegram

NINE = datetime(2026, 3, 2, 9, tzinfo=UTC)


@pytest.fixture
def channel(linked: User, bot: BotApi) -> Channel:
    """alice's channel, turned on by its form, and a question that waits."""
    browser = Client()
    browser.force_login(linked)
    browser.post("/settings/notifications/add/telegram/")
    with scope.acting_as(linked.pk):
        agent_says(Agent.connect(linked, name="Scribe")[0], "I prefer zebra tea", name="zebra", category="food")
        return Channel.objects.select_related("person").get()


def tell(now: datetime) -> int:
    due = announcing.announce(now=now)
    for person_id, delivery_id in due:
        delivering.deliver(person_id, delivery_id, now=now)
    return len(due)


def test_a_linked_chat_is_told_counts_and_a_link_and_not_in_quiet_hours(
    channel: Channel, linked: User, bot: BotApi
) -> None:
    with scope.acting_as(linked.pk):
        channels.set_quiet_hours(linked.pk, time(8), time(10))
    assert tell(NINE) == 0
    assert bot.sent() == []
    assert tell(NINE + timedelta(hours=1)) == 1
    (sent,) = bot.sent(ALICE)
    assert sent["text"] == ("memoryweb: 1 question\n1 thing waits for you on Review.\nhttp://127.0.0.1:8000/review/")
    assert "reply_markup" not in sent
    assert "zebra" not in bot.everything()
    assert try_out(channel, now=NINE + timedelta(days=1))
    assert bot.texts()[1].startswith("memoryweb: a test\nMessages arrive here.")


@pytest.mark.parametrize(
    ("failure", "outcome"),
    [
        (403, ("gone", 403, True)),
        (400, ("refused", 400, False)),
        (429, ("refused", 429, False)),
        (b"no JSON", ("unanswered", None, False)),
        ("no bot", ("not_set_up", None, False)),
        ("down", ("unreachable", None, False)),
        ("paused", ("not_linked", None, False)),
    ],
)
def test_the_channel_says_why_nothing_came(
    failure: Any, outcome: tuple[str, int | None, bool], channel: Channel, bot: BotApi, settings: Any
) -> None:
    linked = channel.person
    if failure == "no bot":
        settings.TELEGRAM_BOT_TOKEN = ""
    elif failure == "down":
        settings.TELEGRAM_API = "http://127.0.0.1:9"
    elif failure == "paused":
        with scope.acting_as(linked.pk):
            Agent.objects.get(name="Telegram").pause(now=NINE)
    else:
        bot.failures = [failure]
    assert tell(NINE) == 1
    with scope.acting_as(linked.pk):
        after = Channel.objects.get()
        assert (after.outcome, after.status, after.is_paused) == outcome
        Channel.objects.update(tried_at=NINE)
    page = Client()
    page.force_login(linked)
    assert 'class="trouble"' in page.get("/settings/notifications/").content.decode()


def test_unlinking_ends_the_channel(channel: Channel, telegram: Telegram, linked: User) -> None:
    telegram.write("/unlink")
    with scope.acting_as(linked.pk):
        assert not Channel.objects.exists()
    assert tell(NINE) == 0
