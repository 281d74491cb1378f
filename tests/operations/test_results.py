"""The number of memories in the access log comes from the result itself, and what is told is decided before it."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

import pytest

from memoryweb.agents.models import AccessLog, Agent
from memoryweb.operations import arguments, dispatch
from memoryweb.operations.results import Result, WriteResult
from memoryweb.operations.table import OPERATIONS, Operation
from memoryweb.people.models import User
from tests.builders import agent_says, person_types, set_settings
from tests.cases import with_each

Call = Callable[..., dispatch.CallResult]


@with_each("name", OPERATIONS)
def test_every_result_counts_its_memories(name: str) -> None:
    model: type = OPERATIONS[name].result_model
    assert issubclass(model, Result)
    assert not inspect.isabstract(model)


def test_a_result_without_a_memory_count_fails_at_its_first_call(
    monkeypatch: pytest.MonkeyPatch, call: Call, as_alice: User
) -> None:
    @dataclass(frozen=True)
    class Uncounted(Result):
        preferences: list[str]

    uncounted = Operation(
        "uncounted",
        "",
        arguments.GetMemorySettings,
        Uncounted,  # type: ignore[type-abstract]
        "memories:read",
        lambda context, arguments: Uncounted(["tea"]),  # type: ignore[abstract]
    )
    monkeypatch.setitem(OPERATIONS, "uncounted", uncounted)
    assert call("uncounted").envelope["error"]["code"] == "INTERNAL"


def logged_counts() -> list[int]:
    return list(AccessLog.objects.order_by("at", "id").values_list("memories", flat=True))


def test_the_access_log_counts_what_was_read_and_what_was_changed(call: Call, as_alice: User) -> None:
    for value in ("w1x", "w2x"):
        person_types(as_alice, value, name=f"thing {value}", category="personal")
    call("get_user_preferences")
    call("recall_preferences", query="thing")
    call("get_memory_settings")
    call("save_user_preference", category="dietary", preference="tea", details="I like tea")
    call("record_conversation", conversation_id="c", messages=["From now on, use tabs."])
    call("record_conversation", conversation_id="d", messages=["What time is it?"])
    assert logged_counts() == [2, 2, 0, 1, 1, 0]


def test_a_repeated_request_is_logged_with_the_same_count(call: Call, as_alice: User) -> None:
    for _ in range(2):
        call("save_user_preference", key="k1", category="dietary", preference="tea", details="I like tea")
    assert logged_counts() == [1, 1]


def test_feedback_tells_and_counts_only_memories_that_the_agent_may_read(call: Call, as_alice: User) -> None:
    set_settings(as_alice, learning_threshold=1)

    def learned(name: str, run: str) -> int:
        answer = call("record_feedback", action="accept", run=run, evidence_ref={"signals": [name]})
        return len(answer.envelope["data"]["learned"])

    counts = [learned("short sentences", "asked about")]
    set_settings(as_alice, confirm_new="never")
    counts += [learned("bullet points", "in use"), learned("bullet points", "once a day")]
    assert counts == [0, 1, 0]
    assert logged_counts() == counts


def test_no_outcome_of_a_statement_is_told_before_it_is_decided_what_its_agent_may_know(
    as_alice: User, scribe: Agent
) -> None:
    outcome = agent_says(scribe, "Tea")
    assert WriteResult.from_outcome(outcome, date(2026, 2, 22)).id == str(outcome.statement_id)
    with pytest.raises(ValueError, match="Nobody decided"):
        WriteResult.from_outcome(replace(outcome, as_new=None), date(2026, 2, 22))
