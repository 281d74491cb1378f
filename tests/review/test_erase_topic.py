"""/memories/erase-topic/: looking everywhere, unticking, erasing with one receipt, and the receipt's own search."""

import logging
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Erasure, Memory
from memoryweb.people.models import User
from memoryweb.recall.models import Receipt
from memoryweb.review.memories import topic_results
from memoryweb.rls import scope
from tests.builders import agent_says, edit, memory_of, person_types, record_use
from tests.cases import with_each
from tests.memories.test_erasure_topic import NOON, spread, write_conversation, write_receipt

PAGE = "/memories/erase-topic/"
WORDS = "Northwind Traders"


@pytest.fixture
def everywhere(alice: User, scribe: Agent, trusted: Agent) -> dict[str, Any]:
    with scope.acting_as(alice.pk):
        return spread(alice, scribe, trusted)


def search_for(browser: Client, words: str = WORDS) -> Any:
    return browser.post(PAGE, {"words": words})


def keys(page: Any) -> list[str]:
    return [row.key for group in page.context["groups"] for row in group.rows]


def test_the_page_is_empty_at_first_and_stands_under_memories(browser: Client) -> None:
    page = browser.get(PAGE)
    assert page.status_code == 200
    assert "Look everywhere" in page.text
    assert "place" not in page.context.get("groups", "")
    assert PAGE in browser.get("/memories/").text


@with_each("words", ["", "a", "  ", "\x00"])
def test_too_few_letters_are_refused(browser: Client, words: str) -> None:
    page = search_for(browser, words)
    assert page.status_code == 422
    assert "Type at least two letters." in page.text


def test_a_topic_that_nothing_mentions(browser: Client) -> None:
    page = search_for(browser, "<b>Nobody</b>")
    assert "Nothing mentions “<bdi>&lt;b&gt;Nobody&lt;/b&gt;</bdi>”" in page.text


def test_everything_is_found_in_groups_marked_and_ticked(browser: Client, everywhere: dict[str, Any]) -> None:
    page = search_for(browser)
    groups = {group.name: group for group in page.context["groups"]}
    assert list(groups) == [
        "memories",
        "notes",
        "quotes",
        "questions",
        "conversations",
        "feedback",
        "receipts",
        "shared",
    ]
    assert f"{page.context['count']} places mention “<bdi>Northwind Traders</bdi>”" in page.text
    assert page.text.count('type="checkbox" name="place"') == page.text.count(" checked>") == page.context["count"]
    assert "Employer: Works at <mark>Northwind Traders</mark>" in page.text
    assert "opens <mark>northwind-traders</mark>" in page.text.lower()
    assert {"In use", "Suggested", "Archived", "Stopped", "Replaced", "Older version of"} <= {
        row.chip.partition(" “")[0] for row in groups["memories"].rows
    }
    assert groups["conversations"].note == "2 passages"
    assert "Erase what is ticked" in page.text
    assert [(each.name, each.times) for each in page.context["receivers"]] == [("Scribe", 1), ("Trusty", 1)]


def test_erasing_all_gives_one_receipt_with_zero_hits(browser: Client, alice: User, everywhere: dict[str, Any]) -> None:
    page = search_for(browser)
    count = page.context["count"]
    receipt = browser.post(PAGE, {"words": WORDS, "erase": "yes", "place": keys(page)}, follow=True)
    with scope.acting_as(alice.pk):
        erasure = Erasure.objects.get()
    assert receipt.redirect_chain == [(f"/erasures/{erasure.pk}/", 302)]
    assert f"{count} places," in receipt.text
    assert [hits for _, hits in receipt.context["stores"]] == [0] * len(topic_results.STORES)
    assert "Northwind" not in receipt.text
    assert "Scribe" in receipt.text
    again = browser.post(f"/erasures/{erasure.pk}/", {"text": " northwind  TRADERS"})
    assert again.context["hits"] == 0
    assert "These are the words you erased." in again.text
    other = browser.post(f"/erasures/{erasure.pk}/", {"text": "tea"})
    assert other.context["hits"] > 0
    assert "These are the words you erased." not in other.text
    assert search_for(browser).context["count"] == 0


def test_what_is_unticked_stays_and_the_receipt_links_it(
    browser: Client, alice: User, everywhere: dict[str, Any]
) -> None:
    page = search_for(browser)
    kept = everywhere["in use"].pk
    question = next(key for key in keys(page) if key.startswith("questions:"))
    ticked = [key for key in keys(page) if key not in (f"memories:{kept}", question)]
    receipt = browser.post(PAGE, {"words": WORDS, "erase": "yes", "place": ticked}, follow=True)
    assert f'href="/memories/{kept}/"' in receipt.text
    assert f'href="/memories/{everywhere["questioned"].pk}/"' in receipt.text
    assert "Employer: Works at Northwind Traders" in receipt.text
    assert browser.get(f"/memories/{kept}/").status_code == 200


def test_erasing_without_a_tick_erases_nothing(browser: Client, alice: User, everywhere: dict[str, Any]) -> None:
    page = browser.post(PAGE, {"words": WORDS, "erase": "yes"})
    assert page.status_code == 422
    assert "Tick what you want to erase." in page.text
    with scope.acting_as(alice.pk):
        assert not Erasure.objects.exists()


@with_each("place", ["nonsense", "memories:nonsense", "memories:", ":", "receipts:" + str(UUID(int=5))])
def test_nonsense_that_is_ticked_erases_nothing(
    browser: Client, alice: User, everywhere: dict[str, Any], place: str
) -> None:
    before = search_for(browser).context["count"]
    assert browser.post(PAGE, {"words": WORDS, "erase": "yes", "place": place, "rest": "x"}).status_code == 302
    assert search_for(browser).context["count"] == before


def test_a_long_list_has_one_box_for_all_others(
    browser: Client, alice: User, scribe: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(topic_results, "LISTED", 3)
    with scope.acting_as(alice.pk):
        for number in range(9):
            write_receipt(scribe, query=f"northwind traders {number}")
    page = search_for(browser)
    assert "8 more receipts" in page.text
    assert "All 6 others" in page.text
    listed = page.context["groups"][0].keys
    sent = {"words": WORDS, "erase": "yes", "listed": listed, "place": listed.split()[:1], "rest": "receipts"}
    browser.post(PAGE, sent)
    with scope.acting_as(alice.pk):
        assert Erasure.objects.get().places == 7
        assert Receipt.objects.exclude(query="").count() == 2


def test_another_persons_words_are_not_found(browser: Client, bob: User) -> None:
    with scope.acting_as(bob.pk):
        theirs = memory_of(person_types(bob, WORDS, name="employer", category="personal"))
    assert search_for(browser).context["count"] == 0
    browser.post(PAGE, {"words": WORDS, "erase": "yes", "place": f"memories:{theirs.pk}"})
    with scope.acting_as(bob.pk):
        assert Memory.objects.get() == theirs


def test_the_words_are_in_no_url_session_or_log(
    browser: Client, alice: User, everywhere: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        page = search_for(browser)
        browser.post(PAGE, {"words": WORDS, "erase": "yes", "place": keys(page)}, follow=True)
        browser.post(PAGE, {"words": WORDS, "erase": "yes"})
    ours = [record.getMessage() for record in caplog.records if not record.name.startswith("django.db")]
    assert not any("northwind" in line.casefold() for line in ours)
    assert not any("northwind" in str(session.get_decoded()).casefold() for session in Session.objects.all())
    assert 'method="post"' in page.text
    assert "northwind" not in browser.get(PAGE, {"words": WORDS}).text.casefold()


def test_the_page_takes_as_many_queries_for_1_as_for_200_rows(browser: Client, alice: User, scribe: Agent) -> None:
    def add(number: int) -> None:
        with scope.acting_as(alice.pk):
            person_types(alice, f"{WORDS} {number}", name=f"n{number}", category="personal", quote=WORDS)
            agent_says(scribe, f"{WORDS} is {number}", name=f"m{number}", category="personal", source="behaviour")
            write_conversation(scribe, f"{WORDS} {number}")
            write_receipt(scribe, query=f"{WORDS} {number}")
            tea = person_types(alice, f"Tea {number}", name=f"t{number}", category="food", quote=WORDS)
            record_use([memory_of(tea).pk], agent=scribe, now=NOON)

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert search_for(browser).status_code == 200
        return len(captured)

    add(0)
    queries()
    before = queries()
    for number in range(1, 40):
        add(number)
    assert queries() == before


def test_only_an_older_version_mentions_it(browser: Client, alice: User) -> None:
    with scope.acting_as(alice.pk):
        memory = memory_of(person_types(alice, "Blue", name="desk", category="personal", tags=(WORDS,)))
        edit(memory, alice, tags=["furniture"])
    page = search_for(browser)
    assert page.context["groups"][0].rows[0].chip == "Older version of “Desk: Blue”"
    assert "Desk: <mark>Northwind Traders</mark>" in page.text


def test_erasing_several_memories_shows_their_one_receipt(browser: Client, alice: User) -> None:
    with scope.acting_as(alice.pk):
        ids = [
            str(memory_of(person_types(alice, text, name=text, category="food")).pk) for text in ("Tea", "Rice", "Figs")
        ]
        actions.expire(ids[0], by=Person(alice), now=NOON)  # type: ignore[arg-type]
    receipt = browser.post("/memories/erase/", {"memory": ids, "sure": "yes"}, follow=True)
    assert "3 memories are erased" in receipt.text
    assert "3 memories" in browser.get("/erasures/").text


def test_a_stranger_meets_404_at_the_receipt(
    browser: Client, alice: User, bob: User, everywhere: dict[str, Any]
) -> None:
    browser.post(PAGE, {"words": WORDS, "erase": "yes", "place": keys(search_for(browser))})
    with scope.acting_as(alice.pk):
        pk = Erasure.objects.get().pk
    stranger = Client()
    stranger.force_login(bob)
    assert stranger.get(f"/erasures/{pk}/").status_code == 404
    assert stranger.post(f"/erasures/{pk}/", {"text": WORDS}).status_code == 404


def test_markup_in_what_is_found_is_shown_as_text(
    browser: Client, alice: User, scribe: Agent, call: Callable[..., Any]
) -> None:
    with scope.acting_as(alice.pk):
        agent_says(scribe, "<script>alert('acme')</script> acme", name="<img src=x>", category="personal")
    page = search_for(browser, "acme")
    assert "<script>alert" not in page.text
    assert "&lt;script&gt;alert" in page.text
