"""Conversations that go on: reported in parts, read once they are over or silent."""

from datetime import timedelta
from typing import Any

from memoryweb.agents.models import Agent
from memoryweb.learning import policy
from memoryweb.learning.models import Conversation
from memoryweb.memories import upkeep
from memoryweb.memories.models import Proposal
from memoryweb.people.models import User
from tests.learning.conftest import NOW, Call
from tests.learning.test_conversations import PDF, TEA, report


def add(call_operation: Call, *messages: str, goes_on: bool = True, **more: Any) -> dict[str, Any]:
    return report(call_operation, "session 1", *messages, adds=True, goes_on=goes_on, **more)


def test_parts_are_put_together_and_read_when_the_conversation_is_over(call_operation: Call) -> None:
    first, second = add(call_operation, PDF, topic="Reports"), add(call_operation, TEA)
    assert (first["outcome"], first["waiting"], first["learned"], second["learned"]) == ("saved", True, [], [])
    assert not Proposal.objects.exists()
    ended = add(call_operation, goes_on=False)
    assert [each["outcome"] for each in ended["learned"]] == ["proposed", "proposed"]
    conversation = Conversation.objects.get()
    assert (conversation.excerpts, conversation.messages_reported, conversation.topic) == ([PDF, TEA], 2, "Reports")
    assert add(call_operation, goes_on=False)["outcome"] == "unchanged"


def test_a_conversation_that_is_over_can_go_on_and_only_the_new_part_is_read(call_operation: Call) -> None:
    add(call_operation, PDF, goes_on=False)
    add(call_operation, TEA)
    assert len(add(call_operation, goes_on=False)["learned"]) == 1


def test_an_end_without_a_beginning_records_nothing(call_operation: Call) -> None:
    assert add(call_operation, goes_on=False)["reason"] == "There was nothing to record."
    assert not Conversation.objects.exists()


def test_another_conversation_that_ends_does_not_read_one_that_goes_on(call_operation: Call) -> None:
    add(call_operation, PDF)
    report(call_operation, "other", TEA)
    assert Proposal.objects.count() == 1


def test_a_silent_conversation_is_read_by_the_sweep_and_a_live_one_is_not(
    call_operation: Call, as_alice: User, scribe: Agent
) -> None:
    add(call_operation, PDF)
    lease = timedelta(minutes=policy.LEASE_MINUTES)
    for after, questions in ((lease - timedelta(minutes=1), 0), (lease + timedelta(minutes=1), 1)):
        upkeep.run_now("update_long_term", now=NOW + after)
        assert Proposal.objects.count() == questions


def test_a_secret_split_over_two_parts_is_withheld(call_operation: Call) -> None:
    add(call_operation, "My card is 4111 1111")
    assert add(call_operation, "1111 1111")["withheld"] == [{"message": 1, "category": "card_number"}]
