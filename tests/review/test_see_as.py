"""/see-as/: what an agent would be given now, and what would change without one memory."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory
from memoryweb.people.models import MemorySettings, User
from memoryweb.recall import recall
from memoryweb.recall.models import Receipt
from memoryweb.recall.request import RecallRequest
from memoryweb.rls import scope
from tests.builders import memory_of, person_types


@pytest.fixture
def many(alice: User, scribe: Agent) -> list[Memory]:
    """More than fit: thirteen tools, of which the person lets twelve be given."""
    with scope.acting_as(alice.pk):
        return [
            memory_of(person_types(alice, f"Tool {n}", name=f"technical.tool_{n}", category="technical"))
            for n in range(13)
        ]


def see(browser: Client, **query: Any) -> Any:
    limits: dict[str, Any] = {"task_type": "code_task", "budget": 600, "max_items": 5}
    return browser.get("/see-as/", limits | query)


def test_each_memory_can_be_left_out_and_the_next_one_comes_in(
    browser: Client, alice: User, many: list[Memory]
) -> None:
    page = see(browser)
    given = [item.row.pk for item, *_ in page.context["given"]]
    assert len(given) == 5
    assert page.text.count(f"without={given[1]}") == 1
    without = see(browser, without=given[1])
    now_given = [item.row.pk for item, *_ in without.context["given"]]
    (new,) = set(now_given) - set(given)
    assert now_given == [pk for pk in given if pk != given[1]] + [new]
    assert "would be given instead." in without.text
    assert "Put it back" in without.text
    with scope.acting_as(alice.pk):
        assert not Receipt.objects.exists()


def test_the_block_is_the_one_that_a_recall_would_give_if_the_memory_were_gone(
    browser: Client, alice: User, scribe: Agent, many: list[Memory]
) -> None:
    page = see(browser)
    first = page.context["given"][0][0].row.pk
    without = see(browser, without=first).context["selection"].block
    with scope.acting_as(alice.pk):
        actions.expire(first, reason="", by=Person(alice), now=timezone.now())
    assert see(browser).context["selection"].block == without


def test_nothing_takes_its_place_where_all_fit(browser: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        pdf = memory_of(person_types(alice, "I prefer reports as PDF"))
    page = browser.get("/see-as/", {"task_type": "generate_report", "without": str(pdf.pk)})
    assert "nothing would take its place." in page.text
    assert "shorter." in page.text
    assert page.context["selection"].block == "(none)"


def test_an_unknown_memory_changes_nothing(browser: Client, many: list[Memory], bob: User) -> None:
    for without in (str(bob.pk), ""):
        assert see(browser, without=without).context["what_if"] is None
    assert see(browser, without="nonsense").status_code == 200


def test_a_recall_without_a_memory_finds_it_neither_by_words_nor_as_a_must_have(as_alice: User, scribe: Agent) -> None:
    pinned = memory_of(person_types(as_alice, "Concise", name="style", category="communication"))
    actions.pin(pinned.pk, by=Person(as_alice), now=timezone.now())
    settings = MemorySettings.for_person(as_alice.pk)
    for query in ("", "communication style concise"):
        for without in (frozenset[Any](), frozenset([pinned.pk])):
            request = RecallRequest(query=query, without=without)
            selection = recall.select(scribe, settings, request, now=timezone.now())
            shown = [item.row.pk for item in [*selection.items, *selection.near]]
            assert shown == ([] if without else [pinned.pk])


def test_an_agents_own_word_for_its_work_can_be_seen_again(
    browser: Client, alice: User, scribe: Agent, call: Any, many: list[Memory]
) -> None:
    call("recall_preferences", task_type="watering_plants", query="tool")
    with scope.acting_as(alice.pk):
        receipt = Receipt.objects.get()
    page = browser.get(f"/receipts/{receipt.pk}/")
    again = browser.get(f"/see-as/?{page.context['see_now']}", {}, follow=True)
    assert again.context["form"].errors == {}
    assert "Watering plants" in again.text
    with scope.acting_as(alice.pk):
        scribe.revoke(now=timezone.now())
    assert "See it now" not in browser.get(f"/receipts/{receipt.pk}/").text


def test_an_error_is_said_once(browser: Client, scribe: Agent) -> None:
    """A script swaps only what is seen, so there the error stands in it; a page has it at its field."""
    for headers in ({}, {"HX-Request": "true"}):
        page = browser.get("/see-as/", {"budget": "1"}, headers=headers)
        seen = page.text[page.text.index('id="seen"') :]
        assert "Correct the fields and try again." in seen
        assert seen.count('class="row error"') == len(headers)
