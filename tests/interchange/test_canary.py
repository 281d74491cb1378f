"""The words of what was declined, noted or erased, or is waiting, are in no download; what is in use is in it."""

from collections.abc import Callable
from datetime import timedelta

from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.interchange.formats import WRITTEN
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Memory, Proposal
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import agent_says, memory_of, person_types
from tests.cases import with_each
from tests.interchange.builders import bring

NOW = timezone.now()
DOWNLOADS = [f"/export/{file_format.file_name}" for file_format in WRITTEN.values()] + ["/history.csv"]
CANARY = "xylocanary"


def waits(person: User, agent: Agent) -> None:
    agent_says(agent, CANARY)


def is_noted(person: User, agent: Agent) -> None:
    agent_says(agent, CANARY, source="inference")


def waits_from_a_file(person: User, agent: Agent) -> None:
    bring(person, f"> **Tea**: {CANARY} [LEARNED: 2026-01-02]")


def was_declined(person: User, agent: Agent) -> None:
    actions.decline(memory_of(agent_says(agent, CANARY)).pk, by=Person(person), now=NOW)


def was_in_use_and_declined(person: User, agent: Agent) -> None:
    actions.decline(memory_of(person_types(person, CANARY)).pk, by=Person(person), now=NOW)


def had_ended_and_was_declined_when_it_came_again(person: User, agent: Agent) -> None:
    actions.expire(memory_of(person_types(person, CANARY)).pk, by=Person(person), now=NOW)
    actions.decline(memory_of(agent_says(agent, CANARY)).pk, by=Person(person), now=NOW)


def replaced_something_and_was_declined(person: User, agent: Agent) -> None:
    person_types(person, "PDF", NOW - timedelta(days=2))
    actions.decline(memory_of(person_types(person, CANARY)).pk, by=Person(person), now=NOW)


def replaced_something_in_a_file_and_was_declined(person: User, agent: Agent) -> None:
    ended = f"> **Tea**: green [LEARNED: 2026-01-02] [EXPIRED: 2026-02-03]\n> - Replaced by: Coffee: {CANARY}"
    bring(person, ended, f"> **Coffee**: {CANARY}")
    actions.decline(Memory.objects.get(label="Coffee").pk, by=Person(person), now=NOW)


def replaced_something_in_a_file_and_was_erased(person: User, agent: Agent) -> None:
    ended = f"> **Tea**: green [LEARNED: 2026-01-02] [EXPIRED: 2026-02-03]\n> - Replaced by: Coffee: {CANARY}"
    bring(person, ended, f"> **Coffee**: {CANARY}")
    erasure.erase(Memory.objects.get(label="Coffee").pk, by=Person(person), now=NOW)


def was_not_answered(person: User, agent: Agent) -> None:
    actions.expire(memory_of(agent_says(agent, CANARY)).pk, by=Person(person), now=NOW)


def was_archived_while_it_waited(person: User, agent: Agent) -> None:
    actions.archive(memory_of(agent_says(agent, CANARY)).pk, by=Person(person), now=NOW)


def was_erased(person: User, agent: Agent) -> None:
    erasure.erase(memory_of(person_types(person, CANARY)).pk, by=Person(person), now=NOW)


def was_offered_as_an_update(person: User, agent: Agent) -> None:
    person_types(person, "PDF")
    agent_says(agent, CANARY)


def was_declined_as_an_update(person: User, agent: Agent) -> None:
    was_offered_as_an_update(person, agent)
    actions.reject(Proposal.objects.open().get().pk, by=Person(person), now=NOW)


NOWHERE = [
    waits,
    is_noted,
    waits_from_a_file,
    was_declined,
    was_in_use_and_declined,
    had_ended_and_was_declined_when_it_came_again,
    replaced_something_and_was_declined,
    replaced_something_in_a_file_and_was_declined,
    replaced_something_in_a_file_and_was_erased,
    was_not_answered,
    was_archived_while_it_waited,
    was_erased,
    was_offered_as_an_update,
    was_declined_as_an_update,
]


@with_each("state", NOWHERE)
def test_what_is_not_in_use_is_in_no_download(
    state: Callable[[User, Agent], None], browser: Client, alice: User, scribe: Agent
) -> None:
    with scope.acting_as(alice.pk):
        state(alice, scribe)
    for path in DOWNLOADS:
        assert CANARY not in browser.get(path).content.decode().casefold(), path


def is_typed(person: User, agent: Agent) -> None:
    person_types(person, CANARY)


def was_accepted(person: User, agent: Agent) -> None:
    agent_says(agent, CANARY)
    actions.accept(Proposal.objects.open().get().pk, by=Person(person), now=NOW)


def was_accepted_from_a_file(person: User, agent: Agent) -> None:
    bring(person, f"> **Tea**: {CANARY} [LEARNED: 2026-01-02]")
    actions.accept(Proposal.objects.open().get().pk, by=Person(person), now=NOW)


def was_declined_and_typed_again(person: User, agent: Agent) -> None:
    was_declined(person, agent)
    person_types(person, CANARY)


def has_ended_after_its_use(person: User, agent: Agent) -> None:
    actions.expire(memory_of(person_types(person, CANARY)).pk, by=Person(person), now=NOW)


def has_ended_in_a_file(person: User, agent: Agent) -> None:
    bring(person, f"> **Tea**: {CANARY} [LEARNED: 2026-01-02] [EXPIRED: 2026-02-03]")


@with_each(
    "state",
    [
        is_typed,
        was_accepted,
        was_accepted_from_a_file,
        was_declined_and_typed_again,
        has_ended_after_its_use,
        has_ended_in_a_file,
    ],
)
def test_what_is_or_was_in_use_is_in_the_file_and_the_change_log(
    state: Callable[[User, Agent], None], browser: Client, alice: User, scribe: Agent
) -> None:
    with scope.acting_as(alice.pk):
        state(alice, scribe)
    for path in ("/export/MEMORY.md", "/history.csv"):
        assert CANARY in browser.get(path).content.decode(), path


def test_what_was_archived_after_its_use_is_in_the_archive(browser: Client, alice: User) -> None:
    with scope.acting_as(alice.pk):
        actions.archive(memory_of(person_types(alice, CANARY)).pk, by=Person(alice), now=NOW)
    assert CANARY in browser.get("/export/archive.json").content.decode()
