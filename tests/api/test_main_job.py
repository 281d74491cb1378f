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


def _open_question(alice: User) -> Proposal:
    with scope.acting_as(alice.pk):
        return Proposal.objects.open().select_related("memory").get()


def _asked_about(alice: User) -> str:
    """Return the id of the memory that the open question is about."""
    return str(_open_question(alice).memory_id)


def _say_yes(browser: Client, alice: User) -> Any:
    """Press the first button of the question as Review shows it, with the version that comes with it."""
    question = _open_question(alice)
    card = browser.get("/review/").context["questions"][0]
    return browser.post(f"/proposals/{question.pk}/accept/", {"version": card.version})


def test_from_the_first_proposal_to_a_change_of_mind(alice: User, ask: Callable[..., Any], browser: Client) -> None:
    # The agent proposes: one memory, one version, a question.
    saved = envelope(ask("save_user_preference", PDF))["data"]
    assert (saved["outcome"], saved["question"]) == ("proposed", "Remember: you prefer reports as PDF?")
    assert (saved["preference"], saved["reviewUrl"].endswith("/review/")) == (None, True)
    pdf = _asked_about(alice)
    assert _history(alice, pdf) == [("agent", "Courier", "remember", "explicit instruction")]
    assert envelope(ask("get_user_preferences"))["data"]["preferences"] == []
    review = browser.get("/review/").content.decode()
    assert "prefer reports as PDF" in review

    # The person accepts in the browser: one more version, theirs.
    response = _say_yes(browser, alice)
    assert (response.status_code, response["Location"]) == (302, "/review/")
    assert _history(alice, pdf, 1) == [("person", "", "confirm", "your decision")]
    with scope.acting_as(alice.pk):
        assert Proposal.objects.get().status == Proposal.Status.ACCEPTED
    (preference,) = envelope(ask("get_user_preferences", {"category": "technical"}))["data"]["preferences"]
    assert (preference["id"], preference["value"], preference["status"]) == (pdf, "PDF", "active")

    # Being read is no change.
    assert _versions(alice) == 2

    # The person changes their mind and the agent quotes them: it asks, and what is in use stays in use.
    revised = envelope(ask("save_user_preference", WORD))["data"]
    assert (revised["outcome"], revised["question"]) == ("proposed", "Document format: change “PDF” to “Word”?")
    (preference,) = envelope(ask("get_user_preferences"))["data"]["preferences"]
    assert (preference["id"], preference["value"]) == (pdf, "PDF")
    assert _history(alice, pdf, 2) == []

    # The person accepts that, too: both memories one version each.
    word = _asked_about(alice)
    _say_yes(browser, alice)
    assert _history(alice, pdf, 2) == [("person", "", "supersede", "your decision")]
    assert _history(alice, word) == [
        ("agent", "Courier", "suggest", "explicit instruction"),
        ("person", "", "confirm", "your decision"),
    ]
    assert _versions(alice) == 5
    with scope.acting_as(alice.pk):
        old = Memory.objects.get(pk=pdf)
        assert (old.status, str(old.superseded_by_id)) == ("superseded", word)
    (preference,) = envelope(ask("get_user_preferences"))["data"]["preferences"]
    assert (preference["id"], preference["value"]) == (word, "Word")

    # Both pages link to the other memory.
    assert f"/memories/{pdf}/" in browser.get(f"/memories/{word}/").content.decode()
    assert f"/memories/{word}/" in browser.get(f"/memories/{pdf}/").content.decode()


def test_a_no_to_a_change_leaves_what_is_in_use(alice: User, ask: Callable[..., Any], browser: Client) -> None:
    ask("save_user_preference", PDF)
    pdf = _asked_about(alice)
    _say_yes(browser, alice)
    ask("save_user_preference", WORD)
    browser.post(f"/proposals/{_open_question(alice).pk}/reject/")
    (preference,) = envelope(ask("get_user_preferences"))["data"]["preferences"]
    assert (preference["id"], preference["value"]) == (pdf, "PDF")
    assert envelope(ask("save_user_preference", WORD))["data"]["outcome"] == "blocked"


def test_an_agent_has_no_way_to_accept_its_own_proposal(alice: User, ask: Callable[..., Any], token: str) -> None:
    ask("save_user_preference", PDF)
    client = Client()
    headers = {"Authorization": f"Bearer {token}"}
    response = client.post(f"/proposals/{_open_question(alice).pk}/accept/", headers=headers)
    assert (response.status_code, "/person/login/" in response["Location"]) == (302, True)
    assert _versions(alice) == 1
