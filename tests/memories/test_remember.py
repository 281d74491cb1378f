"""remember: the outcome of a statement by its source, its words, its actor and the person's settings."""

from datetime import UTC, datetime, timedelta

import pytest

from memoryweb.agents.models import Agent, Trust
from memoryweb.memories import actions
from memoryweb.memories.actions import FileOf, Person
from memoryweb.memories.models import Evidence, Proposal, Status
from memoryweb.people.models import User
from tests.builders import agent_says, make_statement, memory_of, person_types, set_settings
from tests.cases import with_each

EXPLICIT = ("instruction", "correction")
NOTICED = ("behaviour", "pattern", "inference", "weak", "uncertain")
MORNING = datetime(2026, 2, 22, 9, tzinfo=UTC)


def test_a_statement_of_an_agent_is_proposed_with_a_question(as_alice: User, scribe: Agent) -> None:
    outcome = agent_says(scribe, "I prefer reports as PDF")
    assert (outcome.name, outcome.question) == ("proposed", "Remember: you prefer reports as PDF?")
    memory = memory_of(outcome)
    assert memory.status == Status.CANDIDATE
    assert memory.key == "technical.formats.document"
    assert memory.value == "PDF"
    proposal = Proposal.objects.get()
    assert proposal.pk == outcome.proposal_id
    assert proposal.memory_id == memory.pk
    assert proposal.based_on == outcome.version
    assert proposal.agent == scribe


def test_a_chinese_memory_is_asked_about_in_chinese(as_alice: User, scribe: Agent) -> None:
    assert agent_says(scribe, "我喜欢 PDF 报告").question == "要我记住“我喜欢 PDF 报告”吗？"


# The table of docs/rules.md: source × words × actor × settings


def test_a_statement_the_person_types_is_saved_and_confirmed(as_alice: User) -> None:
    outcome = person_types(as_alice, "I prefer reports as PDF")
    memory = memory_of(outcome)
    assert outcome.name == "saved"
    assert memory.status == Status.ACTIVE
    assert memory.confidence == 1.0
    assert memory.confirmed_at is not None
    assert (memory.horizon, memory.section) == ("long", "response_preferences")


@with_each("source", EXPLICIT)
@with_each("details", ["I prefer PDF", "Always PDF"])
@with_each("trust", [Trust.ASK, Trust.TRUSTED])
@with_each("confirm_new", ["ask", "explicit_only", "never"])
def test_who_is_asked_about_a_statement_made_to_an_agent(
    as_alice: User, source: str, details: str, trust: str, confirm_new: str
) -> None:
    set_settings(as_alice, confirm_new=confirm_new)
    agent, _ = Agent.connect(as_alice, name="A", trust=trust)
    outcome = agent_says(agent, details, source=source)
    saved = trust == Trust.TRUSTED or confirm_new in ("explicit_only", "never")
    memory = memory_of(outcome)
    assert (outcome.name, memory.status) == (("saved", "active") if saved else ("proposed", "candidate"))
    assert (memory.confirmed_at, bool(outcome.question)) == (None, not saved)
    assert memory.changed_by == "agent"
    assert memory.changed_by_agent == agent
    assert memory.changed_verb == "remember"


def test_explicit_only_covers_no_source_that_was_assumed(as_alice: User, scribe: Agent) -> None:
    set_settings(as_alice, confirm_new="explicit_only")
    assert agent_says(scribe, "I prefer PDF").name == "proposed"


@with_each("source", NOTICED)
@with_each("trust", [Trust.ASK, Trust.TRUSTED])
@with_each("confirm_new", ["ask", "never"])
def test_an_observation_of_an_agent_is_noted_without_a_question(
    as_alice: User, source: str, trust: str, confirm_new: str
) -> None:
    set_settings(as_alice, confirm_new=confirm_new)
    agent, _ = Agent.connect(as_alice, name="A", trust=trust)
    outcome = agent_says(agent, "Always PDF", source=source)
    memory = memory_of(outcome)
    assert outcome.name == "noted"
    assert memory.status == "candidate"
    assert memory.horizon == "short"
    assert memory.section == ""
    assert not Proposal.objects.exists()


@with_each("source", [*EXPLICIT, *NOTICED])
def test_every_statement_in_a_file_is_proposed(as_alice: User, source: str) -> None:
    by = FileOf(as_alice)
    outcome = actions.remember(make_statement("Always PDF", source=source, evidence_kind="import"), by=by, now=MORNING)
    assert (outcome.name, memory_of(outcome).status) == ("proposed", "candidate")


@with_each(
    "source, numbers, reason",
    [
        ("instruction", (0.95, 7.5), "explicit instruction"),
        ("correction", (0.90, 7.0), "user feedback"),
        ("behaviour", (2 / 3, 6.0), "user feedback"),
        ("pattern", (0.75, 6.0), "observation"),
        ("inference", (0.60, 5.0), "observation"),
        ("weak", (0.40, 4.0), "observation"),
        ("uncertain", (0.20, 3.0), "observation"),
    ],
)
def test_the_source_decides_confidence_and_importance(
    as_alice: User, scribe: Agent, source: str, numbers: tuple[float, float], reason: str
) -> None:
    memory = memory_of(agent_says(scribe, "I prefer PDF", source=source))
    assert (memory.confidence, memory.importance_base) == pytest.approx(numbers)
    assert (memory.changed_because, memory.ttl_days) == (reason, 180)


def test_a_statement_without_a_source_is_an_assumed_instruction(as_alice: User, scribe: Agent) -> None:
    memory = memory_of(agent_says(scribe, "I prefer PDF"))
    assert (memory.source, memory.source_assumed) == ("instruction", True)


def test_every_memory_has_evidence_and_an_id_numbered_by_day(as_alice: User, scribe: Agent) -> None:
    first = memory_of(agent_says(scribe, "I prefer PDF", MORNING, quote="PDF please"))
    second = memory_of(agent_says(scribe, "Window seat", MORNING, name="seat", category="travel"))
    assert [first.obs_id, second.obs_id] == ["OBS-20260222-001", "OBS-20260222-002"]
    reason = Evidence.objects.get(memory=first)
    assert reason.quote == "PDF please"
    assert reason.weight == 5
    assert reason.agent == scribe
    assert reason.occurred_at == MORNING


# Statements for one day


TODAY = with_each("details", ["This time as Word", "Today as Word", "Word for now", "这次用 Word"])


@TODAY
def test_what_an_ask_agent_says_for_today_is_noted_under_its_day(as_alice: User, scribe: Agent, details: str) -> None:
    outcome = agent_says(scribe, details, MORNING)
    memory = memory_of(outcome)
    assert (outcome.name, memory.status) == ("noted", "candidate")
    assert (str(memory.day), str(memory.valid_until)) == ("2026-02-22", "2026-02-22")
    assert not Proposal.objects.exists()


@TODAY
def test_what_a_trusted_agent_says_for_today_is_active_until_the_end_of_the_day(
    as_alice: User, trusted: Agent, details: str
) -> None:
    outcome = agent_says(trusted, details, MORNING)
    memory = memory_of(outcome)
    assert outcome.name == "saved"
    assert memory.status == "active"
    assert memory.horizon == "short"
    assert memory.section == ""
    assert (str(memory.valid_until), memory.shown_condition) == ("2026-02-22", "only on 2026-02-22")
    assert not Proposal.objects.exists()


@with_each("zone, day", [("Pacific/Auckland", "2026-02-23"), ("Pacific/Honolulu", "2026-02-22"), ("UTC", "2026-02-22")])
def test_today_is_the_day_in_the_persons_time_zone(as_alice: User, scribe: Agent, zone: str, day: str) -> None:
    set_settings(as_alice, time_zone=zone)
    evening = datetime(2026, 2, 22, 20, tzinfo=UTC)
    assert str(memory_of(agent_says(scribe, "This time as Word", evening)).valid_until) == day


def test_a_one_day_memory_does_not_replace_the_lasting_one(as_alice: User, trusted: Agent) -> None:
    lasting = agent_says(trusted, "I prefer PDF", MORNING)
    today = agent_says(trusted, "Actually, Word this time", MORNING)
    assert today.name == "saved"
    assert memory_of(today).status == "active"
    assert memory_of(lasting).status == "active"
    assert agent_says(trusted, "Word this time", MORNING).name == "reinforced"
    assert agent_says(trusted, "Word this time", MORNING + timedelta(days=1)).name == "saved"


def test_today_in_a_file_sets_no_day(as_alice: User) -> None:
    statement = make_statement("Word, for now", source="instruction", evidence_kind="import")
    memory = memory_of(actions.remember(statement, by=Person(as_alice), now=MORNING))
    assert (memory.condition, memory.valid_until) == ("", None)
