"""What came of a note of feedback is in the answer, as after any other write; no more than its agent may know."""

from typing import Any

import pytest

from memoryweb.agents.models import Agent, Scope
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory, Proposal
from memoryweb.operations import dispatch
from memoryweb.people.models import User
from tests.builders import memory_of, person_types
from tests.cases import with_each
from tests.learning.conftest import NOW, Call

PDF = "I prefer PDF for reports."
FORMAT = "Use PDF as document format."


def send_note(call_operation: Call, note: str, **arguments: Any) -> dict[str, Any]:
    return call_operation("record_feedback", action="partial", note=note, **arguments)


@with_each(
    "note, outcomes",
    [
        (PDF, ["proposed"]),
        (f"{PDF} My favourite drink is green tea.", ["proposed", "proposed"]),
        ("I live in Berlin and I work at Stripe.", ["proposed", "proposed"]),
        ("Too long.", []),
        ("", []),
    ],
)
def test_the_questions_that_came_of_a_note_are_named(call_operation: Call, note: str, outcomes: list[str]) -> None:
    answer = send_note(call_operation, note)
    assert [each["outcome"] for each in answer["learned"]] == outcomes
    assert sorted(each["question"] for each in answer["learned"]) == sorted(
        Proposal.objects.values_list("question", flat=True)
    )
    assert bool(answer["reviewUrl"]) == bool(outcomes)
    assert not {"as_new", "quoted"} & set(answer)


def test_a_note_about_what_was_declined_has_no_question(call_operation: Call, as_alice: User) -> None:
    send_note(call_operation, PDF)
    actions.decline(Memory.objects.get().pk, by=Person(as_alice), now=NOW)
    answer = send_note(call_operation, PDF, run="another")
    assert [(each["outcome"], each["question"]) for each in answer["learned"]] == [("blocked", "")]
    assert answer["reviewUrl"] == ""


def is_told(answer: dict[str, Any], word: str) -> bool:
    return word.casefold() in str(answer).casefold()


def test_a_note_tells_nothing_of_what_its_agent_may_not_read(
    call_operation: Call, as_alice: User, scribe: Agent
) -> None:
    """A question about what is hidden is answered in the note's own words, as if nothing were there."""
    word = memory_of(person_types(as_alice, "Word", NOW))
    seen = send_note(call_operation, FORMAT)
    assert is_told(seen, "Word")
    actions.mute(word.pk, by=Person(as_alice), now=NOW, agent=scribe.pk)
    hidden = send_note(call_operation, FORMAT, run="2")
    assert not is_told(hidden, "Word")
    assert [each["question"] for each in hidden["learned"]] == ["Remember: Use PDF as document format?"]


@pytest.mark.parametrize("scopes", [[Scope.WRITE], [Scope.READ, Scope.WRITE]])
def test_a_repeated_request_is_answered_under_todays_sight(as_alice: User, scribe: Agent, scopes: list[str]) -> None:
    scribe.scopes = scopes
    scribe.save(update_fields=["scopes"])
    word = memory_of(person_types(as_alice, "Word", NOW))
    call = dispatch.Call(
        agent=scribe,
        name="record_feedback",
        arguments={"action": "partial", "note": FORMAT},
        now=NOW,
        idempotency_key="k",
    )
    first = dispatch.run(call).envelope["data"]
    assert is_told(first, "Word") == (Scope.READ in scopes)
    actions.mute(word.pk, by=Person(as_alice), now=NOW, agent=scribe.pk)
    again = dispatch.run(call).envelope["data"]
    assert not is_told(again, "Word")
    assert (again["feedbackId"], len(again["learned"])) == (first["feedbackId"], 1)
