"""Which side of a conflict is used until the person decides: the newest of the heaviest."""

from datetime import UTC, datetime, timedelta
from typing import Any

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Person, conflicts
from memoryweb.memories.models import Conflict, Memory
from memoryweb.memories.visibility import readable_by
from memoryweb.people.models import MemorySettings, User
from tests.builders import agent_says
from tests.cases import with_each

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)


def conflict_between(agent: Agent, *statements: tuple[str, str]) -> Conflict:
    """State these, one a day, and return the conflict they are in."""
    for day, (details, source) in enumerate(statements):
        agent_says(agent, details, NOON + timedelta(days=day), source=source)
    return Conflict.objects.get()


def readable_values(agent: Agent) -> list[Any]:
    settings = MemorySettings.for_person(agent.person_id)
    return [memory.value for memory in readable_by(agent, settings, now=NOON + timedelta(days=9))]


@with_each("source", ["instruction", "correction"])
def test_an_explicit_statement_is_used_however_much_is_inferred_later(
    as_alice: User, trusted: Agent, source: str
) -> None:
    conflict = conflict_between(
        trusted, ("Always PDF", source), ("Word", "inference"), ("Word", "inference"), ("Markdown", "weak")
    )
    assert conflict.winner
    assert conflict.winner.value == "PDF"
    assert readable_values(trusted) == (["PDF"] if conflict.winner.status == "active" else [])


def test_a_member_that_an_agent_repeats_as_an_instruction_gains_no_weight(as_alice: User, trusted: Agent) -> None:
    """The source of what is in use rises only by the person."""
    conflict = conflict_between(trusted, ("PDF", "correction"), ("Word", "inference"), ("Word", "instruction"))
    assert conflict.winner
    assert conflict.winner.value == "PDF"
    assert Memory.objects.get(value="Word").source == "inference"
    assert readable_values(trusted) == ["PDF"]


def test_what_the_person_confirmed_is_used_whatever_the_weight_of_the_other(as_alice: User, trusted: Agent) -> None:
    pdf = agent_says(trusted, "PDF", NOON, source="correction").memory
    assert pdf
    actions.confirm(pdf.pk, by=Person(as_alice), now=NOON)
    assert agent_says(trusted, "Word", NOON + timedelta(days=1), source="instruction").name == "conflict"
    assert readable_values(trusted) == ["PDF"]


@with_each(
    "sources, older, newer",
    [
        (("instruction", "pattern"), "An agent says you told it.", "An agent noticed it several times."),
        (("instruction", "inference"), "An agent says you told it.", "An agent worked it out."),
        (("correction", "weak"), "An agent says you corrected it.", "An agent guessed it."),
    ],
)
def test_the_explanation_says_how_each_member_is_known(
    as_alice: User, trusted: Agent, sources: tuple[str, str], older: str, newer: str
) -> None:
    conflict_between(trusted, ("PDF", sources[0]), ("Word", sources[1]))
    members = sorted(Memory.objects.live(), key=conflicts.statement_age)
    assert conflicts.explain_winner(members)[0] == (
        f"The older one counts for more. {older} The newer one counts for less. {newer}"
    )
