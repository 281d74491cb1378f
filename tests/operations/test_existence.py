"""What a write answers is computed from what its agent may read: names, numbers and what becomes of it."""

from collections.abc import Callable
from itertools import product
from typing import Any, cast

from django.utils import timezone

from memoryweb.agents.models import AccessLog, Agent, Sight
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory, Use
from memoryweb.operations import dispatch
from memoryweb.people.models import User
from memoryweb.recall.models import ReceiptItem
from tests.builders import agent_says, memory_of, person_types, set_settings
from tests.cases import with_each

Hide = Callable[[User, Agent, Memory], None]
SAID = {"category": "technical", "preference": "shell", "details": "I use fish", "value": "fish"}


def call(agent: Agent, name: str, **arguments: Any) -> dict[str, Any]:
    result = dispatch.run(dispatch.Call(agent=agent, name=name, arguments=arguments, now=timezone.now()))
    assert result.envelope["ok"], result.envelope
    return cast(dict[str, Any], result.envelope["data"])


def listed(agent: Agent, **arguments: Any) -> list[dict[str, Any]]:
    return cast(list[dict[str, Any]], call(agent, "get_user_preferences", limit=200, **arguments)["preferences"])


def mute(person: User, agent: Agent, memory: Memory) -> None:
    actions.mute(memory.pk, agent=agent.pk, by=Person(person), now=timezone.now())


def block(person: User, agent: Agent, memory: Memory) -> None:
    Sight.objects.create(person=person, agent=agent, category=memory.category, allowed=False)


def make_unsure(person: User, agent: Agent, memory: Memory) -> None:
    set_settings(person, min_confidence=0.9)
    Memory.objects.filter(pk=memory.pk).update(confidence=0.5)


PLACES = list(product(["project", "condition"], ["fALCON dEAL", "falcon  deal.", "Ｆalcon Deal"]))
HIDE: dict[str, Hide] = {"mute": mute, "category": block, "unsure": make_unsure}


@with_each("place", PLACES)
@with_each("hide", [*HIDE, "waiting"])
def test_an_agent_never_learns_how_a_hidden_place_is_spelled(
    as_alice: User, scribe: Agent, trusted: Agent, hide: str, place: tuple[str, str]
) -> None:
    field, own = place
    if hide == "waiting":
        call(scribe, "save_user_preference", **SAID, **{field: "Falcon Deal"})
    else:
        words = {"name": "editor", "category": "technical", "value": "Vim", field: "Falcon Deal"}
        HIDE[hide](as_alice, trusted, memory_of(person_types(as_alice, "I use Vim", **words)))
    words = {"category": "travel", "preference": "seat", "details": "I like window seats", field: own}
    asked = {"project": own} if field == "project" else {}
    told = call(trusted, "save_user_preference", **words)
    seen = listed(trusted, **asked)
    changed = call(trusted, "update_user_preference", preference_id=told["id"], details="Aisle seats now")
    assert "Falcon Deal" not in f"{told} {seen} {changed} {listed(trusted, **asked)}"
    assert seen


def test_every_spelling_of_a_project_is_one_project(as_alice: User, scribe: Agent, trusted: Agent) -> None:
    """What the agent saves under its own spelling stands beside what is hidden, and both are the project's."""
    words = {"name": "editor", "category": "technical", "value": "Vim", "project": "Falcon Deal"}
    mute(as_alice, trusted, memory_of(person_types(as_alice, "I use Vim", **words)))
    words = {"category": "travel", "preference": "seat", "details": "I like window seats"}
    call(trusted, "save_user_preference", **words, project="fALCON dEAL")
    for spelling in ("Falcon Deal", "falcon deal", "FALCON DEAL."):
        assert {each["preference"] for each in listed(scribe, project=spelling)} == {"Editor", "seat"}
    again = call(scribe, "save_user_preference", **words, project="Falcon Deal")
    assert again["outcome"] == "reinforced"


def test_a_readable_place_keeps_its_first_spelling(as_alice: User, trusted: Agent) -> None:
    person_types(as_alice, "I use Vim", name="editor", category="technical", value="Vim", condition="when tired")
    call(trusted, "save_user_preference", category="food", preference="drink", details="Tea", condition="When  Tired.")
    assert {each["condition"] for each in listed(trusted)} == {"when tired"}


def test_no_number_tells_how_much_is_hidden(as_alice: User, trusted: Agent) -> None:
    """The numbers of a day's memories have gaps where others are hidden, so no agent is given them."""
    call(trusted, "save_user_preference", **SAID)
    answers = [listed(trusted), call(trusted, "search_user_preferences", query="fish shell")]
    assert "OBS-" not in str(answers)


@with_each("hide", HIDE)
@with_each("value", ["fish", "zsh"])
@with_each("words", ["I use {}", "From now on I use {}", "Only today I use {}"])
@with_each("is_typed", [True, False])
def test_what_an_agent_is_told_is_saved_it_can_read(
    as_alice: User, scribe: Agent, trusted: Agent, *, hide: str, value: str, words: str, is_typed: bool
) -> None:
    """The value of a hidden one, another, one with change words, and one for today; or nothing of it is readable."""
    known = {"name": "shell", "category": "technical", "value": "fish"}
    Agent.objects.filter(pk=scribe.pk).update(trust="trusted")
    scribe.refresh_from_db()
    typed = person_types(as_alice, "I use fish", **known) if is_typed else agent_says(scribe, "I use fish", **known)
    HIDE[hide](as_alice, trusted, memory_of(typed))
    said = SAID | {"details": words.format(value), "value": value}
    told = call(trusted, "save_user_preference", **said)
    is_listed = any(value in str(each) for each in listed(trusted))
    other = {"preference": "terminal", "details": "My terminal is kitty", "value": "kitty"}
    elsewhere = call(trusted, "save_user_preference", **SAID | other)
    if hide == "category":  # nothing that it saves there is ever given to it, so "saved" tells nothing
        assert told["outcome"] == elsewhere["outcome"] == "saved"
    else:
        assert told["outcome"] == ("saved" if is_listed else "proposed")
        assert elsewhere["outcome"] == "saved"


def test_what_a_conversation_says_of_something_newer_and_hidden_is_told_as_new(as_alice: User, scribe: Agent) -> None:
    """The person has another value by now, which this agent may not read: nothing of it is told."""
    typed = person_types(as_alice, "I write reports as LaTeX", name="document_format", category="technical")
    mute(as_alice, scribe, memory_of(typed))
    said = {"conversation_id": "c", "messages": ["I prefer reports as Word."], "ended_at": "2026-01-05T09:00:00Z"}
    told = call(scribe, "record_conversation", **said)
    assert "LaTeX" not in str(told)
    assert str(memory_of(typed).pk) not in str(told)


@with_each("name", ["save_user_preference", "update_user_preference", "forget_user_preference"])
def test_what_a_stale_call_is_told_is_a_read_with_a_receipt(as_alice: User, trusted: Agent, *, name: str) -> None:
    memory = memory_of(person_types(as_alice, "I use fish", name="shell", category="technical"))
    about = {"preference_id": str(memory.pk)} | ({"details": "I use zsh"} if name.startswith("update") else {})
    arguments = (SAID | {"value": None} if name.startswith("save") else about) | {"if_version": 1}

    def told() -> dict[str, Any]:
        stale = dispatch.Call(agent=trusted, name=name, arguments=arguments, now=timezone.now())
        return cast(dict[str, Any], dispatch.run(stale).envelope["error"])

    assert (told()["code"], told()["details"]["current"]["details"]) == ("STALE_VERSION", "I use fish")
    items = ReceiptItem.objects.select_related("receipt")
    assert {(item.memory_id, item.receipt.agent_id) for item in items} == {(memory.pk, trusted.pk)}
    assert set(AccessLog.objects.filter(agent=trusted).values_list("operation", "memories")) == {(name, 1)}
    assert Use.objects.get(memory=memory).times == 2
    mute(as_alice, trusted, memory)
    assert "I use fish" not in str(told())
