"""What becomes of allergies and diets, by who says them: the person, an agent, a conversation or a file."""

from datetime import UTC, datetime

from django.db import transaction

from memoryweb.agents.models import Agent
from memoryweb.language import dietary, extraction, sensitive
from memoryweb.memories import actions
from memoryweb.memories.actions import AgentOf, FileOf, Person
from memoryweb.memories.actions.types import Actor
from memoryweb.memories.models import Evidence, Refusal
from memoryweb.people.models import User
from tests.builders import make_statement, memory_of, person_types
from tests.language.dietary.dietary_cases import CASES, Case
from tests.rings import third

EXACT = 0.95  # of these few; tests/language/dietary/test_dietary.py counts all
MORNING = datetime(2026, 2, 22, 9, tzinfo=UTC)
OF_ALLERGIES = [case for case in CASES if case.key == "dietary.allergies"]
OF_DIETS = [case for case in CASES if case.key == "dietary.diet"]


def say(case: Case, by: Actor, **fields: str) -> str:
    statement = make_statement(case.sentence, name="food", category="dietary", **fields)
    return actions.remember(statement, by=by, now=MORNING).name


def share_kept(cases: list[Case], by: Actor) -> float:
    """Return the share that is kept under the key and with the value it should have."""
    exact = []
    for case in cases:
        if sensitive.inspect(case.sentence, allow_allergy=by.decides):
            continue  # medication is refused from everybody
        with transaction.atomic():
            statement = make_statement(case.sentence, name="food", category="dietary")
            memory = memory_of(actions.remember(statement, by=by, now=MORNING))
            exact.append((memory.key, memory.value, memory.details) == (case.key, case.value, case.sentence))
            transaction.set_rollback(True)
    return sum(exact) / len(exact)


def test_an_allergy_is_kept_from_the_person_and_refused_and_counted_from_all_others(
    as_alice: User, scribe: Agent
) -> None:
    agent, file = AgentOf(scribe), FileOf(as_alice)
    allergies = third(OF_ALLERGIES)
    for case in allergies:
        assert say(case, agent) == "refused", case
        assert say(case, file, evidence_kind=Evidence.Kind.IMPORT) == "refused", case
        for find in extraction.find(case.sentence):
            if not dietary.mentions_allergy(find.details):
                continue  # "please never suggest satay" is harmless
            statement = make_statement(
                find.details,
                name=find.label,
                category=find.category,
                quote=find.quote,
                evidence_kind=Evidence.Kind.CONVERSATION,
            )
            assert actions.remember(statement, by=agent, now=MORNING).name == "refused", case
    assert Refusal.objects.get().count >= 2 * len(allergies)
    assert share_kept(allergies, Person(as_alice)) >= EXACT


def test_a_diet_is_kept_from_everybody(as_alice: User, scribe: Agent) -> None:
    doors = (Person(as_alice), AgentOf(scribe), FileOf(as_alice))
    diets = third(OF_DIETS)
    for place, by in enumerate(doors):
        assert share_kept(diets[place :: len(doors)], by) >= EXACT


def test_an_allergy_typed_as_the_value_is_read_and_its_words_stay(as_alice: User) -> None:
    memory = memory_of(
        person_types(
            as_alice, "", MORNING, name="Allergies", category="dietary", value="severely allergic to nuts and kiwi"
        )
    )
    assert (memory.key, memory.value) == ("dietary.allergies", ["nuts", "kiwi"])
    assert memory.details == "severely allergic to nuts and kiwi"


def test_a_value_that_is_no_sentence_stays_as_it_was_typed(as_alice: User) -> None:
    memory = memory_of(
        person_types(as_alice, "", MORNING, name="Breakfast", category="dietary", value="porridge, no milk")
    )
    assert (memory.value, memory.details) == ("porridge, no milk", "")
