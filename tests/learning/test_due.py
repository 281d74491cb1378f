"""Which conversations are due for learning: one rule, for a call, for a worker that goes on, and for the sweep."""

from datetime import timedelta
from typing import Any

from memoryweb.agents.models import Agent
from memoryweb.learning import learner, policy, window
from memoryweb.learning.models import Conversation
from memoryweb.memories import upkeep
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import set_settings
from tests.cases import with_each
from tests.learning.conftest import NOW

MINUTE = timedelta(minutes=1)
LEASE = timedelta(minutes=policy.LEASE_MINUTES)
KINDS: dict[str, dict[str, Any]] = {
    "new": {},
    "read": {"learned_at": NOW},
    "outside": {"trimmed_at": NOW},
    "in work": {"claimed_at": NOW - MINUTE},  # or it goes on
    "cut off": {"claimed_at": NOW - LEASE - MINUTE},  # or it went silent
    "begun": {"is_due": True},
    "of last night": {"recorded_at": NOW.replace(hour=6, minute=29)},  # 02:59 in St. John's
    "of today": {"recorded_at": NOW.replace(hour=6, minute=31)},
}
EVERY_TWO = {"long_term_every": 2}
AT_NIGHT = {"long_term_update_policy": "schedule", "time_zone": "America/St_Johns"}
BY_HAND = {"long_term_update_policy": "manual"}
ALL = tuple(KINDS)
CASES: list[tuple[dict[str, Any], tuple[str, ...], tuple[str, ...]]] = [
    ({}, ALL, ("new", "cut off", "begun", "of last night", "of today")),
    (EVERY_TWO, ("new",), ()),
    (EVERY_TWO, ("new", "begun"), ("new", "begun")),
    (EVERY_TWO, ("new", "read"), ()),
    (EVERY_TWO, ("new", "outside"), ()),
    (EVERY_TWO, ("new", "in work"), ()),
    (EVERY_TWO, ("cut off",), ("cut off",)),
    (EVERY_TWO, ("begun",), ("begun",)),
    (AT_NIGHT, ALL, ("begun", "of last night")),
    (BY_HAND, ALL, ("begun",)),
    ({"learning_enabled": False}, ALL, ()),
    ({"enable_memory": False}, ALL, ()),
]


def store(agent: Agent, *kinds: str) -> None:
    """Store a conversation of each kind, the first one the oldest."""
    for minute, kind in enumerate(kinds):
        values = {"ended_at": NOW - timedelta(days=1) + minute * MINUTE, "recorded_at": NOW} | KINDS[kind]
        Conversation.objects.create(person_id=agent.person_id, agent=agent, external_id=kind, **values)


def due(person: User, *, coming: int = 0) -> list[str]:
    found = window.due_for_learning(person.pk, now=NOW, coming=coming)
    return list(found.values_list("external_id", flat=True))


def due_in_the_sweep() -> list[str]:
    with scope.acting_as_clock():
        found = [pk for _, pk in window.due_of_all(upkeep.BatchScope(now=NOW))]
        by_id = Conversation.objects.in_bulk(found)
    return [by_id[pk].external_id for pk in found]


def due_next(person: User) -> list[str]:
    pk = learner.next_due(person.pk, now=NOW)
    return [Conversation.objects.get(pk=pk).external_id] if pk else []


@with_each("settings, kinds, expected", CASES)
def test_a_call_a_worker_and_the_sweep_agree_on_what_is_due(
    as_alice: User, scribe: Agent, settings: dict[str, Any], kinds: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    set_settings(as_alice, **settings)
    store(scribe, *kinds)
    assert (due(as_alice), due_in_the_sweep()) == (list(expected), list(expected))
    assert due_next(as_alice) == list(expected[:1])


def test_a_conversation_that_comes_now_counts(as_alice: User, scribe: Agent) -> None:
    set_settings(as_alice, **EVERY_TWO)
    store(scribe, "new", "in work")
    assert due(as_alice, coming=1) == ["new"]


def test_what_a_stopped_agent_recorded_is_due_to_be_closed(as_alice: User, scribe: Agent) -> None:
    set_settings(as_alice)
    store(scribe, "new")
    Agent.objects.filter(pk=scribe.pk).update(revoked_at=NOW)
    assert due(as_alice) == due_in_the_sweep() == ["new"]


def test_nothing_is_due_of_an_account_that_is_being_deleted(as_alice: User, scribe: Agent) -> None:
    set_settings(as_alice)
    store(scribe, "begun")
    assert due(as_alice)
    User.objects.filter(pk=as_alice.pk).update(deletion_asked_at=NOW)
    assert due(as_alice) == due_in_the_sweep() == []
