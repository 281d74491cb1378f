"""A language model behind the chat: the same operations in at most five steps, and patterns where it fails."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from memoryweb.communities import membership
from memoryweb.learning.models import Spend
from memoryweb.memories.models import Evidence, Memory, Proposal, Refusal
from memoryweb.people.models import Membership, User
from memoryweb.rls import scope
from memoryweb.telegram import linking, tasks
from memoryweb.telegram.answering import reading
from memoryweb.telegram.models import ChatIdentity, OutgoingMessage, UnreadMessage
from tests.builders import person_types, set_settings
from tests.telegram.bot_api import BOT, BotApi
from tests.telegram.conftest import ALICE, GROUP, Scripted, Telegram, link, link_group


@pytest.fixture
def reader(linked: User) -> User:
    """alice, who lets the model read."""
    with scope.acting_as(linked.pk):
        set_settings(linked, use_model=True)
    return linked


VEGAN = json.dumps(
    {
        "category": "dietary",
        "preference": "vegan",
        "details": "I eat vegan.",
        "quote": "no animals on my plate",
    }
)


def test_the_model_saves_through_the_same_operation_and_the_person_is_asked(
    telegram: Telegram, bot: BotApi, reader: User, model: Scripted
) -> None:
    model.script = [[("save_user_preference", VEGAN)], "I asked you about it."]
    telegram.write("no animals on my plate, ever")
    assert bot.texts(ALICE)[0] == "I asked you about it."
    assert bot.sent(ALICE)[1]["reply_markup"]["inline_keyboard"][0][0]["text"] == "Yes"
    assert '"outcome": "proposed"' in model.results()[0]
    names = {each["function"]["name"] for each in model.requests[0]["tools"]}
    assert names == {
        "get_user_preferences",
        "search_user_preferences",
        "save_user_preference",
        "update_user_preference",
    }
    with scope.acting_as(reader.pk):
        assert Proposal.objects.get().status == "open"
        assert (UnreadMessage.objects.count(), Spend.objects.get().calls) == (0, 2)
        assert Spend.objects.get().micros == 2 * (100 + 40)


def test_the_model_answers_from_what_it_may_read(
    telegram: Telegram, bot: BotApi, reader: User, model: Scripted
) -> None:
    with scope.acting_as(reader.pk):
        person_types(reader, "I like pasta", name="pasta", category="dietary")
    model.script = [[("get_user_preferences", '{"category": "dietary"}')], "You like pasta."]
    telegram.write("What do you know about my food preferences?")
    assert bot.texts(ALICE) == ["You like pasta."]
    assert "pasta" in model.results()[0]


def test_it_takes_five_steps_at_most_and_then_patterns_answer(
    telegram: Telegram, bot: BotApi, reader: User, model: Scripted
) -> None:
    with scope.acting_as(reader.pk):
        person_types(reader, "I like pasta", name="pasta", category="dietary")
    model.script = [[("get_user_preferences", "{}")]]
    telegram.write("What do you know about my food preferences?")
    assert len(model.requests) == 5
    assert "tools" not in model.requests[-1]
    assert "pasta" in bot.texts(ALICE)[0]


@pytest.mark.parametrize(
    "calls",
    [
        [("accept", "{}")],
        [("erase", "{}")],
        [("forget_user_preference", "{}")],
        [("save_memory", "{}")],
        [("get_user_preferences", "[]")],
        [("get_user_preferences", "{")],
        [("", "")],
        [("get_user_preferences", '{"category": 5}')],
        [("save_user_preference", '{"details": "\\u0000"}')],
    ],
)
def test_what_the_model_may_not_call_fails_in_its_answer_only(
    calls: list[tuple[str, str]], telegram: Telegram, bot: BotApi, reader: User, model: Scripted
) -> None:
    model.script = [calls, "Well."]
    telegram.write("Do something")
    assert '"ok": false' in model.results()[0]
    assert bot.texts(ALICE)[0].startswith("Well.")
    with scope.acting_as(reader.pk):
        assert Memory.objects.count() == 0


def test_something_sensitive_is_refused_before_it_is_kept_or_sent_to_the_model(
    telegram: Telegram, bot: BotApi, reader: User, model: Scripted
) -> None:
    queries: list[str] = []

    def note(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        queries.append(f"{sql} {parameters}")
        return execute(sql, parameters, many, context)

    model.script = ["Well."]
    with connection.execute_wrapper(note):
        telegram.write("Remember my password: hunter2-zebra")
    assert model.requests == []
    assert queries
    assert "hunter2" not in "".join(queries) + bot.everything()
    with scope.acting_as(reader.pk):
        assert Refusal.objects.get().count == 1


@pytest.mark.parametrize("step", [500, 401, 200])
def test_without_the_model_patterns_answer(
    step: int, telegram: Telegram, bot: BotApi, reader: User, model: Scripted
) -> None:
    model.script = [step]
    telegram.write("I prefer vegan food")
    assert "reply_markup" in bot.sent(ALICE)[-1]
    with scope.acting_as(reader.pk):
        assert Evidence.objects.count() == 1


def test_who_does_not_let_it_read_is_answered_by_patterns(
    telegram: Telegram, bot: BotApi, linked: User, model: Scripted
) -> None:
    with scope.acting_as(linked.pk):
        set_settings(linked, use_model=False)
    telegram.write("I prefer vegan food")
    assert model.requests == []
    assert "reply_markup" in bot.sent(ALICE)[-1]


def test_in_a_group_the_model_reads_and_says_nothing_private(
    telegram: Telegram, bot: BotApi, reader: User, model: Scripted
) -> None:
    with scope.acting_as(reader.pk):
        set_settings(reader, use_model=True, share_global_in_communities=True)
        person_types(reader, "I prefer zebrafood", name="food", category="dietary")
        harbour = membership.found("Harbour", moderation="open", my_name="Zoe")
    link_group(telegram, reader, harbour, ALICE)
    model.script = [
        [
            ("get_user_preferences", "{}"),
            ("search_user_preferences", '{"query": "zebra"}'),
            ("save_user_preference", VEGAN.replace("vegan", "zebrafood")),
            ("search_memory", '{"query": "zebra"}'),
        ],
        "You prefer zebrafood!",
    ]
    telegram.write(f"@{BOT} I prefer zebrafood, right?", chat=GROUP)
    assert not [text for text in bot.texts(GROUP) if "zebra" in text]
    heard = json.dumps(model.results()) + json.dumps(model.requests[0]["tools"])
    assert "zebrafood" not in heard
    assert {each["function"]["name"] for each in model.requests[0]["tools"]} == {
        "search_memory",
        "save_memory",
        "save_user_preference",
    }


def test_a_message_read_twice_says_one_thing(telegram: Telegram, bot: BotApi, reader: User, model: Scripted) -> None:
    model.script = [[("save_user_preference", VEGAN)], "I asked you about it."]
    telegram.write("no animals on my plate, ever")
    with scope.acting_as(reader.pk):
        assert not UnreadMessage.objects.exists()
    reading.read(reader.pk, reader.pk, now=timezone.now())  # the message is gone
    with scope.acting_as(reader.pk):
        assert Evidence.objects.count() == 1


def test_a_message_whose_worker_was_killed_is_read_by_another(
    telegram: Telegram, bot: BotApi, reader: User, model: Scripted
) -> None:
    model.script = ["Well."]
    long_ago = timezone.now() - timedelta(minutes=10)
    with scope.acting_as(reader.pk):
        agent = ChatIdentity.objects.get().agent
        row = UnreadMessage.objects.create(
            person=reader,
            agent=agent,
            update_id=1,
            chat_id=ALICE,
            message_id=2,
            text="hm",
            at=long_ago,
            claimed_at=timezone.now(),
        )
    tasks.ring()
    assert reading.read(reader.pk, row.pk, now=timezone.now()) == 300
    assert model.requests == []  # it may be at work
    with scope.acting_as(reader.pk):
        UnreadMessage.objects.update(claimed_at=long_ago)
    tasks.ring()
    assert bot.texts(ALICE) == ["Well."]
    assert reading.read(reader.pk, row.pk, now=timezone.now()) == 0


def test_a_message_that_is_too_old_to_be_answered_is_dropped(
    telegram: Telegram, bot: BotApi, reader: User, model: Scripted
) -> None:
    with scope.acting_as(reader.pk):
        agent, long_ago = ChatIdentity.objects.get().agent, timezone.now() - timedelta(hours=2)
        UnreadMessage.objects.create(
            person=reader, agent=agent, update_id=1, chat_id=ALICE, message_id=2, text="hm", at=long_ago
        )
    tasks.ring()
    with scope.acting_as(reader.pk):
        assert not UnreadMessage.objects.exists()
    assert model.requests == []


def test_an_edit_before_the_model_has_read_leaves_only_the_new_words(
    telegram: Telegram, bot: BotApi, reader: User, model: Scripted
) -> None:
    model.script = ["Well."]
    with scope.acting_as(reader.pk):
        agent = ChatIdentity.objects.get().agent
        before = UnreadMessage.objects.create(
            person=reader, agent=agent, update_id=1, chat_id=ALICE, message_id=9, text="old words", at=timezone.now()
        )
    telegram.write("new words", message_id=9, kind="edited_message")
    assert reading.read(reader.pk, before.pk, now=timezone.now()) == 0
    assert [each["messages"][-1]["content"] for each in model.requests] == ["new words"]


def test_what_ends_while_the_model_thinks_says_and_saves_nothing_more(
    committed: None, bot: BotApi, model: Scripted
) -> None:
    """The person ends it from elsewhere during the call, so everything is really committed."""
    alice = User.objects.create_user("alice@example.org")
    with scope.acting_as(alice.pk):
        set_settings(alice, use_model=True)
    for end in ("unlink", "revoke", "pause"):
        link(alice, ALICE)
        with scope.acting_as(alice.pk):
            identity = ChatIdentity.objects.select_related("agent").get()
            row = UnreadMessage.objects.create(
                person=alice,
                agent=identity.agent,
                update_id=1,
                chat_id=ALICE,
                message_id=2,
                text="hm",
                at=timezone.now(),
            )

        def end_it(how: str = end, identity: ChatIdentity = identity) -> None:
            with scope.acting_as(alice.pk):
                if how == "unlink":
                    linking.unlink(identity, now=timezone.now())
                else:
                    getattr(identity.agent, how)(now=timezone.now())
            connection.close()

        model.during_call = end_it
        model.script = [[("save_user_preference", VEGAN)], "I asked you about it."]
        reading.read(alice.pk, row.pk, now=timezone.now())
        assert '"ok": false' in model.results()[0], end
        with scope.acting_as(alice.pk):
            left = (Evidence.objects.count(), OutgoingMessage.objects.count(), UnreadMessage.objects.count())
        assert left == (0, 0, 0), end


def test_what_waits_of_a_group_is_not_answered_once_its_writer_has_left_the_community(
    telegram: Telegram, bot: BotApi, reader: User, model: Scripted
) -> None:
    with scope.acting_as(reader.pk):
        person_types(reader, "I prefer zebrafood", name="food", category="dietary")
        harbour = membership.found("Harbour", moderation="open", my_name="Zoe")
    link_group(telegram, reader, harbour, ALICE)
    model.script = ["Well."]
    telegram.write(f"@{BOT} hello", chat=GROUP)
    bot.clear()
    with scope.acting_as(reader.pk):
        row = UnreadMessage.objects.create(
            person=reader,
            agent=ChatIdentity.objects.get(community=harbour).agent,
            update_id=1,
            chat_id=GROUP,
            message_id=2,
            text="What do you know about me?",
            at=timezone.now(),
        )
        Membership.objects.all().delete()
    model.script = [[("get_user_preferences", "{}")], "You prefer zebrafood."]
    assert reading.read(reader.pk, row.pk, now=timezone.now()) == 0
    tasks.deliver(str(reader.pk))
    with scope.acting_as(reader.pk):
        assert (bot.calls, UnreadMessage.objects.count()) == ([], 0)


def test_who_lets_no_model_read_any_more_is_answered_by_patterns_what_waits_too(
    telegram: Telegram, bot: BotApi, reader: User, model: Scripted
) -> None:
    with scope.acting_as(reader.pk):
        row = UnreadMessage.objects.create(
            person=reader,
            agent=ChatIdentity.objects.get().agent,
            update_id=1,
            chat_id=ALICE,
            message_id=2,
            text="I prefer vegan food",
            at=timezone.now(),
        )
        set_settings(reader, use_model=False)
    tasks.read(str(reader.pk), str(row.pk))
    assert model.requests == []
    assert "vegan food" in bot.texts(ALICE)[-1]
