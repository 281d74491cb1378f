"""A receipt shows where the cut was and how likely each memory was needed, and says why in words."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.test import Client
from django.utils import timezone

from memoryweb.people.models import User
from memoryweb.recall.models import Receipt, ReceiptItem
from memoryweb.review.history.closeness import Closeness, closeness, shared_words
from memoryweb.rls import scope
from tests.builders import person_types
from tests.cases import with_each

SAID = (
    ("seat", "Window seat on trains", "travel"),
    ("answers", "Answer in short sentences", "communication"),
    ("tea", "I drink green tea in the morning", "drinks"),
    ("dog", "My dog Bosco is afraid of fireworks", "pets"),
)


def test_the_page_shows_the_cut_and_how_likely_each_was_needed(
    call: Callable[..., Any], alice: User, browser: Client
) -> None:
    with scope.acting_as(alice.pk):
        for name, text, category in SAID:
            person_types(alice, text, timezone.now(), name=name, category=category)
    data = call("recall_preferences", query="Book me a seat on the train to Leeds").envelope["data"]
    address = f"/receipts/{data['receiptId']}/"
    page = browser.get(address).content.decode()
    with scope.acting_as(alice.pk):
        items = list(ReceiptItem.objects.filter(receipt=UUID(data["receiptId"])))
    assert page.count("likely to be needed</span>") == len(items) - 1  # how to answer is given whatever is asked
    for words in ("The cut is at 9 %", "close in meaning to", "how you like answers", "not likely enough to be needed"):
        assert words in page, words
    again = call("recall_preferences", query="Window seat on trains?").envelope["data"]
    assert "same words: window, seat, trains" in browser.get(f"/receipts/{again['receiptId']}/").content.decode()
    with scope.acting_as(alice.pk):  # a receipt of before there was a cut
        Receipt.objects.update(cut=None)
    old = browser.get(address).content.decode()
    assert "The cut is" not in old
    assert "likely to be needed</span>" not in old
    assert "Not close enough" in old


@with_each(
    "query, text, words",
    [
        ("write the weekly reports", "Send the report as a PDF", ["reports"]),
        ("which tea", "Coffee black", []),
        ("explain this", "Explain with pictures", []),  # how to answer is no topic
        ("中午帮我点个外卖", "外卖不要香菜", ["外卖"]),
    ],
)
def test_words_that_both_have_are_named(query: str, text: str, words: list[str]) -> None:
    assert shared_words(query, text) == words


def test_a_bar_is_as_long_as_the_root_of_the_chance() -> None:
    assert closeness({"needed": 0.25}, 0.09) == Closeness(25, 25.0, 15.0)
    assert closeness({"query": 0.4}, 0.09) is None
    assert closeness({"needed": 0.25}, None) is None
