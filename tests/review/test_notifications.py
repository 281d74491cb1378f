"""The page Notifications, without JavaScript: channels of each kind, their states, tests and quiet hours."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from memoryweb.notifications import channels, delivering
from memoryweb.notifications.models import Channel, QuietHours
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.cases import with_each
from tests.notifications.conftest import add_channel, push_browser, receiver
from tests.notifications.push_browser import PushBrowser
from tests.notifications.receiver import Receiver

__all__ = ["push_browser", "receiver"]  # fixtures
PAGE = "/settings/notifications/"


@pytest.fixture
def hook(alice: User) -> Channel:
    return add_channel(alice, kind=Channel.Kind.WEBHOOK, address="https://hook.example/1")


@pytest.fixture
def own(alice: User) -> Callable[[], Channel]:
    """Return a function that reads alice's one channel."""

    def read() -> Channel:
        with scope.acting_as(alice.pk):
            return Channel.objects.get()

    return read


def text_of(browser: Client) -> str:
    return str(browser.get(PAGE).content.decode())


def test_without_channels_the_page_says_so_and_names_every_way(browser: Client) -> None:
    text = text_of(browser)
    assert "Nowhere yet." in text
    for way in ("This browser", "Email", "ntfy", "Webhook", "Quiet hours", "This server sends no mail."):
        assert way in text


def test_what_cannot_reach_the_person_is_not_added(browser: Client, alice: User, settings: Any) -> None:
    text = text_of(browser)
    assert "This server has no bot." in text
    assert "Link your own chat first." not in text
    for kind in ("telegram", "email"):
        browser.post(f"{PAGE}add/{kind}/")
        assert "Nothing can be sent there yet." in text_of(browser)
    with scope.acting_as(alice.pk):
        assert not Channel.objects.exists()
    settings.TELEGRAM_BOT_TOKEN, settings.TELEGRAM_BOT_NAME = "1:token", "memoryweb_bot"
    assert "Link your own chat first." in text_of(browser)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("ntfy", {"topic": "https://ntfy.example/t", "access_token": "tk_1"}),
        ("webhook", {"webhook": "https://hook.example/"}),
        ("email", {}),
    ],
)
def test_a_channel_is_added_by_a_plain_form(
    kind: str, fields: dict[str, str], browser: Client, own: Callable[[], Channel], settings: Any
) -> None:
    settings.EMAIL_HOST = "mail.example"
    address = next(iter(fields.values()), "")
    assert browser.post(f"{PAGE}add/{kind}/", fields).status_code == 302
    assert (own().kind, own().address, own().is_on) == (kind, address, True)
    assert "Added. Send a test" in text_of(browser)


def test_a_browser_is_added_with_its_keys_and_a_name_for_people(
    browser: Client, own: Callable[[], Channel], push_browser: PushBrowser
) -> None:
    keys = {"endpoint": "https://push.example/1", "p256dh": push_browser.p256dh, "auth": push_browser.auth}
    agent = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"}
    browser.post(f"{PAGE}add/push/", keys, headers=agent)
    assert (own().name, own().p256dh) == ("Firefox on Linux", push_browser.p256dh)
    assert "https://push.example/1" not in text_of(browser)  # whoever has it can ask the push service


@with_each(
    "kind, fields",
    [
        ("ntfy", {"topic": "https://ntfy.example/"}),
        ("ntfy", {"topic": "http://ntfy.example/t"}),
        ("ntfy", {"topic": "https://ntfy.example/t", "access_token": "a b"}),
        ("webhook", {"webhook": "file:///etc/passwd"}),
        ("webhook", {}),
        ("push", {"endpoint": "https://push.example/1", "p256dh": "x", "auth": "y"}),
    ],
)
def test_a_form_that_needs_a_correction_comes_back_with_what_was_typed(
    kind: str, fields: dict[str, str], browser: Client, alice: User
) -> None:
    answer = browser.post(f"{PAGE}add/{kind}/", fields)
    assert answer.status_code == 422
    assert b'class="error"' in answer.content or b'role="alert"' in answer.content
    with scope.acting_as(alice.pk):
        assert not Channel.objects.exists()


def test_what_and_how_often_is_chosen_for_each_channel(
    hook: Channel, browser: Client, own: Callable[[], Channel]
) -> None:
    browser.post(f"{PAGE}{hook.pk}/change/", {"about": ["conflicts"], "frequency": "daily"})
    assert (own().about, own().frequency) == (["conflicts"], "daily")
    assert "Once a day, at 8 in the morning." in text_of(browser)
    assert browser.post(f"{PAGE}{hook.pk}/change/", {"frequency": "daily"}).status_code == 422


def test_off_start_again_and_remove(hook: Channel, browser: Client, own: Callable[[], Channel], alice: User) -> None:
    browser.post(f"{PAGE}{hook.pk}/stop/")
    assert not own().is_on
    browser.post(f"{PAGE}{hook.pk}/start/")
    assert own().is_on
    browser.post(f"{PAGE}{hook.pk}/remove/")
    with scope.acting_as(alice.pk):
        assert not Channel.objects.exists()


def test_a_test_is_sent_by_a_worker_and_its_result_is_shown(
    browser: Client, own: Callable[[], Channel], receiver: Receiver, alice: User
) -> None:
    browser.post(f"{PAGE}add/webhook/", {"webhook": f"{receiver.url}/hook"})
    for status, told in ((200, "The last message was delivered on"), (403, "the server answered 403")):
        receiver.status = status
        browser.post(f"{PAGE}{own().pk}/test/")
        text = text_of(browser)
        assert "A test is on its way." in text
        assert 'hx-trigger="every 1s"' in text
        assert told not in text
        browser.post(f"{PAGE}{own().pk}/test/")
        assert "A test is on its way already." in text_of(browser)
        with scope.acting_as(alice.pk):
            (test,) = channels.tests_of(alice).values()
        delivering.deliver(alice.pk, test.pk, now=timezone.now())
        text = text_of(browser)
        assert told in text
        assert "on its way" not in text
        assert "every 1s" not in text
    assert "failing" in text
    assert len(receiver.sent) == 2


def test_a_test_finds_that_a_browsers_subscription_is_over_and_turning_it_on_again_keeps_its_row(
    browser: Client, own: Callable[[], Channel], receiver: Receiver, push_browser: PushBrowser, alice: User
) -> None:
    """The endpoint is another one then. By its cookie the browser is the one that it was."""
    keys = {"p256dh": push_browser.p256dh, "auth": push_browser.auth}
    browser.post(f"{PAGE}add/push/", {"endpoint": f"{receiver.url}/old", **keys})
    ended = own()
    browser.post(f"{PAGE}{ended.pk}/change/", {"about": ["conflicts"], "frequency": "hourly"})
    assert "data-endpoint" in text_of(browser)
    receiver.status = 410
    browser.post(f"{PAGE}{ended.pk}/test/")
    with scope.acting_as(alice.pk):
        (test,) = channels.tests_of(alice).values()
    delivering.deliver(alice.pk, test.pk, now=timezone.now())
    text = text_of(browser)
    assert "this browser’s subscription is over. Open this page" in " ".join(strip_tags(text).split())
    assert f"{ended.pk}/remove/" in text
    for offered in (f"{ended.pk}/test/", f"{ended.pk}/start/", "data-endpoint", "every 1s"):
        assert offered not in text

    browser.post(f"{PAGE}add/push/", {"endpoint": f"{receiver.url}/new", **keys})
    again = own()
    assert (again.pk, again.address, again.is_paused) == (ended.pk, f"{receiver.url}/new", False)
    assert (again.about, again.frequency) == (["conflicts"], "hourly")


@pytest.mark.parametrize("table", ["channel", "delivery"])
def test_a_result_that_comes_while_the_page_is_read_is_shown_or_asked_for(
    table: str, browser: Client, receiver: Receiver, alice: User
) -> None:
    """The worker is done right after the page has read one of the two tables."""
    hook = add_channel(alice, kind=Channel.Kind.WEBHOOK, address=f"{receiver.url}/hook")
    browser.post(f"{PAGE}{hook.pk}/test/")
    with scope.acting_as(alice.pk):
        (test,) = channels.tests_of(alice).values()

    def work(execute: Callable[..., Any], sql: str, *call: Any) -> Any:
        result = execute(sql, *call)
        if f'FROM "notifications_{table}"' in sql and not receiver.sent:
            delivering.deliver(alice.pk, test.pk, now=timezone.now())
        return result

    with connection.execute_wrapper(work):
        text = text_of(browser)
    assert len(receiver.sent) == 1
    assert "The last message was delivered on" in text or "every 1s" in text


def test_a_test_that_no_worker_takes_says_so_and_the_page_stops_asking(
    hook: Channel, browser: Client, alice: User
) -> None:
    with scope.acting_as(alice.pk):
        channels.test(hook, now=timezone.now() - timedelta(minutes=1))
    text = text_of(browser)
    assert "nothing has sent it" in text
    assert "every 1s" not in text


def test_tests_are_counted(browser: Client, hook: Channel, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"test_notification": "1/h/user"}
    cache.clear()
    statuses = [browser.post(f"{PAGE}{hook.pk}/test/").status_code for _ in range(2)]
    assert statuses == [302, 429]


@with_each(
    "state, sentence",
    [
        ({"outcome": "refused", "status": 502, "failures": 2}, "the server answered 502"),
        ({"outcome": "unreachable", "failures": 6, "paused_at": "2026-03-02T09:00Z"}, "It is paused."),
        ({"outcome": "not_public"}, "not on the public internet"),
        ({"outcome": "unanswered"}, "gave no answer in time"),
        ({"outcome": "gone", "status": 410}, "the address is gone"),
        ({"outcome": "delivered"}, "was delivered on"),
    ],
)
def test_the_person_sees_why_a_channel_fails(
    state: dict[str, Any], sentence: str, hook: Channel, browser: Client, alice: User
) -> None:
    with scope.acting_as(alice.pk):
        Channel.objects.update(tried_at="2026-03-02T09:00Z", **state)
    assert sentence in text_of(browser)


def test_quiet_hours_are_set_changed_and_taken_away(browser: Client, alice: User) -> None:
    def hours() -> list[tuple[str, str]]:
        with scope.acting_as(alice.pk):
            return [(str(each.starts), str(each.ends)) for each in QuietHours.objects.all()]

    browser.post(f"{PAGE}quiet-hours/", {"starts": "22:00", "ends": "07:00"})
    assert hours() == [("22:00:00", "07:00:00")]
    assert 'value="22:00"' in text_of(browser)
    assert browser.post(f"{PAGE}quiet-hours/", {"starts": "22:00", "ends": ""}).status_code == 422
    assert browser.post(f"{PAGE}quiet-hours/", {"starts": "22:00", "ends": "22:00"}).status_code == 422
    browser.post(f"{PAGE}quiet-hours/", {"starts": "", "ends": ""})
    assert hours() == []


@with_each("verb", ["change", "test", "start", "stop", "remove"])
def test_another_persons_channel_is_missing(verb: str, hook: Channel, bob: User, own: Callable[[], Channel]) -> None:
    his = Client()
    his.force_login(bob)
    before = own()
    answer = his.post(f"{PAGE}{hook.pk}/{verb}/", {"about": ["conflicts"], "frequency": "daily"})
    assert answer.status_code == 404
    after = own()
    assert (after.about, after.is_on, after.tried_at) == (before.about, before.is_on, before.tried_at)


def test_the_page_asks_as_often_for_many_channels_as_for_one(
    browser: Client, alice: User, hook: Channel, django_assert_num_queries: Any
) -> None:
    from django.test.utils import CaptureQueriesContext

    text_of(browser)
    with CaptureQueriesContext(connection) as one:
        text_of(browser)
    for number in range(9):
        add_channel(alice, kind=Channel.Kind.NTFY, address=f"https://ntfy.example/{number}")
    with django_assert_num_queries(len(one)):
        text_of(browser)


def test_the_service_worker_is_served_from_the_root_to_anybody_and_keeps_nothing() -> None:
    answer = Client().get("/service-worker.js")
    text = answer.content.decode()
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert '"fetch"' not in text
    assert "caches." not in text


def test_the_app_can_be_installed() -> None:
    """Its manifest has a name, a start and both sizes of icon, and each icon is as large as it says."""
    import json
    import struct
    from pathlib import Path

    static = Path("static")
    manifest = json.loads((static / "manifest.webmanifest").read_text())
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/review/", "/", "standalone")
    sizes = set()
    for icon in manifest["icons"]:
        content = (static / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", content[16:24])
            assert icon["sizes"] == f"{width}x{height}"
            sizes.add(width)
    assert sizes == {192, 512}
