"""Updates from strangers and from attackers: linking by a code, wrong secrets, and bodies of any kind."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from memoryweb.rls import scope
from memoryweb.telegram import configuration, linking, outbox
from memoryweb.telegram.models import ChatIdentity, LinkCode, OutgoingMessage, SeenUpdate, System, UnreadMessage
from tests.telegram.bot_api import BotApi
from tests.telegram.conftest import ALICE, BOB, STRANGER, Telegram, link, message


def code_of(person: User) -> str:
    with scope.acting_as(person.pk):
        return linking.new_code(person, now=timezone.now())


def identities(person: User) -> list[str]:
    with scope.acting_as(person.pk):
        return list(ChatIdentity.objects.values_list("user_id", flat=True))


# Linking


@pytest.mark.parametrize("typed", ["/link {code}", "{code}", "/link@memoryweb_bot {code}"])
def test_a_code_links_the_chat_once(typed: str, telegram: Telegram, bot: BotApi, alice: User) -> None:
    code = code_of(alice)
    telegram.write(typed.format(code=f"{code[:5]}-{code[5:].lower()}"))
    assert identities(alice) == [str(ALICE)]
    assert bot.texts(ALICE)[0].startswith("Linked to a…@example.org.")
    telegram.write(f"/link {code}", by=BOB)
    assert bot.texts(BOB)[0].startswith("That code doesn’t work.")
    with scope.acting_as(alice.pk):
        agent = Agent.objects.get(name="Telegram")
        assert (agent.trust, agent.community) == ("ask", None)


def test_an_address_with_a_code_in_it_links_nothing_by_itself(telegram: Telegram, bot: BotApi, alice: User) -> None:
    """Or one press on Start would join whoever pressed it to the account of whoever sent them the address."""
    code = code_of(alice)
    telegram.write(f"/start {code}", by=BOB)
    assert identities(alice) == []
    assert bot.texts(BOB)[0].startswith("Send me the code that this page shows you")
    telegram.write(f"/link {code}")
    assert identities(alice) == [str(ALICE)]


def test_a_code_that_expired_or_was_replaced_links_nothing(telegram: Telegram, bot: BotApi, alice: User) -> None:
    old, new = code_of(alice), code_of(alice)
    telegram.write(f"/link {old}")
    with scope.acting_as(alice.pk):
        LinkCode.objects.update(expires_at=timezone.now())
    telegram.write(f"/link {new}")
    assert identities(alice) == []


def test_codes_cannot_be_guessed(telegram: Telegram, bot: BotApi, alice: User) -> None:
    code = code_of(alice)
    for _ in range(6):
        telegram.write("/link AAAAA-AAAAA", by=STRANGER)
    telegram.write(f"/link {code}", by=STRANGER)
    assert bot.texts(STRANGER)[-1].startswith("Too many tries.")
    assert identities(alice) == []


def test_a_chat_of_somebody_else_is_not_taken_over(telegram: Telegram, bot: BotApi, alice: User, bob: User) -> None:
    link(alice, ALICE)
    telegram.write(f"/link {code_of(bob)}", by=ALICE)
    assert (identities(alice), identities(bob)) == ([str(ALICE)], [])
    assert "somebody else" in bot.texts(ALICE)[-1]


def test_linking_another_chat_ends_the_one_before(telegram: Telegram, bot: BotApi, alice: User) -> None:
    link(alice, ALICE)
    link(alice, STRANGER)
    assert identities(alice) == [str(STRANGER)]
    with scope.acting_as(alice.pk):
        assert [bool(agent.revoked_at) for agent in Agent.objects.order_by("created_at")] == [True, False]


def test_unlinking_drops_what_is_under_way(telegram: Telegram, bot: BotApi, alice: User) -> None:
    link(alice, ALICE)
    with scope.acting_as(alice.pk):
        outbox.put_text(alice.pk, ALICE, "a question", now=timezone.now())
        agent = ChatIdentity.objects.get().agent
        UnreadMessage.objects.create(
            person=alice, agent=agent, update_id=1, chat_id=ALICE, message_id=2, text="hm", at=timezone.now()
        )
    telegram.write("/unlink")
    with scope.acting_as(alice.pk):
        assert (OutgoingMessage.objects.count(), UnreadMessage.objects.count()) == (0, 0)
    assert [text.split(".")[0] for text in bot.texts(ALICE)] == ["Unlinked"]


def test_unlinking_in_the_chat_ends_its_agent(telegram: Telegram, bot: BotApi, alice: User) -> None:
    link(alice, ALICE)
    telegram.write("/unlink")
    telegram.write("I prefer vegan food")
    assert bot.texts(ALICE)[-1].startswith("I don’t know you yet.")
    with scope.acting_as(alice.pk):
        assert Agent.objects.get().revoked_at
        assert Memory.objects.count() == 0


def test_a_stranger_is_told_how_to_link_and_nothing_else(telegram: Telegram, bot: BotApi, alice: User) -> None:
    for _ in range(9):
        telegram.write("What do you know about alice?", by=STRANGER)
    assert len(bot.texts(STRANGER)) == 5  # then it is silent
    assert {text.split(".")[0] for text in bot.texts(STRANGER)} == {"I don’t know you yet"}


def test_only_the_number_says_who_it_is(telegram: Telegram, bot: BotApi, alice: User) -> None:
    link(alice, ALICE)
    claims = {"username": str(ALICE), "first_name": "alice@example.org", "is_premium": True}
    update = telegram.update(
        message={
            "message_id": 1,
            "from": {"id": STRANGER, "is_bot": False, **claims},
            "chat": {"id": STRANGER, "type": "private", **claims},
            "text": "What do you know about me?",
        }
    )
    telegram.post(update)
    assert bot.texts(STRANGER)[0].startswith("I don’t know you yet.")
    assert bot.texts(ALICE) == []


def test_the_chat_of_an_account_that_is_to_be_deleted_is_unknown(telegram: Telegram, bot: BotApi, alice: User) -> None:
    link(alice, ALICE)
    with scope.acting_as(alice.pk):
        User.objects.filter(pk=alice.pk).update(deletion_asked_at=timezone.now())
    telegram.write("I prefer vegan food")
    assert bot.texts(ALICE)[0].startswith("I don’t know you yet.")


# Secrets and bodies


def test_without_both_secrets_the_address_does_not_exist(telegram: Telegram, bot: BotApi, alice: User) -> None:
    link(alice, ALICE)
    update = telegram.update(
        message={
            "message_id": 1,
            "from": {"id": ALICE},
            "chat": {"id": ALICE, "type": "private"},
            "text": "I prefer tea",
        }
    )
    missing = Client().get("/no-such-page/")
    for header, path in (
        ("", None),
        ("wrong", None),
        (configuration.webhook_path(), None),
        (None, "wrong"),
        ("é", "é"),
        (None, configuration.header_secret()),
    ):
        response = telegram.post(update, header=header, path=path)
        assert (response.status_code, response.content) == (404, missing.content), (header, path)
    address = reverse("telegram:webhook", args=[configuration.webhook_path()])
    assert Client().get(address).status_code == 404
    with scope.acting_as(alice.pk):
        assert (Memory.objects.count(), SeenUpdate.objects.count()) == (0, 0)


def test_a_server_without_a_bot_has_no_such_address(telegram: Telegram, settings: Any, db: None) -> None:
    settings.TELEGRAM_BOT_TOKEN = ""
    assert telegram.post({}).status_code == 404


PRIVATE = {"id": ALICE, "type": "private"}
STRANGE: list[Any] = [
    b"",
    b"null",
    b"[]",
    b'"x"',
    b"{",
    b"[" * 100_000,
    b"\xff\xfe",
    b"{}" + b" " * 300_000,
    b"9" * 5000,
    {},
    {"update_id": "1"},
    {"update_id": -1},
    {"update_id": 2**70},
    {"update_id": 1.5},
    {"update_id": True},
    {"update_id": 1},
    {"update_id": 2, "message": None},
    {"update_id": 3, "message": []},
    {"update_id": 4, "message": {"message_id": 1}},
    {"update_id": 5, "message": {"message_id": 1, "from": {"id": ALICE}, "chat": PRIVATE, "text": None}},
    {"update_id": 6, "message": {"message_id": 1, "from": {"id": str(ALICE)}, "chat": PRIVATE, "text": "I like tea"}},
    {"update_id": 7, "message": {"message_id": 1, "from": {"id": ALICE}, "chat": PRIVATE, "text": "x" * 5000}},
    {"update_id": 8, "message": {"message_id": 1, "from": {"id": ALICE}, "chat": PRIVATE, "text": ["I like tea"]}},
    {"update_id": 9, "message": {"message_id": 1, "from": {"id": ALICE}, "chat": PRIVATE}},
    {"update_id": 10, "message": {"message_id": 1, "from": {"id": ALICE}, "chat": PRIVATE, "text": "\x00I like"}},
    {"update_id": 11, "message": {"message_id": 1, "from": {"id": ALICE}, "chat": PRIVATE, "text": "\ud800 I like"}},
    {"update_id": 12, "message": {"message_id": 1, "chat": {"id": -1, "type": "channel"}, "text": "@x hi"}},
    {"update_id": 13, "callback_query": {"id": "1", "from": {"id": ALICE}, "data": "y:" + "0" * 62}},
    {"update_id": 14, "callback_query": {"id": "1", "from": {"id": ALICE}, "data": 5, "message": {}}},
    {"update_id": 15, "callback_query": []},
    {
        "update_id": 16,
        "message": {
            "message_id": 1,
            "from": {"id": ALICE},
            "chat": {"id": -1, "type": "group"},
            "text": "@memoryweb_bot x",
            "reply_to_message": {"from": {"username": 5}},
        },
    },
    {
        "update_id": 17,
        "message": {
            "message_id": 1,
            "from": {"id": ALICE},
            "chat": {"id": -1, "type": "group"},
            "migrate_to_chat_id": 5,
        },
    },
    {"update_id": 18, "poll_answer": {"user": {"id": ALICE}}, "my_chat_member": {"chat": []}},
    {
        "update_id": 19,
        "message": {"message_id": 1, "from": {"id": ALICE, "is_bot": True}, "chat": PRIVATE, "text": "I like tea"},
    },
]


def test_nothing_that_is_sent_breaks_the_door(telegram: Telegram, bot: BotApi, alice: User) -> None:
    link(alice, ALICE)
    for sent in STRANGE:
        body = sent if isinstance(sent, bytes) else json.dumps(sent)
        assert telegram.post(body).status_code == 200, sent
    with scope.acting_as(alice.pk):
        assert Memory.objects.count() == 0
    telegram.write("I prefer vegan food")
    assert "reply_markup" in bot.sent(ALICE)[-1]


@pytest.mark.parametrize("date", [0, 4_102_444_800, -1, None])
def test_telegrams_clock_decides_nothing(date: int | None, telegram: Telegram, bot: BotApi, alice: User) -> None:
    link(alice, ALICE)
    said = message("I prefer vegan food", by=ALICE, chat=0, message_id=1) | {"date": date}
    telegram.post(telegram.update(message=said))
    assert "reply_markup" in bot.sent(ALICE)[-1]


def test_an_update_that_fails_is_not_tried_for_ever(telegram: Telegram, bot: BotApi, alice: User) -> None:
    """U+0000 cannot be stored, so this one raises inside. It counts as handled, and its sender is told."""
    link(alice, ALICE)
    update = telegram.write("Remember: a\x00b is what I like")
    assert SeenUpdate.objects.filter(pk=update["update_id"]).exists()
    assert bot.texts(ALICE)


def test_the_digests_of_two_chats_differ_and_codes_are_not_stored(alice: User) -> None:
    code = code_of(alice)
    with scope.acting_as(alice.pk):
        assert code.encode() not in bytes(LinkCode.objects.get().digest)
    assert linking.link(System.TELEGRAM, "5", code.lower(), now=timezone.now())
