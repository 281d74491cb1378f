"""expire and forget: a memory ends, by the person at once, by an agent only where nobody confirmed it."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import AgentOf, Person
from memoryweb.memories.models import Memory, Proposal, Tombstone
from memoryweb.memories.visibility import readable_by
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.builders import agent_says, memory_of, person_types, set_settings, verbs_of
from tests.cases import with_each

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)


def test_expire_keeps_history_and_hides_the_memory_from_agents(as_alice: User, trusted: Agent) -> None:
    memory = memory_of(agent_says(trusted, "Always PDF"))
    outcome = actions.expire(memory.pk, by=Person(as_alice), now=NOON, reason="Moved to\u200b HTML")
    after = memory_of(outcome)
    assert after.status == "expired"
    assert str(after.expired_on) == "2026-02-22"
    assert after.expire_reason == "Moved to⟨U+200B⟩ HTML"
    assert not readable_by(trusted, MemorySettings.for_person(as_alice.pk), now=NOON).exists()
    assert actions.expire(memory.pk, by=Person(as_alice), now=NOON).name == "unchanged"
    assert (verbs_of(memory), Tombstone.objects.exists()) == (["remember", "expire"], False)


def test_expire_withdraws_the_proposal_and_it_may_be_proposed_again(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, "PDF")
    actions.expire(memory_of(proposed).pk, by=Person(as_alice), now=NOON)
    assert Proposal.objects.get().status == "withdrawn"
    assert agent_says(scribe, "PDF").name == "proposed"


def test_an_agent_expires_unconfirmed_memories_and_asks_about_confirmed_ones(as_alice: User, scribe: Agent) -> None:
    note = memory_of(agent_says(scribe, "PDF", source="inference"))
    outcome = actions.forget(note.pk, by=AgentOf(scribe), now=NOON, reason="wrong")
    assert outcome.name == "revised"
    assert memory_of(outcome).status == "expired"
    assert memory_of(outcome).changed_because == "asked by an agent"
    confirmed = memory_of(person_types(as_alice, "Word"))
    assert actions.forget(confirmed.pk, by=AgentOf(scribe), now=NOON).name == "proposed"
    assert Memory.objects.get(pk=confirmed.pk).status == "active"


@with_each("action", [actions.expire, actions.forget])
def test_a_secret_or_invalid_text_in_the_reason_changes_nothing(as_alice: User, scribe: Agent, action: Any) -> None:
    confirmed = memory_of(person_types(as_alice, "Word"))
    assert action(confirmed.pk, by=AgentOf(scribe), now=NOON, reason="password: hunter2").name == "refused"
    with pytest.raises(actions.Invalid):
        action(confirmed.pk, by=AgentOf(scribe), now=NOON, reason="\x00")
    assert (verbs_of(confirmed), Proposal.objects.exists()) == (["remember"], False)


def test_with_memory_off_an_agent_expires_nothing_and_the_person_may(as_alice: User, trusted: Agent) -> None:
    memory = memory_of(agent_says(trusted, "Always PDF"))
    set_settings(as_alice, enable_memory=False)
    assert actions.forget(memory.pk, by=AgentOf(trusted), now=NOON).name == "unchanged"
    assert actions.expire(memory.pk, by=Person(as_alice), now=NOON).name == "revised"


def test_expiring_a_member_ends_a_conflict_of_two(as_alice: User, trusted: Agent) -> None:
    one, two = agent_says(trusted, "Always PDF"), agent_says(trusted, "Word")
    actions.expire(memory_of(two).pk, by=Person(as_alice), now=NOON)
    conflict = memory_of(one).conflicts.get().conflict
    assert not memory_of(one).contested
    assert memory_of(one).changed_verb == "settle"
    assert conflict.status == "dismissed"


def test_expiring_a_member_leaves_a_conflict_of_three_to_the_others(as_alice: User, trusted: Agent) -> None:
    agent_says(trusted, "Always PDF")
    agent_says(trusted, "Word")
    last = agent_says(trusted, "Markdown")
    actions.expire(memory_of(last).pk, by=Person(as_alice), now=NOON)
    conflict = memory_of(last).conflicts.get().conflict
    assert (conflict.status, conflict.question) == ("open", "Document format: “PDF” or “Word”?")
    assert conflict.winner
    assert conflict.winner.value == "Word"


def test_the_id_of_another_persons_memory_is_like_a_missing_one(as_alice: User, scribe: Agent, bob: User) -> None:
    with scope.acting_as(bob.pk):
        hers = memory_of(person_types(bob, "PDF"))
    for action in (actions.confirm, actions.decline, actions.expire, actions.only_this_time):
        with pytest.raises(Memory.DoesNotExist):
            action(hers.pk, by=Person(as_alice), now=NOON)
