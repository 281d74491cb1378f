"""What an agent suggests beside the words (kind, importance, days, confidence, tasks), and S2's comment in details."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from memoryweb.agents.models import Agent, Trust
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory, Proposal, Status
from memoryweb.operations import dispatch
from memoryweb.operations.results import version_of
from memoryweb.people.models import User
from memoryweb.review.queue import questions
from memoryweb.review.words import row_words
from memoryweb.rules import observation_comment, policy
from tests.builders import memory_of, person_types
from tests.cases import for_each, with_each

Call = Callable[..., dispatch.CallResult]
TEA = {"category": "personal", "preference": "drink", "details": "I like green tea in the morning"}
LATER = timezone.localdate() + timedelta(days=60)
SOURCES = [  # each document's words, as they stand there and as programs write them
    ("", "instruction"),
    ("explicit instruction", "instruction"),  # S0
    ("explicit_instruction", "instruction"),
    ("user feedback", "correction"),
    ("User-Feedback", "correction"),
    ("observation", "inference"),
    ("explicit", "instruction"),  # S2
    ("implicit", "behaviour"),
    ("inference", "inference"),
    ("weak", "weak"),
    ("uncertain", "uncertain"),
    ("EXPLICIT", "instruction"),  # S3
    ("隐式", "behaviour"),
    ("user_stated", "instruction"),
    ("behavior", "behaviour"),
    *((source.value, source.value) for source in policy.Source),
]


def save(call: Call, **more: Any) -> dict[str, Any]:
    envelope: dict[str, Any] = call("save_user_preference", **TEA | more).envelope
    return envelope


def saved(call: Call, **more: Any) -> Memory:
    envelope = save(call, **more)
    assert envelope["ok"], envelope
    return Memory.objects.order_by("-pk")[0]


def fault(call: Call, **more: Any) -> tuple[str, str]:
    """Return the code of what went wrong, and the field that the answer names."""
    envelope = save(call, **more)
    assert not envelope["ok"], envelope
    error = envelope["error"]
    return error["code"], error.get("details", {}).get("fields", [{"field": ""}])[0]["field"]


@with_each("word, source", SOURCES)
def test_a_source_may_be_named_with_any_documents_word(call: Call, as_alice: User, word: str, source: str) -> None:
    assert saved(call, source=word).source == source


@with_each(
    "field, value",
    [
        ("source", "gossip"),
        ("kind", "opinion"),
        ("importance", 11),
        ("importance", "high"),
        ("importance", True),
        ("ttl_days", 0),
        ("ttl_days", "soon"),
        ("ttl_days", 1.5),
        ("confidence", 1.2),
        ("valid_until", "someday"),
        ("valid_until", "2020-01-01"),
        ("applies_to", "code_task"),
        ("if_version", "1"),
        ("project", "null"),
        ("project", " None "),
        ("project", "UNDEFINED"),
        ("condition", "undefined"),
        ("value", "null"),
        ("value", "None"),
        ("value", "undefined"),
    ],
)
def test_what_makes_no_sense_is_refused_by_the_name_of_its_field(
    call: Call, as_alice: User, field: str, value: Any
) -> None:
    assert fault(call, **{field: value}) == ("INVALID_ARGUMENT", field)
    assert not Memory.objects.exists()


def test_an_unknown_source_is_answered_with_the_words_that_may_be_said(call: Call, as_alice: User) -> None:
    message = save(call, source="gossip")["error"]["message"]
    assert message.startswith("source: ")
    for word in ("instruction", "explicit instruction", "user feedback", "implicit", "uncertain"):
        assert f"'{word}'" in message
    assert "gossip" not in message


def test_null_is_not_given(call: Call, as_alice: User) -> None:
    nothing = [
        "quote",
        "value",
        "project",
        "condition",
        "source",
        "observed_on",
        "tags",
        "metadata",
        "kind",
        "importance",
        "ttl_days",
        "valid_until",
        "confidence",
        "applies_to",
        "run",
        "if_version",
        "answers",
    ]
    memory = saved(call, **dict.fromkeys(nothing))
    assert (memory.source, memory.source_assumed, memory.kind, memory.project) == (
        "instruction",
        True,
        "preference",
        "",
    )
    assert fault(call, details=None)[0] == "INVALID_ARGUMENT"
    noted = call("record_feedback", action="accept", evidence_ref={"signals": [{"preference": "short", "key": None}]})
    assert noted.envelope["ok"], noted.envelope


def test_none_is_a_value_that_a_person_may_have(call: Call, as_alice: User) -> None:
    assert saved(call, preference="tattoos", value="none").shown_value == "none"


SUGGESTED: dict[str, Any] = {
    "kind": "goal",
    "importance": 9.9,
    "ttl_days": 20,
    "valid_until": LATER.isoformat(),
    "confidence": 0.93,
    "applies_to": ["code_task", "tea_time"],
}


def test_what_an_agent_suggests_is_shown_with_its_question_and_holds_after_the_yes(
    call: Call, alice: User, as_alice: User, browser: Client
) -> None:
    memory = saved(call, **SUGGESTED)
    (card,) = questions.question_cards(Proposal.objects.of(alice).open().select_related("memory", "agent"))
    assert {each.column for each in card.choices[0].adds} >= {
        "kind",
        "importance_base",
        "ttl_days",
        "confidence",
        "valid_until",
        "applies_to",
    }
    assert not card.is_plain
    page = browser.get(reverse("review:review")).content.decode()
    for words in ("Goal", "8.99 of 10", "20 days, unless it comes up again", "93 %", "code task, tea time"):
        assert words in page, words
    actions.accept(card.proposal.pk, by=Person(alice), now=timezone.now(), version=card.version)
    memory.refresh_from_db()
    assert (memory.status, memory.kind, memory.importance_base) == (Status.ACTIVE, "goal", 8.99)
    assert (memory.ttl_days, memory.valid_until, memory.confidence) == (20, LATER, 0.93)
    assert memory.applies_to == ["code_task", "tea_time"]


def test_a_yes_is_not_to_numbers_that_came_after_the_page(call: Call, alice: User, as_alice: User) -> None:
    memory = saved(call)
    (card,) = questions.question_cards(Proposal.objects.of(alice).open().select_related("memory", "agent"))
    Memory.objects.filter(pk=memory.pk).update(importance_base=8.9)
    outcome = actions.accept(card.proposal.pk, by=Person(alice), now=timezone.now(), version=card.version)
    assert outcome.version is None
    assert Memory.objects.get(pk=memory.pk).status == Status.CANDIDATE


def test_what_is_usual_makes_no_question_longer(call: Call, alice: User, as_alice: User) -> None:
    memory = saved(call, importance=7.5, ttl_days=180, confidence=0.95)
    assert memory.kind == "preference"
    (card,) = questions.question_cards(Proposal.objects.of(alice).open().select_related("memory", "agent"))
    assert card.is_plain


@with_each(
    "more, field, expected",
    [
        ({"importance": 10}, "importance_base", 8.99),
        ({"importance": 2.5}, "importance_base", 2.5),
        ({"confidence": 1}, "confidence", 0.95),
        ({"confidence": 0.7}, "confidence", 0.7),
        ({"confidence": 1, "source": "correction"}, "confidence", 0.9),
        ({"ttl_days": 3}, "ttl_days", 3),
        ({"ttl_days": "never"}, "ttl_days", 365),
        ({"ttl_days": 36_500}, "ttl_days", 365),
        ({"kind": "fact"}, "kind", "fact"),
        ({"kind": "decision"}, "kind", "preference"),
        ({"valid_until": LATER.isoformat()}, "valid_until", LATER),
        ({"applies_to": ["code_task"]}, "applies_to", ["code_task"]),
    ],
)
@pytest.mark.usefixtures("as_alice")
def test_a_trusted_agents_suggestions_hold_within_their_caps(
    call: Call, trusted: Agent, more: dict[str, Any], field: str, expected: Any
) -> None:
    memory = saved(call, agent=trusted, **more)
    assert memory.status == Status.ACTIVE
    assert getattr(memory, field) == expected


def test_only_a_yes_makes_a_rule_of_what_is_one_by_its_kind_alone(call: Call, trusted: Agent, as_alice: User) -> None:
    assert save(call, agent=trusted, kind="rule")["data"]["outcome"] == "proposed"
    (card,) = questions.question_cards(Proposal.objects.open().select_related("memory", "agent"))
    assert "Goes into every prompt." in [each.text for each in card.choices[0].adds]
    assert not card.is_plain
    in_words = save(call, agent=trusted, kind="rule", preference="tea", details="Always offer me green tea first")
    assert in_words["data"]["outcome"] == "saved"


def test_a_note_that_is_a_rule_by_its_kind_is_never_in_use_by_repetition(
    call: Call, trusted: Agent, as_alice: User, now: Any
) -> None:
    for run in ("a", "b", "c", "d"):
        save(call, agent=trusted, kind="rule", source="inference", run=run, observed_on=f"2026-01-0{ord(run) - 96}")
    assert not Memory.objects.active().exists()
    assert Proposal.objects.open().count() == 1


@with_each("trust", [Trust.ASK, Trust.TRUSTED])
def test_a_kind_that_turns_what_is_in_use_into_a_rule_is_asked_about(
    call: Call, as_alice: User, trusted: Agent, trust: str
) -> None:
    trusted.trust = Trust.TRUSTED
    trusted.save()
    assert save(call, agent=trusted)["data"]["outcome"] == "saved"
    trusted.trust = trust
    trusted.save()
    again = save(call, agent=trusted, kind="rule")["data"]
    assert again["outcome"] == "proposed"
    memory = Memory.objects.active().get()
    assert memory.kind == "preference"
    (card,) = questions.question_cards(Proposal.objects.open().select_related("memory", "agent"))
    assert "Goes into every prompt." in [each.text for each in card.choices[0].adds]


def test_a_last_day_for_what_is_in_use_is_asked_about_and_numbers_are_dropped(
    call: Call, alice: User, as_alice: User
) -> None:
    before = memory_of(person_types(alice, "Green tea", name="drink", category="personal"))
    assert save(call, details="Green tea", importance=3, ttl_days=1, confidence=0.1)["data"]["outcome"] == "reinforced"
    asked = save(call, details="Green tea", valid_until=LATER.isoformat())["data"]
    assert asked["outcome"] == "proposed"
    memory = Memory.objects.get(pk=before.pk)
    numbers = ("importance_base", "ttl_days", "confidence", "valid_until")
    assert [getattr(memory, name) for name in numbers] == [getattr(before, name) for name in numbers]
    (card,) = questions.question_cards(Proposal.objects.of(alice).open().select_related("memory", "agent"))
    assert "valid_until" in {each.column for each in card.choices[0].adds}
    actions.accept(card.proposal.pk, by=Person(alice), now=timezone.now(), version=card.version)
    assert Memory.objects.get(pk=before.pk).valid_until == LATER


def test_what_is_used_without_asking_shows_what_was_asked_for(call: Call, trusted: Agent, as_alice: User) -> None:
    memory = saved(call, agent=trusted, importance=8.5, kind="fact")
    assert {each.column for each in row_words.row_words(memory).adds} >= {"kind", "importance_base"}


# if_version


def test_a_save_for_another_version_changes_nothing(call: Call, alice: User, as_alice: User, trusted: Agent) -> None:
    pdf = {"category": "technical", "preference": "document_format", "details": "I prefer reports as PDF"}
    memory = saved(call, agent=trusted, **pdf)
    version = version_of(memory)
    envelope = save(call, agent=trusted, **pdf | {"details": "Now always Word"}, if_version=version - 1)
    assert envelope["error"]["code"] == "STALE_VERSION"
    assert envelope["error"]["details"]["current"]["id"] == str(memory.pk)
    assert envelope["error"]["details"]["current"]["version"] == version
    assert Memory.objects.get().details == pdf["details"]
    again = save(call, agent=trusted, **pdf | {"details": "Now always Word"}, if_version=version)["data"]
    assert again["outcome"] == "revised"


def test_a_version_tells_nothing_of_what_is_hidden(call: Call, alice: User, as_alice: User, trusted: Agent) -> None:
    """Nothing in use, something hidden, something that waits: the same answer, and nothing is written."""
    answers = [save(call, if_version=1)["error"] | {"id": ""}]
    waiting = saved(call)
    answers.append(save(call, if_version=version_of(waiting))["error"])
    memory = memory_of(person_types(alice, "I like green tea in the morning", name="drink", category="personal"))
    actions.mute(memory.pk, agent=trusted.pk, by=Person(alice), now=timezone.now())
    for version in (1, version_of(Memory.objects.get(pk=memory.pk))):
        answers.append(save(call, agent=trusted, if_version=version)["error"])
    assert {(each["code"], each["message"], str(each["details"])) for each in answers} == {
        ("STALE_VERSION", "if_version: It has changed since. Read it again.", "{'current': None}")
    }


# S2's comment in details

COMMENT = "<!-- dc:type=goal dc:importance=7.5 dc:ttl=30 dc:confidence=0.9 dc:source=explicit dc:date=2026-02-22 -->"


@with_each(
    "details",
    [
        f"Learn to make tea\n{COMMENT}",
        f"{COMMENT}\nLearn to make tea",
        f"Learn to {COMMENT} make tea",
        f"Learn to make tea {COMMENT}",
        f"  Learn to make tea\n{COMMENT}\n",
    ],
)
def test_a_comment_in_details_is_read_and_leaves_the_words(call: Call, as_alice: User, details: str) -> None:
    memory = saved(call, details=details)
    assert memory.details == "Learn to make tea"
    assert (memory.kind, memory.importance_base, memory.ttl_days) == ("goal", 7.5, 30)
    assert (memory.confidence, memory.source, memory.observed_on) == (0.9, "instruction", date(2026, 2, 22))
    assert not memory.source_assumed


def test_an_argument_goes_before_a_comment(call: Call, as_alice: User) -> None:
    memory = saved(call, details=f"Learn to make tea {COMMENT}", kind="fact", importance=4, source=None)
    assert (memory.kind, memory.importance_base, memory.ttl_days) == ("fact", 4, 30)


@with_each(
    "tag, field",
    [
        ("dc:type=opinion", "kind"),
        ("dc:importance=lots", "importance"),
        ("dc:importance=nan", "importance"),
        ("dc:ttl=-1", "ttl_days"),
        ("dc:source=gossip", "source"),
        ("dc:date=yesterday", "observed_on"),
    ],
)
def test_a_tag_that_makes_no_sense_is_named(call: Call, as_alice: User, tag: str, field: str) -> None:
    assert fault(call, details=f"Learn to make tea <!-- {tag} -->") == ("INVALID_ARGUMENT", field)


def test_an_update_reads_the_comment_too(call: Call, as_alice: User, trusted: Agent) -> None:
    memory = saved(call, agent=trusted)
    more = {"preference_id": str(memory.pk), "details": "I like black tea <!-- dc:source=weak dc:type=rule -->"}
    assert call("update_user_preference", agent=trusted, **more).envelope["data"]["outcome"] == "revised"
    new = Memory.objects.active().get()
    assert (new.details, new.source, new.kind) == ("I like black tea", "weak", "preference")


@with_each("details", ["My card is 4111 1111 <!-- dc:type=fact --> 1111 1111", "pass<!-- dc:x=y -->word: hunter2"])
def test_the_guard_reads_the_words_without_the_comment(call: Call, as_alice: User, details: str) -> None:
    assert save(call, details=details)["error"]["code"] == "SENSITIVE_DATA"
    assert not Memory.objects.exists()


@for_each(
    [
        ("no comment", "no comment", {}),
        ("a <!-- remark --> stays", "a <!-- remark --> stays", {}),
        ("<!-- dc:type=rule", "<!-- dc:type=rule", {}),
        ("a\n\n<!-- dc:type=rule -->\n\nb", "a\n\n\nb", {"type": "rule"}),
        ("one<!-- dc:type=rule -->two", "one two", {"type": "rule"}),
        ("<!-- dc:type=<type> dc:ttl=3 -->x", "x", {"ttl": "3"}),
        ("<!--dc:a=1-->x<!--dc:b=2-->", "x", {"a": "1", "b": "2"}),
    ]
)
def test_only_comments_with_tags_are_taken_out(words: str, kept: str, tags: dict[str, str]) -> None:
    assert observation_comment.take_out_tagged(words) == (kept, tags)
