"""A call's arguments are read by their model once, and no text of it is read by the guard twice."""

import sys
from collections import Counter
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

from pydantic import BaseModel

from memoryweb.language.heads import guard as head
from memoryweb.language.sensitive import guard as shapes
from memoryweb.operations import dispatch
from memoryweb.recall.models import Receipt
from memoryweb.rls import scope
from tests.cases import with_each

Call = Callable[..., dispatch.CallResult]
VALIDATED: CodeType = BaseModel.model_validate.__func__.__code__  # type: ignore[attr-defined]
READ, JUDGED = shapes._category.__code__, head._judge.__code__
QUESTION = "Write the report on the harbour"
SAVE = {"category": "technical", "preference": "document_format", "details": "I prefer PDF for reports"}


def _count(call: Call, name: str, **arguments: Any) -> tuple[int, int, Counter[str]]:
    """Return how often a call was validated, how often the head judged it, and how often the guard read each text."""
    counts: Counter[CodeType] = Counter()
    texts: Counter[str] = Counter()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            counts[frame.f_code] += 1
            if frame.f_code is READ:
                texts[frame.f_locals["text"]] += 1

    sys.setprofile(note)
    try:
        assert call(name, **arguments).envelope["ok"]
    finally:
        sys.setprofile(None)
    return counts[VALIDATED], counts[JUDGED], texts


@with_each(
    "name, arguments, judged",
    [
        ("save_user_preference", SAVE, 1),
        ("recall_preferences", {"query": QUESTION, "run": "r1"}, 1),
        ("search_user_preferences", {"query": QUESTION}, 0),  # known since the recall
        ("get_memory_settings", {}, 0),
    ],
)
def test_a_call_is_validated_once_and_no_text_is_guarded_twice(
    call: Call, name: str, arguments: dict[str, Any], judged: int
) -> None:
    validated, by_head, texts = _count(call, name, **arguments)
    assert validated == 1
    assert by_head == judged
    assert set(texts.values()) <= {1}, texts


def test_a_recall_is_guarded_for_its_receipt_alone_and_a_repetition_not_at_all(call: Call, alice: Any) -> None:
    once, again = (_count(call, "recall_preferences", query="Plan the regatta", skill="sailing")[2] for _ in range(2))
    assert set(once) == {"Plan the regatta", "sailing"}
    assert not again
    told_in_a_sentence = "my gmail login is the dog's name and then 77, draft a hint"
    for secret in ("my password is hunter2horse", told_in_a_sentence):
        assert _count(call, "recall_preferences", query=secret)[2]
        with scope.acting_as(alice.pk):
            assert Receipt.objects.order_by("-pk").values_list("query", flat=True).first() == ""
