"""What a write answers: an agent learns nothing from it that it may not read (SPEC §11)."""

from collections.abc import Callable
from typing import Any

import pytest

from memoryweb.agents.models import Agent, Scope
from memoryweb.memories import actions
from memoryweb.memories.actors import Person
from memoryweb.operations import dispatch
from memoryweb.people.models import User
from tests.conftest import told, typed

Call = Callable[..., dispatch.CallResult]
WORD = {"category": "technical", "preference": "document_format", "details": "Now I always want Word for reports"}


@pytest.fixture
def writer(as_alice: User) -> Agent:
    return Agent.connect(as_alice, name="Writer", scopes=[Scope.WRITE])[0]


def written(call: Call, agent: Agent, **more: Any) -> tuple[dict[str, Any], str]:
    data = call("save_user_preference", agent=agent, **WORD | more).envelope["data"]
    return data, str(data)


def test_what_it_contradicts_is_not_told_to_who_may_only_write(call: Call, as_alice: User, writer: Agent) -> None:
    known = typed(as_alice, "I prefer PDF, the zebra one", quote="zebra please").memory
    assert known
    data, said = written(call, writer)
    assert (data["outcome"], data["id"]) == ("proposed", str(known.pk))
    assert "PDF" not in said
    assert "zebra" not in said
    assert (data["preference"], data["question"]) == (None, "")


def test_what_it_replaces_is_not_told_to_who_is_muted(
    call: Call, as_alice: User, scribe: Agent, trusted: Agent
) -> None:
    known = told(scribe, "I always want the zebra format").memory
    assert known
    actions.confirm(known.pk, by=Person(as_alice), now=known.changed_at)
    actions.mute(known.pk, agent=trusted.pk, by=Person(as_alice), now=known.changed_at)
    data, said = written(call, trusted, quote="From now on always Word.")
    assert (data["outcome"], data["reason"]) == ("revised", "Replaces what was known.")
    assert "zebra" not in said
    assert data["preference"]["value"] == "Word"


def test_what_another_agent_noted_is_not_told(call: Call, as_alice: User, scribe: Agent, trusted: Agent) -> None:
    told(scribe, "Wants Word, zebra said", source="inference", metadata={"from": "zebra"})
    data, said = written(call, trusted, details="Word", source="inference")
    assert data["outcome"] in ("reinforced", "noted", "unchanged")
    assert "zebra" not in said


def test_who_may_read_is_told_what_it_met(call: Call, as_alice: User, trusted: Agent) -> None:
    typed(as_alice, "PDF")
    data, said = written(call, trusted)
    assert "PDF" in said
    assert data["question"]


def test_a_conversation_answers_no_more_than_a_write(call: Call, as_alice: User, writer: Agent) -> None:
    typed(as_alice, "I prefer PDF, the zebra one")
    answer = call("record_conversation", agent=writer, conversation_id="c", messages=["I prefer Word for reports."])
    assert answer.envelope["data"]["learned"][0]["outcome"] == "proposed"
    assert "zebra" not in str(answer.envelope)
    assert "PDF" not in str(answer.envelope)
