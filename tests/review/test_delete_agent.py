"""/agents/<id>/delete/: an agent goes, with what it said or without; what it was given stays on record."""

import pytest
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import AccessLog, Agent, ConversationGrant, Sight
from memoryweb.learning import conversations
from memoryweb.learning.models import Conversation
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Act, Evidence, Memory
from memoryweb.people.models import MemorySettings, User
from memoryweb.recall.models import Receipt
from memoryweb.rls import scope
from tests.builders import agent_says, check_constraints, person_types, post
from tests.cases import with_each

WORD = "zebracanary"


@pytest.fixture
def agent(alice: User) -> Agent:
    """An agent of alice's that has said, recorded, been given and asked something."""
    with scope.acting_as(alice.pk):
        agent, token = Agent.connect(alice, name="Scribe", trust="trusted")
        agent.set_sight({"food": False})
        ConversationGrant.objects.create(person=alice, agent=agent, recorder=agent)
        agent_says(agent, f"I like {WORD} tea", quote=f"{WORD} tea", name="drink", category="personal")
        confirmed = agent_says(agent, "I like trains", quote=f"trains, not {WORD}", name="travel", category="personal")
        assert confirmed.memory
        actions.confirm(confirmed.memory.pk, by=Person(alice), now=timezone.now())
        person_types(alice, "PDF")
        agent_says(agent, "PDF", quote=f"a PDF of {WORD}")
        ended = conversations.EndedConversation(
            external_id="1", messages=[f"Where is my {WORD}?"], ended_at=timezone.now(), topic=WORD
        )
        conversations.record(agent, MemorySettings.for_person(alice.pk), ended, now=timezone.now())
    answer = post(Client(), "/api/v1/tools/get_user_preferences", token, {})
    assert answer.status_code == 200
    agent.token = token  # type: ignore[attr-defined]
    return agent


def labels(alice: User) -> list[str]:
    with scope.acting_as(alice.pk):
        return sorted(str(memory) for memory in Memory.objects.all())


@with_each("words", ["stay", "go"])
def test_its_token_sight_grants_calls_and_undo_go_and_receipts_stay(
    words: str, browser: Client, agent: Agent, alice: User
) -> None:
    assert browser.get(f"/agents/{agent.pk}/delete/").context["traces"].receipts == 1
    assert browser.post(f"/agents/{agent.pk}/delete/", {"words": words}).url == "/agents/"  # type: ignore[attr-defined]
    assert "Scribe is deleted." in browser.get("/agents/").text
    token: str = agent.token  # type: ignore[attr-defined]
    assert post(Client(), "/api/v1/tools/get_user_preferences", token, {}).status_code == 401
    with scope.acting_as(alice.pk):
        for model in (Sight, ConversationGrant, AccessLog):
            assert not model._default_manager.filter(agent=agent).exists(), model
        assert not Act.objects.filter(agent=agent.pk).exists()
        assert not Agent.objects.filter(pk=agent.pk).exists()
        receipt = Receipt.objects.get()
        check_constraints()
    for page in (f"/receipts/{receipt.pk}/", "/receipts/"):
        text = browser.get(page).text
        assert "a deleted agent" in text, page
        assert "Scribe" not in text, page
    assert browser.get(f"/agents/{agent.pk}/").status_code == 404
    log = browser.get("/history/").text
    assert "You deleted an agent" in log


def test_what_it_said_stays_if_the_person_wants_that(browser: Client, agent: Agent, alice: User) -> None:
    before = labels(alice)
    browser.post(f"/agents/{agent.pk}/delete/", {"words": "stay"})
    assert labels(alice) == before
    with scope.acting_as(alice.pk):
        memory = Memory.objects.get(value__icontains=WORD)
        assert Evidence.objects.filter(agent=agent).count() == 3
    page = browser.get(f"/memories/{memory.pk}/").text
    assert "a deleted agent" in page
    assert f"{WORD} tea" in page


def test_what_it_said_goes_with_it_if_the_person_wants_that(browser: Client, agent: Agent, alice: User) -> None:
    traces = browser.get(f"/agents/{agent.pk}/delete/").context["traces"]
    assert (traces.memories, traces.conversations) == (1, 1)
    browser.post(f"/agents/{agent.pk}/delete/", {"words": "go"})
    assert not any(WORD in label for label in labels(alice))
    assert len(labels(alice)) == 2, "what the person confirmed or said too stays"
    with scope.acting_as(alice.pk):
        assert not any(WORD in quote for quote in Evidence.objects.values_list("quote", flat=True))
        assert Conversation.objects.get().excerpts == []


def test_it_says_so_and_does_nothing_without_a_choice(browser: Client, agent: Agent, alice: User) -> None:
    answer = browser.post(f"/agents/{agent.pk}/delete/", {})
    assert answer.status_code == 422
    with scope.acting_as(alice.pk):
        assert Agent.objects.filter(pk=agent.pk).exists()


def test_it_cannot_be_undone(browser: Client, agent: Agent, alice: User) -> None:
    browser.post(f"/agents/{agent.pk}/delete/", {"words": "go"})
    with scope.acting_as(alice.pk):
        assert not Act.objects.filter(verb="delete_agent").exists()
