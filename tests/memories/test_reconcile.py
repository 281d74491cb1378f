"""A statement about a subject that has a memory: the same value, another value, a conflict."""

from datetime import UTC, date, datetime, timedelta

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import FileOf, Person
from memoryweb.memories.models import Memory, Proposal, Status
from memoryweb.memories.visibility import readable_by
from memoryweb.people.models import MemorySettings, User
from tests.builders import agent_says, edit_form, memory_of, person_types, set_settings, versions_of
from tests.cases import with_each

MORNING = datetime(2026, 2, 22, 9, tzinfo=UTC)


def test_a_repeated_statement_adds_evidence_and_restarts_the_clock(
    as_alice: User, trusted: Agent, scribe: Agent
) -> None:
    first = agent_says(trusted, "Always PDF", MORNING)
    outcome = agent_says(scribe, "PDF!", MORNING + timedelta(days=3))
    memory = memory_of(first)
    assert (outcome.name, outcome.reason) == ("reinforced", "Already saved. It has come up 2 times.")
    assert memory.evidence_count == 2
    assert str(memory.ttl_from) == "2026-02-25"
    assert memory.evidence.count() == 2
    assert str(memory.importance_as_of) == "2026-02-22"


def test_an_older_observation_does_not_set_the_clock_back(as_alice: User, trusted: Agent) -> None:
    first = agent_says(trusted, "Always PDF", MORNING)
    agent_says(trusted, "PDF", MORNING - timedelta(days=30))
    assert str(memory_of(first).ttl_from) == "2026-02-22"


@with_each(
    "one, other, name",
    [
        ("I prefer window seats on long flights", "I like a window seat on long flights", "reinforced"),
        ("I prefer window seats on long flights", "I don't like a window seat on long flights", "conflict"),
        ("I prefer window seats on long flights", "I prefer aisle seats on long flights", "conflict"),
        (
            "Tuesday in the big room on the second floor, whole team, long table, fresh coffee",
            "Thursday in the big room on the second floor, whole team, long table, fresh coffee",
            "conflict",
        ),
    ],
)
def test_near_duplicates_are_the_same_unless_a_word_is_negated_or_exchanged(
    as_alice: User, trusted: Agent, one: str, other: str, name: str
) -> None:
    agent_says(trusted, f"{one}, always", name="seat", category="travel")
    assert agent_says(trusted, other, name="seat", category="travel").name == name


def test_a_long_shared_label_does_not_make_two_values_the_same(as_alice: User, trusted: Agent) -> None:
    name = "preferred format of quarterly financial reports to the supervisory board"
    agent_says(trusted, "Always", name=name, category="work", value="PDF")
    assert agent_says(trusted, "x", name=name, category="work", value="Word").name == "conflict"


def test_nearly_the_same_words_under_another_name_are_the_same_memory(as_alice: User, trusted: Agent) -> None:
    agent_says(trusted, "Always window seats on long flights over the sea", name="seat", category="travel")
    outcome = agent_says(trusted, "window seat on long flights over the sea, always", name="seats", category="travel")
    assert (outcome.name, Memory.objects.count()) == ("reinforced", 1)


def test_the_same_value_in_two_fields_is_two_memories(as_alice: User, trusted: Agent) -> None:
    value = "Hacker News weekly digest by mail"
    for name in ("Preferred sources", "Trusted sources"):
        agent_says(trusted, "Always", name=name, category="content", value=value)
    assert Memory.objects.count() == 2


@with_each("source", ["instruction", "correction"])
def test_an_explicit_statement_of_a_note_asks_about_it(as_alice: User, scribe: Agent, source: str) -> None:
    note = agent_says(scribe, "I prefer PDF", source="inference")
    outcome = agent_says(scribe, "I prefer PDF", source=source)
    memory = memory_of(note)
    assert outcome.name == "proposed"
    assert memory_of(outcome).pk == memory.pk
    assert (memory.status, memory.evidence_count) == ("candidate", 2)
    assert (
        Proposal.objects.get().reason
        == {"instruction": "An agent says you told it.", "correction": "An agent says you corrected it."}[source]
    )


def test_a_note_is_not_used_on_the_second_day_it_was_observed(as_alice: User, scribe: Agent) -> None:
    first = agent_says(scribe, "I prefer PDF", MORNING, source="behaviour")
    second = agent_says(scribe, "I prefer PDF", MORNING + timedelta(days=1), source="behaviour")
    memory = memory_of(first)
    assert (second.name, memory.status) == ("noted", Status.CANDIDATE)
    assert (memory.evidence_count, memory.repeats) == (2, 2)
    assert not Proposal.objects.exists()


def test_an_agent_repeating_a_proposal_does_not_accept_it(as_alice: User, scribe: Agent) -> None:
    first = agent_says(scribe, "I prefer PDF", MORNING)
    for days in range(1, 5):
        agent_says(scribe, "I prefer PDF", MORNING + timedelta(days=days))
    assert memory_of(first).status == "candidate"
    assert memory_of(first).evidence_count == 5
    assert Proposal.objects.get().status == "open"


@with_each("in_use", ["", "Word"])
def test_an_agent_repeating_a_proposal_is_told_the_question(as_alice: User, scribe: Agent, in_use: str) -> None:
    if in_use:
        person_types(as_alice, in_use)
    first, again = (agent_says(scribe, "PDF", MORNING + timedelta(days=day)) for day in range(2))
    assert again.name == "proposed"
    assert (again.question == first.question) is not bool(in_use)  # the first asks about replacing what is in use
    assert "PDF" in again.question
    assert "Word" not in again.question  # the agent may not be allowed to read it by the time it is told again
    assert Proposal.objects.open().count() == 1


def test_typing_a_proposed_statement_saves_it_and_closes_the_question(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, "I prefer PDF")
    outcome = person_types(as_alice, "PDF")
    memory = memory_of(outcome)
    assert outcome.name == "saved"
    assert (memory.status, memory.horizon, memory.confirmed_at is not None) == ("active", "long", True)
    assert (memory_of(proposed).status, Proposal.objects.get().status) == ("expired", "withdrawn")


def test_typing_a_saved_statement_confirms_it(as_alice: User, trusted: Agent) -> None:
    saved = agent_says(trusted, "Always PDF")
    person_types(as_alice, "PDF")
    assert memory_of(saved).confirmed_at is not None


def test_the_same_evidence_counts_once(as_alice: User, trusted: Agent) -> None:
    ref = {"conversation": "c1"}
    agent_says(trusted, "Always PDF", ref=ref)
    outcome = agent_says(trusted, "Always PDF", ref=ref)
    assert (outcome.name, memory_of(outcome).evidence_count) == ("unchanged", 1)


# Another value


@with_each("details", ["Actually, Word", "Word from now on", "No longer PDF but Word, Word", "改成 Word"])
def test_a_statement_of_change_revises_without_a_question(as_alice: User, trusted: Agent, details: str) -> None:
    old = memory_of(agent_says(trusted, "Always PDF"))
    outcome = agent_says(trusted, details, value="Word")
    new, old = memory_of(outcome), Memory.objects.get(pk=old.pk)
    assert outcome.name == "revised"
    assert outcome.replaced_id == old.pk
    assert outcome.reason == "This replaces “Document format: PDF”."
    assert new.status == "active"
    assert old.status == "superseded"
    assert old.superseded_by_id == new.pk
    assert [(v.changed_verb, v.changed_by) for v in versions_of(old)] == [("remember", "agent"), ("supersede", "agent")]
    assert [(v.changed_verb, v.changed_by) for v in versions_of(new)] == [("revise", "agent")]
    assert not Proposal.objects.exists()


def test_a_changed_proposal_waits_beside_the_first_one(as_alice: User, scribe: Agent) -> None:
    first = agent_says(scribe, "I prefer PDF")
    outcome = agent_says(scribe, "Actually I prefer Word")
    assert (outcome.name, memory_of(outcome).status) == ("proposed", "candidate")
    assert [(p.memory_id, p.status) for p in Proposal.objects.order_by("created_at")] == [
        (memory_of(first).pk, "open"),
        (memory_of(outcome).pk, "open"),
    ]


def test_an_instruction_that_changes_a_note_is_asked_about(as_alice: User, scribe: Agent) -> None:
    note = agent_says(scribe, "I prefer PDF", source="inference")
    outcome = agent_says(scribe, "Actually I prefer Word")
    assert outcome.name == "proposed"
    assert memory_of(outcome).status == "candidate"
    assert bool(outcome.question)
    assert memory_of(note).status == "candidate"


@with_each("details", ["From now on, always Word", "Word"])
@with_each("quote", ["", "always Word from now on"])
def test_what_an_ask_agent_says_against_a_memory_in_use_is_an_update_that_waits(
    as_alice: User, scribe: Agent, details: str, quote: str
) -> None:
    old = person_types(as_alice, "I prefer PDF")
    outcome = agent_says(scribe, details, quote=quote)
    proposal = Proposal.objects.get()
    assert outcome.name == "proposed"
    assert outcome.proposal_id == proposal.pk
    assert proposal.kind == "update"
    assert (proposal.replaces, proposal.memory_id) == (memory_of(old).pk, memory_of(outcome).pk)
    assert proposal.based_on == outcome.version
    assert (memory_of(outcome).value, memory_of(outcome).details) == ("Word", details)
    assert (memory_of(outcome).status, memory_of(old).status) == ("candidate", "active")


@with_each("quote", ["", "always Word from now on"])
def test_a_trusted_agent_asks_before_it_revises_what_was_confirmed(as_alice: User, trusted: Agent, quote: str) -> None:
    old = person_types(as_alice, "I prefer PDF")
    outcome = agent_says(trusted, "From now on, always Word", quote=quote)
    assert outcome.name == "proposed"
    assert memory_of(old).status == "active"


@with_each("source", ["pattern", "inference", "weak"])
def test_a_lighter_source_of_an_ask_agent_never_revises(
    as_alice: User, trusted: Agent, scribe: Agent, source: str
) -> None:
    old = agent_says(trusted, "Always PDF", source="instruction")
    outcome = agent_says(scribe, "Now Word", source=source)
    assert (outcome.name, memory_of(old).status) == ("proposed", "active")


def test_the_third_contrary_sign_asks_and_lowers_nothing(as_alice: User, trusted: Agent) -> None:
    """Contrary signs count once a day."""
    instruction = agent_says(trusted, "Always PDF", MORNING, source="instruction")
    before = memory_of(instruction)

    def sign(day: int) -> actions.Outcome:
        return agent_says(trusted, "Word", MORNING + timedelta(days=day), source="behaviour", ref={"run": day})

    assert [sign(day).name for day in (1, 1, 2)] == ["noted", "unchanged", "noted"]
    assert memory_of(instruction).confidence == before.confidence
    assert memory_of(instruction).evidence_count == 1
    assert before.evidence.filter(polarity=-1).count() == 2
    third = sign(3)
    assert (third.name, Proposal.objects.get().replaces) == ("proposed", before.pk)
    after = memory_of(instruction)
    assert (after.status, after.contested, after.confidence) == ("active", False, before.confidence)
    sign(4)
    assert Proposal.objects.count() == 1


@with_each(
    "source, winner",
    [("instruction", "Word"), ("pattern", "PDF"), ("uncertain", "PDF")],
)
def test_the_newest_wins_a_conflict_only_at_equal_or_higher_weight(
    as_alice: User, trusted: Agent, source: str, winner: str
) -> None:
    set_settings(as_alice, confirm_new="never")
    agent_says(trusted, "I prefer PDF", source="correction")
    outcome = agent_says(trusted, "I prefer Word", source=source)
    assert outcome.name == "conflict"
    conflict = Memory.objects.get(value="PDF").conflicts.get().conflict
    assert conflict.pk == outcome.conflict_id
    assert conflict.status == "open"
    assert conflict.winner
    assert conflict.winner.value == winner
    assert conflict.question == "Document format: “PDF” or “Word”?"
    assert {m.value: m.contested for m in Memory.objects.all()} == {"PDF": True, "Word": True}
    readable = readable_by(trusted, MemorySettings.for_person(as_alice.pk), now=MORNING)
    assert [m.value for m in readable] == [winner]


def test_a_third_value_joins_the_conflict(as_alice: User, trusted: Agent) -> None:
    agent_says(trusted, "Always PDF")
    two, three = agent_says(trusted, "Word"), agent_says(trusted, "Markdown")
    assert two.conflict_id == three.conflict_id
    assert three.question == "Document format: “PDF”, “Word” or “Markdown”?"


def test_a_value_the_person_types_replaces_the_old_one(as_alice: User, trusted: Agent) -> None:
    agent_says(trusted, "Always PDF")
    outcome = person_types(as_alice, "Word")
    assert outcome.name == "revised"
    assert memory_of(outcome).status == "active"
    assert memory_of(outcome).confirmed_at is not None


def test_kind_and_pin_set_by_the_person_carry_over_to_a_new_value(as_alice: User, scribe: Agent) -> None:
    old = memory_of(person_types(as_alice, "Oolong tea", name="drink", category="food"))
    actions.edit(
        old.pk,
        edit_form(old, kind="habit", pinned=True),
        by=Person(as_alice),
        now=MORNING,
        since=actions.newest_version(old.pk),
    )
    outcome = agent_says(scribe, "Now filter coffee", name="drink", category="food", quote="coffee now")
    assert outcome.proposal_id
    actions.accept(outcome.proposal_id, by=Person(as_alice), now=MORNING)
    new = memory_of(outcome)
    assert new.status == "active"
    assert new.kind == "habit"
    assert new.kind_basis == "person"
    assert new.pinned
    assert new.ttl_days == 365


def test_project_and_condition_keep_memories_apart(as_alice: User, trusted: Agent) -> None:
    agent_says(trusted, "Always PDF")
    assert agent_says(trusted, "Always Word", project="atlas").name == "saved"
    assert agent_says(trusted, "Always Markdown", condition="when tired").name == "saved"
    assert Memory.objects.active().count() == 3


def test_an_imported_memory_fades_from_the_day_the_person_says_it_again(as_alice: User, trusted: Agent) -> None:
    long_ago = date(2025, 12, 1)
    statement = actions.Statement(
        name="server",
        category="x",
        details="The server runs Debian",
        source="",
        evidence_kind="import",
        observed_on=long_ago,
        learned_on=long_ago,
    )
    memory = actions.remember(statement, by=Person(as_alice), now=MORNING).memory
    assert memory
    again = agent_says(trusted, "The server runs Debian", MORNING, name="server", category="x")
    memory.refresh_from_db()
    assert (again.name, memory.importance_assumed, memory.importance_as_of) == ("reinforced", True, long_ago)
    person_types(as_alice, "The server runs Debian", MORNING, name="server", category="x")
    memory.refresh_from_db()
    assert (memory.importance_assumed, memory.importance_on(MORNING.date())) == (False, 5.0)


def test_an_import_of_an_old_day_writes_a_version_of_today(as_alice: User) -> None:
    """No version may be older than the one before it."""
    memory = person_types(as_alice, "PDF", MORNING).memory
    assert memory
    statement = actions.Statement(
        name="document_format",
        category="technical",
        details="PDF",
        evidence_kind="import",
        observed_on=date(2026, 1, 5),
        learned_on=date(2026, 1, 5),
    )
    actions.remember(statement, by=FileOf(as_alice), now=datetime(2026, 1, 5, 12, tzinfo=UTC))
    dates = [version.history_date for version in versions_of(memory)]
    assert len(dates) == 2
    assert dates == sorted(dates)


def test_a_question_from_a_file_names_the_file_and_no_agent(as_alice: User) -> None:
    statement = actions.Statement(
        name="document_format", category="technical", details="PDF", evidence_kind="import", source="instruction"
    )
    actions.remember(statement, by=FileOf(as_alice), now=MORNING)
    assert Proposal.objects.get().reason == "It is in your file."


def test_the_person_is_told_of_a_conflict_without_the_words_of_the_other_memory(as_alice: User) -> None:
    """The notice on a page outlives an erasure."""
    person_types(as_alice, "I prefer window seats on long flights", MORNING, name="window_seat", category="travel")
    outcome = person_types(
        as_alice, "I prefer aisle seats on long flights", MORNING, name="aisle_seat", category="travel"
    )
    assert outcome.name == "conflict"
    assert outcome.reason == "It contradicts another memory. Choose between them in Review."


@with_each("name", ["tags", "applies_to"])
def test_a_repetition_brings_as_many_tags_as_a_memory_may_have(name: str, as_alice: User, trusted: Agent) -> None:
    first = agent_says(trusted, "I prefer reports as PDF", **{name: tuple(f"a{n}" for n in range(15))})
    for word in ("b", "c"):
        agent_says(trusted, "I prefer reports as PDF", **{name: tuple(f"{word}{n}" for n in range(15))})
    assert getattr(memory_of(first), name) == [f"a{n}" for n in range(15)] + [f"b{n}" for n in range(5)]


def test_another_kind_moves_a_memory_to_its_section(as_alice: User, trusted: Agent) -> None:
    trip = {"value": "Paris", "name": "trip", "category": "travel"}
    memory = memory_of(agent_says(trusted, "Paris it is", kind="fact", **trip))
    assert (memory.kind, memory.section) == ("fact", "user_insights")
    assert agent_says(trusted, "Paris it is", kind="event", **trip).name == "revised"
    memory.refresh_from_db()
    assert (memory.kind, memory.section) == ("event", "")
