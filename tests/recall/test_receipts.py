"""Receipts: every recall leaves one with the given and nearly given memories; erasing a memory empties it."""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import upkeep
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Act, Memory, Use, history_model
from memoryweb.people.models import MemorySettings, User
from memoryweb.recall.models import Receipt, ReceiptItem
from memoryweb.rls import scope
from tests.builders import agent_says, person_types, set_settings
from tests.cases import with_each
from tests.memories.tables import tables_containing


@pytest.fixture
def pdf(alice: User) -> Memory:
    with scope.acting_as(alice.pk):
        memory = person_types(alice, "I prefer zebrareports as PDF").memory
    assert memory
    return memory


def recall(call: Callable[..., Any], **arguments: Any) -> dict[str, Any]:
    return dict(call("recall_preferences", **arguments).envelope["data"])


def test_a_recall_leaves_a_receipt_with_version_reason_and_hash(
    call: Callable[..., Any], alice: User, pdf: Memory
) -> None:
    data = recall(call, task_type="generate_report", query="the weekly report", run="run-7")
    assert data["sha256"] == hashlib.sha256(data["block"].encode()).hexdigest()
    with scope.acting_as(alice.pk):
        receipt = Receipt.objects.get(pk=data["receiptId"])
        item = receipt.items.get()
        version = history_model().objects.filter(id=pdf.pk).latest("history_id").history_id
        assert (receipt.sha256, receipt.tokens, receipt.run) == (data["sha256"], data["tokens"], "run-7")
        assert (item.memory_id, item.version, item.rank, item.why) == (pdf.pk, version, 1, "task")
        assert item.line == data["block"]
        assert item.parts["task"] == 1.0
        assert Use.objects.get(memory=pdf).times == 1


def test_a_preview_is_a_read_too_and_belongs_to_no_run(call: Callable[..., Any], alice: User, pdf: Memory) -> None:
    data = recall(call, preview=True, run="r1")
    assert "PDF" in data["block"]
    with scope.acting_as(alice.pk):
        receipt = Receipt.objects.get(pk=data["receiptId"])
        assert (receipt.operation, receipt.run) == ("preview", "")
        assert Use.objects.get(memory=pdf).times == 1


def test_an_empty_recall_leaves_a_receipt_with_the_reason(call: Callable[..., Any], alice: User, pdf: Memory) -> None:
    with scope.acting_as(alice.pk):
        MemorySettings.objects.update_or_create(person=alice, defaults={"injection_enabled": False})
    data = recall(call)
    assert (data["block"], data["items"]) == ("(none)", [])
    assert data["reason"] == "The person has switched automatic memories off."
    with scope.acting_as(alice.pk):
        assert Receipt.objects.get().nothing_because == "injection"


def test_erasing_empties_the_item_and_the_receipt_shows_that(
    call: Callable[..., Any], browser: Client, alice: User, pdf: Memory
) -> None:
    data = recall(call, query="zebrareports")
    with scope.acting_as(alice.pk):
        erasure.erase(pdf.pk, by=Person(alice), now=timezone.now())
        item = ReceiptItem.objects.get()
        assert (item.memory_id, item.version, item.line, item.is_erased) == (None, None, "", True)
        assert tables_containing("zebrareports") == set()
    page = browser.get(f"/receipts/{data['receiptId']}/").content.decode()
    assert "erased" in page
    assert "zebrareports" not in page


def test_the_page_shows_the_exact_block_and_the_near_misses(
    call: Callable[..., Any], browser: Client, alice: User, scribe: Agent, pdf: Memory
) -> None:
    with scope.acting_as(alice.pk):
        agent_says(scribe, "I prefer data as CSV", name="data_format")
    data = recall(call, task_type="code_task")
    page = browser.get(f"/receipts/{data['receiptId']}/")
    assert f"<code>{data['block']}</code>" in page.content.decode()
    assert [line.name for line in page.context["given"]] == ["Document format: PDF"]
    assert [(line.name, line.item.left_out) for line in page.context["others"]] == [("Data format: CSV", "unconfirmed")]
    assert "you haven’t approved it yet" in page.content.decode()


def test_a_memory_muted_for_a_task_is_missing_from_the_next_block_with_the_reason(
    call: Callable[..., Any], browser: Client, alice: User, pdf: Memory
) -> None:
    """Mutes a memory on its receipt; "See as agent" then shows why it is not given."""
    data = recall(call, task_type="generate_report")
    with scope.acting_as(alice.pk):
        item = ReceiptItem.objects.get()
    browser.post(f"/receipts/{data['receiptId']}/items/{item.pk}/not-for-task/")
    assert recall(call, task_type="generate_report")["block"] == "(none)"
    assert "PDF" in recall(call, task_type="code_task")["block"]
    page = browser.get("/see-as/", {"task_type": "generate_report"})
    assert [(str(each.row), each.left_out) for each in page.context["selection"].near] == [
        ("Document format: PDF", "muted")
    ]
    browser.post(f"/memories/{pdf.pk}/unmute/", {"task": "generate_report"})
    assert "PDF" in recall(call, task_type="generate_report")["block"]


@with_each("verb", ["wrong", "never-for-agent"])
def test_wrong_and_never_for_this_agent_take_a_memory_out_of_the_next_block(
    call: Callable[..., Any], browser: Client, alice: User, pdf: Memory, verb: str
) -> None:
    data = recall(call)
    with scope.acting_as(alice.pk):
        item = ReceiptItem.objects.get()
    browser.post(f"/receipts/{data['receiptId']}/items/{item.pk}/{verb}/")
    assert recall(call)["block"] == "(none)"
    assert "Undo" in browser.get("/review/").content.decode()


def test_a_run_can_be_undone(call: Callable[..., Any], browser: Client, alice: User) -> None:
    data = recall(call, run="run-9")
    for name in ("tea", "coffee"):
        call("save_user_preference", category="food", preference=name, details=f"Today only {name}", run="run-9")
    call("save_user_preference", category="food", preference="milk", details="Today only milk", run="run-10")
    page = browser.get(f"/receipts/{data['receiptId']}/")
    assert len(page.context["acts"]) == 2
    browser.post(f"/receipts/{data['receiptId']}/undo-run/")
    with scope.acting_as(alice.pk):
        assert [m.label for m in Memory.objects.live()] == ["milk"]
        assert Receipt.objects.get(pk=data["receiptId"]).undone_at
    assert browser.get(f"/receipts/{data['receiptId']}/").context["acts"] == []


def test_a_receipt_follows_redo_and_undo_of_its_run(call: Callable[..., Any], browser: Client, alice: User) -> None:
    data = recall(call, run="run-9")
    for name in ("tea", "coffee"):
        call("save_user_preference", category="food", preference=name, details=f"Today only {name}", run="run-9")
    browser.post(f"/receipts/{data['receiptId']}/undo-run/")
    for is_undone in (False, True, False):
        with scope.acting_as(alice.pk):
            newest = Act.objects.latest("at")
        browser.post(f"/acts/{newest.pk}/undo/")
        with scope.acting_as(alice.pk):
            assert bool(Receipt.objects.get(pk=data["receiptId"]).undone_at) is is_undone
            assert Memory.objects.live().count() == (0 if is_undone else 2)
        assert len(browser.get(f"/receipts/{data['receiptId']}/").context["acts"]) == (0 if is_undone else 2)
        assert ("made 2 changes in one run" in browser.get("/history/").content.decode()) is not is_undone


def test_the_receipts_list_pages_without_gaps_and_filters_by_agent(
    call: Callable[..., Any], browser: Client, trusted: Agent, pdf: Memory
) -> None:
    for _ in range(53):
        recall(call)
    call("recall_preferences", agent=trusted)
    first = browser.get("/receipts/")
    second = browser.get("/receipts/" + first.context["feed"].older)
    ids = [entry.receipt.pk for page in (first, second) for day in page.context["feed"].days for entry in day.entries]
    assert len(ids) == len(set(ids)) == 54
    assert second.context["feed"].older == ""
    of_one = browser.get("/receipts/", {"agent": str(trusted.pk)}).context["feed"]
    assert [(day.reads, len(day.entries)) for day in of_one.days] == [(1, 1)]
    assert browser.get("/receipts/?agent=nonsense&before=nonsense").status_code == 200


def test_old_receipts_are_deleted_with_the_logs(call: Callable[..., Any], alice: User, pdf: Memory) -> None:
    recall(call)
    run = upkeep.run_now("purge_logs", now=timezone.now() + timedelta(days=91))
    assert run.counts["receipts"] == 1
    with scope.acting_as(alice.pk):
        assert not Receipt.objects.exists()
        assert not ReceiptItem.objects.exists()


def test_try_as_this_agent_shows_question_answer_and_receipt(browser: Client, scribe: Agent, pdf: Memory) -> None:
    page = browser.post(
        f"/agents/{scribe.pk}/try/", {"operation": "recall_preferences", "arguments": '{"query": "report format"}'}
    )
    assert '"ok": true' in page.content.decode().replace("&quot;", '"')
    assert f"/receipts/{page.context['receipt']}/" in page.content.decode()
    for wrong in ("{", "[]", "password: hunter2canary"):
        answer = browser.post(f"/agents/{scribe.pk}/try/", {"operation": "recall_preferences", "arguments": wrong})
        assert answer.status_code == 422


def test_a_listing_with_memory_on_again_is_on_a_receipt_of_its_own(call: Callable[..., Any], alice: User) -> None:
    for is_on in (False, False, True):
        with scope.acting_as(alice.pk):
            set_settings(alice, enable_memory=is_on)
        call("get_user_preferences")
    with scope.acting_as(alice.pk):
        found = list(Receipt.objects.order_by("at").values_list("nothing_because", "times"))
    assert found == [("memory", 2), ("", 1)]
