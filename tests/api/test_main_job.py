"""Issue 2, "Must show" 2: an agent proposes, the person decides, the agent reads it, the person changes their mind."""

from collections.abc import Callable
from typing import Any

from django.test import Client

from memoryweb.agents.models import Agent
from memoryweb.memories.models import Memory, Proposal, history_model
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.api.conftest import PDF, envelope

WORD = PDF | {"details": "From now on, always Word", "quote": "From now on send me Word, always."}
Step = tuple[str, str, str, str]  # actor, agent, verb, because


def _history(alice: User, memory_id: str, after: int = 0) -> list[Step]:
    with scope.acting_as(alice.pk):
        rows = history_model().objects.filter(id=memory_id).order_by("history_id")[after:]
        names = dict(Agent.objects.values_list("pk", "name"))
        return [(r.changed_by, names.get(r.changed_by_agent_id, ""), r.changed_verb, r.changed_because) for r in rows]


def _versions(alice: User) -> int:
    with scope.acting_as(alice.pk):
        return int(history_model().objects.filter(person=alice).count())


def test_from_the_first_proposal_to_a_change_of_mind(alice: User, ask: Callable[..., Any], browser: Client) -> None:
    # The agent proposes: one memory, one version, a question.
    saved = envelope(ask("save_user_preference", PDF))["data"]
    assert (saved["outcome"], saved["question"]) == ("proposed", "Remember: you prefer reports as PDF?")
    assert saved["preference"]["status"] == "candidate"
    assert _history(alice, saved["id"]) == [("agent", "Courier", "remember", "explicit instruction")]
    assert envelope(ask("get_user_preferences"))["data"]["preferences"] == []
    review = browser.get("/review/").content.decode()
    assert "prefer reports as PDF" in review

    # The person accepts in the browser: one more version, theirs.
    response = browser.post(f"/proposals/{saved['proposalId']}/accept/")
    assert (response.status_code, response["Location"]) == (302, "/review/")
    assert _history(alice, saved["id"], 1) == [("person", "", "confirm", "your decision")]
    with scope.acting_as(alice.pk):
        assert Proposal.objects.get().status == Proposal.Status.ACCEPTED
    (preference,) = envelope(ask("get_user_preferences", {"category": "technical"}))["data"]["preferences"]
    assert (preference["id"], preference["value"], preference["status"]) == (saved["id"], "PDF", "active")

    # Being read is no change.
    assert _versions(alice) == 2

    # The person changes their mind and the agent quotes them: it asks, and what is in use stays in use.
    revised = envelope(ask("save_user_preference", WORD))["data"]
    assert (revised["outcome"], revised["question"]) == ("proposed", "Document format: change “PDF” to “Word”?")
    (preference,) = envelope(ask("get_user_preferences"))["data"]["preferences"]
    assert (preference["id"], preference["value"]) == (saved["id"], "PDF")
    assert _history(alice, saved["id"], 2) == []

    # The person accepts that, too: both memories one version each.
    browser.post(f"/proposals/{revised['proposalId']}/accept/")
    assert _history(alice, saved["id"], 2) == [("person", "", "supersede", "your decision")]
    assert _history(alice, revised["id"]) == [
        ("agent", "Courier", "suggest", "explicit instruction"), ("person", "", "confirm", "your decision"),
    ]  # fmt: skip
    assert _versions(alice) == 5
    with scope.acting_as(alice.pk):
        old = Memory.objects.get(pk=saved["id"])
        assert (old.status, str(old.superseded_by_id)) == ("superseded", revised["id"])
    (preference,) = envelope(ask("get_user_preferences"))["data"]["preferences"]
    assert (preference["id"], preference["value"]) == (revised["id"], "Word")

    # Both pages link to the other memory.
    assert f"/memories/{saved['id']}/" in browser.get(f"/memories/{revised['id']}/").content.decode()
    assert f"/memories/{revised['id']}/" in browser.get(f"/memories/{saved['id']}/").content.decode()


def test_a_no_to_a_change_leaves_what_is_in_use(alice: User, ask: Callable[..., Any], browser: Client) -> None:
    saved = envelope(ask("save_user_preference", PDF))["data"]
    browser.post(f"/proposals/{saved['proposalId']}/accept/")
    second = envelope(ask("save_user_preference", WORD))["data"]
    browser.post(f"/proposals/{second['proposalId']}/reject/")
    (preference,) = envelope(ask("get_user_preferences"))["data"]["preferences"]
    assert (preference["id"], preference["value"]) == (saved["id"], "PDF")
    assert envelope(ask("save_user_preference", WORD))["data"]["outcome"] == "blocked"


def test_an_agent_has_no_way_to_accept_its_own_proposal(alice: User, ask: Callable[..., Any], token: str) -> None:
    saved = envelope(ask("save_user_preference", PDF))["data"]
    client = Client()
    headers = {"Authorization": f"Bearer {token}"}
    response = client.post(f"/proposals/{saved['proposalId']}/accept/", headers=headers)
    assert (response.status_code, "/person/login/" in response["Location"]) == (302, True)
    assert _versions(alice) == 1
