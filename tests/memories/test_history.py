"""History: each action writes one version of each memory it changes, and nobody can change a version."""

import os
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.history import change_log, history
from memoryweb.memories.models import Memory, columns, history_model
from memoryweb.people.ids import uuid7
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import agent_says, check_constraints, edit_form, memory_of, person_types, versions_of
from tests.cases import with_each
from tests.rings import on_plain_tables

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)


def version_log() -> list[tuple[str, str, str, str]]:
    """Return every version: value, verb, actor, reason."""
    rows: Any = history_model().objects.order_by("history_id")
    return [(row.value, row.changed_verb, row.changed_by, row.changed_because) for row in rows]


def test_each_action_writes_one_version_of_each_memory_it_changed(
    as_alice: User, scribe: Agent, trusted: Agent
) -> None:
    proposed = agent_says(scribe, "PDF")
    pk = memory_of(proposed).pk
    agent_says(scribe, "PDF", source="behaviour")
    actions.confirm(pk, by=Person(as_alice), now=NOON)
    agent_says(scribe, "Word")
    revised = actions.update(pk, details="Word", source="instruction", by=Person(as_alice), now=NOON)
    agent_says(trusted, "Markdown")
    actions.expire(memory_of(revised).pk, by=Person(as_alice), now=NOON)
    assert version_log() == [
        ("PDF", "remember", "agent", "explicit instruction"),
        ("PDF", "reinforce", "agent", "user feedback"),
        ("PDF", "confirm", "person", "your decision"),
        ("Word", "suggest", "agent", "explicit instruction"),
        ("Word", "withdraw", "person", "explicit instruction"),
        ("PDF", "supersede", "person", "explicit instruction"),
        ("Word", "revise", "person", "explicit instruction"),
        ("Word", "contest", "agent", "explicit instruction"),
        ("Markdown", "remember", "agent", "explicit instruction"),
        ("Markdown", "settle", "person", "the other one is gone"),
        ("Word", "expire", "person", "your decision"),
    ]


def test_a_version_has_the_date_and_the_agent_of_its_action(as_alice: User, scribe: Agent) -> None:
    agent_says(scribe, "PDF", NOON - timedelta(days=20))
    row = history_model().objects.get()
    assert row.history_date == row.changed_at == NOON - timedelta(days=20)
    assert row.changed_by_agent_id == scribe.pk


def test_what_is_named_by_a_sign_alone_is_not_shown_as_erased(as_alice: User) -> None:
    memory = memory_of(person_types(as_alice, "", name="_", category="personal"))
    assert [(step.label, step.value, step.erased) for step in history.timeline(memory)] == [("_", "_", False)]


def test_the_newest_version_equals_the_row(as_alice: User, scribe: Agent) -> None:
    outcome = agent_says(scribe, "PDF", source="behaviour")
    person_types(as_alice, "PDF")
    person_types(as_alice, "Word")
    for memory in Memory.objects.all():
        newest = versions_of(memory)[-1]
        for field in history_model().tracked_fields:
            assert getattr(newest, field.attname) == getattr(memory, field.attname), field.name
    assert outcome.memory


def test_the_timeline_lists_differences_newest_first(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, "PDF", NOON)
    actions.confirm(memory_of(proposed).pk, by=Person(as_alice), now=NOON + timedelta(days=1))
    form = edit_form(memory_of(proposed), label="Format", tags=("a",))
    actions.edit(
        memory_of(proposed).pk,
        form,
        by=Person(as_alice),
        now=NOON + timedelta(days=2),
        since=actions.newest_version(memory_of(proposed).pk),
    )
    edited, confirmed, remembered = history.timeline(memory_of(proposed))
    assert {d.field: (d.before, d.after) for d in edited.differences} == {
        "label": ("Document format", "Format"),
        "tags": ("", "a"),
        "ttl_from": ("2026-02-23", "2026-02-24"),
    }
    assert {d.field: (d.before, d.after) for d in confirmed.differences} == {
        "status": ("candidate", "active"),
        "ttl_from": ("2026-02-22", "2026-02-23"),
    }
    assert remembered.first
    assert remembered.differences == []
    assert remembered.agent == "Scribe"
    assert remembered.by == "agent"
    assert [step.newest for step in (edited, confirmed, remembered)] == [True, False, False]


def test_the_timeline_shows_changes_to_the_clock(as_alice: User) -> None:
    event = memory_of(person_types(as_alice, "Met Chen", NOON, name="chen", category="x", kind="event", importance=8.0))
    differences: dict[str, dict[str, tuple[str, str]]] = {}
    for day, verb in enumerate((actions.boost, actions.still_true, actions.keep, actions.let_age), start=6):
        verb(event.pk, by=Person(as_alice), now=NOON + timedelta(days=day))
        newest = history.timeline(event)[0]
        differences[newest.verb] = {d.field: (d.before, d.after) for d in newest.differences}
    assert differences == {
        "boost": {"importance": ("5.0", "5.5")},
        "still_true": {"importance": ("5.0", "5.5"), "ttl_from": ("2026-02-22", "2026-03-01")},
        "keep": {"ttl_days": ("14", "")},
        "let_age": {"ttl_days": ("", "14"), "ttl_from": ("", "2026-03-03")},
    }


def test_importance_is_cut_not_rounded_and_fading_alone_is_no_difference(as_alice: User) -> None:
    fact = memory_of(
        person_types(as_alice, "Debian", NOON, name="server", category="x", kind="preference", importance=7.0)
    )
    actions.pin(fact.pk, by=Person(as_alice), now=NOON + timedelta(days=2))
    actions.boost(fact.pk, by=Person(as_alice), now=NOON + timedelta(days=2))
    boosted, pinned, _ = history.timeline(fact)
    assert {d.field for d in pinned.differences} == {"pinned"}
    assert [(d.field, d.before, d.after) for d in boosted.differences] == [("importance", "6.9", "7.4")]


def test_the_timeline_includes_replaced_memories(as_alice: User) -> None:
    person_types(as_alice, "PDF", NOON)
    person_types(as_alice, "Word", NOON + timedelta(days=1))
    last = person_types(as_alice, "Markdown", NOON + timedelta(days=2))
    steps = history.timeline(memory_of(last))
    assert [(step.value, step.verb) for step in steps] == [
        ("Markdown", "revise"),
        ("Word", "supersede"),
        ("Word", "revise"),
        ("PDF", "supersede"),
        ("PDF", "remember"),
    ]


def test_changes_are_filtered_and_paged_newest_first(as_alice: User, scribe: Agent) -> None:
    for day in range(4):
        agent_says(scribe, f"Drink {day}", NOON + timedelta(days=day), name=f"drink {day}", category="food")
    person_types(as_alice, "PDF", NOON)
    newest = change_log.changes(as_alice, change_log.Filters(by="agent"), 2)
    assert [step.value for step in newest] == ["Drink 3", "Drink 2"]
    cursor = (newest[-1].at, newest[-1].version)
    assert [s.value for s in change_log.changes(as_alice, change_log.Filters(before=cursor), 9)] == [
        "Drink 1",
        "PDF",
        "Drink 0",
    ]
    assert [
        s.value for s in change_log.changes(as_alice, change_log.Filters(verb="remember", agent=str(scribe.pk)), 9)
    ][-1] == "Drink 0"


def test_an_erased_version_shows_nothing_but_that(as_alice: User) -> None:
    person_types(as_alice, "PDF", NOON)
    memory = memory_of(person_types(as_alice, "Word", NOON))
    erasure.erase(memory.pk, by=Person(as_alice), now=NOON)
    steps = [step for step in change_log.changes(as_alice, change_log.Filters(), 9) if step.memory_id == memory.pk]
    assert {(step.erased, step.label, step.value) for step in steps} == {(True, "", "")}


MANY = f"""
INSERT INTO memories_historicalmemory ({columns()}, history_date, history_type)
SELECT {columns().replace('"id"', "gen_random_uuid()")}, history_date + n * interval '1 minute', '+'
FROM memories_historicalmemory, generate_series(1, 9000) AS n
"""


@on_plain_tables
def test_history_as_of_a_day_is_read_through_two_indexes(committed: None) -> None:
    """A page reads a person's versions backwards and stops: one index probe each, no sort, no scan of the table.

    One that finds nothing reads all of the person's versions, and nobody else's.
    """
    alice, *others = [User.objects.create_user(f"{name}@example.org", None) for name in ("alice", "bob", "carol")]
    for person in (alice, *others):
        with scope.acting_as(person.pk), connection.cursor() as cursor:
            person_types(person, "Tea", NOON, name="drink", category="food")
            cursor.execute(MANY)
    with psycopg.connect(os.environ["OWNER_DATABASE_URL"], autocommit=True) as owner:
        owner.execute("VACUUM ANALYZE memories_historicalmemory")
    until = NOON + timedelta(days=5)

    def plan(**page: Any) -> str:
        with scope.acting_as(alice.pk), connection.cursor() as cursor:
            with CaptureQueriesContext(connection) as queries:
                history.as_of(alice, until, limit=51, **page)
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("EXPLAIN " + queries[-1]["sql"])
            return "\n".join(row[0] for row in cursor.fetchall())

    for text in (plan(), plan(before=(until - timedelta(days=3), 9)), plan(category="food")):
        assert "using history_of_a_person on memories_historicalmemory h" in text, text
        assert "(id = h.id) AND (history_id > h.history_id)" in text, text
        assert "Sort" not in text, text
    for nothing in (plan(status="expired"), plan(kind="event")):
        assert "(id = h.id) AND (history_id > h.history_id)" in nothing, nothing
        assert f"(person_id = '{alice.pk}'::uuid)" in nothing.partition("Index Cond")[2], nothing


# What the database refuses


def test_the_database_refuses_a_change_without_a_version(committed: None) -> None:
    alice = User.objects.create_user("alice@example.org", None)
    with scope.acting_as(alice.pk):
        memory = memory_of(person_types(alice, "PDF"))
    raw = "UPDATE memories_memory SET details = 'x' WHERE id = %s"
    with pytest.raises(DatabaseError, match="without a version"), scope.acting_as(alice.pk):  # noqa: PT012  the check raises
        Memory.objects.filter(pk=memory.pk).update(details="x")
        check_constraints()
    with pytest.raises(DatabaseError, match="without a version"), scope.acting_as(alice.pk):  # noqa: PT012  the check raises
        with connection.cursor() as cursor:
            cursor.execute(raw, [memory.pk])
        check_constraints()
    with pytest.raises(DatabaseError, match="without a version"), scope.acting_as(alice.pk):  # noqa: PT012  the check raises
        memory.pk, memory.obs_id, memory.fingerprint, memory.key = uuid7(), "OBS-20260222-999", b"y", ""
        Memory.objects.bulk_create([memory])
        check_constraints()
    with scope.acting_as(alice.pk):
        assert Memory.objects.get(value="PDF").details == "PDF"


def test_the_database_error_does_not_contain_the_memory(committed: None) -> None:
    alice = User.objects.create_user("alice@example.org", None)
    with scope.acting_as(alice.pk):
        memory = memory_of(person_types(alice, "quokka"))
    with pytest.raises(DatabaseError, match="without a version") as error, scope.acting_as(alice.pk):  # noqa: PT012  the check raises
        Memory.objects.filter(pk=memory.pk).update(label="quokka")
        check_constraints()
    assert "quokka" not in str(error.value)


@with_each(
    "statement",
    [
        "UPDATE memories_historicalmemory SET label = 'x'",
        "DELETE FROM memories_historicalmemory",
        "TRUNCATE memories_historicalmemory",
        "ALTER TABLE memories_memory DISABLE TRIGGER ALL",
        "DROP TABLE memories_historicalmemory",
    ],
)
def test_the_app_role_can_only_add_to_history(as_alice: User, statement: str) -> None:
    person_types(as_alice, "PDF")
    with pytest.raises(DatabaseError) as error, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert isinstance(error.value.__cause__, psycopg.errors.InsufficientPrivilege)


def test_a_person_can_blank_only_versions_of_their_own(as_alice: User, bob: User) -> None:
    memory = memory_of(person_types(as_alice, "PDF"))
    with scope.acting_as(bob.pk), connection.cursor() as cursor:
        cursor.execute("SELECT memories_blank_versions(%s)", [memory.pk])
        assert cursor.fetchone() == (0,)
    assert history_model().objects.get().label == "Document format"
