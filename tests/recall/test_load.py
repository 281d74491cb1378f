"""Under load: a withdrawn memory is in no block requested after the withdrawal was answered."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event
from time import monotonic
from uuid import UUID

import pytest
from django.db import connections
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.operations import dispatch
from memoryweb.people.models import User
from memoryweb.recall.models import ReceiptItem
from memoryweb.rls import scope
from tests.builders import person_types
from tests.memories.tables import tables_containing
from tests.waiting import PATIENCE, wait_for

AGENTS = 4
EACH = 2  # recalls of every agent before and after


@dataclass(frozen=True)
class Recall:
    requested_at: float
    block: str
    receipt: str


def recall_again_and_again(agent: Agent, stop: Event, results: list[Recall]) -> None:
    try:
        while not stop.is_set():
            requested_at = monotonic()
            call = dispatch.Call(agent=agent, name="recall_preferences", arguments={"query": "tea"}, now=timezone.now())
            envelope = dispatch.run(call).envelope
            assert envelope["ok"], envelope
            results.append(Recall(requested_at, envelope["data"]["block"], envelope["data"]["receiptId"]))
    finally:
        connections.close_all()


WITHDRAWALS: dict[str, Callable[[UUID, User], object]] = {
    "expire": lambda pk, alice: actions.expire(pk, by=Person(alice), now=timezone.now()),
    "erase": lambda pk, alice: erasure.erase(pk, by=Person(alice), now=timezone.now()),
    "mute": lambda pk, alice: [
        actions.mute(pk, agent=agent.pk, by=Person(alice), now=timezone.now()) for agent in Agent.objects.of(alice)
    ],
}


@pytest.mark.parametrize("method", WITHDRAWALS)
def test_a_withdrawn_memory_is_in_no_recall_that_starts_later(committed: None, method: str) -> None:
    alice = User.objects.create_user("alice@example.org", "a long password for alice")
    with scope.acting_as(alice.pk):
        agents = [Agent.connect(alice, name=f"Agent {n}")[0] for n in range(AGENTS)]
        tea = person_types(alice, "I like zebra tea", name="drink", category="food").memory
        person_types(alice, "I like tea cups", name="cups", category="home")
        assert tea
    stop, found = Event(), [list[Recall]() for _ in agents]

    def later_than(then: float) -> list[int]:
        return [sum(each.requested_at >= then for each in list(results)) for results in found]

    with ThreadPoolExecutor(AGENTS) as threads:
        running = [
            threads.submit(recall_again_and_again, *each) for each in zip(agents, [stop] * AGENTS, found, strict=True)
        ]
        try:
            wait_for(lambda: min(later_than(0)) >= EACH or any(job.done() for job in running))
            with scope.acting_as(alice.pk):
                WITHDRAWALS[method](tea.pk, alice)
            withdrawn_at = monotonic()
            wait_for(lambda: min(later_than(withdrawn_at)) >= EACH or any(job.done() for job in running))
        finally:
            stop.set()
        for job in running:
            job.result(PATIENCE)
    results = [each for of_one in found for each in of_one]
    before = [each for each in results if "zebra" in each.block]
    after = [each for each in results if each.requested_at >= withdrawn_at]
    assert len(before) >= AGENTS * EACH
    assert not [each for each in after if "zebra" in each.block]
    assert all("tea cups" in each.block for each in results)
    with scope.acting_as(alice.pk):
        items = ReceiptItem.objects.filter(receipt__in=[each.receipt for each in before], left_out="")
        lines = [item.line for item in items if item.memory_id != tea.pk and "cups" not in item.line]
        if method == "erase":  # the receipt shows that a memory was given, but not which
            assert set(lines) == {""}
            assert tables_containing("zebra") == set()
        else:
            assert items.filter(memory=tea, line__contains="zebra").count() == len(before)
