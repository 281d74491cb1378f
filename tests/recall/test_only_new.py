"""What a run has received is not given again, until it changes or the run asks for everything (only_new)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.people.models import User
from memoryweb.recall.models import Receipt
from memoryweb.rls import scope
from tests.builders import person_types

Recall = Callable[..., dict[str, Any]]


@pytest.fixture
def recall(call: Callable[..., Any]) -> Recall:
    def do(**arguments: Any) -> dict[str, Any]:
        return dict(call("recall_preferences", **{"run": "session 1", "only_new": True} | arguments).envelope["data"])

    return do


@pytest.fixture
def memories(alice: User) -> None:
    with scope.acting_as(alice.pk):
        person_types(alice, "I prefer reports as PDF")
        person_types(alice, "Green tea", name="drink", category="personal")


@pytest.mark.usefixtures("memories")
def test_what_the_run_has_is_not_given_again_and_the_receipt_says_so(recall: Recall, alice: User) -> None:
    first, second = recall(), recall()
    assert (len(first["items"]), second["items"], second["block"], second["tokens"]) == (2, [], "(none)", 0)
    with scope.acting_as(alice.pk):
        receipt = Receipt.objects.get(pk=second["receiptId"])
        assert receipt.only_new
        assert set(receipt.items.values_list("left_out", flat=True)) == {"given"}


@pytest.mark.usefixtures("memories")
def test_what_has_changed_since_is_given_again(recall: Recall, alice: User) -> None:
    recall()
    with scope.acting_as(alice.pk):
        memory = person_types(alice, "I prefer reports as PDF").memory
        assert memory
        edit = replace(actions.Edit.from_row(memory), details="On A4.")
        actions.edit(memory.pk, edit, by=Person(alice), now=timezone.now(), since=actions.newest_version(memory.pk))
    assert "On A4." in recall()["block"]
    assert recall()["items"] == []


@pytest.mark.usefixtures("memories")
def test_a_whole_recall_gives_everything_and_begins_again(recall: Recall) -> None:
    recall()
    whole = recall(only_new=False)
    assert len(whole["items"]) == 2
    assert recall()["items"] == []


@pytest.mark.usefixtures("memories")
def test_another_run_or_none_has_received_nothing(recall: Recall) -> None:
    recall()
    assert len(recall(run="session 2")["items"]) == len(recall(run="")["items"]) == len(recall(run="")["items"]) == 2


@pytest.mark.usefixtures("memories")
def test_a_whole_block_is_the_same_bytes_in_every_session(recall: Recall) -> None:
    blocks = {recall(run=f"session {n}", only_new=False)["block"] for n in range(3)}
    assert len(blocks) == 1
