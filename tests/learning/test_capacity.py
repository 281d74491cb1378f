"""A recorded conversation cannot bury the person in questions or notes, and nothing it says is lost."""

from datetime import timedelta

import pytest
from django.test import Client

from memoryweb.learning.models import Conversation
from memoryweb.memories import upkeep
from memoryweb.memories.models import Evidence, Proposal
from memoryweb.people.models import User
from memoryweb.rules import limits
from tests.learning.conftest import NOW, Call

MESSAGES = [
    "I prefer PDF for reports.",
    "I am vegetarian.",
    "I live in Lisbon.",
    "My favourite colour is green.",
    "I work as a carpenter.",
    "I like jazz.",
]


def record(call_operation: Call) -> dict[str, object]:
    return call_operation("record_conversation", conversation_id="c", messages=MESSAGES)


def test_what_is_over_the_limit_is_not_asked_and_is_told(
    call_operation: Call, as_alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "OPEN_QUESTIONS_MAX", 2)
    answer = record(call_operation)
    assert Proposal.objects.open().count() == 2
    assert answer["waiting"] is True
    conversation = Conversation.objects.get()
    assert conversation.learned_at is None
    left = len(MESSAGES) - conversation.excerpts_read
    assert f"{left} of 6 excerpts are read when" in str(answer["reason"])
    browser = Client()
    browser.force_login(as_alice)
    page = browser.get(f"/conversations/{conversation.pk}/").text
    assert f"{left} excerpts are not read yet: Scribe has as many" in page


def test_what_was_over_is_read_once_the_person_has_answered(
    call_operation: Call, as_alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "OPEN_QUESTIONS_MAX", 2)
    record(call_operation)
    upkeep.run_now("update_long_term", now=NOW + timedelta(minutes=30))
    assert Proposal.objects.open().count() == 2  # none was answered
    monkeypatch.setattr(limits, "OPEN_QUESTIONS_MAX", 100)
    upkeep.run_now("update_long_term", now=NOW + timedelta(minutes=60))
    conversation = Conversation.objects.get()
    assert conversation.learned_at is not None
    assert {each.quote for each in Evidence.objects.all()} >= {"I am vegetarian.", "I like jazz."}
    assert Evidence.objects.count() == len(MESSAGES)
