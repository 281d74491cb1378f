"""A memory without a name of its own has none after an update either."""

from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import AgentOf
from tests.builders import agent_says, memory_of


def test_new_words_do_not_stand_behind_the_old_ones(as_alice: object, trusted: Agent) -> None:
    said = agent_says(trusted, "Likes pizza", name="Likes pizza", category="")
    updated = actions.update(memory_of(said).pk, details="Likes calzone", by=AgentOf(trusted), now=timezone.now())
    assert str(memory_of(updated)) == "Likes calzone"


def test_a_name_of_its_own_stays(as_alice: object, trusted: Agent) -> None:
    said = agent_says(trusted, "Pizza on Fridays", name="Friday dinner", category="")
    updated = actions.update(memory_of(said).pk, details="Calzone on Fridays", by=AgentOf(trusted), now=timezone.now())
    assert str(memory_of(updated)) == "Friday dinner: Calzone on Fridays"


def test_a_statement_said_in_other_words_has_no_name_made_of_the_first_ones(as_alice: object, scribe: Agent) -> None:
    said = agent_says(scribe, "Likes pizza", name="Likes pizza", category="")
    assert said.statement_id
    again = actions.restate(said.statement_id, details="Likes calzone", by=AgentOf(scribe), now=timezone.now())
    assert str(memory_of(again)) == "Likes calzone"
