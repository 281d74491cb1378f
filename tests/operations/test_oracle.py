"""Answers tell nothing of what an agent may not read: what is hidden, waits or is missing is answered alike."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from itertools import product
from typing import Any, cast
from uuid import UUID

from django.utils import timezone

from memoryweb.agents.models import Agent, Sight, Trust
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Memory
from memoryweb.operations import dispatch
from memoryweb.people.models import User
from memoryweb.recall.search import CHECKED
from memoryweb.rls import scope
from tests.builders import agent_says, memory_of, person_types, set_settings
from tests.cases import with_each
from tests.rings import third

Call = Callable[..., dispatch.CallResult]
UUIDS = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
MISSING_ID = "0192f0c1-2b3d-7c4e-8f50-617283940516"


def hide_by_mute(person: User, agent: Agent, value: str) -> Memory:
    memory = memory_of(person_types(person, f"I prefer reports as {value}"))
    actions.mute(memory.pk, agent=agent.pk, by=Person(person), now=timezone.now())
    return memory


def hide_by_category(person: User, agent: Agent, value: str) -> Memory:
    memory = memory_of(person_types(person, f"I prefer reports as {value}"))
    Sight.objects.create(person=person, agent=agent, category="technical", allowed=False)
    return memory


def hide_by_privacy(person: User, agent: Agent, value: str) -> Memory:
    other = Agent.connect(person, name="Trusty", trust=Trust.TRUSTED)[0]
    memory = memory_of(agent_says(other, f"I prefer reports as {value}", source="instruction"))
    Memory.objects.get(pk=memory.pk)
    set_settings(person, min_confidence=0.99)
    return memory


def propose_by_another(person: User, agent: Agent, value: str) -> Memory:
    other = Agent.connect(person, name="Other")[0]
    return memory_of(agent_says(other, f"I prefer reports as {value}", source="instruction"))


def note_by_another(person: User, agent: Agent, value: str) -> Memory:
    other = Agent.connect(person, name="Other")[0]
    return memory_of(agent_says(other, f"I prefer reports as {value}", source="inference"))


def hide_in_project(person: User, agent: Agent, value: str) -> Memory:
    return memory_of(person_types(person, f"I prefer reports as {value}", project="harbour"))


def hide_by_task_mute(person: User, agent: Agent, value: str) -> Memory:
    memory = memory_of(person_types(person, f"I prefer reports as {value}"))
    actions.mute(memory.pk, task="schedule", by=Person(person), now=timezone.now())
    return memory


def hide_by_fading(person: User, agent: Agent, value: str) -> Memory:
    long_ago = timezone.now() - timedelta(days=12)
    return memory_of(person_types(person, f"I prefer reports as {value}", long_ago, kind="event", importance=5.0))


TRUSTS = [Trust.ASK, Trust.TRUSTED]
CHANGES = ["update_user_preference", "forget_user_preference"]
HIDDEN = [hide_by_mute, hide_by_category, hide_by_privacy, propose_by_another, note_by_another]


def answer(call: Call, name: str, agent: Agent, **arguments: Any) -> str:
    """Return an operation's answer without ids and times, which differ anyway."""
    agent = Agent.objects.get(pk=agent.pk)
    envelope = call(name, agent=agent, **arguments).envelope
    return UUIDS.sub("<id>", json.dumps(envelope.get("data") or envelope["error"], sort_keys=True))


def fresh_answer(call: Call, name: str, trust: str, **arguments: Any) -> str:
    """Return the answer in an account that holds nothing."""
    with scope.acting_as((person := User.objects.create_user("fresh@example.org")).pk):
        agent = Agent.connect(person, name="Scribe", trust=trust)[0]
    with scope.acting_as(person.pk):
        return answer(call, name, agent, **arguments)


WRITES: list[tuple[str, dict[str, Any]]] = [
    (
        "save_user_preference",
        {"category": "technical", "preference": "document_format", "details": details, "source": source},
    )
    for source in ("instruction", "correction", "inference", "behaviour")
    for details in ("I prefer reports as PDF", "From now on reports as Word")
] + [
    ("record_feedback", {"action": "accept", "evidence_ref": {"signals": ["reports as PDF"]}}),
    ("record_conversation", {"conversation_id": "c", "messages": ["I prefer PDF for reports."]}),
]


@with_each(
    "hide, trust, name, arguments",
    lambda: third([(hide, trust, *write) for hide in HIDDEN for trust in TRUSTS for write in WRITES]),
)
def test_meeting_something_hidden_is_answered_like_something_new(
    call: Call, alice: User, *, hide: Callable[..., Memory], trust: str, name: str, arguments: dict[str, Any]
) -> None:
    # What the person keeps from this agent alone is asked about, whatever the trust: it would look for what is "saved".
    told_as = Trust.ASK if hide is hide_by_mute else trust
    new = fresh_answer(call, name, told_as, **arguments)
    with scope.acting_as(alice.pk):
        agent = Agent.connect(alice, name="Scribe", trust=trust)[0]
        hide(alice, agent, "PDF")
        assert answer(call, name, agent, **arguments) == new


READS: list[tuple[str, dict[str, Any]]] = [
    (name, {"query": query})
    for name in ("recall_preferences", "search_user_preferences")
    # a hidden memory has all words, makes one of them less rare, or has the version of the question
    for query in ("porcelain", "A porcelain cup, or zinc?", "Does Python 3.12 run here?")
] + [("recall_preferences", {"query": "porcelain", "task_type": "schedule"})]


@with_each("hide, name, arguments", lambda: third([(hide, *read) for hide in HIDDEN for read in READS]))
def test_scores_and_order_tell_nothing_of_what_is_hidden(
    call: Call, as_alice: User, *, hide: Callable[..., Memory], name: str, arguments: dict[str, Any]
) -> None:
    check_scores(call, as_alice, hide, name, arguments)


def check_scores(call: Call, as_alice: User, hide: Callable[..., Memory], name: str, arguments: dict[str, Any]) -> None:
    agent = Agent.connect(as_alice, name="Scribe", trust=Trust.TRUSTED)[0]
    for thing in ("A porcelain cup", "Clay pots", "China plates", "Window seats", "Python 3.11 runs here"):
        person_types(as_alice, thing, name=thing, category="personal")
    person_types(as_alice, "Fridays off", name="fridays", category="schedule")
    before = answer(call, name, agent, **arguments)
    assert "porcelain" in before or "Python 3.11" in before
    hide(as_alice, agent, "Porcelain, zinc and Python 3.12")
    assert answer(call, name, agent, **arguments) == before


@with_each("hide", [hide_in_project, hide_by_task_mute, hide_by_fading])
@with_each("query", ["porcelain", "A porcelain cup, or zinc?", "Does Python 3.12 run here?"])
def test_scores_of_a_recall_tell_nothing_of_what_it_leaves_out(
    call: Call, as_alice: User, *, hide: Callable[..., Memory], query: str
) -> None:
    arguments = {"query": query, "task_type": "schedule"}
    check_scores(call, as_alice, hide, "recall_preferences", arguments)


def test_many_better_hits_that_are_hidden_change_no_score(call: Call, as_alice: User) -> None:
    agent = Agent.connect(as_alice, name="Scribe", trust=Trust.TRUSTED)[0]
    Sight.objects.create(person=as_alice, agent=agent, category="technical", allowed=False)
    for thing in ("A cup for tea", "Clay pots", "China plates", "Window seats"):
        person_types(as_alice, thing, name=thing, category="personal")
    before = answer(call, "recall_preferences", agent, query="Which cup for the porcelain tea?")
    assert "A cup for tea" in before
    for n in range(CHECKED[0] + 5):
        said = f"The w{n}x shelf has porcelain, cup, tea"
        person_types(as_alice, said, name=f"porcelain w{n}x", category="technical")
    assert answer(call, "recall_preferences", agent, query="Which cup for the porcelain tea?") == before


def test_a_hidden_rule_keeps_no_other_rule_away(call: Call, as_alice: User) -> None:
    agent = Agent.connect(as_alice, name="Scribe", trust=Trust.TRUSTED)[0]
    person_types(as_alice, "Never pack plates with cups", name="plates", category="personal", kind="rule")
    before = answer(call, "recall_preferences", agent, query="How do I pack porcelain cups for the move?")
    assert "plates" in before
    said = "Never pack porcelain cups for the move"
    hidden = memory_of(person_types(as_alice, said, name="cups", category="personal", kind="rule"))
    actions.mute(hidden.pk, agent=agent.pk, by=Person(as_alice), now=timezone.now())
    assert answer(call, "recall_preferences", agent, query="How do I pack porcelain cups for the move?") == before


@with_each("hide, name, trust", lambda: third([*product(HIDDEN, CHANGES, TRUSTS)]))
def test_an_id_that_it_may_not_read_is_answered_like_a_missing_one(
    call: Call, alice: User, bob: User, *, hide: Callable[..., Memory], name: str, trust: str
) -> None:
    more = {"details": "As Word"} if name.startswith("update") else {}
    with scope.acting_as(bob.pk):
        strange = str(memory_of(person_types(bob, "I prefer reports as PDF")).pk)
    with scope.acting_as(alice.pk):
        agent = Agent.connect(alice, name="Scribe", trust=trust)[0]
        erased = memory_of(person_types(alice, "I prefer tea", name="drink", category="food"))
        erasure.erase(erased.pk, by=Person(alice), now=timezone.now())
        hidden = hide(alice, agent, "PDF")
        ids = (MISSING_ID, strange, str(erased.pk), str(hidden.pk), "no id")
        answers = {answer(call, name, agent, preference_id=pk, **more) for pk in ids}
    assert len(answers) == 1
    assert "NOT_FOUND" in answers.pop()


@with_each("trust", TRUSTS)
def test_what_was_declined_and_what_was_erased_are_answered_alike(call: Call, as_alice: User, trust: str) -> None:
    agent = Agent.connect(as_alice, name="Scribe", trust=trust)[0]
    declined = memory_of(propose_tea(as_alice))
    actions.decline(declined.pk, by=Person(as_alice), now=timezone.now())
    erased = memory_of(person_types(as_alice, "I like cocoa", name="cocoa", category="food"))
    erasure.erase(erased.pk, by=Person(as_alice), now=timezone.now())
    said = [
        answer(call, "save_user_preference", agent, category="food", preference=name, details=f"I like {name}")
        for name in ("tea", "cocoa")
    ]
    assert said[0] == said[1]
    assert "Not kept." in said[0]


def test_a_repeated_suggestion_quotes_nothing_that_may_no_longer_be_read(call: Call, as_alice: User) -> None:
    agent = Agent.connect(as_alice, name="Scribe", trust=Trust.ASK)[0]
    memory = memory_of(person_types(as_alice, "Zebra juice", name="drink", category="food"))
    arguments = {"category": "food", "preference": "drink", "details": "Coffee"}
    first = call("save_user_preference", agent=agent, key="k", **arguments).envelope["data"]
    assert (first["outcome"], "Zebra" in first["question"]) == ("proposed", True)
    assert call("save_user_preference", agent=agent, key="k", **arguments).envelope["data"] == first
    actions.mute(memory.pk, agent=agent.pk, by=Person(as_alice), now=timezone.now())
    again = call("save_user_preference", agent=agent, key="k", **arguments).envelope["data"]
    assert (again["outcome"], "Coffee" in again["question"]) == ("proposed", True)
    assert "Zebra" not in json.dumps(again)


def propose_tea(person: User) -> actions.Outcome:
    other = Agent.connect(person, name="Other")[0]
    return agent_says(other, "I like tea", name="tea", category="food")


@with_each("trust", TRUSTS)
def test_a_repeated_request_is_answered_under_todays_sight(call: Call, as_alice: User, trust: str) -> None:
    agent = Agent.connect(as_alice, name="Scribe", trust=trust)[0]
    memory = memory_of(person_types(as_alice, "I prefer reports as zebra PDF"))
    arguments = {"category": "technical", "preference": "document_format", "details": "I prefer reports as zebra PDF"}
    first = call("save_user_preference", agent=agent, key="k", **arguments).envelope["data"]
    assert (first["outcome"], first["id"]) == ("reinforced", str(memory.pk))
    actions.mute(memory.pk, agent=agent.pk, by=Person(as_alice), now=timezone.now())
    again = call("save_user_preference", agent=agent, key="k", **arguments).envelope["data"]
    assert (again["outcome"], again["preference"]) == ("proposed" if trust == "ask" else "saved", None)
    assert str(memory.pk) not in json.dumps(again)


@with_each("trust", TRUSTS)
def test_a_repeated_forget_tells_nothing_of_what_is_hidden_since(call: Call, as_alice: User, trust: str) -> None:
    agent = Agent.connect(as_alice, name="Scribe", trust=trust)[0]
    memory = memory_of(person_types(as_alice, "I prefer reports as zebra PDF"))

    def forget() -> dict[str, Any]:
        return call("forget_user_preference", agent=agent, key="k", preference_id=str(memory.pk)).envelope

    first = forget()
    assert "zebra" in json.dumps(first)
    assert forget()["data"] == first["data"]
    actions.mute(memory.pk, agent=agent.pk, by=Person(as_alice), now=timezone.now())
    again = forget()
    assert again["error"]["code"] == "NOT_FOUND"
    assert "zebra" not in json.dumps(again)


def test_repeated_feedback_tells_nothing_of_what_is_hidden_since(call: Call, as_alice: User) -> None:
    set_settings(as_alice, learning_threshold=1, confirm_new="never")
    agent = Agent.connect(as_alice, name="Scribe", trust=Trust.TRUSTED)[0]

    def report() -> dict[str, Any]:
        arguments = {"action": "accept", "run": "r", "evidence_ref": {"signals": ["zebra headings"]}}
        return cast(dict[str, Any], call("record_feedback", agent=agent, key="k", **arguments).envelope["data"])

    first = report()
    (learned,) = first["learned"]
    assert "ebra headings" in learned["preference"]
    assert report() == first
    actions.mute(UUID(learned["id"]), agent=agent.pk, by=Person(as_alice), now=timezone.now())
    assert report() == first | {"learned": []}
