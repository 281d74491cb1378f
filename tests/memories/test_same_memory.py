"""One thing is one memory: said again under another category or label it is known, and found under both."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, visibility
from memoryweb.memories.actions import AgentOf, Person
from memoryweb.memories.acts.undo import undo_act
from memoryweb.memories.models import LIVE, Act, Memory
from memoryweb.people.models import MemorySettings, User
from tests.builders import agent_says, memory_of, person_types, proposal_of
from tests.cases import with_each
from tests.memories.test_labels import rows

Call = Callable[..., Any]


class Said(NamedTuple):
    """Words, and the category and label they come under."""

    details: str
    category: str
    name: str

    @property
    def names(self) -> dict[str, str]:
        return {"category": self.category, "name": self.name}


def parts(said: str) -> Said:
    names, _, details = said.partition(": ")
    category, _, name = names.partition("/")
    return Said(details, category, name)


REPEATS = [(parts(one), parts(other)) for one, other in rows("repeats.txt")]


def test_there_are_sixty_repeats() -> None:
    assert len(REPEATS) == 60


@with_each("one, other", REPEATS)
def test_what_the_person_typed_is_never_asked_again(
    as_alice: User, scribe: Agent, trusted: Agent, one: Said, other: Said
) -> None:
    typed = memory_of(person_types(as_alice, one.details, **one.names))
    for agent in (scribe, trusted):
        outcome = agent_says(agent, other.details, **other.names)
        assert (outcome.name, outcome.memory) == ("reinforced", typed)
    assert Memory.objects.filter(LIVE).count() == 1


@with_each("one, other", REPEATS[::3])
def test_what_waits_is_asked_about_once(as_alice: User, scribe: Agent, one: Said, other: Said) -> None:
    waiting = memory_of(agent_says(scribe, one.details, **one.names))
    assert agent_says(scribe, other.details, **other.names).memory == waiting
    assert Memory.objects.filter(LIVE).count() == 1


HOME = {"category": "personal", "name": "home"}
CITY = {"category": "places", "preference": "city", "details": "I live in Ghent", "quote": "I live in Ghent"}


def found(call: Call, category: str, agent: Agent) -> int:
    return len(call("get_user_preferences", category=category, agent=agent).envelope["data"]["preferences"])


def test_what_an_agent_asks_about_is_found_there_by_itself_alone(
    alice: User, as_alice: User, scribe: Agent, trusted: Agent, call: Call
) -> None:
    home = memory_of(person_types(as_alice, "I live in Ghent", **HOME))
    call("save_user_preference", **CITY)
    assert memory_of_(home).said_under == []
    assert [found(call, "places", agent) for agent in (scribe, trusted)] == [1, 0]
    assert [found(call, "personal", agent) for agent in (scribe, trusted)] == [1, 1]


def memory_of_(memory: Memory) -> Memory:
    return Memory.objects.get(pk=memory.pk)


def test_what_the_person_says_under_another_category_is_found_under_both(
    as_alice: User, scribe: Agent, trusted: Agent, call: Call
) -> None:
    home = memory_of(person_types(as_alice, "I live in Ghent", **HOME))
    person_types(as_alice, "I live in Ghent", category="places", name="city")
    assert memory_of_(home).said_under == ["places"]
    assert [found(call, each, agent) for each in ("places", "personal") for agent in (scribe, trusted)] == [1] * 4


def test_a_trusted_agent_adds_no_category_to_what_the_person_decided(
    as_alice: User, scribe: Agent, trusted: Agent, call: Call
) -> None:
    home = memory_of(person_types(as_alice, "I live in Ghent", **HOME))
    call("save_user_preference", agent=trusted, **CITY)
    assert memory_of_(home).said_under == []
    tea = memory_of(agent_says(trusted, "I love green tea", name="tea", category="drinks"))
    agent_says(trusted, "I love green tea", name="taste", category="shopping")
    assert memory_of_(tea).said_under == ["shopping"]
    assert found(call, "shopping", scribe) == 1


def test_a_category_that_is_blocked_blocks_what_was_said_under_it(
    as_alice: User, scribe: Agent, trusted: Agent, call: Call, now: Any
) -> None:
    settings = MemorySettings.for_person(as_alice.pk)
    home = memory_of(person_types(as_alice, "I live in Ghent", **HOME))
    scribe.set_sight({"places": False})
    call("save_user_preference", agent=trusted, **CITY)
    assert visibility.may_be_given(home.pk, scribe, settings, now=now)  # no agent takes it from another one
    person_types(as_alice, "I live in Ghent", category="places", name="city")
    assert not visibility.may_be_given(home.pk, scribe, settings, now=now)
    assert visibility.may_be_given(home.pk, trusted, settings, now=now)
    assert found(call, "personal", scribe) == 0


def test_a_yes_covers_the_categories_that_it_showed(as_alice: User, scribe: Agent, browser: Client) -> None:
    asked = proposal_of(agent_says(scribe, "I live in Ghent", name="note", category="people"))
    before = actions.proposals.current_version(asked, asked.memory)
    agent_says(scribe, "I live in Ghent", name="city", category="places")
    stale = actions.accept(asked.pk, by=Person(as_alice), now=timezone.now(), version=before)
    assert (stale.name, memory_of_(asked.memory).status) == ("unchanged", "candidate")
    assert "places" in browser.get(f"/memories/{asked.memory_id}/").content.decode().lower()
    actions.accept(asked.pk, by=Person(as_alice), now=timezone.now())
    assert memory_of_(asked.memory).said_under == ["places"]


def test_a_category_that_was_taken_back_before_the_yes_is_none(as_alice: User, scribe: Agent, trusted: Agent) -> None:
    asked = proposal_of(agent_says(scribe, "I live in Ghent", name="note", category="people"))
    places = agent_says(scribe, "I live in Ghent", name="city", category="places")
    agent_says(scribe, "I live in Ghent", name="city", category="towns")
    assert memory_of_(asked.memory).said_under == ["places", "towns"]
    assert places.statement_id
    actions.take_back(places.statement_id, by=AgentOf(scribe), now=timezone.now())
    actions.accept(asked.pk, by=Person(as_alice), now=timezone.now())
    assert memory_of_(asked.memory).said_under == ["towns"]


def test_a_hidden_memory_answers_as_something_new_would(as_alice: User, scribe: Agent, call: Call) -> None:
    person_types(as_alice, "I live in Ghent", **HOME)
    scribe.set_sight({"personal": False})
    hidden = call("save_user_preference", **CITY).envelope["data"]
    other = call(
        "save_user_preference", **(CITY | {"details": "I live in Bruges", "quote": "I live in Bruges"})
    ).envelope
    assert {name: type(value) for name, value in hidden.items()} == {
        name: type(value) for name, value in other["data"].items()
    }
    assert (hidden["outcome"], other["data"]["outcome"]) == ("proposed", "proposed")
    assert found(call, "places", scribe) == 0


def test_the_page_says_under_what_it_was_said_and_files_it_there(
    as_alice: User, scribe: Agent, trusted: Agent, call: Call, browser: Client
) -> None:
    home = memory_of(person_types(as_alice, "I live in Ghent", **HOME))
    call("save_user_preference", **CITY)
    page = browser.get(f"/memories/{home.pk}/").content.decode()
    assert "Scribe says so" in page
    assert "Places" in page
    assert "No agent said it" in press(browser, home, category="treasure")
    assert "finds it there now" in press(browser, home, category="places")
    assert "found there already" in press(browser, home, category="places")
    assert memory_of_(home).said_under == ["places"]
    assert [found(call, "places", agent) for agent in (scribe, trusted)] == [1, 1]
    assert "Scribe says so" not in browser.get(f"/memories/{home.pk}/").content.decode()
    undo_act(Act.objects.latest("pk").pk, by=Person(as_alice), now=timezone.now())
    assert memory_of_(home).said_under == []


def press(browser: Client, memory: Memory, category: str) -> str:
    answer = browser.post(f"/memories/{memory.pk}/file-under/", {"category": category}, follow=True)
    return answer.content.decode()


@with_each("one, other", [("Always", "Never"), ("Allowed", "Forbidden"), ("True", "No longer true"), ("总是", "从不")])
def test_a_label_that_turns_the_words_around_makes_another_thing_of_them(as_alice: User, one: str, other: str) -> None:
    first = person_types(as_alice, "Use tabs in Go code", name=one, category="technical")
    second = person_types(as_alice, "Use tabs in Go code", name=other, category="technical")
    assert second.name != "reinforced"
    assert memory_of(second).pk != memory_of(first).pk


def test_what_the_person_says_it_under_is_kept_however_many_agents_added(as_alice: User, scribe: Agent) -> None:
    waiting = agent_says(scribe, "I live in Ghent", name="place", category="a0")
    for number in range(1, 12):
        agent_says(scribe, "I live in Ghent", name="place", category=f"a{number}")
    person_types(as_alice, "I live in Ghent", name="place", category="private_things")
    found = Memory.objects.active().get()
    assert "private_things" in {found.said_category, found.category, *found.said_under}, memory_of(waiting).said_under


@with_each("value", ["", "  ", None])
def test_a_label_alone_is_one_memory_under_any_category(as_alice: User, trusted: Agent, value: str | None) -> None:
    agent_says(trusted, "", name="Quilting", category="", value=value)
    again = agent_says(trusted, "", name="Quilting", category="crafts", value=value)
    assert (again.name, Memory.objects.count()) == ("reinforced", 1)
