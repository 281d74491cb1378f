"""A near miss that should have been given: a labelled case, given for the same kind of work, and a file to share."""

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Person, proposals
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Act, Memory
from memoryweb.people.models import User
from memoryweb.recall import needed
from memoryweb.recall.models import Receipt, ReceiptItem, WantedCase
from memoryweb.recall.request import FAR_MAX
from memoryweb.rls import scope
from memoryweb.rules import policy
from tests.builders import agent_says, person_types
from tests.cases import with_each
from tests.memories.tables import tables_containing

FAR = "Zebrafish are fed at dusk"
WORK = {"task_type": "code", "query": "Why does the build fail?"}


@pytest.fixture
def far(alice: User) -> Memory:
    with scope.acting_as(alice.pk):
        person_types(alice, "Python with type hints", name="language", category="technical")
        memory = person_types(alice, FAR, name="Aquarium", category="pets").memory
    assert memory
    return memory


def recall(call: Callable[..., Any], **arguments: Any) -> dict[str, Any]:
    return dict(call("recall_preferences", **arguments).envelope["data"])


def press(browser: Client, alice: User, receipt: str, memory: Memory) -> Any:
    with scope.acting_as(alice.pk):
        item = ReceiptItem.objects.get(receipt=UUID(receipt), memory=memory)
        sent = {"version": proposals.memory_version(Memory.objects.get(pk=memory.pk))}
    return browser.post(f"/receipts/{receipt}/items/{item.pk}/should-have-been-given/", sent, follow=True)


def cases(alice: User) -> list[WantedCase]:
    with scope.acting_as(alice.pk):
        return list(WantedCase.objects.order_by("pk"))


def test_a_receipt_shows_ten_that_were_not_close_enough_beside_the_others(
    call: Callable[..., Any], alice: User, scribe: Agent
) -> None:
    with scope.acting_as(alice.pk):
        for n in range(FAR_MAX + 4):
            person_types(alice, f"Seeds of w{n}x grow slowly", name=f"Bed {n}", category="garden")
        agent_says(scribe, "My editor is Helix", name="editor")
    data = recall(call, **WORK)
    assert data["block"] == "(none)"
    with scope.acting_as(alice.pk):
        left_out = list(ReceiptItem.objects.filter(receipt=data["receiptId"]).values_list("left_out", flat=True))
    assert (left_out.count("far"), left_out.count("unconfirmed")) == (FAR_MAX, 1)


def test_what_should_have_been_given_is_given_for_the_same_kind_of_work_alone(
    call: Callable[..., Any], browser: Client, alice: User, far: Memory
) -> None:
    first = recall(call, **WORK)
    assert FAR not in first["block"]
    page = press(browser, alice, first["receiptId"], far)
    assert "Should have been given" in page.content.decode()
    (case,) = cases(alice)
    assert (case.memory_id, case.work, case.query) == (far.pk, "code_task", WORK["query"])
    # another name of the same task, and words that tell of it
    for same in ({"task_type": "coding", "query": "Write a parser"}, {"query": "Fix the bug in the parser"}):
        again = recall(call, **same)
        assert [item["why"] for item in again["items"] if item["id"] == str(far.pk)] == ["wanted"], same
    for other in ({"task_type": "schedule"}, {"skill": "code-review"}, {"query": "Which train goes north?"}):
        assert FAR not in recall(call, **other)["block"], other


def test_where_the_agent_names_no_work_its_words_tell_which_one_it_is(
    call: Callable[..., Any], browser: Client, alice: User, far: Memory
) -> None:
    press(browser, alice, recall(call, query="Fix the bug in the parser")["receiptId"], far)
    assert [case.work for case in cases(alice)] == ["code_task"]
    assert FAR in recall(call, query="Refactor this function")["block"]
    assert FAR not in recall(call, query="Which train goes north?")["block"]


def test_every_other_rule_still_keeps_it_from_an_agent(
    call: Callable[..., Any], browser: Client, scribe: Agent, trusted: Agent, far: Memory
) -> None:
    alice = far.person
    press(browser, alice, recall(call, **WORK)["receiptId"], far)
    with scope.acting_as(alice.pk):
        scribe.set_sight({"pets": False})
    assert FAR not in recall(call, **WORK)["block"]
    assert FAR in recall(call, agent=trusted, **WORK)["block"]
    with scope.acting_as(alice.pk):
        actions.mute(far.pk, task="code", by=Person(alice), now=timezone.now())
    assert FAR not in recall(call, agent=trusted, **WORK)["block"]
    with scope.acting_as(alice.pk):
        actions.expire(far.pk, reason="", by=Person(alice), now=timezone.now())
    assert FAR not in recall(call, agent=trusted, task_type="coding")["block"]


def test_what_replaces_it_is_given_in_its_place(
    call: Callable[..., Any], browser: Client, alice: User, far: Memory
) -> None:
    press(browser, alice, recall(call, **WORK)["receiptId"], far)
    with scope.acting_as(alice.pk):
        outcome = person_types(alice, "Zebrafish are fed at dawn now", name="Aquarium", category="pets")
        assert outcome.memory
        assert Memory.objects.get(pk=far.pk).superseded_by_id == outcome.memory.pk
    block = recall(call, **WORK)["block"]
    assert ("at dawn" in block, FAR in block) == (True, False)


def test_only_a_near_miss_in_use_can_be_marked_and_twice_is_once(
    call: Callable[..., Any], browser: Client, alice: User, scribe: Agent, far: Memory
) -> None:
    with scope.acting_as(alice.pk):
        waiting = agent_says(scribe, "My editor is Helix", name="editor").memory
        given = Memory.objects.get(label="Language")
    assert waiting
    receipt = recall(call, **WORK)["receiptId"]
    for memory in (waiting, given):
        assert "can be marked" in press(browser, alice, receipt, memory).content.decode()
    assert cases(alice) == []
    for _ in range(2):
        press(browser, alice, receipt, far)
    assert len(cases(alice)) == 1


def test_it_is_taken_back_by_a_press_and_by_undo_and_the_log_says_both(
    call: Callable[..., Any], browser: Client, alice: User, far: Memory
) -> None:
    receipt = recall(call, **WORK)["receiptId"]
    press(browser, alice, receipt, far)
    (case,) = cases(alice)
    assert FAR in browser.get("/receipts/should-have-been-given/").content.decode()
    browser.post(f"/wanted/{case.pk}/take-back/")
    assert (cases(alice), FAR in recall(call, **WORK)["block"]) == ([], False)
    with scope.acting_as(alice.pk):
        newest = Act.objects.latest("at")
    browser.post(f"/acts/{newest.pk}/undo/")  # the taking back
    assert [each.query for each in cases(alice)] == [WORK["query"]]
    with scope.acting_as(alice.pk):
        newest = Act.objects.latest("at")
    browser.post(f"/acts/{newest.pk}/undo/")  # that Undo
    assert cases(alice) == []
    log = browser.get("/history/").content.decode()
    assert "You said this should have been given:" in log
    assert "You took back that this should have been given:" in log


def test_the_file_has_the_request_the_memory_and_the_work_of_what_is_in_use(
    call: Callable[..., Any], browser: Client, alice: User, far: Memory
) -> None:
    press(browser, alice, recall(call, **WORK)["receiptId"], far)
    answer = browser.get("/receipts/should-have-been-given.jsonl")
    assert answer["Content-Disposition"] == 'attachment; filename="should-have-been-given.jsonl"'
    assert [json.loads(line) for line in answer.content.decode().splitlines()] == [
        {"request": WORK["query"], "memory": f"Aquarium: {FAR}", "kindOfWork": "code_task", "wanted": True}
    ]
    with scope.acting_as(alice.pk):
        actions.expire(far.pk, reason="", by=Person(alice), now=timezone.now())
    assert browser.get("/receipts/should-have-been-given.jsonl").content == b""


@with_each("is_aged", [False, True])
def test_it_goes_with_its_memory_and_loses_words_about_an_erased_one(
    call: Callable[..., Any], browser: Client, alice: User, far: Memory, *, is_aged: bool
) -> None:
    """Also where the receipt that had both is gone by then."""
    with scope.acting_as(alice.pk):
        other = person_types(alice, "Okapis sleep for minutes", name="Okapi", category="zoo").memory
    assert other
    data = recall(call, task_type="code", query="Do okapis sleep?")
    press(browser, alice, data["receiptId"], far)
    with scope.acting_as(alice.pk):
        if is_aged:
            Receipt.objects.all().delete()
        erasure.erase(other.pk, by=Person(alice), now=timezone.now())
    assert [case.query for case in cases(alice)] == [""]
    with scope.acting_as(alice.pk):
        assert tables_containing("okapi") == set()
        erasure.erase(far.pk, by=Person(alice), now=timezone.now())
    assert cases(alice) == []


def test_nobody_else_marks_reads_or_takes_back(
    call: Callable[..., Any], browser: Client, alice: User, bob: User, far: Memory
) -> None:
    receipt = recall(call, **WORK)["receiptId"]
    press(browser, alice, receipt, far)
    (case,) = cases(alice)
    with scope.acting_as(alice.pk):
        item = ReceiptItem.objects.get(receipt=receipt, memory=far)
    stranger = Client()
    stranger.force_login(bob)
    assert stranger.post(f"/receipts/{receipt}/items/{item.pk}/should-have-been-given/").status_code == 404
    assert stranger.post(f"/wanted/{case.pk}/take-back/").status_code == 404
    assert stranger.get("/receipts/should-have-been-given.jsonl").content == b""
    assert len(cases(alice)) == 1


def test_what_was_not_for_the_task_is_a_case_that_raises_the_cut_and_goes_with_one_undo(
    call: Callable[..., Any], browser: Client, alice: User, far: Memory
) -> None:
    unasked = recall(call, **WORK)  # given because its kind of work needs it, so the cut has no part in it
    with scope.acting_as(alice.pk):
        item = ReceiptItem.objects.get(receipt=unasked["receiptId"], left_out="")
    browser.post(f"/receipts/{unasked['receiptId']}/items/{item.pk}/not-for-task/")
    assert cases(alice) == []
    browser.post(f"/memories/{item.memory_id}/unmute/", {"task": "code"})
    given = recall(call, task_type="code", query="Python with type hints, or without?")
    with scope.acting_as(alice.pk):
        item = ReceiptItem.objects.get(receipt=given["receiptId"], left_out="")
    address = f"/receipts/{given['receiptId']}/items/{item.pk}/not-for-task/"
    browser.post(address)
    browser.post(address)  # twice is once
    (case,) = cases(alice)
    assert (case.memory_id, case.work, case.is_wanted) == (item.memory_id, "code_task", False)
    page = browser.get("/receipts/should-have-been-given/").content.decode()
    assert "it was given and not needed" in page
    with scope.acting_as(alice.pk):
        act = Act.objects.latest("id")
    again = recall(call, query="Which train goes north?")
    assert "agents get a little less" in browser.get(f"/receipts/{again['receiptId']}/").content.decode()
    assert cut_of(alice, again) == needed.cut(-1) > policy.NEEDED_FROM
    browser.post(f"/acts/{act.pk}/undo/")
    assert cases(alice) == []
    with scope.acting_as(alice.pk):
        assert Memory.objects.get(pk=case.memory_id).muted_tasks == []
    assert cut_of(alice, recall(call, query="Which train goes north?")) == policy.NEEDED_FROM
    browser.post(address)
    browser.post(f"/wanted/{cases(alice)[0].pk}/take-back/")
    assert "You took back that this was not needed:" in browser.get("/history/").content.decode()


def cut_of(alice: User, given: dict[str, Any]) -> float | None:
    with scope.acting_as(alice.pk):
        return Receipt.objects.get(pk=given["receiptId"]).cut
