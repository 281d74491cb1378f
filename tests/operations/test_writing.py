"""The answer to a write tells an agent nothing that it may not read (SPEC §11)."""

from collections.abc import Callable
from typing import Any

import pytest

from memoryweb.agents.models import Agent, Scope
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.operations import dispatch
from memoryweb.people.models import User
from tests.builders import agent_says, person_types

Call = Callable[..., dispatch.CallResult]
WORD = {"category": "technical", "preference": "document_format", "details": "Now I always want Word for reports"}


@pytest.fixture
def writer(as_alice: User) -> Agent:
    return Agent.connect(as_alice, name="Writer", scopes=[Scope.WRITE])[0]


def save(call: Call, agent: Agent, **more: Any) -> tuple[dict[str, Any], str]:
    data = call("save_user_preference", agent=agent, **WORD | more).envelope["data"]
    return data, str(data)


def test_a_write_only_agent_is_not_told_what_it_contradicts(call: Call, as_alice: User, writer: Agent) -> None:
    memory = person_types(as_alice, "I prefer PDF, the zebra one", quote="zebra please").memory
    assert memory
    data, text = save(call, writer)
    assert data["outcome"] == "proposed"
    assert str(memory.pk) not in text
    assert "PDF" not in text
    assert "zebra" not in text
    assert (data["preference"], data["question"]) == (
        None,
        "Remember: you always want Word for reports?",
    )


def test_a_muted_agent_is_not_told_what_it_replaces(call: Call, as_alice: User, scribe: Agent, trusted: Agent) -> None:
    memory = agent_says(scribe, "I always want the zebra format").memory
    assert memory
    actions.confirm(memory.pk, by=Person(as_alice), now=memory.changed_at)
    actions.mute(memory.pk, agent=trusted.pk, by=Person(as_alice), now=memory.changed_at)
    data, text = save(call, trusted, quote="From now on always Word.")
    assert (data["outcome"], data["reason"], data["preference"]) == ("saved", "Saved.", None)
    assert "zebra" not in text


def test_an_agent_is_not_told_what_another_agent_noted(
    call: Call, as_alice: User, scribe: Agent, trusted: Agent
) -> None:
    agent_says(scribe, "Wants Word, zebra said", source="inference", metadata={"from": "zebra"})
    data, text = save(call, trusted, details="Word", source="inference")
    assert data["outcome"] in ("reinforced", "noted", "unchanged")
    assert "zebra" not in text


def test_an_agent_that_may_read_is_told_what_it_contradicts(call: Call, as_alice: User, trusted: Agent) -> None:
    person_types(as_alice, "PDF")
    data, text = save(call, trusted)
    assert "PDF" in text
    assert data["question"]


def test_a_conversation_tells_no_more_than_a_write(call: Call, as_alice: User, writer: Agent) -> None:
    person_types(as_alice, "I prefer PDF, the zebra one")
    answer = call("record_conversation", agent=writer, conversation_id="c", messages=["I prefer Word for reports."])
    assert answer.envelope["data"]["learned"][0]["outcome"] == "proposed"
    assert "zebra" not in str(answer.envelope)
    assert "PDF" not in str(answer.envelope)
