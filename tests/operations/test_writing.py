"""The answer to a write tells an agent nothing that it may not read."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from memoryweb.agents.models import Agent, Scope
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Evidence
from memoryweb.operations import dispatch
from memoryweb.people.models import User
from tests.builders import agent_says, memory_of, person_types

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
    asked = ("proposed", "The person will be asked first.", None)
    assert (data["outcome"], data["reason"], data["preference"]) == asked
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


def test_both_ids_are_told_of_a_sentence_that_says_two_things(call: Call, as_alice: User, trusted: Agent) -> None:
    said = {"category": "work", "preference": "services", "details": "I use Stripe for payments and Postgres for data"}
    data = call("save_user_preference", agent=trusted, **said).envelope["data"]
    assert [data["outcome"], *(other["outcome"] for other in data["others"])] == ["saved", "saved"]
    ids = [data["id"], *(other["id"] for other in data["others"])]
    assert len(set(ids)) == 2
    call("forget_user_preference", agent=trusted, preference_id=ids[0])
    assert [Evidence.objects.get(pk=each).memory.status for each in ids] == ["expired", "active"]


def test_a_single_statement_has_no_others(call: Call, as_alice: User, trusted: Agent) -> None:
    data, _ = save(call, trusted)
    assert data["others"] == []


def test_a_repeated_request_about_two_things_tells_only_what_may_still_be_read(
    call: Call, as_alice: User, trusted: Agent
) -> None:
    said = {"category": "work", "preference": "services", "details": "I use Stripe for payments and Postgres for data"}
    call("save_user_preference", agent=trusted, **said)
    first = call("save_user_preference", agent=trusted, key="two", **said).envelope["data"]
    assert call("save_user_preference", agent=trusted, key="two", **said).envelope["data"] == first
    other = first["others"][0]["preference"]["id"]
    actions.mute(UUID(other), agent=trusted.pk, by=Person(as_alice), now=timezone.now())
    hidden = call("save_user_preference", agent=trusted, key="two", **said).envelope["data"]
    assert other not in str(hidden)
    assert (hidden["others"][0]["outcome"], hidden["others"][0]["preference"]) == ("saved", None)


def test_a_name_without_a_value_is_refused(call: Call, as_alice: User) -> None:
    for preference, key in (("document_format", ""), ("Document format", "technical.formats.document")):
        arguments = {"category": "technical", "preference": preference, "key": key, "details": " "}
        error = call("save_user_preference", **arguments).envelope["error"]
        assert (error["code"], error["message"]) == ("INVALID_ARGUMENT", "details: Say what the value is.")
    assert call("save_user_preference", category="technical", preference="PDF", details="").envelope["ok"]
    for label in ("document_format", "pencil"):
        memory = memory_of(person_types(as_alice, "Blue", name=label, category="technical"))
        error = call("update_user_preference", preference_id=str(memory.pk), details=" \n").envelope["error"]
        assert (error["code"], error["message"]) == ("INVALID_ARGUMENT", "details: Say what is true now.")
