"""Where a memory counts: one text for the database, for querysets, for SQL and for Python, and who goes by it."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from itertools import product
from typing import Any

from django.db import connection

from memoryweb.agents.models import Agent
from memoryweb.interchange.entry import Entry
from memoryweb.interchange.importing import comparing
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import AgentOf, Person, rivals, store
from memoryweb.memories.actions.interpretation import fingerprint_for
from memoryweb.memories.models import Conflict, Memory, Place, places
from memoryweb.people.models import Membership, MemorySettings, User
from memoryweb.recall import clarify
from memoryweb.recall.recall import select
from memoryweb.recall.request import RecallRequest
from memoryweb.rls import scope
from tests.builders import agent_says, bind_to_community, edit, memory_of, person_types, proposal_of
from tests.cases import with_each

NOW = datetime(2026, 2, 22, 12, tzinfo=UTC)
TIRED, SAME_TIRED = "When tired", "when  tired."
DRINK = {"name": "drink", "category": "food"}


def moved(memory: Memory, **columns: Any) -> Memory:
    """Save a memory in another place, as rows stand there that were written before others were spelled otherwise."""
    memory = store.lock(memory.pk)
    for name, value in columns.items():
        setattr(memory, name, value)
    memory.fingerprint = fingerprint_for(memory, day=memory.day)
    store.save(memory, by=Person(memory.person), verb="edit", because="", now=NOW)
    return memory


# One text


def test_the_databases_constraint_has_the_columns_of_a_place_and_the_key(db: None) -> None:
    with connection.cursor() as cursor:
        named = connection.introspection.get_constraints(cursor, Memory._meta.db_table)
    assert named["at_most_one_active_memory_per_key"]["columns"] == [*Place._fields, "key"]


def test_a_queryset_sql_and_python_find_the_same_in_one_place(alice: User, scribe: Agent) -> None:
    community = bind_to_community(scribe).community
    with scope.acting_as(alice.pk):
        columns = product(
            (None, community and community.pk),
            (("", ""), ("Atlas", TIRED), ("ATLAS.", SAME_TIRED), ("Atlas", "")),
            (None, date(2026, 2, 22)),
        )
        memories = []
        for number, (community_id, (project, condition), day) in enumerate(columns):
            memory = memory_of(person_types(alice, f"Thing {number}", NOW, name=f"thing {number}"))
            names = {"project": project, "condition": condition, "day": day, "valid_until": day}
            memories.append(moved(memory, community_id=community_id, **names))
        for memory in memories:
            same = {each.pk for each in memories if each.place == memory.place}
            assert same == set(Memory.objects.in_place_of(memory).values_list("pk", flat=True))
            place, table = memory.place, Memory._meta.db_table
            with connection.cursor() as cursor:
                values = place.sql_values() | {"person": alice.pk}
                cursor.execute(f"SELECT id FROM {table} WHERE person_id = %(person)s AND {place.sql}", values)
                assert same == {pk for (pk,) in cursor.fetchall()}
                named = [(alice.pk, memory.project, memory.condition)]
                values = {"id": memory.pk, "spellings": places.alike(named)}
                beside = places.same_place_sql("a", "b")
                cursor.execute(f"SELECT b.id FROM {table} a, {table} b WHERE a.id = %(id)s AND {beside}", values)
                assert same == {pk for (pk,) in cursor.fetchall()}
        assert {len(list(Memory.objects.in_place_of(memory))) for memory in memories} == {1, 2}


# However it is spelled


def test_values_that_wait_under_two_spellings_are_one_choice(as_alice: User, scribe: Agent) -> None:
    in_use = memory_of(person_types(as_alice, "Water", NOW, **DRINK, condition=TIRED))
    other_agent = Agent.connect(as_alice, name="Other")[0]
    moved(in_use, muted_agents=[other_agent.pk])
    one = agent_says(scribe, "Tea", NOW, **DRINK, condition=TIRED)
    other = agent_says(other_agent, "Cocoa", NOW, **DRINK, condition=SAME_TIRED)
    assert {memory_of(each).condition for each in (one, other)} == {TIRED, SAME_TIRED}
    groups = {proposal_of(each).choice_group for each in (one, other)}
    assert len(groups) == 1
    assert groups != {None}


def test_the_clock_compares_what_is_in_one_place_under_two_spellings(alice: User) -> None:
    with scope.acting_as(alice.pk):
        for text, category in (("I like coriander", "food"), ("I don't like coriander", "kitchen")):
            memory = memory_of(
                person_types(alice, text, NOW, name=f"{category} {text}", category=category, condition=TIRED)
            )
        moved(memory, condition=SAME_TIRED)
        assert not Conflict.objects.exists()
    upkeep.run_now("detect_conflicts", now=NOW + timedelta(days=1))
    with scope.acting_as(alice.pk):
        assert Conflict.objects.get().members.count() == 2


def _conflict_under_two_spellings(person: User, trusted: Agent) -> list[Memory]:
    style = {"name": "style", "category": "communication", "source": "instruction", "condition": TIRED}
    values = ("Concise replies", "Detailed explanations")
    sides = [memory_of(agent_says(trusted, text, NOW, **style)) for text in values]
    assert Conflict.objects.get().members.count() == 2
    moved(sides[0], condition=SAME_TIRED)
    return sides


def test_an_edit_of_something_else_leaves_a_side_in_its_conflict(as_alice: User, trusted: Agent) -> None:
    side, _ = _conflict_under_two_spellings(as_alice, trusted)
    edit(side, as_alice, NOW, tags=("writing",))
    assert Memory.objects.get(pk=side.pk).contested
    assert Conflict.objects.get().status == "open"
    edit(side, as_alice, NOW, condition="at night")
    assert Conflict.objects.get().status == "dismissed"


def test_a_side_that_comes_back_joins_its_conflict_again(as_alice: User, trusted: Agent) -> None:
    side, other = _conflict_under_two_spellings(as_alice, trusted)
    side = store.lock(side.pk)
    side.contested = False
    actions.conflicts.rejoin(side)
    assert side.contested
    moved(other, condition="at night")
    actions.conflicts.rejoin(side)
    assert not side.contested


def test_a_projects_own_memory_replaces_the_general_one_under_another_spelling(as_alice: User, scribe: Agent) -> None:
    person_types(as_alice, "Water", NOW, **DRINK, condition=TIRED)
    own = memory_of(person_types(as_alice, "Tea", NOW, **DRINK, condition=TIRED, project="Atlas"))
    moved(own, condition=SAME_TIRED)
    settings = MemorySettings.for_person(as_alice.pk)
    selection = select(scribe, settings, RecallRequest(project="atlas"), now=NOW)
    assert [item.row.value for item in selection.items] == ['"Tea"']


def test_an_answer_that_waits_under_another_spelling_is_not_asked_for_again(as_alice: User) -> None:
    subject = clarify.Subject(why="depends", key="food.drink", projects=("Atlas",), condition=TIRED)
    waiting = clarify.WaitingAnswer(as_alice.pk, "food.drink", "Drink", "atlas", SAME_TIRED)
    assert subject.is_answered_by(waiting)
    assert not subject.is_answered_by(waiting._replace(project="harbour"))
    assert not subject.is_answered_by(waiting._replace(condition="at night"))


# What a preview says is what the import does


def _verdict(person: User, **entry: Any) -> str:
    said = Entry(label="Drink", value="Cocoa", category="food", learned=date(2026, 2, 21), **entry)
    (compared,) = comparing.compare([comparing.Placed(said, 0, "digest", 0)], person, now=NOW)
    return compared.verdict


def test_a_preview_compares_a_field_in_its_place_alone(alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        memory = memory_of(person_types(alice, "Tea", datetime(2026, 2, 20, 12, tzinfo=UTC), **DRINK, condition=TIRED))
        assert _verdict(alice, condition=SAME_TIRED) == "change"
        assert _verdict(alice) == "new"
        memory = moved(memory, condition="")
        assert _verdict(alice) == "change"
        for_one_day = moved(memory, day=date(2026, 2, 22), valid_until=date(2026, 2, 22))
        assert _verdict(alice) == "new"
    community = bind_to_community(scribe).community
    with scope.acting_as(alice.pk):
        moved(for_one_day, day=None, valid_until=None, community_id=community and community.pk)
        assert _verdict(alice) == "new"


# A memory stays in its community


def _of_community(agent: Agent) -> Memory:
    memory = memory_of(agent_says(agent, "Tea", NOW, **DRINK))
    actions.accept(memory.proposals.get().pk, by=Person(memory.person), now=NOW)
    return Memory.objects.get(pk=memory.pk)


def _with_value(value: str) -> Memory:
    return Memory.objects.active().get(value=value)


def _changed_by_edit(person: User, agent: Agent, memory: Memory) -> None:
    edit(memory, person, NOW, value="Cocoa", details="Cocoa")


def _changed_by_update(person: User, agent: Agent, memory: Memory) -> None:
    outcome = actions.update(memory.pk, details="Cocoa", quote="", source="instruction", by=AgentOf(agent), now=NOW)
    if outcome.proposal_id:
        actions.accept(outcome.proposal_id, by=Person(person), now=NOW)


def test_what_is_changed_stays_in_its_community(alice: User, scribe: Agent) -> None:
    bind_to_community(scribe)
    with scope.acting_as(alice.pk):
        elsewhere = Agent.connect(alice, name="Elsewhere")[0]
        memory = _of_community(scribe)
        assert memory.community_id
        changes: tuple[Callable[..., None], ...] = (_changed_by_edit, _changed_by_update)
        for number, change in enumerate(changes):
            change(alice, elsewhere, memory)
            memory = _with_value("Cocoa")
            assert memory.community_id, change.__name__
            assert bytes(memory.fingerprint) == fingerprint_for(memory, day=None)
            memory = memory_of(edit(memory, alice, NOW, value=f"Tea {number}", details=f"Tea {number}"))
        edit(memory, alice, NOW, tags=("warm",))
        memory.refresh_from_db()
        assert bytes(memory.fingerprint) == fingerprint_for(memory, day=None)


@with_each("change", ["edit", "update", "tags"])
def test_what_is_changed_of_a_community_that_was_left_is_the_persons_own(
    alice: User, scribe: Agent, change: str
) -> None:
    bind_to_community(scribe)
    with scope.acting_as(alice.pk):
        elsewhere = Agent.connect(alice, name="Elsewhere")[0]
        memory = _of_community(scribe)
        Membership.objects.get(person=alice).delete()
        if change == "tags":
            changed = memory_of(edit(memory, alice, NOW, tags=("warm",)))
        else:
            (_changed_by_edit if change == "edit" else _changed_by_update)(alice, elsewhere, memory)
            changed = _with_value("Cocoa")
        assert changed.community_id is None
        assert bytes(changed.fingerprint) == fingerprint_for(changed, day=None)


def test_what_is_said_anew_stays_in_its_community(alice: User, scribe: Agent) -> None:
    bind_to_community(scribe)
    with scope.acting_as(alice.pk):
        said = agent_says(scribe, "Tea", NOW, **DRINK).statement_id
        assert said
        outcome = actions.restate(said, details="Cocoa", by=AgentOf(scribe), now=NOW)
        assert memory_of(outcome).community_id == scribe.community_id


def test_an_agent_of_a_community_changes_what_holds_everywhere_where_it_is(alice: User, scribe: Agent) -> None:
    bind_to_community(scribe)
    with scope.acting_as(alice.pk):
        memory = memory_of(person_types(alice, "Tea", NOW, **DRINK))
        _changed_by_update(alice, scribe, memory)
        assert _with_value("Cocoa").community_id is None


# Everywhere


def test_a_yes_for_everywhere_ends_nothing_that_is_meant_to_last_for_one_day(as_alice: User) -> None:
    lasting = memory_of(person_types(as_alice, "Tea", NOW, **DRINK, project="Atlas"))
    for_today = memory_of(person_types(as_alice, "Tea", NOW, **DRINK, project="Harbour"))
    assert rivals.same_in_other_projects(for_today) == [lasting]
    for_today = moved(for_today, day=date(2026, 2, 22), valid_until=date(2026, 2, 22))
    assert rivals.same_in_other_projects(for_today) == []
