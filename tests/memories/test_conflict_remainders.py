"""What stays of the other side of a conflict is what the question showed, and nothing is lost in silence."""

from datetime import UTC, datetime, timedelta

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Actor, AgentOf, Person, conflicts, proposals, store
from memoryweb.memories.models import Conflict, ConflictMember, Memory, Proposal
from memoryweb.people.models import User
from memoryweb.review.queue import cards
from tests.builders import agent_says, make_statement, memory_of, person_types, set_settings
from tests.cases import with_each

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)
LATER = NOON + timedelta(days=1)
ABOUT = {"name": "about", "category": "personal"}
BOTH, HOME, WORK = "Lives in Berlin and works at Stripe", "Lives in Hamburg", "Works at Stripe"


def conflict_with(agent: Agent, *, given: str) -> Conflict:
    """Open a conflict between a statement of two parts and another about one of them; `given` is used until then."""
    both, home = (
        memory_of(agent_says(agent, text, NOON, is_whole=True, **ABOUT | {"name": name}))
        for text, name in ((BOTH, "about"), (HOME, "home"))
    )
    conflict = Conflict.objects.create(person_id=both.person_id, detected_by="agent", question="", created_at=NOON)
    for each in (both, home):
        each.contested = True
        store.save(each, by=AgentOf(agent), verb="contest", because="x", now=NOON)
        ConflictMember.objects.create(person_id=both.person_id, conflict=conflict, memory=each)
    conflict.winner = both if given == "both" else home
    conflict.question = conflicts.phrase_question([both, home])
    conflict.save()
    return conflict


def words(status: str) -> set[str]:
    return {memory.words for memory in Memory.objects.filter(status=status)}


def side(text: str) -> Memory:
    return Memory.objects.get(details=text)


@with_each("given", ["both", "home"])
def test_the_card_shows_what_stays_and_the_answer_keeps_just_that(
    as_alice: User, trusted: Agent, me: Actor, given: str
) -> None:
    set_settings(as_alice, confirm_new="never")
    conflict = conflict_with(trusted, given=given)
    card = cards.conflict_card(conflict)
    stays = {shown.memory.details: shown.stays for shown in card.shown}
    assert stays == {BOTH: [], HOME: [WORK]}
    actions.keep_one(conflict.pk, side(HOME).pk, by=me, now=LATER, version=card.version)
    assert words("active") == {HOME, WORK}
    assert not Proposal.objects.open().exists()


@with_each("given", ["both", "home"])
def test_an_agents_answer_brings_no_part_into_use_that_nobody_was_given(
    as_alice: User, trusted: Agent, given: str
) -> None:
    """The question of an agent shows no rest. What agents were given stays, anything else is asked about."""
    set_settings(as_alice, confirm_new="never")
    conflict = conflict_with(trusted, given=given)
    answer = make_statement(HOME, **ABOUT | {"name": "home"})
    sides = [each.pk for each in Memory.objects.active()]
    outcome = actions.answer_conflict(conflict.pk, answer, shown=sides, by=AgentOf(trusted), now=LATER)
    assert outcome
    assert outcome.name == "revised"
    if given == "both":
        assert words("active") == {HOME, WORK}
    else:
        assert (words("active"), words("candidate")) == ({HOME}, {WORK})
        question = Proposal.objects.open().get()
        assert (question.kind, question.memory.details) == ("remember", WORK)
        actions.accept(
            question.pk, by=Person(as_alice), now=LATER, version=proposals.current_version(question, question.memory)
        )
        assert words("active") == {HOME, WORK}


def test_the_person_who_says_one_side_again_is_asked_about_the_rest_of_the_other(
    as_alice: User, trusted: Agent
) -> None:
    set_settings(as_alice, confirm_new="never")
    conflict_with(trusted, given="home")
    person_types(as_alice, HOME, LATER, **ABOUT | {"name": "home"})
    assert (words("active"), words("candidate")) == ({HOME}, {WORK})
    assert [each.memory.details for each in Proposal.objects.open()] == [WORK]


def test_what_the_person_confirmed_stays_in_use_whoever_answers(as_alice: User, trusted: Agent, me: Actor) -> None:
    set_settings(as_alice, confirm_new="never")
    conflict_with(trusted, given="home")
    both = store.lock(side(BOTH).pk)
    both.confirmed_at = NOON
    store.save(both, by=me, verb="confirm", because="x", now=NOON)
    person_types(as_alice, HOME, LATER, **ABOUT | {"name": "home"})
    assert words("active") == {HOME, WORK}
