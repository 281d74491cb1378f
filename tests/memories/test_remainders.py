"""What stays of a memory where a part of it changes: all that was decided about it goes with each part."""

from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import AgentOf, Person, proposals
from memoryweb.memories.acts.undo import undo_act
from memoryweb.memories.models import Evidence, Memory, Proposal
from memoryweb.people.models import User
from tests.builders import agent_says, edit, memory_of, person_types, set_settings

BOTH = "Lives in Lund and works at Stripe"
ABOUT = {"name": "about", "category": "personal"}


def both(person: User) -> Memory:
    return memory_of(person_types(person, BOTH, is_whole=True, **ABOUT))


def in_use() -> set[str]:
    return {memory.words for memory in Memory.objects.active()}


def say_yes(person: User, proposal: Proposal) -> actions.Outcome:
    version = proposals.current_version(proposal, proposal.memory)
    return actions.accept(proposal.pk, by=Person(person), now=timezone.now(), version=version)


def test_two_waiting_changes_of_two_parts_both_count(as_alice: User, scribe: Agent) -> None:
    """The second question asked about the whole: it asks about the part that it speaks of now."""
    memory = both(as_alice)
    by = AgentOf(scribe)
    asked = [
        actions.update(memory.pk, details=words, by=by, now=timezone.now())
        for words in ("Lives in Ghent", "Works at Contoso")
    ]
    for outcome in asked:
        assert outcome.proposal_id
        say_yes(as_alice, Proposal.objects.select_related("memory").get(pk=outcome.proposal_id))
    assert in_use() == {"Lives in Ghent", "Works at Contoso"}


def test_the_part_that_stays_is_as_the_whole_was(as_alice: User, scribe: Agent) -> None:
    memory = both(as_alice)
    actions.mute(memory.pk, agent=scribe.pk, by=Person(as_alice), now=timezone.now())
    before = Memory.objects.get(pk=memory.pk)
    edit(before, as_alice, value="Lives in Ghent")
    kept = Memory.objects.active().get(details="Works at Stripe")
    names = ("muted_agents", "confirmed_at", "category", "said_category", "kind", "source", "confidence", "ttl_days")
    assert [getattr(kept, name) for name in names] == [getattr(before, name) for name in names]
    assert list(Evidence.objects.filter(memory=kept).values_list("quote", flat=True)) == ["Works at Stripe"]
    assert (kept.obs_id != before.obs_id, kept.changed_verb) == (True, "keep_part")


def test_undo_of_a_change_of_one_part_brings_the_whole_back(as_alice: User) -> None:
    changed = edit(both(as_alice), as_alice, value="Lives in Ghent")
    assert in_use() == {"Lives in Ghent", "Works at Stripe"}
    assert changed.act
    undo_act(changed.act, by=Person(as_alice), now=timezone.now())
    assert in_use() == {BOTH}


def test_a_part_that_the_person_takes_out_of_the_form_is_gone(as_alice: User) -> None:
    edit(both(as_alice), as_alice, value="Lives in Lund")
    assert in_use() == {"Lives in Lund"}


def test_a_part_that_is_in_use_already_is_not_kept_twice(as_alice: User) -> None:
    memory = both(as_alice)
    person_types(as_alice, "Works at Stripe", name="", category="personal")
    edit(memory, as_alice, value="Lives in Ghent")
    assert sorted(each.words for each in Memory.objects.active()) == ["Lives in Ghent", "Works at Stripe"]


def test_a_trusted_agent_asks_where_nobody_can_tell_what_it_changes(as_alice: User, trusted: Agent) -> None:
    memory = memory_of(agent_says(trusted, BOTH, is_whole=True, **ABOUT))
    outcome = actions.update(memory.pk, details="Retired", by=AgentOf(trusted), now=timezone.now())
    assert outcome.name == "proposed"
    assert in_use() == {BOTH}


def test_review_shows_all_that_a_yes_replaces_and_what_stays(as_alice: User, scribe: Agent, browser: Client) -> None:
    memory = both(as_alice)
    actions.update(memory.pk, details="Lives in Ghent", by=AgentOf(scribe), now=timezone.now())
    page = browser.get("/review/").text
    assert BOTH in page
    assert "Stays in use</span> <bdi>Works at Stripe</bdi>" in page


def test_a_question_shows_the_details_of_what_it_replaces(as_alice: User, scribe: Agent, browser: Client) -> None:
    person_types(as_alice, "PDF, and number the pages", value="PDF")
    agent_says(scribe, "Word from now on", value="Word")
    assert "Document format: PDF · PDF, and number the pages" in browser.get("/review/").text


def test_to_remember_a_note_never_replaces_what_its_page_does_not_show(as_alice: User, scribe: Agent) -> None:
    set_settings(as_alice, confirm_new="ask")
    note = memory_of(agent_says(scribe, "Word", source="behaviour"))
    person_types(as_alice, "PDF")
    outcome = actions.confirm(note.pk, by=Person(as_alice), now=timezone.now())
    assert outcome.name == "unchanged"
    question = Proposal.objects.open().select_related("memory").get()
    assert (question.replaces, note.pk) == (Memory.objects.active().get().pk, question.memory_id)
    say_yes(as_alice, question)
    assert [each.shown_value for each in Memory.objects.active()] == ["Word"]
