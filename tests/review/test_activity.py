"""/activity/: S0's Date | Change | Trigger, filters, older pages, Undo."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from memoryweb.agents.models import Agent
from memoryweb.people.models import User
from memoryweb.review.views.activity import PAGE
from memoryweb.rls import scope
from tests.conftest import told, typed
from tests.interchange.builders import bring


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
    assert "A memory was stopped since then, so nothing was undone." in answer.text
    assert f"/memories/{outcome.memory.pk}/" in answer.text


def test_unknown_filters_are_ignored(browser: Client) -> None:
    for query in ("by=nobody", "agent=nobody", "before=then", "before=2026-01-01|x", "before=|"):
        assert browser.get(f"/activity/?{query}").status_code == 200


def _texts(browser: Client, path: str) -> str:
    """Return the words of a page, or of a download, on one line."""
    return " ".join(strip_tags(browser.get(path).content.decode()).split())


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("instruction", ("Scribe suggested", "Scribe says you told it")),
        ("correction", ("Scribe suggested", "Scribe says it learned this from your feedback")),
        ("inference", ("Scribe noted", "Scribe says it noticed this")),
    ],
)
def test_what_an_agent_says_is_worded_as_its_claim(
    browser: Client, alice: User, scribe: Agent, source: str, claim: tuple[str, str]
) -> None:
    change, trigger = claim
    with scope.acting_as(alice.pk):
        memory = told(scribe, "I prefer reports as PDF", source=source).memory
    assert memory
    text = _texts(browser, "/activity/")
    assert f"{change}: Document format: PDF" in text
    assert trigger in text
    for word in ("Remembered", "explicit instruction"):
        assert word not in text
    assert change in _texts(browser, f"/memories/{memory.pk}/")
    assert f"{change}: a memory that is not in use,{trigger}" in _texts(browser, "/activity.csv")


def test_what_is_in_use_is_saved_and_says_by_whom(browser: Client, alice: User, trusted: Agent) -> None:
    with scope.acting_as(alice.pk):
        typed(alice, "Formal", name="tone", category="communication")
        told(trusted, "From now on, always PDF")
    text = _texts(browser, "/activity/")
    assert "Saved: Tone: Formal you said so · you" in text
    assert "Trusty saved: Document format: PDF Trusty says you told it" in text
    csv = _texts(browser, "/activity.csv")
    assert "Saved: Tone: Formal,you said so,you" in csv


def test_what_a_file_says_was_read_from_a_file(browser: Client, alice: User) -> None:
    with scope.acting_as(alice.pk):
        bring(alice, "> **Tea**: green [LEARNED: 2026-01-02, observation]")
    assert "Read from a file: Tea: green a file you imported · you" in _texts(browser, "/activity/")
