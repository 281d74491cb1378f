"""Push in a real browser: turned on by a press, sent by the worker, read by the service worker."""

import json
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Visitor, call
from tests.notifications import receiver as receivers
from tests.notifications.push_browser import PushBrowser, check_vapid, decoded, point
from tests.notifications.receiver import Receiver
from tests.waiting import wait_for

# Stands in for the push service of the browser's maker, which gives a subscription its address.
PUSH_SERVICE = """
    const subscription = {
        endpoint: %(endpoint)s,
        getKey: (name) => new Uint8Array(%(keys)s[name]).buffer,
        unsubscribe: async () => { localStorage.removeItem("subscribed"); return true; },
    };
    PushManager.prototype.subscribe = async (options) => {
        localStorage.setItem("subscribed", options.applicationServerKey);
        return subscription;
    };
    PushManager.prototype.getSubscription = async () => (localStorage.getItem("subscribed") ? subscription : null);
"""
SHOWN = """
    async () => (await (await navigator.serviceWorker.getRegistration("/")).getNotifications())
        .map(({ title, body, data }) => ({ title, body, url: data.url }))
"""


def give_push_service(visitor: Visitor, receiver: Receiver, keys: PushBrowser) -> None:
    own = {"p256dh": list(point(keys.key.public_key())), "auth": list(decoded(keys.auth))}
    endpoint = json.dumps(f"{receiver.url}/push/ruth")
    visitor.page.add_init_script(PUSH_SERVICE % {"endpoint": endpoint, "keys": json.dumps(own)})
    visitor.page.context.grant_permissions(["notifications"], origin=visitor.running.url)


def deliver(visitor: Visitor, message: str) -> None:
    """Hand a decrypted message to the page's service worker, as the browser does when a push service brings one."""
    found: list[str] = []
    session = visitor.page.context.new_cdp_session(visitor.page)
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(each["registrationId"] for each in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    while not found:
        visitor.page.wait_for_timeout(50)
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": visitor.running.url, "registrationId": found[0], "data": message},
    )


def wait_for_shown(visitor: Visitor, messages: list[object]) -> None:
    """Wait until the browser shows just these. Asked anew each time: `wait_for_function` takes a promise for a yes."""
    wait_for(lambda: visitor.page.evaluate(SHOWN) == messages, lambda: visitor.page.evaluate(SHOWN))


def test_a_question_becomes_a_notification_of_the_browser(visits: Callable[..., Visitor]) -> None:
    keys = PushBrowser()
    with receivers.running() as receiver:
        visitor = visits("ruth-pushed@example.org", own_window=True)
        give_push_service(visitor, receiver, keys)
        page = visitor.goes_to("/settings/notifications/")
        page.get_by_role("button", name="Turn on in this browser").press("Enter")
        expect(page.get_by_text("Messages arrive in this browser.")).to_be_visible()
        expect(page.locator(".channel [data-here]")).to_be_visible()
        page.get_by_role("button", name="Send a test").press("Enter")
        expect(page.get_by_text("The last message was delivered on")).to_be_visible()
        expect(page.get_by_text("A test is on its way.", exact=True)).to_have_count(0)  # the page shows it by itself
        expect(page.locator(".channel [data-here]")).to_be_visible()  # in the row that was read again
        (tested,) = receiver.sent
        assert keys.read(tested.body)["title"] == "memoryweb: a test"
        receiver.sent.clear()

        token = visitor.running.manage("create_agent", "--person", visitor.email, "--name", "Scribe")
        said = {"category": "personal", "preference": "pen", "details": "A blue pen"}
        assert call(visitor, token, "save_user_preference", said)["outcome"] == "proposed"
        wait_for(lambda: bool(receiver.sent))
        (sent,) = receiver.sent
        assert check_vapid(sent, page.evaluate("localStorage.getItem('subscribed')"))["aud"] == receiver.url
        message = keys.read(sent.body)
        assert "pen" not in json.dumps(message)
        deliver(visitor, json.dumps(message))
        wait_for_shown(visitor, [message])
        assert message["title"] == "memoryweb: 1 question"
        assert page.evaluate("caches.keys()") == []


def test_a_channels_form_stays_as_it_is_while_a_test_is_on_its_way(visits: Callable[..., Visitor]) -> None:
    with receivers.running() as receiver:
        page = visits("ruth-hooked@example.org").goes_to("/settings/notifications/")
        page.get_by_text("Webhook, for a program of yours").click()
        page.get_by_label("Address", exact=True).fill(f"{receiver.url}/hook")
        page.get_by_role("button", name="Add the webhook").click()
        receiver.may_answer.clear()
        page.get_by_role("button", name="Send a test").click()
        expect(page.get_by_text("A test is on its way.", exact=True)).to_be_visible()
        expect(page.get_by_role("button", name="Send a test")).to_have_count(0)
        page.get_by_text("Change…").click()
        with page.expect_request_finished(lambda request: request.url.endswith("/settings/notifications/")):
            page.get_by_label("Contradictions").uncheck()  # each second the page asks how the test goes
        receiver.may_answer.set()
        expect(page.get_by_text("The last message was delivered on")).to_be_visible()
        expect(page.get_by_role("button", name="Send a test")).to_be_visible()
        expect(page.get_by_label("Contradictions")).to_be_visible()
        expect(page.get_by_label("Contradictions")).not_to_be_checked()
        expect(page.get_by_label("Contradictions")).to_be_focused()
