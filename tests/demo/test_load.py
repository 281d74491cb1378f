"""The example month is loaded by operations alone, with the dates of its days, into a believable account."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import AccessLog, Agent
from memoryweb.demo import load
from memoryweb.demo.month import CODER, MONTH, READER, WRITER, Call, Step
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.erasing.tombstones import value_fingerprint
from memoryweb.memories.models import Conflict, Memory, Proposal, Status, Tombstone, Use, history_model
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.builders import memory_of, person_types
from tests.cases import check_each, with_each


@pytest.fixture
def month(alice: User) -> User:
    load.load(alice, now=timezone.now())
    return alice


def has_memories_of_every_status(month: User) -> None:
    by_status = {s: Memory.objects.filter(status=s).count() for s in Status.values}
    assert by_status[Status.ACTIVE] >= 10
    assert 3 <= Proposal.objects.open().count() <= 8
    assert by_status[Status.CANDIDATE] >= Proposal.objects.open().filter(kind="remember").count()
    declined = Memory.objects.get(status=Status.EXPIRED, changed_verb="decline")
    fingerprint = value_fingerprint(declined.person_id, declined.label, declined.value)
    assert Tombstone.objects.filter(fingerprint=fingerprint).exists()
    old = Memory.objects.get(status=Status.SUPERSEDED, label="Document format")
    assert old.confirmed_at
    assert old.superseded_by
    assert (str(old), str(old.superseded_by)) == ("Document format: PDF", "Document format: Word")
    assert len(set(Memory.objects.values_list("category", flat=True))) >= 5
    assert len(set(Memory.objects.values_list("kind", flat=True))) >= 3
    assert Memory.objects.filter(language="zh").exists()
    assert Use.objects.exists()
    assert set(Proposal.objects.open().values_list("kind", flat=True)) >= {"remember", "update"}
    assert Conflict.objects.count() <= 1


def test_a_month_that_cannot_be_loaded_whole_leaves_nothing(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the account would not be empty any more, and a second try be refused."""
    nameless = Call("save_user_preference", {"details": "I like tea"})
    monkeypatch.setattr(load, "MONTH", (*MONTH[:12], Step(1, WRITER, nameless)))
    with pytest.raises(RuntimeError, match="INVALID_ARGUMENT"):
        load.load(alice, now=timezone.now())
    with scope.acting_as(alice.pk):
        assert not Memory.objects.exists()
        assert not Agent.objects.exists()
        assert not AccessLog.objects.exists()


def test_what_of_the_month_was_erased_before_stays_away(alice: User) -> None:
    answered = [step.call.arguments for step in MONTH if step.answer and step.call.operation == "save_user_preference"]
    said = answered[0]
    with scope.acting_as(alice.pk):
        memory = memory_of(person_types(alice, said["details"], name=said["preference"], category=said["category"]))
        label = memory.label
        erasure.erase(memory.pk, by=Person(alice), now=timezone.now())
    assert load.load(alice, now=timezone.now())
    with scope.acting_as(alice.pk):
        assert Memory.objects.count() >= 10
        assert not Memory.objects.filter(value=memory.value, label=label).exists()


def has_the_dates_of_the_steps(month: User) -> None:
    now = timezone.now()
    dates = sorted(history_model().objects.values_list("history_date", flat=True))
    assert dates[0].date() == (now - timedelta(days=30)).date() or dates[0] < now - timedelta(days=29)
    assert dates[-1] < now
    assert len({date.date() for date in dates}) >= 15
    calls = AccessLog.objects.order_by("at").values_list("at", flat=True)
    assert calls[0] < now - timedelta(days=29)
    assert len(calls) == len(MONTH)
    for memory in Memory.objects.all():
        versions = history_model().objects.filter(id=memory.pk).order_by("history_id")
        assert memory.learned_on == versions[0].history_date.date()
        assert [v.history_date for v in versions] == sorted(v.history_date for v in versions)


def has_evidence_and_an_actor_of_each_version(month: User) -> None:
    assert not Memory.objects.filter(evidence=None).exists()
    for row in history_model().objects.all():
        assert row.changed_verb
        assert row.changed_by in ("agent", "person")
        assert (row.changed_by_agent_id is not None) == (row.changed_by == "agent")


def is_not_changed_by_loading_twice_which_is_reported(month: User) -> None:
    before = (Memory.objects.count(), Agent.objects.count(), history_model().objects.count())
    assert load.load(month, now=timezone.now()) is False
    with pytest.raises(CommandError, match="already has memories"):
        call_command("demo", "--person", month.email)
    assert (Memory.objects.count(), Agent.objects.count(), history_model().objects.count()) == before


def test_the_command_and_the_button_load_it(alice: User, bob: User, browser: Client) -> None:
    output = StringIO()
    call_command("demo", "--person", "BOB@example.org", stdout=output)
    assert output.getvalue() == "The example month is loaded for bob@example.org.\n"
    with pytest.raises(CommandError, match="nobody here has the e-mail"):
        call_command("demo", "--person", "nobody@example.org")
    assert browser.post("/example/").status_code == 302
    assert "Document format" in browser.get("/memories/").content.decode()
    with scope.acting_as(alice.pk):
        count = Memory.objects.count()
    with scope.acting_as(bob.pk):
        assert Memory.objects.count() == count


@with_each("off", [{"enable_memory": False}, {"enabled_sections": ["user_insights"]}])
def test_with_memory_or_a_section_off_it_says_what_to_do(alice: User, browser: Client, off: dict[str, object]) -> None:
    with scope.acting_as(alice.pk):
        MemorySettings.objects.update_or_create(person=alice, defaults=off)
    page = browser.post("/example/", follow=True).content.decode()
    assert "Turn them on in Settings first." in page
    with pytest.raises(CommandError, match="has memory or a section of it off"):
        call_command("demo", "--person", alice.email)
    with scope.acting_as(alice.pk):
        assert not Memory.objects.exists()
        assert not Agent.objects.exists()


def has_its_agents_only(month: User) -> None:
    with scope.acting_as(month.pk):
        assert {agent.name for agent in Agent.objects.all()} == {CODER, READER, WRITER}


# Whoever reads the account finds it believable


CHECKS = (
    has_memories_of_every_status,
    has_the_dates_of_the_steps,
    has_evidence_and_an_actor_of_each_version,
    is_not_changed_by_loading_twice_which_is_reported,
    has_its_agents_only,
)


def test_the_account_of_the_month_is_whole_and_every_page_of_it_opens(month: User, browser: Client) -> None:
    with scope.acting_as(month.pk):
        check_each(lambda check: check(month), CHECKS)
    for path in ("/review/", "/memories/", "/history/", "/agents/", "/export/MEMORY.md"):
        assert browser.get(path).status_code == 200
