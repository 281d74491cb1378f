"""/review/: the questions and what yes does to each, conflicts, and memories that end soon."""

import re
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory, Proposal, Status
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.conftest import told
from tests.review.builders import add_memory, ago, open_conflict, reload


def keys(page: str) -> dict[str, tuple[str, str]]:
    """Return what the keys of the first question do: the label of the button and where it posts."""
    buttons = re.findall(r'<button[^>]*data-key="(\w)"[^>]*hx-post="([^"]*)"[^>]*>([^<]*)<', page)
    return {key: (words, url) for key, url, words in reversed(buttons)}


@pytest.fixture
def goal(alice: User) -> Memory:
    """Return a goal of a year ago, which the clock asks about."""
    memory = add_memory(alice, "Learn the cello", ago(366), kind="goal")
    upkeep.run_now("archive", now=timezone.now())
    return memory


# Questions


def test_remember_all_answers_only_whether_to_remember(
    browser: Client, alice: User, scribe: Agent, goal: Memory
) -> None:
    with scope.acting_as(alice.pk):
        for word in ("Word", "Tea"):
            told(scribe, word, name=word)
        questions = {each.kind: str(each.pk) for each in Proposal.objects.open()}
    answer = browser.get("/review/")
    every = [f"{card.proposal.pk}:{card.version}" for card in answer.context["questions"]]
    page = answer.text
    assert "Remember all 2" in page
    assert f'name="proposal" value="{questions["remember"]}:' in page
    assert f'name="proposal" value="{questions["expire"]}:' not in page
    answer = browser.post("/review/accept-all/", {"proposal": every}, follow=True)
    assert "2 memories saved." in answer.text
    assert reload(alice, goal).status == Status.ACTIVE
    with scope.acting_as(alice.pk):
        assert str(Proposal.objects.open().get().pk) == questions["expire"]


def test_a_single_question_has_no_button_for_all(browser: Client, alice: User, scribe: Agent, goal: Memory) -> None:
    with scope.acting_as(alice.pk):
        told(scribe, "Word")
    assert "Remember all" not in browser.get("/review/").text


@pytest.mark.parametrize(("key", "words", "status"), [("y", "Still a goal", "active"), ("n", "No longer", "expired")])
def test_yes_to_still_a_goal_keeps_it(  # noqa: PLR0917  pytest hands them over
    browser: Client, alice: User, goal: Memory, key: str, words: str, status: str
) -> None:
    answer = browser.get("/review/")
    page = answer.text
    assert keys(page)[key][0] == words
    browser.post(keys(page)[key][1], {"version": answer.context["questions"][0].version})
    assert reload(alice, goal).status == status


def test_without_a_key_the_buttons_of_a_goal_do_the_same(browser: Client, goal: Memory) -> None:
    page = browser.get("/review/").text
    with_key = keys(page)
    first = re.search(r'<form method="post" action="([^"]*)" class="actions">', page)
    assert first
    assert first[1] == with_key["y"][1]
    assert f'formaction="{with_key["n"][1]}"' in page


def test_yes_to_stop_using_a_goal_expires_it(browser: Client, alice: User) -> None:
    """After three signs against it the question is another one, and so is its yes."""
    cello = add_memory(alice, "Learn the cello", ago(40), kind="goal")
    with scope.acting_as(alice.pk):
        for n in range(3):
            actions.record_counter_evidence(cello.pk, ref={"run": f"r{n}"}, by=Person(alice), now=ago(3 - n))
    answer = browser.get("/review/")
    page = answer.text
    assert "Should I stop using it?" in page
    assert (keys(page)["y"][0], keys(page)["n"][0]) == ("Stop using it", "Leave it as it is")
    browser.post(keys(page)["y"][1], {"version": answer.context["questions"][0].version})
    assert reload(alice, cello).status == "expired"


# Conflicts


def test_sides_that_begin_alike_can_be_told_apart(browser: Client, alice: User, trusted: Agent) -> None:
    begins = "Reports for the quarterly board meeting go out as a document "
    open_conflict(alice, trusted, f"{begins}in PDF", f"{begins}in Word")
    page = browser.get("/review/").text
    card = page[page.index('<section class="card conflict"') :]
    card = card[: card.index("</section>")]
    assert re.findall(r'<span class="badge">(\w)</span>', card) == ["A", "B"]
    buttons = [(unescape(name), " ".join(unescape(words).split()))
               for name, words in re.findall(r'<button[^>]*aria-label="([^"]*)"[^>]*>([^<]*)<', card)]  # fmt: skip
    assert [name for name, _ in buttons] == [
        f"Keep A: “{begins}in PDF”", f"Keep B: “{begins}in Word”", f"B was temporary: “{begins}in Word”"
    ]  # fmt: skip
    assert len({words for _, words in buttons}) == 3


# What ends


def test_keep_is_offered_only_on_the_memorys_page(browser: Client, alice: User) -> None:
    events = [add_memory(alice, f"Met {name}", ago(12), kind="event") for name in ("Chen", "Mara")]
    page = browser.get("/review/").text
    endings = page[page.index('id="endings"') :]
    assert "Keep" not in endings
    assert endings.count(">Still true<") == 2
    assert 'aria-label="Still true: Met Chen"' in endings
    assert "All 2 still true" in endings
    text = browser.post("/memories/still-true/", {"memory": [each.pk for each in events]}, follow=True).text
    assert "2 memories marked as still true." in text
    assert {reload(alice, each).ttl_days for each in events} == {14}


def test_choosing_nothing_shows_a_warning(browser: Client) -> None:
    assert "Nothing is fading any more." in browser.post("/memories/still-true/", follow=True).text


def test_with_memory_off_review_says_that_the_clock_is_stopped(browser: Client, alice: User) -> None:
    add_memory(alice, "Met Chen", ago(12), kind="event")
    add_memory(alice, "The office is on the third floor", ago(70))
    with scope.acting_as(alice.pk):
        MemorySettings.objects.update_or_create(person=alice, defaults={"enable_memory": False})
    page = browser.get("/review/")
    assert (page.context["fading"], page.context["still_true"]) == ([], [])
    assert "Nothing is archived now" in page.text
