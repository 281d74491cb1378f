"""A receipt of something that a community shared: its line, who shared it, and what is left once it is taken back."""

import pytest
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.communities import sharing
from memoryweb.communities.models import SharedMemory
from memoryweb.people.models import MemorySettings
from memoryweb.recall import recall
from memoryweb.recall.models import Receipt, ReceiptItem
from memoryweb.recall.request import RecallRequest
from memoryweb.rls import scope
from tests.cases import with_each
from tests.communities.conftest import Team
from tests.review.sharing import FREEZE, client_of, shown


@pytest.fixture
def shared(team: Team) -> SharedMemory:
    return shown(team, team.alice)


@pytest.fixture
def receipt(team: Team, shared: SharedMemory) -> Receipt:
    """Bob's receipt of a recall that gave his agent what alice shared."""
    with scope.acting_as(team.bob.pk):
        agent = Agent.connect(team.bob, name="Bob's")[0]
        Agent.objects.filter(pk=agent.pk).update(community=team.community)
        agent.refresh_from_db()
        recall.recall(agent, MemorySettings.for_person(team.bob.pk), RecallRequest(query="deploys"), now=timezone.now())
        return Receipt.objects.get()


def test_it_shows_the_line_and_who_shared_it(team: Team, shared: SharedMemory, receipt: Receipt) -> None:
    bob = client_of(team.bob)
    page = bob.get(f"/receipts/{receipt.pk}/").text
    assert f'<p dir="auto">{FREEZE}</p>' in page
    assert "shared by Team handbook" in page
    assert "/wrong/" not in page
    assert FREEZE[:20] in bob.get("/receipts/").text
    bob.post(f"/shared/{shared.pk}/mute/")
    assert "Give it to my agents again" in bob.get(f"/receipts/{receipt.pk}/").text


def test_what_was_taken_back_is_named_without_its_words(team: Team, shared: SharedMemory, receipt: Receipt) -> None:
    with scope.acting_as(team.alice.pk):
        sharing.retract(shared.pk)
    bob = client_of(team.bob)
    page = bob.get(f"/receipts/{receipt.pk}/").text
    assert "Something Team handbook shared, since taken back" in page
    assert "Deploys" not in page
    assert "Keep it from my agents" not in page
    assert bob.get("/receipts/").status_code == 200


def test_see_as_agent_names_it_without_a_link_to_a_memory_that_is_not_there(
    team: Team, shared: SharedMemory, receipt: Receipt
) -> None:
    page = client_of(team.bob).get(f"/see-as/?agent={receipt.agent_id}&query=deploys").text
    assert "shared by Team handbook" in page
    assert f"/memories/{shared.pk}/" not in page


@with_each("action", ["wrong", "pin", "not-for-task", "never-for-agent"])
def test_no_action_of_private_memories_reaches_it(team: Team, receipt: Receipt, action: str) -> None:
    with scope.acting_as(team.bob.pk):
        item = ReceiptItem.objects.get(shared__isnull=False)
    bob: Client = client_of(team.bob)
    assert bob.post(f"/receipts/{receipt.pk}/items/{item.pk}/{action}/").status_code == 404


def test_a_list_names_it_as_it_is_now(team: Team, shared: SharedMemory, receipt: Receipt) -> None:
    with scope.acting_as(team.bob.pk):
        ReceiptItem.objects.filter(shared=shared).update(line="")  # as the receipt of a search
    assert FREEZE in client_of(team.bob).get(f"/receipts/{receipt.pk}/").text
    assert FREEZE[:20] in client_of(team.bob).get("/receipts/").text
