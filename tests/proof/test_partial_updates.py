"""A change replaces only what it speaks of: what else a memory says stays in use, whatever the door.

A loss is a part that was in use and afterwards is neither in use nor in an open question that shows it.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.interchange.entry import Entry
from memoryweb.interchange.importing.importing import import_entry
from memoryweb.memories import actions
from memoryweb.memories.actions import Person, proposals
from memoryweb.memories.models import Conflict, Memory, Proposal
from memoryweb.operations import dispatch
from memoryweb.people.models import User
from memoryweb.telegram import linking
from memoryweb.telegram.answering import answers
from memoryweb.telegram.answering.calls import Calls
from memoryweb.telegram.models import System
from tests.builders import agent_says, edit, memory_of, person_types, undone
from tests.proof.partial_updates import Pair, pairs
from tests.rings import ninth, thorough
from tests.telegram.conftest import ALICE, link

LABEL = {"name": "about", "category": "personal"}


@dataclass
class World:
    """A person with an agent that is asked about and one that is trusted, and a linked chat."""

    person: User
    ask: Agent
    trusted: Agent
    chat: linking.Writer

    def call(self, agent: Agent, name: str, **arguments: Any) -> None:
        call = dispatch.Call(agent=agent, name=name, arguments=arguments, now=timezone.now(), idempotency_key="")
        assert dispatch.run(call).envelope["ok"]


@pytest.fixture
def world(as_alice: User, scribe: Agent, trusted: Agent) -> World:
    link(as_alice, ALICE)
    chat = linking.writer(as_alice.pk, System.TELEGRAM)
    assert chat
    return World(as_alice, scribe, trusted, chat)


Door = Callable[[World, Memory, str], object]


def saved_by(name: str) -> Door:
    def save(world: World, memory: Memory, change: str) -> None:
        world.call(
            getattr(world, name), "save_user_preference", category="personal", preference="about", details=change
        )

    return save


def updated_by(name: str) -> Door:
    def update(world: World, memory: Memory, change: str) -> None:
        world.call(getattr(world, name), "update_user_preference", preference_id=str(memory.pk), details=change)

    return update


def typed(world: World, memory: Memory, change: str) -> None:
    person_types(world.person, change, **LABEL)


def edited(world: World, memory: Memory, change: str) -> None:
    edit(memory, world.person, value=change)


def imported(world: World, memory: Memory, change: str) -> None:
    entry = Entry(label="about", category="personal", details=(change,), source="explicit instruction")
    import_entry(entry, {"file": "notes.md", "line": 3}, world.person, now=timezone.now())


def told_in_chat(world: World, memory: Memory, change: str) -> None:
    answers.answer(f"Remember: {change}", Calls(world.chat, "m1", timezone.now()))


# Who said what is in use: what the person typed is confirmed, so that a standing yes does not change it unasked.
DOORS: dict[str, tuple[str, Door]] = {
    "save, ask": ("person", saved_by("ask")),
    "save, trusted": ("trusted", saved_by("trusted")),
    "update, ask": ("person", updated_by("ask")),
    "update, trusted": ("trusted", updated_by("trusted")),
    "update of what is confirmed": ("person", updated_by("trusted")),
    "typed": ("person", typed),
    "edited": ("person", edited),
    "imported": ("person", imported),
    "chat": ("trusted", told_in_chat),
}


def remember(world: World, said_by: str, pair: Pair) -> Memory:
    """Have a memory in use that says it all; files and fields bring such."""
    if said_by == "person":
        return memory_of(person_types(world.person, pair.compound, is_whole=True, **LABEL))
    return memory_of(agent_says(world.trusted, pair.compound, is_whole=True, **LABEL))


def lost(pair: Pair) -> list[str]:
    """Return the names that are neither in use nor in an open question that shows them."""
    shown = [each.words for each in Memory.objects.active()]
    shown += [f"{each.question} {each.memory.words}" for each in Proposal.objects.open().select_related("memory")]
    return [name for name in pair.stays if not any(name in words for words in shown)]


def say_yes_to_all(world: World) -> None:
    """Answer every question with yes, as it is shown, and every conflict with the newest side."""
    by, now = Person(world.person), timezone.now()
    while question := Proposal.objects.open().select_related("memory").order_by("created_at", "pk").first():
        version = proposals.current_version(question, question.memory)
        assert actions.accept(question.pk, by=by, now=now, version=version).reason != proposals.STALE
    for conflict in Conflict.objects.open():
        newest = Memory.objects.active().filter(conflicts__conflict=conflict).latest("pk")
        actions.keep_one(conflict.pk, newest.pk, by=by, now=now)


def outcomes(world: World, chosen: list[Pair]) -> Iterator[tuple[str, Pair, list[str], list[str], bool]]:
    """Yield for each door and pair what was lost at once, what after each yes, and whether the change is in use."""
    for name, (said_by, door) in DOORS.items():
        for pair in chosen:
            if name == "edited" and not pair.can_be_split:
                continue  # the form showed all of it, and the person wrote something else
            with undone():
                door(world, remember(world, said_by, pair), pair.change)
                at_once = lost(pair)
                say_yes_to_all(world)
                # A chat without a model may keep a name alone ("Contoso"): its question shows all that a yes replaces.
                after = lost(pair) if pair.can_be_split and name != "chat" else []
                in_use = " ".join(each.words for each in Memory.objects.active())
                yield name, pair, at_once, after, pair.comes in in_use and pair.goes not in in_use


def check(world: World, chosen: list[Pair]) -> None:
    wrong, changed, count = [], Counter[str](), 0
    for name, pair, at_once, after, is_changed in outcomes(world, chosen):
        count += 1
        changed[name] += is_changed
        if at_once or after:
            wrong.append(f"{name}: {pair}: lost {at_once}, and after the yes {after}")
    print(
        f"{count} changes, {len(wrong)} with losses; only the new value in use: {dict(changed)} of {len(chosen)} each"
    )
    assert count
    assert not wrong, "\n".join([f"{len(wrong)} of {count}", *wrong[:40]])


def test_what_a_change_does_not_speak_of_stays_in_use(world: World) -> None:
    check(world, ninth(pairs(40)))


@thorough
def test_nothing_is_lost_by_two_hundred_changes_through_every_door(world: World) -> None:
    check(world, pairs())
