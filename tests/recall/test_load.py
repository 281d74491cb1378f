"""Under load: what the person takes back is in no block that was asked for after they were answered (SPEC §10)."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event
from time import monotonic, sleep
from uuid import UUID

import pytest
from django.db import connections
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, erasure
from memoryweb.memories.actors import Person
from memoryweb.operations import dispatch
from memoryweb.people.models import User
from memoryweb.recall.models import ReceiptItem
from memoryweb.rls import scope
from tests.conftest import typed

AGENTS = 4
MOMENT = 1.0  # seconds of recalls before and after


@dataclass(frozen=True)
class Recalled:
    asked_at: float
    block: str
    receipt: str


def recalls(agent: Agent, stop: Event) -> list[Recalled]:
    """One agent that asks again and again."""
    seen = []
    try:
        while not stop.is_set():
            asked_at = monotonic()
            call = dispatch.Call(agent=agent, name="recall_preferences", arguments={"query": "tea"}, now=timezone.now())
            envelope = dispatch.run(call).envelope
            assert envelope["ok"], envelope
            seen.append(Recalled(asked_at, envelope["data"]["block"], envelope["data"]["receiptId"]))
    finally:
        connections.close_all()
    return seen


HOW: dict[str, Callable[[UUID, User], object]] = {
    "expire": lambda pk, alice: actions.expire(pk, by=Person(alice), now=timezone.now()),
    "erase": lambda pk, alice: erasure.erase(pk, by=Person(alice), now=timezone.now()),
    "mute": lambda pk, alice: [
        actions.mute(pk, agent=agent.pk, by=Person(alice), now=timezone.now()) for agent in Agent.objects.of(alice)
    ],
}


@pytest.mark.parametrize("how", HOW)
def test_what_is_taken_back_is_gone_for_whoever_asks_after_that(committed: None, how: str) -> None:
    alice = User.objects.create_user("alice@example.org", "a long password for alice")
    with scope.acting_as(alice.pk):
        agents = [Agent.connect(alice, name=f"Agent {n}")[0] for n in range(AGENTS)]
        tea = typed(alice, "I like zebra tea", name="drink", category="food").memory
        typed(alice, "I like tea cups", name="cups", category="home")
        assert tea
    stop = Event()
    with ThreadPoolExecutor(AGENTS) as threads:
        running = [threads.submit(recalls, agent, stop) for agent in agents]
        try:
            sleep(MOMENT)
            with scope.acting_as(alice.pk):
                HOW[how](tea.pk, alice)
            taken_back = monotonic()
            sleep(MOMENT)
        finally:
            stop.set()
        seen = [each for job in running for each in job.result(30)]
    before = [each for each in seen if "zebra" in each.block]
    after = [each for each in seen if each.asked_at >= taken_back]
    assert len(before) > AGENTS
    assert len(after) > AGENTS
    assert not [each for each in after if "zebra" in each.block]
    assert all("tea cups" in each.block for each in seen)
    with scope.acting_as(alice.pk):
        given = ReceiptItem.objects.filter(receipt__in=[each.receipt for each in before], left_out="")
        lines = [item.line for item in given if item.memory_id != tea.pk and "cups" not in item.line]
        if how == "erase":  # the receipt says that something was given, and no longer what
            assert set(lines) == {""}
            assert not any(erasure.search("zebra").values())
        else:
            assert given.filter(memory=tea, line__contains="zebra").count() == len(before)
