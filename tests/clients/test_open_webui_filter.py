"""The filter for Open WebUI by itself: what it records of a chat. with_hosts/ runs it below Open WebUI."""

import asyncio
import importlib.util
from pathlib import Path
from typing import Any

import pytest

from memoryweb.learning.models import Conversation
from memoryweb.rls import scope
from tests.clients.conftest import Connected

FILTER = Path(__file__).parents[2] / "clients" / "open-webui" / "memoryweb_filter.py"


@pytest.fixture
def chat_filter(alices: Connected) -> Any:
    spec = importlib.util.spec_from_file_location("memoryweb_filter", FILTER)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made = module.Filter()
    made.valves = made.Valves(url=alices.url, seconds=20)
    return made


def end_turn(chat_filter: Any, alices: Connected, messages: list[dict[str, Any]]) -> None:
    body = {"chat_id": "chat-1", "messages": messages}
    asyncio.run(chat_filter.outlet(body, {"valves": {"token": alices.token}}))


def recorded(alices: Connected) -> int:
    with scope.acting_as(alices.person.pk):
        return sum(Conversation.objects.values_list("messages_reported", flat=True))


def test_each_turn_of_a_long_chat_is_recorded_once(chat_filter: Any, alices: Connected) -> None:
    said = [{"role": "user", "id": f"m{number}", "content": f"Turn {number}. " + "是" * 12_000} for number in range(7)]
    for number in range(1, len(said) + 1):
        end_turn(chat_filter, alices, said[:number])
    end_turn(chat_filter, alices, said)  # the answer was made again
    assert recorded(alices) == len(said)


def test_a_message_that_was_changed_is_recorded_too(chat_filter: Any, alices: Connected) -> None:
    end_turn(chat_filter, alices, [{"role": "user", "id": "m1", "content": "I prefer window seats."}])
    end_turn(chat_filter, alices, [{"role": "user", "id": "m2", "content": "I prefer aisle seats."}])
    assert recorded(alices) == 2
