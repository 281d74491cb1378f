"""A new statement under a standing yes that says another thing of what one in use is about, in other words."""

import pytest

from memoryweb.agents.models import Agent
from memoryweb.memories.models import Memory, Status
from memoryweb.people.models import User
from tests.builders import agent_says, memory_of, person_types
from tests.cases import with_each

SHORT = "Keep every reply under five lines"


@with_each(
    "old, new, outcome",
    [
        ("Takes all notes on paper", "Never takes notes on paper, only on a tablet", "conflict"),
        ("Cycles to work every day", "No longer cycles to work, takes the tram now", "revised"),
        ("喜欢喝咖啡", "不喝咖啡，只喝茶", "conflict"),
        ("Likes green tea in the morning", "Prefers window seats on trains", "saved"),
        ("For the cellar we ordered Box A", "For the cellar we ordered Box B", "saved"),
    ],
)
def test_what_is_close_is_no_rival_in_silence(as_alice: User, trusted: Agent, old: str, new: str, outcome: str) -> None:
    in_use = agent_says(trusted, old, name="first thing", category="personal").memory
    said = agent_says(trusted, new, name="another thing", category="notes")
    assert in_use
    assert said.name == outcome
    left = Memory.objects.get(pk=in_use.pk).status
    assert left == (Status.SUPERSEDED if outcome == "revised" else Status.ACTIVE)


def test_what_the_person_confirmed_is_never_replaced_by_it(as_alice: User, trusted: Agent) -> None:
    old = memory_of(person_types(as_alice, "Cycles to work every day", name="", category="personal"))
    said = agent_says(trusted, "No longer cycles to work, takes the tram now", name="commute", category="notes")
    assert said.name in ("proposed", "conflict")
    assert Memory.objects.get(pk=old.pk).status == Status.ACTIVE


@pytest.mark.parametrize("new", ["Wants long and thorough replies with every step"])
def test_the_person_is_asked_where_the_agent_has_no_standing_yes(as_alice: User, scribe: Agent, new: str) -> None:
    person_types(as_alice, SHORT, name="", category="personal")
    assert agent_says(scribe, new, name="depth", category="notes").name == "proposed"
