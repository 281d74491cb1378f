"""/receipts/: what agents saw, by day and in sentences; a receipt begins with its sentence."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memoryweb.agents.models import AccessLog, Agent
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from memoryweb.recall.models import Receipt, ReceiptItem
from memoryweb.review.history import receipt_text
from memoryweb.rls import scope
from tests.builders import edit, person_types, set_settings

Call = Callable[..., Any]


@pytest.fixture
def memories(alice: User) -> list[Memory]:
    with scope.acting_as(alice.pk):
        outcomes = [
            person_types(alice, "I prefer reports as PDF"),
            person_types(alice, "Concise", name="style", category="communication"),
            person_types(alice, "I am vegan", name="vegan", category="dietary"),
            person_types(alice, "Overview", name="content.depth", category="content"),
        ]
    return [outcome.memory for outcome in outcomes if outcome.memory]


def sentences(page: Any) -> list[str]:
    entries = [entry for day in page.context["feed"].days for entry in day.entries]
    return [re.sub(r"<[^>]+>", "", str(entry.sentence)) for entry in entries]


def last_receipt(alice: User) -> Receipt:
    with scope.acting_as(alice.pk):
        return Receipt.objects.latest("at")


def test_every_kind_of_read_and_every_reason_has_its_words() -> None:
    assert set(receipt_text.ASKED) == set(Receipt.Operation)
    assert set(receipt_text.WHY) == set(ReceiptItem.Why)
    assert set(receipt_text.LEFT_OUT) == set(ReceiptItem.LeftOut)


def test_every_read_is_a_sentence(call: Call, browser: Client, memories: list[Memory]) -> None:
    call("recall_preferences", task_type="generate_report", query="the weekly report")
    call("recall_preferences", skill="fix_issue_412")
    call("get_user_preferences", category="dietary")
    call("search_user_preferences", query="vegan")
    call("search_user_preferences", query="vegan")
    call("get_user_preferences", category="nothing")
    call("get_user_preferences")
    call("recall_preferences", query="tone for Acme", max_items=5, preview=True)
    shown = sentences(browser.get("/receipts/"))
    assert shown[-1].startswith("Scribe, writing a report (“the weekly report”), was given ")
    assert "Document format: PDF" in shown[-1]
    assert shown[-2].startswith("Scribe, doing “fix issue 412”, was given ")
    assert shown[-3] == "Scribe looked up “dietary” and was given 1 memory: Diet: Vegan"
    assert shown[-4] == "Scribe searched for “vegan” and was given 1 memory: Diet: Vegan · 2 times"
    assert shown[-5] == "Scribe looked up “nothing” and was given nothing: there is nothing there that it may see"
    assert re.fullmatch(r"Scribe listed what it may see and was given 4 memories: .*, .*, .* and 1 more", shown[-6])
    assert shown[0].startswith("Scribe checked what it would get for “tone for Acme” and was given ")


def test_nothing_says_why(call: Call, browser: Client, alice: User) -> None:
    call("recall_preferences", query="tone for Acme")
    with scope.acting_as(alice.pk):
        set_settings(alice, enable_memory=False)
    call("recall_preferences")
    assert sentences(browser.get("/receipts/")) == [
        "Scribe asked what to keep in mind and was given nothing: memory was off",
        "Scribe asked about “tone for Acme” and was given nothing: nothing matched well enough",
    ]


def test_a_paused_agent_was_refused_and_it_says_until_when(
    call: Call, browser: Client, alice: User, scribe: Agent, memories: list[Memory]
) -> None:
    with scope.acting_as(alice.pk):
        scribe.pause(now=timezone.now(), until=timezone.now() + timedelta(days=1))
    for _ in range(3):
        call("get_user_preferences")
    call("save_user_preference", category="food", preference="tea", details="I like tea")  # no read
    page = browser.get("/receipts/")
    (sentence,) = sentences(page)
    assert sentence.startswith("Scribe was refused: it is paused until ")
    assert sentence.endswith(" · 3 times")
    with scope.acting_as(alice.pk):
        scribe.pause(now=timezone.now() - timedelta(hours=1))
    assert sentences(browser.get("/receipts/")) == ["Scribe was refused: it is paused until you resume it · 3 times"]
    with scope.acting_as(alice.pk):
        scribe.resume()
    assert "it was paused, or not allowed to read that" in sentences(browser.get("/receipts/"))[0]


def test_days_have_totals_of_the_whole_day(call: Call, browser: Client, alice: User, memories: list[Memory]) -> None:
    for category in ("dietary", "content", "communication"):
        call("get_user_preferences", category=category)
    with scope.acting_as(alice.pk):
        oldest = Receipt.objects.earliest("at")
        Receipt.objects.filter(pk=oldest.pk).update(at=oldest.at - timedelta(days=1))
    page = browser.get("/receipts/")
    assert [(day.reads, day.memories) for day in page.context["feed"].days] == [(2, 2), (1, 1)]
    for words in ("Today", "Yesterday", "2 reads", "1 read"):
        assert words in page.text
    of_yesterday = browser.get("/receipts/", {"on": (timezone.localdate() - timedelta(days=1)).isoformat()})
    assert sentences(of_yesterday) == ["Scribe looked up “dietary” and was given 1 memory: Diet: Vegan"]


def test_filters_by_memory_and_by_its_words(call: Call, browser: Client, memories: list[Memory]) -> None:
    for category in ("dietary", "content"):
        call("get_user_preferences", category=category)
    vegan = memories[2]
    assert len(sentences(browser.get("/receipts/", {"memory": str(vegan.pk)}))) == 1
    assert "dietary" in sentences(browser.get("/receipts/", {"q": "veg"}))[0]
    assert sentences(browser.get("/receipts/", {"q": "zzz"})) == []
    assert "Nothing was seen here" in browser.get("/receipts/", {"q": "zzz"}).text


def test_pages_of_reads_and_refusals_have_no_gap(browser: Client, alice: User, scribe: Agent, trusted: Agent) -> None:
    now = timezone.now()
    with scope.acting_as(alice.pk):
        for n in range(30):
            at = now - timedelta(minutes=n)
            fields: dict[str, Any] = {"person": alice, "agent": scribe, "at": at}
            Receipt.objects.create(**fields, max_items=0, budget=0, tokens=0, operation="get")
            refused = {"operation": "get_user_preferences", "writes": False, "outcome": "PERMISSION_DENIED"}
            more: dict[str, Any] = {"milliseconds": 1, "request_id": scribe.pk}
            AccessLog.objects.create(**(fields | {"agent": trusted}), **refused, **more)
    found, query = 0, ""
    while True:
        feed = browser.get("/receipts/" + query).context["feed"]
        found += sum(len(day.entries) for day in feed.days)
        query = feed.older
        if not query:
            break
    assert found == 60


def test_a_receipt_shows_what_the_memory_said_then_and_begins_with_the_sentence(
    call: Call, browser: Client, alice: User, memories: list[Memory]
) -> None:
    call("recall_preferences", task_type="generate_report", run="run-1")
    pdf, receipt = memories[0], last_receipt(alice)
    assert "Not for this agent: Document format" in browser.get(f"/receipts/{receipt.pk}/").text
    with scope.acting_as(alice.pk):
        edit(pdf, alice, value="Word")
    page = browser.get(f"/receipts/{receipt.pk}/")
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", page.text, re.DOTALL)
    assert heading
    assert "writing a report" in heading[1]
    assert "Document format: PDF" in heading[1]
    line = next(line for line in page.context["given"] if line.item.memory_id == pdf.pk)
    assert (line.name, line.reason) == ("Document format: PDF", "needed for writing a report, and you confirmed it")
    assert "score" not in re.sub(r"<details.*?</details>", "", page.text, flags=re.DOTALL).lower()


def test_what_was_erased_is_named_nowhere(call: Call, browser: Client, alice: User, memories: list[Memory]) -> None:
    call("search_user_preferences", query="vegan")
    call("get_user_preferences", category="dietary")
    receipt = last_receipt(alice)
    with scope.acting_as(alice.pk):
        erasure.erase(memories[2].pk, by=Person(alice), now=timezone.now())
    page = browser.get("/receipts/")
    assert sentences(page)[1] == "Scribe searched and was given 1 memory, erased since"
    for each in (page, browser.get(f"/receipts/{receipt.pk}/")):
        assert "vegan" not in each.text.lower()
    assert "A memory that you erased since" in browser.get(f"/receipts/{receipt.pk}/").text


def test_a_name_with_markup_is_shown_as_text(call: Call, browser: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        Agent.objects.filter(pk=scribe.pk).update(name="<b>{Scribe}</b>")
    call("recall_preferences", query="<i>{agent}</i>")
    page = browser.get("/receipts/").text
    assert "&lt;b&gt;{Scribe}&lt;/b&gt;" in page
    assert "“<bdi>&lt;i&gt;{agent}&lt;/i&gt;</bdi>”" in page


def test_the_number_of_queries_does_not_grow(
    call: Call, browser: Client, alice: User, scribe: Agent, memories: list[Memory]
) -> None:
    def count(path: str) -> int:
        browser.get(path)
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(path).status_code == 200
        return len(queries)

    call("get_user_preferences", category="dietary")
    few = count("/receipts/")
    one = count(f"/receipts/{last_receipt(alice).pk}/")
    with scope.acting_as(alice.pk):
        for n in range(40):
            person_types(alice, f"value {n}", name=f"name {n}", category="many")
    for n in range(30):
        call("recall_preferences", query=f"question {n}")
    call("get_user_preferences", category="many", limit=50)
    assert count("/receipts/") == few <= 16
    assert count(f"/receipts/{last_receipt(alice).pk}/") == one <= 16
