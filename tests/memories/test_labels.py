"""A label is no key: what stands under "note" excludes nothing there unless both are about the same."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory, Proposal, Status
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import agent_says, check_constraints, memory_of, person_types, proposal_of
from tests.cases import with_each

HERE = Path(__file__).parent


def rows(name: str) -> Iterator[tuple[str, ...]]:
    lines = (HERE / name).read_text().splitlines()
    return (tuple(map(str.strip, line.split(" | "))) for line in lines if not line.startswith("#"))


ALL_SO = list(rows("lazy_labels.txt"))
RIVALS = list(rows("label_rivals.txt"))


def test_no_agent_makes_rivals_by_calling_everything_alike(as_alice: User, scribe: Agent) -> None:
    assert len(ALL_SO) == 60
    asked = [agent_says(scribe, text, name=label, category="personal") for label, text in ALL_SO]
    assert [each.name for each in asked if each.name != "proposed"] == []
    questions = Proposal.objects.filter(choice_group__isnull=False)
    assert [str(each.memory) for each in questions | Proposal.objects.filter(replaces__isnull=False)] == []
    for each in asked:
        actions.accept(proposal_of(each).pk, by=Person(as_alice), now=timezone.now())
    assert Memory.objects.filter(status=Status.ACTIVE, contested=False).count() == 60
    check_constraints()


def test_no_trusted_agent_makes_rivals_by_calling_everything_alike(as_alice: User, trusted: Agent) -> None:
    said = [(text, agent_says(trusted, text, name=label, category="personal").name) for label, text in ALL_SO]
    assert [each for each in said if each[1] != "saved"] == []
    check_constraints()


@with_each("label, one, other", RIVALS)
def test_what_cannot_both_be_so_is_asked_about_under_any_label(
    as_alice: User, scribe: Agent, label: str, one: str, other: str
) -> None:
    before = memory_of(person_types(as_alice, one, name=label, category="personal"))
    outcome = agent_says(scribe, other, name=label, category="personal")
    assert (outcome.name, proposal_of(outcome).replaces) == ("proposed", before.pk)
    actions.accept(proposal_of(outcome).pk, by=Person(as_alice), now=timezone.now())
    assert [each.pk for each in Memory.objects.active()] == [memory_of(outcome).pk]


@with_each("label, one, other", RIVALS)
def test_a_standing_yes_brings_a_conflict_and_never_both(
    as_alice: User, trusted: Agent, label: str, one: str, other: str
) -> None:
    agent_says(trusted, one, name=label, category="personal")
    assert agent_says(trusted, other, name=label, category="personal").name in ("conflict", "revised")


@with_each("label, one, other", RIVALS)
def test_of_two_that_wait_under_one_label_the_person_chooses(
    as_alice: User, scribe: Agent, label: str, one: str, other: str
) -> None:
    groups = [proposal_of(agent_says(scribe, text, name=label, category="personal")) for text in (one, other)]
    groups = [Proposal.objects.get(pk=each.pk) for each in groups]
    assert groups[0].choice_group
    assert groups[0].choice_group == groups[1].choice_group


def test_the_clock_opens_no_conflict_between_notes(alice: User, trusted: Agent) -> None:
    with scope.acting_as(alice.pk):
        for text in ("I have two cats", "I grew up in Porto", "I don't drive"):
            agent_says(trusted, text, name="note", category="personal")
    assert upkeep.run_now("detect_conflicts", now=timezone.now() + timedelta(days=1)).counts == {"compared": 3}
