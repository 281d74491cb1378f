"""A sweep's run: what it counts, when it is finished, and that its statements can use the indexes."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from django.db import connection
from django.db.models import F, Func
from pytest_django import DjangoAssertNumQueries

from memoryweb.agents.models import Agent
from memoryweb.memories import upkeep
from memoryweb.memories.models import UpkeepRun
from memoryweb.memories.models.enums import SHARD, SHARDS
from memoryweb.memories.upkeep.runner import IN_SHARD, shards_of
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import agent_says, person_types, set_settings
from tests.rings import on_plain_tables

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)
SHARD_OF_A_USER = Func(F("id"), template=SHARD.extra["template"])


def test_an_hourly_run_with_nothing_due_opens_no_shard(db: None) -> None:
    run = upkeep.start_run("archive", now=NOON, hourly=True)
    assert run.open_shards == []
    assert run.finished_at == NOON
    assert run.summary == "nothing was due"
    assert upkeep.start_run("archive", now=NOON + timedelta(minutes=9), hourly=True).pk == run.pk
    assert UpkeepRun.objects.count() == 1


def test_a_run_opens_only_the_shards_that_have_work(alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        agent_says(scribe, "I like tea", NOON)
    run = upkeep.start_run("expire_proposals", now=NOON + timedelta(days=31), hourly=True)
    assert (run.open_shards, run.finished_at) == ([alice.pk.int % SHARDS], None)


def test_a_count_that_stopped_at_its_limit_opens_every_shard(alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        for n in range(3):
            agent_says(scribe, f"I like tea {n}", NOON, name=f"tea {n}", category="food")
    later = upkeep.BatchScope(now=NOON + timedelta(days=31))
    with scope.acting_as_clock():
        some, every = (upkeep.SWEEPS["expire_proposals"].due(replace(later, most=most)) for most in (3, 4))
    assert (some.shards, every.shards) == (frozenset(range(SHARDS)), frozenset({alice.pk.int % SHARDS}))


def test_a_shard_in_sql_is_a_shard_in_python(alice: User, bob: User, mira: User) -> None:
    people = [person.pk for person in (alice, bob, mira)]
    rows = dict(User.objects.filter(pk__in=people).annotate(shard=SHARD_OF_A_USER).values_list("pk", "shard"))
    assert rows == {pk: next(iter(shards_of([pk], limit=2))) for pk in people}


def test_archiving_one_memory_takes_few_statements(
    alice: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """Four of these are SAVEPOINT and RELEASE, because the test itself is a transaction."""
    with scope.acting_as(alice.pk):
        person_types(alice, "Met Chen", NOON, name="chen", category="x", kind="event")
    with django_assert_max_num_queries(20):
        run = upkeep.run_now("archive", now=NOON + timedelta(days=60))
    assert (run.counts, run.open_shards, run.finished_at is None) == ({"archived": 1}, [], False)


def test_asking_about_one_promotion_takes_few_statements(
    alice: User, trusted: Agent, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with scope.acting_as(alice.pk):
        for day in range(3):
            agent_says(trusted, "PDF", NOON + timedelta(days=day), source="behaviour")
    with django_assert_max_num_queries(18):
        run = upkeep.run_now("promote", now=NOON + timedelta(days=3))
    assert (run.counts, run.finished_at is None) == ({"asked": 1}, False)


def test_memories_past_their_time_and_faded_ones_are_counted_together(alice: User) -> None:
    with scope.acting_as(alice.pk):
        set_settings(alice, archive_below=1.0)
        for kind, points in (("event", 5.0), ("fact", 5.0), ("fact", 3.0)):
            person_types(
                alice, f"{kind} {points}", NOON, name=f"{kind} {points}", category="x", kind=kind, importance=points
            )
    at = NOON + timedelta(days=60)  # the event is past its time and faded, the facts have faded only
    expected = ({"archived": 3}, {"event": 1, "fact": 2})
    planned = upkeep.run_now("archive", now=at, dry_run=True)
    assert (planned.counts, planned.kinds) == expected
    run = upkeep.run_now("archive", now=at)
    assert (run.counts, run.kinds) == expected


@on_plain_tables
def test_the_sweeps_shard_expression_is_the_one_of_the_indexes(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_indexes WHERE indexdef LIKE %s",
            [f"%(get_byte(uuid_send(person_id), 15) & {SHARDS - 1})%"],
        )
        assert cursor.fetchone()[0] == 9
    assert f"get_byte(uuid_send(m.person_id), 15) & {SHARDS - 1} =" in IN_SHARD.format(of="m")
