"""What is read of the messages of a report: what of them is withheld, how much at once, and what waits."""

from typing import Any

import pytest

from memoryweb.learning import messages, policy, tasks
from memoryweb.learning.messages import Reading
from memoryweb.learning.models import Conversation
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from memoryweb.rules import limits
from tests.builders import set_settings
from tests.cases import for_each
from tests.learning.conftest import Call
from tests.learning.test_conversations import PDF, TEA

HELLO, THANKS = "Hello there, how are you?", "Thanks, that will do."
CARD = "4111 1111 1111 1111"
BOTH = {1: "password", 2: "password"}
FILLER = "The weather was much the same as on the day before. "


def read(*said: str, before: tuple[str, ...] = (), room: int = 1_000, topic: str = "", summary: str = "") -> Reading:
    return messages.read(said, before=before, room=room, topic=topic, summary=summary)


@for_each(
    [
        ((HELLO, f"My card is {CARD}", THANKS), {1: "card_number"}),
        ((HELLO, "My card is 4111 1111", "1111 1111", THANKS), {1: "card_number", 2: "card_number"}),
        # Only these two tell it, and not all that was said.
        ((HELLO, "My passphrase, all", "lower case: correct walrus attic benzene", THANKS), BOTH),
        ((HELLO, "Wifi at the cottage – network", "LakeHouse, password ducksducksducks"), BOTH),
        # The end of a long message and the beginning of the next.
        ((FILLER * 20 + "my wifi password", "is: hunter2secret. " + FILLER * 20), {0: "password", 1: "password"}),
        # Over more than two: nobody knows in which, so none is kept.
        (("4111", "1111", "1111", "1111", THANKS), dict.fromkeys(range(5), "card_number")),
        # What is not kept of a long message is read as far as a secret that begins before may go.
        (("a " * 9_995 + f"my card {CARD}",), {0: "card_number"}),
        (("a " * 15_000 + f"my card {CARD}",), {}),
    ]
)
def test_what_must_not_be_stored_is_withheld(said: tuple[str, ...], withheld: dict[int, str]) -> None:
    found = read(*said)
    assert (found.withheld, found.taken) == (withheld, len(said))
    assert not any("1111 1111" in excerpt or "hunter2" in excerpt for excerpt in found.excerpts)
    assert len(found.refusals) == bool(withheld)


@for_each(
    [
        (
            "I'm colour-blind, so no red and green charts please. And call me Jo.",
            ["no red and green charts please. And call me Jo."],
        ),
        ("我有糖尿病，所以请不要推荐甜品。另外我住在上海。", ["请不要推荐甜品。 另外我住在上海。"]),
        ("I earn 84,000 a year, never show me luxury hotels", ["never show me luxury hotels."]),
        # What speaks of what is left out goes with it.
        ("I have asthma, take ventolin twice a day, and I drive a van.", ["I drive a van."]),
        # Words that name nothing may be a second secret.
        (
            "I moved to Ghent in May. I like it here. My wifi password is hunter2hunter2. The guest one is apple99.",
            ["I moved to Ghent in May."],
        ),
        ("My wifi password is hunter2hunter2, and I live in Ghent", []),
        # So may they be beside a secret that stands with a state of health.
        (
            "I live in Ghent. I like it. I have diabetes. My wifi password is hunter2hunter2. The other is apple99.",
            ["I live in Ghent."],
        ),
        # Only all of it together tells it.
        ("My card is 4111 1111\n1111 1111", []),
    ]
)
def test_a_refused_message_keeps_what_is_not_refused_in_it(said: str, kept: list[str]) -> None:
    found = read(said)
    assert (found.excerpts, list(found.withheld), len(found.refusals)) == (kept, [0], 1)


def test_what_is_left_of_a_message_tells_nothing_with_the_next() -> None:
    found = read("I have diabetes, so I cook. Here is my wifi password", "is: hunter2secret", THANKS)
    assert (found.excerpts, list(found.withheld)) == ([THANKS], [0, 1])


def test_what_an_earlier_report_began_is_withheld() -> None:
    assert read("1111 1111", before=("My card is 4111 1111",)).withheld == {0: "card_number"}


@for_each(
    [
        ("Drinks", "They like tea.", True),
        ("My card", CARD, False),
        ("my wifi password", "", False),  # with the first excerpt
    ],
)
def test_titles_are_kept_unless_they_tell_a_secret(topic: str, summary: str, is_kept: bool) -> None:
    found = read("is: blue7horse9", TEA, topic=topic, summary=summary)
    assert (found.topic, found.summary) == ((topic, summary) if is_kept else ("", ""))


def test_there_is_always_time_for_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "READ_SECONDS", 0)
    found = read(HELLO, PDF, TEA)
    assert (found.taken, found.excerpts) == (1, [HELLO])


def test_there_may_be_room_for_none() -> None:
    assert (read(HELLO, PDF, TEA, room=2).taken, read(HELLO, room=0).taken) == (2, 0)


@pytest.mark.parametrize("text", [FILLER * 80, "天气和昨天差不多。" * 300, "word " * 800, "x" * 3_000, f"{PDF} " * 99])
def test_a_message_that_there_is_no_time_for_is_kept_whole(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(policy, "READ_SECONDS", 0)
    excerpts = read(text).excerpts
    assert all(len(each) <= limits.EXCERPT_MAX for each in excerpts)
    assert "".join("".join(excerpts).split()) == "".join(text.split())
    assert len(excerpts) < 2 + len(text) / (limits.EXCERPT_MAX / 2)


# Of one call


def report(call_operation: Call, *said: str, **more: Any) -> dict[str, Any]:
    return call_operation("record_conversation", conversation_id="chat", messages=list(said), **more)


def test_what_there_is_no_time_for_is_said_and_recorded_when_it_is_reported_again(
    call_operation: Call, as_alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy, "READ_SECONDS", 0)
    answers = [report(call_operation, PDF, HELLO, TEA) for _ in range(4)]
    assert [(each["left"], each["outcome"]) for each in answers] == [
        (2, "saved"),
        (1, "saved"),
        (0, "saved"),
        (0, "unchanged"),
    ]
    assert "Recorded 1 of 3 new messages. Report the others again." in answers[0]["reason"]
    assert all(each["waiting"] and not each["learned"] for each in answers)
    conversation = Conversation.objects.get()
    assert (conversation.excerpts, conversation.is_due) == ([PDF, HELLO, TEA], True)
    tasks.read(str(as_alice.pk), str(conversation.pk))
    assert sorted(memory.shown_value for memory in Memory.objects.live()) == ["PDF", "green tea"]
    assert not report(call_operation, PDF, HELLO, TEA)["waiting"]


def test_a_conversation_that_goes_on_and_on_is_read_when_it_is_full(
    call_operation: Call, as_alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "EXCERPTS_WAITING_MAX", 4)
    part = {"adds": True, "goes_on": True}
    assert report(call_operation, HELLO, PDF, **part)["waiting"]
    half = report(call_operation, THANKS, **part)
    assert (half["left"], half["waiting"], [each["outcome"] for each in half["learned"]]) == (0, False, ["proposed"])
    full = report(call_operation, HELLO, THANKS, HELLO, THANKS, TEA, **part)
    assert (full["left"], full["waiting"], full["learned"]) == (1, False, [])
    assert report(call_operation, TEA, **part)["left"] == 0


def test_what_is_full_waits_for_the_night_where_the_person_said_so(
    call_operation: Call, as_alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_settings(as_alice, long_term_update_policy="schedule")
    monkeypatch.setattr(limits, "EXCERPTS_WAITING_MAX", 1)
    for left in (1, 2):
        assert report(call_operation, HELLO, PDF, adds=True)["left"] == left
    assert not Memory.objects.exists()
