"""A long conversation is read in parts, so that nobody waits for the person's row while all of it is remembered."""

from typing import Any

import pytest
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.learning import learner, policy
from memoryweb.learning.models import Conversation
from memoryweb.memories.actions.types import LOCKED_SETTINGS
from memoryweb.memories.models import Memory
from memoryweb.operations import dispatch
from memoryweb.people.models import User
from memoryweb.rules import sensitive

STATEMENTS = [f"I prefer {thing} and I like {thing} tea. " for thing in ("green", "black", "white", "red", "oolong")]
HOSTILE = {
    "one statement again and again": ["I prefer tea and I like coffee. " * 19] * 400,
    "many statements": [text * 19 for text in STATEMENTS * 80],
}


def record(agent: Agent, messages: list[str]) -> Any:
    arguments = {"conversation_id": "c", "messages": messages}
    call = dispatch.Call(agent=agent, name="record_conversation", arguments=arguments, now=timezone.now())
    envelope = dispatch.run(call).envelope
    assert envelope["ok"], envelope
    return envelope["data"]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_call_learns_only_a_part_of_a_long_conversation(as_alice: User, scribe: Agent, name: str) -> None:
    """What is left is due for a worker, and the answer says so."""
    told = record(scribe, HOSTILE[name])
    conversation = Conversation.objects.get()
    assert told["waiting"]
    assert "read in a moment" in told["reason"]
    assert conversation.is_cut
    assert 0 < conversation.excerpts_read < len(conversation.excerpts)


def test_a_worker_reads_the_rest_in_parts(as_alice: User, scribe: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "HELD_SECONDS", 0)
    record(scribe, [f"I like {n} cats, and I own a boat. " * 17 for n in range(20)])
    conversation = Conversation.objects.get()
    assert conversation.excerpts_read <= 1
    Conversation.objects.update(excerpts=conversation.excerpts[:6])
    learner.learn_from_conversation(as_alice.pk, conversation.pk, now=timezone.now())
    conversation.refresh_from_db()
    assert (conversation.is_cut, conversation.excerpts_read, conversation.unread_excerpts) == (False, 6, [])
    assert conversation.learned_at is not None
    assert Memory.objects.exists()


def test_what_is_erased_meanwhile_is_not_read(as_alice: User, scribe: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "HELD_SECONDS", 0)
    record(scribe, [f"I like {n} cats, and I own a boat. " * 17 for n in range(20)])
    conversation = Conversation.objects.get()
    Conversation.objects.update(excerpts=[], excerpts_read=0, topic="", summary="", trimmed_at=timezone.now())
    assert learner.learn_from_conversation(as_alice.pk, conversation.pk, now=timezone.now()) == []


def test_the_person_is_not_held_while_a_long_conversation_is_read(
    as_alice: User, scribe: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The guard and the patterns read it first: nothing of them is left to do once the person's row is held."""
    read = {True: 0, False: 0}  # characters, while the person is held and while they are not
    guard = sensitive.inspect

    def inspect(texts: Any, **options: Any) -> Any:
        read[LOCKED_SETTINGS.get() is not None] += sum(map(len, sensitive.iter_strings(texts)))
        return guard(texts, **options)

    monkeypatch.setattr(sensitive, "inspect", inspect)
    record(scribe, HOSTILE["many statements"])
    assert read[False] > 200_000
    assert read[True] < 20_000  # of the statements that were found, each by itself
