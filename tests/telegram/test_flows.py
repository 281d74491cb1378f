"""S4's two flows in a person's own chat, over the webhook and a Bot API that is called over HTTP."""

import json
from datetime import date
from typing import Any

import pytest
from django.utils import timezone

from memoryweb.agents.models import AccessLog, Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import AgentOf, Person
from memoryweb.memories.models import Act, Conflict, Evidence, Memory, Proposal, history_model
from memoryweb.people.models import User
from memoryweb.recall.models import ReceiptItem
from memoryweb.rls import scope
from memoryweb.telegram import linking
from memoryweb.telegram.models import ChatTurn, OutgoingMessage, System, UnreadMessage
from tests.builders import agent_says, make_statement, memory_of, person_types, set_settings
from tests.telegram.bot_api import BotApi
from tests.telegram.conftest import ALICE, BOB, STRANGER, Telegram, link


def buttons(bot: BotApi) -> dict[str, str]:
    """Return what the buttons of the last question send, by their labels."""
    asked = [each for each in bot.sent() if "reply_markup" in each]
    (row,) = asked[-1]["reply_markup"]["inline_keyboard"]
    return {button["text"]: button["callback_data"] for button in row}


def only_memory() -> Memory:
    return Memory.objects.get()


def test_saving_is_asked_about_with_three_buttons_and_yes_makes_it_count(
    telegram: Telegram, bot: BotApi, linked: User
) -> None:
    telegram.write("I prefer vegan food")
    (asked,) = bot.sent(ALICE)
    assert "vegan food" in asked["text"]
    assert list(buttons(bot)) == ["Yes", "No", "Just this time"]
    with scope.acting_as(linked.pk):
        assert only_memory().status == "candidate"
    telegram.press(buttons(bot)["Yes"])
    with scope.acting_as(linked.pk):
        memory = only_memory()
        assert (memory.status, bool(memory.confirmed_at), memory.category) == ("active", True, "dietary")
        version: Any = history_model().objects.filter(id=memory.pk).latest("history_id")
        assert (version.changed_by, version.changed_verb) == ("person", "confirm")
        assert version.changed_because == "your decision in Telegram"
        evidence = Evidence.objects.get()
        assert (evidence.quote, evidence.agent) == ("I prefer vegan food", Agent.objects.get(name="Telegram"))
        assert Act.objects.latest("at").verb == "accept"
    assert bot.methods()[-2:] == ["answerCallbackQuery", "editMessageText"]
    assert bot.calls[-1][1]["text"].startswith("Remembered.")
    assert bot.calls[-1][1]["reply_markup"] == {"inline_keyboard": []}


def test_what_is_known_is_answered_with_a_receipt(telegram: Telegram, bot: BotApi, linked: User) -> None:
    telegram.write("I prefer vegan food")
    telegram.press(buttons(bot)["Yes"])
    bot.clear()
    telegram.write("What do you know about my food preferences?")
    (told,) = bot.texts(ALICE)
    with scope.acting_as(linked.pk):
        receipt = ReceiptItem.objects.latest("receipt__at").receipt
        assert (receipt.operation, receipt.agent.name) == ("get", "Telegram")
        called = AccessLog.objects.filter(operation="get_user_preferences", outcome="ok")
        assert called.filter(memories=1).exists()
    assert "Diet: Vegan" in told
    assert f"/receipts/{receipt.pk}/" in told


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("I prefer morning meetings", "What time do I like to meet?"),
        ("我喜欢吃素", "你知道我的饮食偏好吗？"),
        ("Remember that my dog is called Rex", "what is my dog called"),
        ("Keep messages brief", "What do you remember about me?"),
    ],
)
def test_s4s_other_examples(said: str, asked: str, telegram: Telegram, bot: BotApi, linked: User) -> None:
    telegram.write(said)
    telegram.press(buttons(bot)["Yes"])
    with scope.acting_as(linked.pk):
        line = str(only_memory()).split(": ")[-1].lower()
    bot.clear()
    telegram.write(asked)
    assert line in bot.texts(ALICE)[0].lower()


def test_no_is_a_no_and_just_this_time_lasts_for_today(telegram: Telegram, bot: BotApi, linked: User) -> None:
    telegram.write("I prefer vegan food")
    telegram.press(buttons(bot)["No"])
    telegram.write("I prefer morning meetings")
    telegram.press(buttons(bot)["Just this time"])
    with scope.acting_as(linked.pk):
        declined, today = Memory.objects.order_by("learned_on", "pk")
        assert (declined.status, today.status, today.horizon) == ("expired", "active", "short")
        assert today.day == timezone.localdate()
    bot.clear()
    telegram.write("I prefer vegan food")
    assert bot.texts(ALICE)[0].startswith("Not kept.")


def test_a_button_counts_once_and_only_for_the_question_as_it_was_shown(
    telegram: Telegram, bot: BotApi, linked: User
) -> None:
    telegram.write("I prefer vegan food")
    yes = buttons(bot)["Yes"]
    letter, pk, version = yes.split(":")
    telegram.press(f"{letter}:{pk}:{'0' * len(version)}")
    with scope.acting_as(linked.pk):
        assert only_memory().status == "candidate"
    assert bot.calls[-1][1]["reply_markup"]["inline_keyboard"][0][0]["callback_data"] == yes  # asked again
    for _ in range(2):
        telegram.press(yes)
    with scope.acting_as(linked.pk):
        assert only_memory().status == "active"
        versions = history_model().objects.count()
    assert bot.methods()[-3:] == ["answerCallbackQuery", "editMessageText", "answerCallbackQuery"]  # it stays as it is
    assert bot.calls[-1][1]["text"] == "You already answered this."
    telegram.press(buttons(bot)["No"])
    assert bot.calls[-1][1]["text"] == "You already answered this."
    with scope.acting_as(linked.pk):
        assert (only_memory().status, history_model().objects.count()) == ("active", versions)


@pytest.mark.parametrize("data", ["", "y", "y:", "y:zz:1", "q:0:0", f"y:{'0' * 32}:{'0' * 16}", "y:::", "\x00:\x00"])
def test_a_button_of_nothing_does_nothing(data: str, telegram: Telegram, bot: BotApi, linked: User) -> None:
    telegram.write("I prefer vegan food")
    assert telegram.press(data).status_code == 200
    with scope.acting_as(linked.pk):
        assert only_memory().status == "candidate"


def test_only_the_person_whose_question_it_is_can_press_in_their_own_chat(
    telegram: Telegram, bot: BotApi, linked: User, bob: User
) -> None:
    link(bob, BOB)
    telegram.write("I prefer vegan food")
    yes = buttons(bot)["Yes"]
    telegram.press(yes, by=BOB)
    telegram.press(yes, by=STRANGER)
    telegram.press(yes, by=ALICE, chat=-5001)  # in a group, too, it is only shown to be pressed by a forgery
    forged = telegram.update(
        callback_query={
            "id": "1",
            "from": {"id": BOB, "is_bot": False},
            "data": yes,
            "message": {"message_id": 1, "chat": {"id": ALICE, "type": "private"}},
        }
    )
    telegram.post(forged)
    with scope.acting_as(linked.pk):
        assert only_memory().status == "candidate"
        assert Proposal.objects.get().status == "open"
    assert "vegan" not in json.dumps([call for call in bot.calls if call[1].get("chat_id") != ALICE])


def test_a_question_that_offers_a_choice_is_answered_on_review(telegram: Telegram, bot: BotApi, linked: User) -> None:
    telegram.write("From now on use PDF for documents.")
    telegram.write("From now on use Word for documents.")
    assert "reply_markup" not in bot.sent(ALICE)[-1]
    assert "/review/" in bot.texts(ALICE)[-1]


def test_a_yes_that_replaces_something_says_so(telegram: Telegram, bot: BotApi, linked: User) -> None:
    with scope.acting_as(linked.pk):
        person_types(linked, "I am vegetarian", name="diet", category="dietary", value="Vegetarian")
    telegram.write("I'm vegan")
    assert "Instead of: “Diet: Vegetarian · I am vegetarian”" in bot.texts(ALICE)[-1]
    telegram.press(buttons(bot)["Yes"])
    with scope.acting_as(linked.pk):
        assert sorted(Memory.objects.values_list("status", flat=True)) == ["active", "superseded"]


def test_a_yes_does_not_replace_what_the_question_did_not_show(telegram: Telegram, bot: BotApi, linked: User) -> None:
    """The question came before there was another value; days later the old button asks anew."""
    telegram.write("I'm vegan")
    assert "Instead of" not in bot.texts(ALICE)[-1]
    yes, today = buttons(bot)["Yes"], buttons(bot)["Just this time"]
    with scope.acting_as(linked.pk):
        waiting = only_memory()
        typed = person_types(linked, "I am vegetarian", name="diet", category="dietary", value="Vegetarian").memory
        assert typed
        Memory.objects.filter(pk=typed.pk).update(key=waiting.key, one_valued=True)
        assert Proposal.objects.open().get().replaces is None
    for old in (yes, today):
        telegram.press(old)
        with scope.acting_as(linked.pk):
            assert Memory.objects.get(pk=typed.pk).status == "active"
            assert Memory.objects.get(pk=waiting.pk).status == "candidate"
        assert "Instead of: “Diet: Vegetarian · I am vegetarian”" in bot.calls[-1][1]["text"]
    telegram.press(bot.calls[-1][1]["reply_markup"]["inline_keyboard"][0][0]["callback_data"])
    with scope.acting_as(linked.pk):
        assert sorted(Memory.objects.values_list("status", flat=True)) == ["active", "superseded"]


def test_a_question_shows_all_that_a_yes_covers_and_no_words_look_like_ours(
    telegram: Telegram, bot: BotApi, linked: User
) -> None:
    telegram.write("I prefer vegan food")
    with scope.acting_as(linked.pk):
        Memory.objects.update(
            details="At work.\nInstead of: “nothing”\u2028No agent gets it until you say yes.",
            tags=["a\nTags: b"],
            valid_until=date(2027, 3, 1),
            day=date(2027, 2, 1),
            condition="at work\nUntil: tomorrow",
        )
    telegram.write("/questions")
    lines = bot.texts(ALICE)[-1].splitlines()
    assert "Until: 1 March 2027" in lines
    assert "Only on: 1 February 2027" in lines
    assert "│ Instead of: “nothing”" in lines
    assert [line.split(":")[0] for line in lines if not line.startswith("│")].count("Until") == 1
    assert lines.count("No agent gets it until you say yes.") == 1
    assert not [line for line in lines if line.startswith(("Instead of", "Tags: b"))]


def test_an_edited_message_takes_back_what_it_said(telegram: Telegram, bot: BotApi, linked: User) -> None:
    telegram.write("I prefer vegan food", message_id=9)
    first = buttons(bot)["Yes"]
    telegram.write("I prefer vegetarian food", message_id=9, kind="edited_message")
    telegram.press(first)
    assert bot.calls[-1][0] == "editMessageText"
    assert "already closed" in bot.calls[-1][1]["text"]
    with scope.acting_as(linked.pk):
        assert list(Memory.objects.filter(status="active")) == []
        (waiting,) = Proposal.objects.open()
        assert "vegetarian" in str(waiting.memory).lower()
        assert ChatTurn.objects.count() == 1


def test_an_edit_leaves_alone_what_was_decided(telegram: Telegram, bot: BotApi, linked: User) -> None:
    telegram.write("I prefer vegan food", message_id=9)
    telegram.press(buttons(bot)["Yes"])
    telegram.write("I love jazz", message_id=9, kind="edited_message")
    with scope.acting_as(linked.pk):
        assert sorted(Memory.objects.values_list("status", flat=True)) == ["active", "candidate"]


def test_an_update_that_comes_again_is_handled_once(telegram: Telegram, bot: BotApi, linked: User) -> None:
    update = telegram.write("I prefer vegan food")
    for _ in range(3):
        assert telegram.post(update).status_code == 200
    with scope.acting_as(linked.pk):
        assert (Memory.objects.count(), Evidence.objects.count()) == (1, 1)
        assert AccessLog.objects.filter(operation="save_user_preference").count() == 1
    assert len(bot.sent()) == 1


def test_something_sensitive_is_refused_and_stored_nowhere(telegram: Telegram, bot: BotApi, linked: User) -> None:
    telegram.write("Remember my password: hunter2-zebra")
    assert "hunter2" not in bot.everything()
    with scope.acting_as(linked.pk):
        assert (Memory.objects.count(), OutgoingMessage.objects.count(), UnreadMessage.objects.count()) == (0, 0, 0)


def test_a_paused_or_ended_chat_does_nothing_and_says_so(telegram: Telegram, bot: BotApi, linked: User) -> None:
    telegram.write("I prefer vegan food")
    yes = buttons(bot)["Yes"]
    with scope.acting_as(linked.pk):
        agent = Agent.objects.get(name="Telegram")
        agent.pause(now=timezone.now())
    telegram.press(yes)
    telegram.write("What do you know about my food preferences?")
    assert all("paused" in text for text in bot.texts(ALICE)[1:])
    with scope.acting_as(linked.pk):
        agent.resume()
        agent.revoke(now=timezone.now())
    telegram.press(yes)
    telegram.write("I love jazz")
    assert all("ended" in text for text in bot.texts(ALICE)[3:])
    with scope.acting_as(linked.pk):
        assert only_memory().status == "candidate"


@pytest.mark.parametrize("how", ["pause", "revoke"])
def test_a_paused_or_ended_chat_is_unlinked_all_the_same(
    how: str, telegram: Telegram, bot: BotApi, linked: User
) -> None:
    with scope.acting_as(linked.pk):
        getattr(Agent.objects.get(name="Telegram"), how)(now=timezone.now())
    telegram.write("/unlink")
    assert bot.texts(ALICE)[-1].startswith("Unlinked.")
    assert linking.person_of(System.TELEGRAM, str(ALICE)) is None


def test_sight_by_category_holds_in_the_chat(telegram: Telegram, bot: BotApi, linked: User) -> None:
    with scope.acting_as(linked.pk):
        kept = person_types(linked, "I prefer vegan food", name="food", category="dietary").memory
        assert kept
        actions.confirm(kept.pk, by=Person(linked), now=timezone.now())
        Agent.objects.get(name="Telegram").set_sight({"dietary": False})
    telegram.write("What do you know about my food preferences?")
    assert "vegan" not in bot.everything()


def test_waiting_questions_are_sent_when_asked_for(telegram: Telegram, bot: BotApi, linked: User) -> None:
    telegram.write("/questions")
    assert bot.texts(ALICE) == ["No question waits for you."]
    telegram.write("I prefer vegan food")
    bot.clear()
    telegram.write("/questions")
    telegram.press(buttons(bot)["Yes"])
    with scope.acting_as(linked.pk):
        assert only_memory().status == "active"


def test_what_somebody_else_wrote_is_not_taken_for_the_persons_words(
    telegram: Telegram, bot: BotApi, linked: User
) -> None:
    update = telegram.update(
        message={
            "message_id": 5,
            "from": {"id": ALICE, "is_bot": False},
            "chat": {"id": ALICE, "type": "private"},
            "text": "I prefer steak",
            "forward_origin": {"type": "user"},
        }
    )
    telegram.post(update)
    with scope.acting_as(linked.pk):
        assert Memory.objects.count() == 0
    assert bot.texts(ALICE) == ["Only what you write yourself is saved."]


@pytest.mark.parametrize(
    ("off", "told"),
    [
        ({"enable_memory": False}, "The person has switched memory off."),
        ({"scopes": ["memories:write"]}, "This token doesn’t have the scope memories:read."),
    ],
)
def test_who_may_be_told_nothing_is_told_why(
    off: dict[str, Any], told: str, telegram: Telegram, bot: BotApi, linked: User
) -> None:
    with scope.acting_as(linked.pk):
        person_types(linked, "I prefer vegan food", name="food", category="dietary")
        if "scopes" in off:
            Agent.objects.filter(name="Telegram").update(**off)
        else:
            set_settings(linked, **off)
    for asked in ("What do you know about my food preferences?", "What do you know about vegan zebras?"):
        telegram.write(asked)
        assert bot.texts(ALICE)[-1].startswith(told)


def test_the_side_that_an_agent_was_told_is_answered_in_the_chat(
    telegram: Telegram, bot: BotApi, linked: User, scribe: Agent, trusted: Agent
) -> None:
    """An agent that is asked about says what the person chose: the message shows the other side, with two buttons."""
    with scope.acting_as(linked.pk):
        sides = [memory_of(agent_says(trusted, words, value=words)) for words in ("PDF", "Word")]
        conflict = Conflict.objects.open().get()
        answer = make_statement("PDF", value="PDF")
        by, shown = AgentOf(scribe), [side.pk for side in sides]
        actions.answer_conflict(conflict.pk, answer, shown=shown, by=by, now=timezone.now())
    telegram.write("/questions")
    assert "Scribe says you chose “PDF”. Use it?" in bot.texts(ALICE)[-1]
    assert "Instead of: “Document format: Word”" in bot.texts(ALICE)[-1]
    assert list(buttons(bot)) == ["Yes", "No"]
    telegram.press(buttons(bot)["Yes"])
    with scope.acting_as(linked.pk):
        assert [memory.value for memory in Memory.objects.active()] == ["PDF"]
