"""Every read leaves a receipt: listings and searches too, one for a burst; and no read fails for want of one."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from memoryweb.agents.models import Agent
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Memory, Use
from memoryweb.operations import dispatch
from memoryweb.people.models import User
from memoryweb.recall.models import Receipt
from tests.builders import memory_of, person_types, set_settings
from tests.cases import with_each

Call = Callable[..., dispatch.CallResult]
READS: list[tuple[str, dict[str, Any]]] = [
    ("get_user_preferences", {"category": "dietary"}),
    ("search_user_preferences", {"query": "vegan"}),
    ("recall_preferences", {"query": "vegan"}),
]


@pytest.fixture
def vegan(as_alice: User) -> Memory:
    set_settings(as_alice)
    return memory_of(person_types(as_alice, "I am vegan", name="vegan", category="dietary"))


@with_each("name, arguments", READS)
def test_every_read_leaves_a_receipt_with_what_it_gave(
    call: Call, vegan: Memory, name: str, arguments: dict[str, Any]
) -> None:
    call(name, **arguments)
    receipt = Receipt.objects.get()
    assert (receipt.query, receipt.times) == (next(iter(arguments.values())), 1)
    item = receipt.items.get()
    assert (item.memory_id, item.left_out) == (vegan.pk, "")
    assert item.version
    assert item.why
    assert Use.objects.get(memory=vegan).times == 1


def test_an_empty_listing_leaves_one_too(call: Call, vegan: Memory) -> None:
    call("get_user_preferences", category="nothing")
    assert not Receipt.objects.get().items.exists()


@with_each("name, arguments", READS[:2])
def test_a_burst_of_the_same_question_is_one_receipt(
    call: Call, vegan: Memory, trusted: Agent, name: str, arguments: dict[str, Any]
) -> None:
    for _ in range(3):
        call(name, **arguments)
    assert (Receipt.objects.get().times, Receipt.objects.get().items.count()) == (3, 1)
    also = memory_of(person_types(vegan.person, "vegan cheese", name="cheese", category="dietary"))
    call(name, **arguments)
    assert {item.memory_id for item in Receipt.objects.get().items.all()} == {vegan.pk, also.pk}
    call(name, agent=trusted, **arguments)
    call(name, **(arguments | {"project": "kiosk"}))
    assert Receipt.objects.count() == 3


def test_what_found_nothing_is_no_part_of_the_burst_that_found_something(
    call: Call, as_alice: User, vegan: Memory
) -> None:
    for _ in range(2):
        call("search_user_preferences", query="kiwi")
    memory_of(person_types(as_alice, "I love kiwi", name="fruit", category="food"))
    for _ in range(2):
        call("search_user_preferences", query="kiwi")
    counts = [(receipt.items.count(), receipt.times) for receipt in Receipt.objects.order_by("id")]
    assert counts == [(0, 2), (1, 2)]


def test_after_ten_minutes_the_same_question_is_a_new_receipt(call: Call, vegan: Memory) -> None:
    call("get_user_preferences")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE recall_receipt SET at = at - interval '11 minutes'")
    call("get_user_preferences")
    assert [receipt.times for receipt in Receipt.objects.all()] == [1, 1]


def test_a_secret_in_a_search_is_not_kept(call: Call, vegan: Memory) -> None:
    call("search_user_preferences", query="password: hunter2canary")
    assert Receipt.objects.get().query == ""


def test_erasing_a_memory_empties_the_words_of_the_search_that_found_it(
    call: Call, vegan: Memory, as_alice: User
) -> None:
    call("search_user_preferences", query="vegan")
    erasure.erase(vegan.pk, by=Person(as_alice), now=vegan.changed_at)
    assert Receipt.objects.get().query == ""
    assert Receipt.objects.get().items.get().is_erased


@with_each("name, arguments", READS)
def test_a_read_of_a_read_only_database_is_served_and_counted_without_its_receipt(
    call: Call, vegan: Memory, scribe: Agent, name: str, arguments: dict[str, Any]
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SAVEPOINT before")
        cursor.execute("SET LOCAL transaction_read_only = on")
    answer = call(name, **arguments)
    assert (answer.status, answer.memory_count) == (200, 1)
    with connection.cursor() as cursor:
        cursor.execute("ROLLBACK TO SAVEPOINT before")
    assert not Receipt.objects.exists()
    call("get_memory_settings")
    scribe.refresh_from_db()
    assert scribe.unrecorded_reads == 1
    browser = Client()
    browser.force_login(vegan.person)
    assert "1 read without a receipt" in browser.get(f"/agents/{scribe.pk}/").text


def test_the_receipts_say_in_plain_words_what_an_agent_read(call: Call, browser: Client, vegan: Memory) -> None:
    for name, arguments in READS:
        call(name, **arguments)
    call("search_user_preferences", query="vegan")
    page = browser.get("/receipts/").text
    for words in (
        "looked up “<bdi>dietary</bdi>”",
        "searched for “<bdi>vegan</bdi>”",
        "asked about “<bdi>vegan</bdi>”",
        "2 times",
    ):
        assert words in page
    for receipt in Receipt.objects.all():
        shown = browser.get(f"/receipts/{receipt.pk}/").text
        assert "Diet: Vegan" in shown
        assert ("SHA-256" in shown) == (receipt.operation == "recall")
