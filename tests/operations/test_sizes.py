"""What is too long is answered before any pattern reads it, and leaves nothing behind."""

from collections.abc import Callable
from typing import Any

import pytest

from memoryweb.agents.models import AccessLog
from memoryweb.memories.models import Memory, Refusal
from memoryweb.operations import dispatch
from tests import servers

LONG = "sk-" + "a-" * 120_000
SECRET = "my password is hunter2 " * 1000
SAVE = {"category": "technical", "preference": "format", "details": "Reports as PDF"}
SAID = {"conversation_id": "one", "messages": ["hello"]}


@pytest.mark.usefixtures("as_alice")
@pytest.mark.parametrize(
    ("operation", "arguments", "key", "field"),
    [
        ("save_user_preference", SAVE | {"details": LONG}, "", "details"),
        ("save_user_preference", SAVE | {"details": SECRET}, "", "details"),
        ("save_user_preference", SAVE | {"value": LONG}, "", "value"),
        ("save_user_preference", SAVE | {"metadata": {LONG: 1}}, "", "metadata"),
        ("save_user_preference", SAVE | {"metadata": {"a": ["b" * 900] * 20}}, "", "metadata"),
        ("save_user_preference", SAVE | {"tags": [LONG]}, "", "tags.0"),
        ("save_user_preference", SAVE | {"quote": SECRET}, "", "quote"),
        ("save_user_preference", SAVE | {"unknown": LONG}, "", "unknown"),
        ("save_user_preference", SAVE | {LONG: 1}, "", "arguments"),
        ("save_user_preference", SAVE, LONG, "Idempotency-Key"),
        ("record_feedback", {"action": "accept", "evidence_ref": {"diff": LONG}}, "", "evidence_ref"),
        ("record_conversation", SAID | {"topic": SECRET}, "", "topic"),
        ("record_conversation", SAID | {"messages": ["a" * 200_001]}, "", "arguments"),
        ("forget_user_preference", {"preference_id": "x", "reason": SECRET}, "", "reason"),
    ],
)
def test_an_oversize_argument_is_named_with_its_limit_before_the_guard_reads_it(
    call: Callable[..., dispatch.CallResult], operation: str, arguments: Any, key: str, field: str
) -> None:
    result = call(operation, key=key, **arguments)
    error = result.envelope["error"]
    assert (result.status, error["code"]) == (400, "INVALID_ARGUMENT")
    assert error["details"]["fields"][0]["field"] == field
    assert any(c.isdigit() for c in error["message"])
    assert not Memory.objects.exists()
    assert not Refusal.objects.exists()  # the guard has not looked
    assert AccessLog.objects.get().outcome == "INVALID_ARGUMENT"
    assert "a-a-a-" not in servers.dump()
    assert "hunter2" not in servers.dump()
    assert len(str(result.envelope)) < 1000


@pytest.mark.usefixtures("as_alice")
def test_what_is_wrong_but_not_too_long_is_still_refused_first(call: Callable[..., dispatch.CallResult]) -> None:
    result = call("save_user_preference", category="technical", details="my password is hunter2", source="nobody")
    assert result.envelope["error"]["code"] == "SENSITIVE_DATA"
