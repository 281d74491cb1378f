"""The pages of learning: conversations, the letter, the ledger of a memory, and the settings."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.learning.models import Conversation
from memoryweb.memories.models import Memory, Proposal
from memoryweb.operations import dispatch
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.cases import with_each
from tests.conftest import typed
from tests.review.builders import shown_version

Call = Callable[..., dispatch.CallResult]
PDF = "I prefer PDF for reports."


def record(call: Call, name: str = "chat", *messages: str, **more: Any) -> Conversation:
    answer = call("record_conversation", conversation_id=name, messages=list(messages or (PDF,)), **more)
    assert answer.envelope["ok"], answer.envelope
    return Conversation.objects.get(external_id=name)


@pytest.fixture
def conversation(alice: User, call: Call) -> Conversation:
    with scope.acting_as(alice.pk):
        return record(call, topic="Reports")


def test_each_conversation_shows_what_was_learned(browser: Client, conversation: Conversation) -> None:
    page = browser.get("/conversations/").content.decode()
    assert "Reports" in page
    assert "1 memory" in page
    page = browser.get(f"/conversations/{conversation.pk}/").content.decode()
    assert PDF in page
    assert "Document format: PDF" in page


def test_a_stranger_finds_no_conversation(bob: User, conversation: Conversation) -> None:
    client = Client()
    client.force_login(bob)
    assert client.get(f"/conversations/{conversation.pk}/").status_code == 404
    assert client.post(f"/conversations/{conversation.pk}/forget/").status_code == 404
    assert "Reports" not in client.get("/conversations/").content.decode()


def test_excerpts_can_be_forgotten_and_what_was_learned_stays(
    browser: Client, alice: User, conversation: Conversation
) -> None:
    browser.post(f"/conversations/{conversation.pk}/forget/")
    page = browser.get(f"/conversations/{conversation.pk}/").content.decode()
    assert "Its excerpts were removed" in page
    assert "Document format: PDF" in page
    with scope.acting_as(alice.pk):
        assert Conversation.objects.get().excerpts == []
        assert Memory.objects.count() == 1


def test_a_conversation_is_read_when_the_person_asks(browser: Client, alice: User, call: Call) -> None:
    with scope.acting_as(alice.pk):
        MemorySettings.objects.create(person=alice, long_term_update_policy="manual")
        conversation = record(call)
    assert "Read it now" in browser.get(f"/conversations/{conversation.pk}/").content.decode()
    page = browser.post(f"/conversations/{conversation.pk}/read/", follow=True).content.decode()
    assert "1 memory learned" in page
    with scope.acting_as(alice.pk):
        assert Proposal.objects.get().kind == "remember"


def test_a_smaller_window_applies_at_once(browser: Client, alice: User, call: Call) -> None:
    with scope.acting_as(alice.pk):
        for n in range(3):
            record(call, f"chat {n}", f"I like colour number {n} best.")
    values = browser.get("/settings/").context["form"].initial | {"recent_max_items": 1, "enabled_sections": []}
    posted = {name: value for name, value in values.items() if value not in (None, False)}
    answer = browser.post("/settings/", posted)
    assert answer.status_code == 302, answer.context["form"].errors
    with scope.acting_as(alice.pk):
        assert list(Conversation.objects.recent().values_list("external_id", flat=True)) == ["chat 2"]
        assert Memory.objects.count() == 3


def test_a_number_out_of_range_is_named(browser: Client) -> None:
    values = browser.get("/settings/").context["form"].initial | {"recent_max_items": 900}
    answer = browser.post("/settings/", {name: value for name, value in values.items() if value not in (None, False)})
    assert answer.status_code == 422
    assert "recent_max_items" in answer.context["form"].errors


def test_the_model_is_named_only_where_one_is_configured(browser: Client, settings: Any) -> None:
    assert "language model" not in browser.get("/settings/").content.decode().lower()
    settings.EXTRACTION, settings.EXTRACTION_MODEL = "https://models.example.org/v1", "small"
    page = browser.get("/settings/").content.decode()
    assert "https://models.example.org/v1" in page
    assert "0.00" in page


def test_the_ledger_shows_which_feedback_changed_the_confidence(browser: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        for n, action in enumerate(("accept", "accept", "accept", "reject")):
            at = timezone.now() - timedelta(days=4 - n)
            arguments = {"action": action, "run": f"r{n}", "evidence_ref": {"signals": ["short sentences"]}}
            dispatch.run(dispatch.Call(agent=scribe, name="record_feedback", arguments=arguments, now=at))
        memory = Memory.objects.get()
    page = " ".join(browser.get(f"/memories/{memory.pk}/").content.decode().split())
    assert "0.80 → 0.67" in page
    assert "accepted 3 of 4 times" in page
    assert "(3 + 1) ÷ (3 + 1 + 2)" in page


def test_the_letter_has_a_button_for_each_memory(browser: Client, alice: User, call: Call) -> None:
    with scope.acting_as(alice.pk):
        memory = typed(alice, "Green tea", timezone.now(), name="drink", category="food").memory
        assert memory
        call("recall_preferences", query="green tea")
    page = browser.get("/letter/").content.decode()
    assert page.count("Drink: Green tea") == 2  # learned, and used
    browser.post(f"/memories/{memory.pk}/pin/", {"next": "/letter/", "version": shown_version(alice, memory)})
    assert "always included" in browser.get("/letter/").content.decode()
    assert "A quiet week" in browser.get("/letter/?week=2021-03-01").content.decode()
    assert browser.get("/letter/?week=nonsense").status_code == 200


@with_each("many", [1, 25])
def test_a_page_of_conversations_costs_the_same_queries(
    browser: Client, alice: User, call: Call, many: int, django_assert_max_num_queries: Any
) -> None:
    with scope.acting_as(alice.pk):
        for n in range(many):
            record(call, f"chat {n}", f"I like colour number {n} best.")
    with django_assert_max_num_queries(16):
        browser.get("/conversations/")
