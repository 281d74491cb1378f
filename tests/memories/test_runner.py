"""A sweep's run: what it counts, when it is finished, and that its statements can use the indexes."""

from datetime import UTC, datetime, timedelta

from django.db import connection

from memoryweb.agents.models import Agent
from memoryweb.memories import upkeep
from memoryweb.memories.models import UpkeepRun
from memoryweb.memories.models.enums import SHARDS
from memoryweb.memories.upkeep.runner import IN_SHARD
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import agent_says, person_types, set_settings

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)


def test_an_hourly_run_with_nothing_due_opens_no_shard(db: None) -> None:
    run = upkeep.start_run("archive", now=NOON, hourly=True)
    assert run.open_shards == []
    assert run.finished_at == NOON
    assert run.said == "nothing was due"
    assert upkeep.start_run("archive", now=NOON + timedelta(minutes=9), hourly=True).pk == run.pk
    assert UpkeepRun.objects.count() == 1


def test_an_hourly_run_with_something_due_opens_every_shard(alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        agent_says(scribe, "I like tea", NOON)
    run = upkeep.start_run("expire_proposals", now=NOON + timedelta(days=31), hourly=True)
    assert (run.open_shards, run.finished_at) == (list(range(SHARDS)), None)


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


def test_the_sweeps_shard_expression_is_the_one_of_the_indexes(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_indexes WHERE indexdef LIKE %s",
            [f"%(get_byte(uuid_send(person_id), 15) & {SHARDS - 1})%"],
        )
        assert cursor.fetchone()[0] == 6
    assert f"get_byte(uuid_send(m.person_id), 15) & {SHARDS - 1} =" in IN_SHARD.format(of="m")
