"""Wherever a text is cut, it is cut after a whole sign: no half of a family, flag or letter is kept or shown."""

from collections.abc import Callable
from typing import Any

import pytest
from django.template import Context, Template
from django.test import Client

from memoryweb.agents.models import Agent
from memoryweb.learning.models import Conversation
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from memoryweb.recall.models import Receipt
from memoryweb.rls import scope
from memoryweb.rules import limits
from tests.api.conftest import envelope
from tests.builders import person_types, post

Ask = Callable[..., Any]
SIGNS = {
    "a family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "a flag": "\U0001f1e9\U0001f1ea",
    "an accent": "e\u0301\u0302",
    "a tone of skin": "\U0001f44d\U0001f3fd",
    "a conjunct": "\u0915\u094d\u0937\u093f",
    "Thai": "\u0e01\u0e33\u0e49",
    "a flag of tags": "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
}


def is_whole(text: str, sign: str) -> bool:
    """Return whether nothing is left of a text but words and whole signs."""
    return not set(text.replace(sign, "")) & set(sign)


@pytest.mark.parametrize("name", SIGNS)
def test_nothing_keeps_half_a_sign(ask: Ask, token: str, alice: User, name: str) -> None:
    sign = SIGNS[name]
    long = f"Wxyz {sign * 300}"
    with scope.acting_as(alice.pk):
        agent = Agent.connect(alice, name=long)[0]
        person_types(alice, long[: limits.DETAILS_MAX], name="drink", category="personal")
        kept = {"a name": agent.name}
    talk = {"conversation_id": "c-1", "messages": [long, long + long], "ended_at": "2026-03-01T18:30:00+01:00"}
    assert envelope(ask("record_conversation", talk))["ok"]
    prompt = {"hook_event_name": "UserPromptSubmit", "session_id": "s-1", "prompt": long * 4}
    assert post(Client(), "/hooks/v1/claude-code", token, prompt).status_code == 200
    block = envelope(ask("recall_preferences", {"query": long[:200]}))["data"]["block"]
    with scope.acting_as(alice.pk):
        for conversation in Conversation.objects.all():
            kept |= {f"{conversation.external_id} {n}": text for n, text in enumerate(conversation.excerpts)}
        kept |= {f"a query {receipt.pk}": receipt.query for receipt in Receipt.objects.all()}
        kept |= {f"{memory.pk}": memory.label for memory in Memory.objects.all()}
    kept |= {f"a line {n}": line.partition("Wxyz")[2].partition("(")[0] for n, line in enumerate(block.splitlines())}
    assert len(kept) > 6
    assert [where for where, text in kept.items() if not is_whole(text.partition("Wxyz")[2], sign)] == []


@pytest.mark.parametrize("name", SIGNS)
def test_no_page_shows_half_a_sign(name: str) -> None:
    sign = SIGNS[name]
    for most in range(len(sign) + 1, 4 * len(sign)):
        shown = Template("{{ text|truncatechars:most }}").render(Context({"text": sign * 30, "most": most}))
        assert shown.endswith("…")
        assert len(shown) <= most
        assert is_whole(shown, sign), most
