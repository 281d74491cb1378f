"""What leaves this server, for each kind of channel, read by whoever receives it."""

import base64
import hashlib
import hmac
import json
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core import mail
from django.test.utils import override_settings

from memoryweb.agents.models import Agent
from memoryweb.notifications import announcing, channels, delivering, policy
from memoryweb.notifications.models import Channel
from memoryweb.notifications.sending import push as web_push
from memoryweb.notifications.sending import webhook
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import agent_says
from tests.notifications.conftest import add_channel, try_out
from tests.notifications.push_browser import PushBrowser, check_vapid
from tests.notifications.receiver import Receiver

NINE = datetime(2026, 3, 2, 9, tzinfo=UTC)


@pytest.fixture
def questions(alice: User, scribe: Agent) -> None:
    """Two questions wait for alice. Their words have a zebra in them, which must not get out."""
    with scope.acting_as(alice.pk):
        for words in ("zebra tea", "zebra bread"):
            agent_says(scribe, f"I prefer {words}", name=words, category="food")


def tell() -> None:
    for person_id, delivery_id in announcing.announce(now=NINE):
        delivering.deliver(person_id, delivery_id, now=NINE)


def assert_no_words(*texts: str) -> None:
    for text in texts:
        assert "zebra" not in text.lower()
        assert "scribe" not in text.lower()


def test_a_push_is_encrypted_for_its_browser_and_says_which_server_sent_it(
    push: Channel, push_browser: PushBrowser, questions: None, receiver: Receiver, settings: Any
) -> None:
    settings.VAPID_CONTACT = "admin@example.org"
    tell()
    (sent,) = receiver.sent
    assert sent.headers["Content-Encoding"] == "aes128gcm"
    assert (sent.headers["TTL"], sent.headers["Topic"], sent.headers["Urgency"]) == ("86400", "waiting", "normal")
    assert b"question" not in sent.body
    assert push_browser.read(sent.body) == {
        "title": "memoryweb: 2 questions",
        "body": "2 things wait for you on Review.",
        "url": "/review/",
    }
    claims = check_vapid(sent, web_push.public_key())
    assert (claims["aud"], claims["sub"]) == (receiver.url, "mailto:admin@example.org")
    assert 0 < claims["exp"] - datetime.now(UTC).timestamp() <= 24 * 60 * 60


def test_the_key_for_push_services_is_the_installations_own_and_stays() -> None:
    with override_settings(VAPID_KEY="one"):
        first = web_push.public_key()
    with override_settings(VAPID_KEY="another"):
        assert web_push.public_key() != first
    with override_settings(VAPID_KEY="one"):
        assert web_push.public_key() == first
    assert len(base64.urlsafe_b64decode(first + "=")) == 65


def test_a_webhook_is_signed_over_its_id_its_time_and_its_body(
    webhook: Channel, questions: None, receiver: Receiver
) -> None:
    tell()
    (sent,) = receiver.sent
    signed = f"{sent.headers['webhook-id']}.{sent.headers['webhook-timestamp']}.".encode() + sent.body
    key = base64.b64decode(webhook.secret.removeprefix("whsec_"))
    signature = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert sent.headers["webhook-signature"] == f"v1,{signature}"
    assert len(key) == 32
    assert abs(int(sent.headers["webhook-timestamp"]) - datetime.now(UTC).timestamp()) < 60
    two = {"questions": 2, "conflicts": 0, "sharing": 0}
    assert json.loads(sent.body) == {
        "type": "waiting",
        "timestamp": NINE.isoformat(),
        "data": {"new": two, "waiting": two, "url": "http://127.0.0.1:8000/review/"},
    }


def test_standard_webhooks_example_gets_its_signature() -> None:
    """The example of the specification's own libraries: secret, id, time and body, and what they sign it with."""
    from memoryweb.notifications.sending.webhook import sign

    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    signature = sign(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}')
    assert signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_ntfy_gets_title_text_and_a_link(alice: User, questions: None, receiver: Receiver) -> None:
    add_channel(alice, kind=Channel.Kind.NTFY, address=f"{receiver.url}/own/alices-topic", secret="tk_1")
    tell()
    (sent,) = receiver.sent
    assert (sent.path, sent.headers["Authorization"]) == ("/own/", "Bearer tk_1")
    assert json.loads(sent.body) == {
        "topic": "alices-topic",
        "title": "memoryweb: 2 questions",
        "message": "2 things wait for you on Review.",
        "click": "http://127.0.0.1:8000/review/",
    }


def test_mail_comes_once_a_day_to_the_persons_own_address(alice: User, questions: None, settings: Any) -> None:
    settings.EMAIL_HOST = "mail.example"
    channel = add_channel(alice, kind=Channel.Kind.EMAIL)
    assert channel.frequency == "daily"
    with scope.acting_as(alice.pk):
        Channel.objects.update(created_at=datetime(2026, 3, 1, tzinfo=UTC))
    tell()
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["alice@example.org"], "memoryweb: 2 questions")
    assert "2 things wait for you on Review." in sent.body
    assert "http://127.0.0.1:8000/settings/notifications/" in sent.body
    assert_no_words(str(sent.subject), str(sent.body))


@pytest.mark.usefixtures("webhook", "push", "questions")
def test_no_message_has_a_word_of_a_memory_a_question_or_an_agent(
    push_browser: PushBrowser, alice: User, receiver: Receiver
) -> None:
    add_channel(alice, kind=Channel.Kind.NTFY, address=f"{receiver.url}/topic")
    tell()
    assert len(receiver.sent) == 3
    texts = [json.dumps(push_browser.read(s.body)) if "push" in s.path else s.body.decode() for s in receiver.sent]
    assert_no_words(*texts, *(str(sent.headers) for sent in receiver.sent))


@pytest.mark.parametrize("kind", ["webhook", "push"])
def test_nothing_inside_the_servers_own_network_is_asked(
    kind: str, request: pytest.FixtureRequest, receiver: Receiver, settings: Any, alice: User
) -> None:
    channel = request.getfixturevalue(kind)
    settings.NOTIFY_PRIVATE_ADDRESSES = False
    with scope.acting_as(alice.pk):
        Channel.objects.filter(pk=channel.pk).update(address=f"https://localhost:{receiver.url.rsplit(':')[-1]}/x")
    tried = try_out(channel, now=NINE)
    assert tried
    assert (tried.outcome, receiver.sent) == ("not_public", [])


def test_a_test_says_so_and_does_not_count_as_a_message(
    push: Channel, push_browser: PushBrowser, questions: None, receiver: Receiver, alice: User
) -> None:
    tried = try_out(push, now=NINE)
    assert tried
    assert (tried.outcome, tried.tried_at) == ("delivered", NINE)
    assert push_browser.read(receiver.sent[0].body)["title"] == "memoryweb: a test"
    tell()
    assert push_browser.read(receiver.sent[1].body)["title"] == "memoryweb: 2 questions"


@pytest.mark.parametrize(
    ("broken", "outcome"),
    [({"status": 500}, ("refused", 500)), ({"hangs_up": True}, ("unanswered", None)), ({}, ("delivered", 201))],
)
def test_a_test_tells_what_is_wrong(
    broken: dict[str, Any], outcome: tuple[str, int | None], webhook: Channel, receiver: Receiver, alice: User
) -> None:
    for name, value in broken.items():
        setattr(receiver, name, value)
    tried = try_out(webhook, now=NINE)
    assert tried
    assert (tried.outcome, tried.status, tried.is_paused, tried.failures) == (*outcome, False, 0)


def test_a_host_that_does_not_answer_is_unreachable(alice: User, settings: Any) -> None:
    settings.NOTIFY_PRIVATE_ADDRESSES = True
    channel = add_channel(alice, kind=Channel.Kind.WEBHOOK, address="http://127.0.0.1:1/")
    tried = try_out(channel, now=NINE)
    assert tried
    assert tried.outcome == "unreachable"


@pytest.mark.parametrize(
    ("kind", "address"),
    [
        (Channel.Kind.WEBHOOK, "http://hook.example/x"),  # taken while private addresses were allowed
        (Channel.Kind.NTFY, "https://ntfy.example/"),
        (Channel.Kind.PUSH, "https://256.1.1.1/x"),
    ],
)
def test_an_address_that_cannot_be_asked_is_unreachable_and_raises_nothing(
    kind: str, address: str, push: Channel, alice: User, settings: Any
) -> None:
    settings.NOTIFY_PRIVATE_ADDRESSES = False
    push.kind, push.address, push.secret = kind, address, webhook.new_secret()
    with scope.acting_as(alice.pk):
        push.save()
    tried = try_out(push, now=NINE)
    assert tried
    assert tried.outcome == "unreachable"


def test_the_signature_is_what_the_webhook_was_given_when_it_is_added_again(webhook: Channel, alice: User) -> None:
    again = add_channel(alice, kind=Channel.Kind.WEBHOOK, address=webhook.address)
    assert (again.pk, again.secret) == (webhook.pk, webhook.secret)


def test_a_person_has_so_many_channels_at_most(alice: User) -> None:
    for number in range(policy.CHANNELS_MAX):
        add_channel(alice, kind=Channel.Kind.NTFY, address=f"https://ntfy.example/{number}")
    with pytest.raises(channels.TooManyChannelsError):
        add_channel(alice, kind=Channel.Kind.NTFY, address="https://ntfy.example/more")
