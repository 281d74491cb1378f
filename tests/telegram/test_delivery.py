"""Calls of the Bot API: retried a few times, in order, outside transactions, and never with the token in a log."""

import json
import logging
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import httpx
import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, connection
from django.utils import timezone

from memoryweb.people.models import User
from memoryweb.rls import scope
from memoryweb.telegram import configuration, incoming, outbox, overdue, tasks, updates
from memoryweb.telegram.models import OutgoingMessage
from tests import servers
from tests.telegram import bot_api
from tests.telegram.bot_api import BotApi
from tests.telegram.conftest import ALICE, Telegram, link, message


def put(person: User, *texts: str) -> None:
    with scope.acting_as(person.pk):
        for text in texts:
            outbox.put_text(person.pk, ALICE, text, now=timezone.now())


def waiting(person: User) -> int:
    with scope.acting_as(person.pk):
        return OutgoingMessage.objects.count()


@pytest.mark.parametrize(
    ("failure", "seconds"),
    [
        ({"error_code": 429, "parameters": {"retry_after": 7}}, 7),
        (500, 5),
        (502, 5),
        (b"not JSON", 5),
        (b"[]", 5),
        ({"error_code": 429, "parameters": {"retry_after": "soon"}}, 5),
        ({"error_code": 429, "parameters": []}, 5),
        ({"error_code": 429, "parameters": {"retry_after": 10**9}}, 300),
    ],
)
def test_what_telegram_does_not_take_now_waits_and_keeps_its_place(
    failure: Any, seconds: int, bot: BotApi, alice: User
) -> None:
    put(alice, "one", "two")
    bot.failures, now = [failure], timezone.now()
    assert outbox.deliver(alice.pk, clock=lambda: now) == seconds
    assert (bot.calls, waiting(alice)) == ([], 2)
    assert outbox.deliver(alice.pk, clock=lambda: now + timedelta(seconds=seconds)) == 0
    assert bot.calls == []  # its time has just not come yet
    assert outbox.deliver(alice.pk, clock=lambda: now + timedelta(seconds=seconds + 0.001)) == 0
    assert (bot.texts(), waiting(alice)) == (["one", "two"], 0)


def test_what_else_happens_meanwhile_uses_up_no_tries(bot: BotApi, alice: User) -> None:
    put(alice, "one")
    bot.failures, now = [{"error_code": 429, "parameters": {"retry_after": 40}}, 500, 500], timezone.now()
    assert outbox.deliver(alice.pk, clock=lambda: now) == 40
    for more in "23456789":
        put(alice, more)
        assert outbox.deliver(alice.pk, clock=lambda: now + timedelta(seconds=39)) == 0
    with scope.acting_as(alice.pk):
        assert OutgoingMessage.objects.earliest("at").attempts == 1


@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_what_telegram_will_never_take_is_dropped(status: int, bot: BotApi, alice: User) -> None:
    put(alice, "one", "two")
    bot.failures = [status]
    assert outbox.deliver(alice.pk) == 0
    assert (bot.texts(), waiting(alice)) == (["two"], 0)


def test_tries_are_few_and_old_messages_are_not_sent(bot: BotApi, alice: User) -> None:
    put(alice, "one")
    bot.failures, tries = [500] * 9, [timezone.now()]
    while seconds := outbox.deliver(alice.pk, clock=lambda: tries[-1]):
        tries.append(tries[-1] + timedelta(seconds=seconds + 1))
    assert (len(tries), waiting(alice)) == (outbox.ATTEMPTS_MAX, 0)
    put(alice, "old")
    outbox.deliver(alice.pk, clock=lambda: timezone.now() + timedelta(hours=2))
    assert (bot.texts(), waiting(alice)) == ([], 0)


def test_a_message_that_another_worker_sends_now_is_left_to_it(bot: BotApi, alice: User) -> None:
    put(alice, "one")
    now = timezone.now()
    with scope.acting_as(alice.pk):
        OutgoingMessage.objects.update(claimed_at=now)
    assert (outbox.deliver(alice.pk), bot.texts()) == (0, [])  # the beat looks whether the other worker is gone
    assert outbox.deliver(alice.pk, clock=lambda: now + 2 * outbox.TAKES) == 0
    assert bot.texts() == ["one"]


def test_a_message_is_claimed_at_its_own_time_however_long_those_before_it_took(
    bot: BotApi, alice: User, settings: Any
) -> None:
    """Each call takes 70 s, and the worker ends while it makes the third: until its claim ends nobody sends it."""
    put(alice, "one", "two", "three")
    start = timezone.now()

    def now() -> datetime:
        if len(bot.calls) == 2:
            settings.TELEGRAM_API = "http://host:no-port"
        return start + timedelta(seconds=70 * len(bot.calls))

    with pytest.raises(httpx.InvalidURL):
        outbox.deliver(alice.pk, clock=now)
    settings.TELEGRAM_API = ""
    assert outbox.deliver(alice.pk, clock=lambda: start + timedelta(seconds=141)) == 0
    with scope.acting_as(alice.pk):
        assert OutgoingMessage.objects.get().claimed_at == start + timedelta(seconds=140)


def test_what_a_lost_task_left_is_rung_again_once_nobody_is_at_it(bot: BotApi, alice: User, bob: User) -> None:
    put(alice, "one")
    tasks.ring()
    assert bot.texts() == []  # its own task is on its way
    with scope.acting_as(alice.pk):
        OutgoingMessage.objects.update(at=timezone.now() - timedelta(minutes=1), claimed_at=timezone.now())
    tasks.ring()
    assert bot.texts() == []  # a worker is at it
    with scope.acting_as(alice.pk):
        OutgoingMessage.objects.update(claimed_at=timezone.now() - 2 * outbox.TAKES, attempts=1)
    tasks.ring()
    assert bot.texts() == ["one"]
    put(alice, "two")
    with scope.acting_as(alice.pk):
        OutgoingMessage.objects.update(at=timezone.now() - timedelta(minutes=1))
    tasks.ring()
    assert bot.texts() == ["one", "two"]


def test_what_telegram_told_to_wait_is_not_rung_before_its_time(bot: BotApi, alice: User) -> None:
    put(alice, "one")
    bot.failures, now = [{"error_code": 429, "parameters": {"retry_after": 300}}], timezone.now()
    assert outbox.deliver(alice.pk, clock=lambda: now) == 300
    assert overdue.unsent(now=now + timedelta(seconds=300)) == []
    assert overdue.unsent(now=now + timedelta(seconds=301)) == [alice.pk]


@pytest.mark.parametrize(
    "query", ["SELECT payload FROM telegram_outgoingmessage", "SELECT text FROM telegram_unreadmessage"]
)
def test_the_clock_rings_without_reading_a_word(query: str, bot: BotApi, alice: User) -> None:
    put(alice, "one")
    denied = pytest.raises(ProgrammingError, match="permission denied")
    with denied, scope.acting_as_clock(), connection.cursor() as cursor:
        cursor.execute(query)


def test_no_transaction_is_open_while_the_network_answers(committed: None, bot: BotApi) -> None:
    """Look at the server's sessions from inside a call, with everything really committed."""
    alice = User.objects.create_user("alice@example.org")
    link(alice, ALICE)
    put(alice, "one")
    idle: list[int] = []

    def count_idle() -> None:
        with psycopg.connect(servers.superuser_url(), autocommit=True) as connection:
            row = connection.execute(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE state LIKE 'idle in transaction%' AND datname = current_database()"
            ).fetchone()
            idle.append(row[0] if row else -1)

    bot.during_call = count_idle
    outbox.deliver(alice.pk)
    data = {"update_id": 1, "message": message("I prefer vegan food", by=ALICE, chat=0, message_id=1)}
    update = updates.parse(data)
    assert update
    incoming.take(update, now=timezone.now())
    incoming.take(update, now=timezone.now())
    assert idle == [0, 0]
    assert bot.texts()[0] == "one"
    assert "vegan food" in bot.texts()[1]


def test_neither_token_nor_words_are_logged(
    telegram: Telegram, bot: BotApi, linked: User, caplog: pytest.LogCaptureFixture, settings: Any
) -> None:
    caplog.set_level(logging.INFO)
    bot.failures = [500, 403]
    telegram.write("I prefer zebrafood")
    settings.TELEGRAM_API = "http://127.0.0.1:9"
    telegram.write("I prefer zebratea")
    assert "was not sent" in caplog.text
    assert "zebra" not in caplog.text
    assert bot_api.TOKEN.split(":")[1] not in caplog.text


# Setting it up


def test_connecting_sets_the_webhook_with_its_secret(bot: BotApi, settings: Any) -> None:
    settings.BASE_URL = "https://memory.example"
    out = StringIO()
    call_command("connect_telegram", stdout=out)
    called = dict(bot.calls)
    assert called["setWebhook"]["url"] == f"https://memory.example/telegram/{configuration.webhook_path()}/"
    assert called["setWebhook"]["secret_token"] == configuration.header_secret()
    assert called["setWebhook"]["allowed_updates"] == ["message", "edited_message", "callback_query"]
    assert bot.tokens == {bot_api.TOKEN}
    assert configuration.header_secret() not in out.getvalue() + called["setWebhook"]["url"]


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("TELEGRAM_BOT_TOKEN", "", "Set TELEGRAM_BOT_TOKEN"),
        ("TELEGRAM_BOT_NAME", "", "Set TELEGRAM_BOT_NAME"),
        ("BASE_URL", "http://127.0.0.1:8000", "Set BASE_URL"),
        ("TELEGRAM_BOT_NAME", "another_bot", "@memoryweb_bot"),
        ("TELEGRAM_API", "http://127.0.0.1:9", "did not do it: ConnectError"),
    ],
)
def test_connecting_says_in_one_line_what_is_missing(
    name: str, value: str, told: str, bot: BotApi, settings: Any
) -> None:
    settings.BASE_URL = "https://memory.example"
    setattr(settings, name, value)
    with pytest.raises(CommandError, match=told) as raised:
        call_command("connect_telegram")
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("name", "value"), [("TELEGRAM_BOT_NAME", "a b"), ("TELEGRAM_API", "ftp://x"), ("CHAT_SECRET", "short")]
)
def test_a_wrong_setting_is_refused_at_start_up(name: str, value: str, settings: Any) -> None:
    setattr(settings, name, value)
    with pytest.raises(ImproperlyConfigured, match=name):
        configuration.check_settings()


def test_polling_takes_updates_where_telegram_reaches_nothing(
    telegram: Telegram, bot: BotApi, linked: User, django_capture_on_commit_callbacks: Any
) -> None:
    written = message("I prefer vegan food", by=ALICE, chat=0, message_id=1)
    bot.updates = [{"update_id": 1}, {"update_id": 2, "message": written}, {"update_id": 2, "message": written}]
    with django_capture_on_commit_callbacks(execute=True):
        call_command("poll_telegram", "--once", stdout=StringIO())
    assert bot.methods()[:2] == ["getMe", "deleteWebhook"]
    assert len([text for text in bot.texts(ALICE) if "vegan" in text]) == 1
    json.dumps(bot.calls)
