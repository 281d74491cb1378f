"""A memory is given if the request is likely to need it; where that was set is on the receipt, and cases move it."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.people.models import User
from memoryweb.recall import encoders, needed
from memoryweb.recall.models import ReceiptItem, WantedCase
from memoryweb.rls import scope
from memoryweb.rules import policy
from tests.builders import person_types
from tests.cases import with_each

SAID = (
    ("seat", "Window seat on trains, never the aisle", "travel"),
    ("tea", "I drink green tea in the morning", "drinks"),
    ("dog", "My dog Bosco is afraid of fireworks", "pets"),
    ("editor", "I write code in Helix", "technical"),
    ("garden", "Tomatoes grow on my south balcony", "hobbies"),
)


@pytest.fixture
def account(alice: User) -> User:
    with scope.acting_as(alice.pk):
        for name, text, category in SAID:
            person_types(alice, text, timezone.now(), name=name, category=category)
    return alice


def recall(call: Callable[..., Any], query: str) -> dict[str, Any]:
    return dict(call("recall_preferences", query=query).envelope["data"])


def items_of(account: User, data: dict[str, Any]) -> list[ReceiptItem]:
    with scope.acting_as(account.pk):
        return list(ReceiptItem.objects.filter(receipt=UUID(data["receiptId"])).select_related("receipt", "memory"))


@with_each(
    "query, given",
    [
        ("Book me a seat on the train to Leeds", "Window seat"),
        ("What tea should I order?", "green tea"),
        ("dog", "Bosco"),  # an agent looks something up
        ("user's code editor", "Helix"),
        ("Thanks, that was it!", ""),
        ("What is 17 % of 840?", ""),
        ("Why does bread rise?", ""),
    ],
)
def test_what_is_likely_to_be_needed_is_given(call: Callable[..., Any], account: User, query: str, given: str) -> None:
    block = recall(call, query)["block"]
    assert given in block if given else block == "(none)", block


def test_the_receipt_has_the_cut_and_how_likely_each_was_needed(call: Callable[..., Any], account: User) -> None:
    items = items_of(account, recall(call, "Book me a seat on the train to Leeds"))
    for item in items:
        assert item.receipt.cut == policy.NEEDED_FROM
        assert (item.parts["needed"] >= item.receipt.cut) == (not item.left_out), item.parts
    far = [item.parts["needed"] for item in items if item.left_out]
    assert far == sorted(far, reverse=True)


def test_what_is_hidden_keeps_its_reason_and_a_rule_about_something_else_has_no_number(
    call: Callable[..., Any], account: User, scribe: Agent
) -> None:
    with scope.acting_as(account.pk):
        scribe.set_sight({"pets": False})
        person_types(account, "Never book a train for me after 22:00", timezone.now(), name="late", category="travel")
        person_types(account, "Never deploy on Fridays", timezone.now(), name="deploys", category="technical")
    items = items_of(account, recall(call, "Book me a seat on the train, my dog comes too"))
    reasons = {str(item.memory): item.left_out for item in items}
    assert reasons["Dog: My dog Bosco is afraid of fireworks"] == "blocked"
    assert reasons["Late: Never book a train for me after 22:00"] == ""
    for item in items:
        if item.left_out == "far" and "needed" in item.parts:
            assert item.parts["needed"] < policy.NEEDED_FROM


def test_another_encoder_has_its_noise_level_and_no_cut(
    call: Callable[..., Any], account: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encoders.current_encoder(), "is_taught", False, raising=False)
    data = recall(call, "Book me a seat on the train to Leeds")
    assert "Window seat" in data["block"]
    assert all(item.receipt.cut is None and "needed" not in item.parts for item in items_of(account, data))


def test_each_case_of_a_person_lowers_their_cut_up_to_a_limit(
    call: Callable[..., Any], account: User, bob: User
) -> None:
    query = "Book me a seat on the train to Leeds"
    cuts = [policy.NEEDED_FROM]
    for _ in range(policy.CUT_CASES_MOST + 2):
        item = next(item for item in items_of(account, recall(call, query)) if item.left_out)
        with scope.acting_as(account.pk):
            case = WantedCase(
                person=account, memory=item.memory, receipt=item.receipt_id, at=timezone.now(), query=query
            )
            case.save()
        cuts.append(items_of(account, recall(call, query))[0].receipt.cut or 0)
    most = policy.CUT_CASES_MOST
    assert cuts == sorted(cuts, reverse=True)
    assert len(set(cuts)) == most + 1
    assert cuts[most:] == [needed.cut(most)] * 3
    assert needed.cut(most) > policy.NEEDED_FROM / 2
    assert needed.cut(-most - 1) == needed.cut(-most) < 2 * policy.NEEDED_FROM
    with scope.acting_as(account.pk):
        WantedCase.objects.all().delete()
    assert items_of(account, recall(call, query))[0].receipt.cut == policy.NEEDED_FROM
