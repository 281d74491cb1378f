"""/activity/: S0's Date | Change | Trigger, filters, older pages, Undo."""

from datetime import timedelta

from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.people.models import User
from memoryweb.review.views.activity import PAGE
from memoryweb.rls import scope
from tests.conftest import told, typed


def test_date_change_and_trigger(browser: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        told(scribe, "I prefer reports as PDF", timezone.now() - timedelta(days=3))
        typed(alice, "Formal", name="tone", category="communication")
    steps = browser.get("/activity/").context["steps"]
    assert [(s.label, s.value, s.because, s.agent) for s in steps] == [
        ("Tone", "Formal", "explicit instruction", ""),
        ("Document format", "PDF", "explicit instruction", "Scribe"),
    ]
    assert [s.label for s in browser.get("/activity/?by=person").context["steps"]] == ["Tone"]
    assert [s.label for s in browser.get(f"/activity/?agent={scribe.pk}").context["steps"]] == ["Document format"]


def test_older_pages_show_every_change_once(browser: Client, alice: User) -> None:
    with scope.acting_as(alice.pk):
        for i in range(PAGE + 3):
            typed(alice, f"thing {i}", name=f"subject {i}")
    first = browser.get("/activity/")
    second = browser.get("/activity/" + first.context["older"])
    versions = [s.version for page in (first, second) for s in page.context["steps"]]
    assert len(versions) == len(set(versions)) == PAGE + 3


def test_undo_is_offered_only_for_the_newest_change(browser: Client, alice: User) -> None:
    with scope.acting_as(alice.pk):
        outcome = typed(alice, "I prefer reports as PDF")
    assert outcome.memory
    browser.post(f"/memories/{outcome.memory.pk}/expire/")
    newest, first = browser.get("/activity/").context["steps"]
    assert (newest.act is None, first.act) == (False, None)
    answer = browser.post(f"/acts/{outcome.act}/undo/", follow=True)
    assert "A memory was expired since, so nothing was undone." in answer.text
    assert f"/memories/{outcome.memory.pk}/" in answer.text


def test_unknown_filters_are_ignored(browser: Client) -> None:
    for query in ("by=nobody", "agent=nobody", "before=then", "before=2026-01-01|x", "before=|"):
        assert browser.get(f"/activity/?{query}").status_code == 200
