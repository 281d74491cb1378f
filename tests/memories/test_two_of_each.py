"""Two web processes, workers and beats, PgBouncer and RabbitMQ: each is killed in turn while agents save.

`make test-external` runs this.
"""

import os
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from django.utils import timezone

from memoryweb.embedded.child import Child
from memoryweb.memories import upkeep
from memoryweb.rls.roles import APP, WORKER
from tests import servers
from tests.api.web_process import answers, person_with_agent, web_child
from tests.embedded.savers import Savers
from tests.memories.processes import ARCHIVED_BY_THE_CLOCK, DUE, PEOPLE, STILL_DUE, Processes, fill, query_one
from tests.pooler import Pooler, free_port
from tests.rabbit import Rabbit
from tests.waiting import wait_for

pytestmark = [
    pytest.mark.usefixtures("committed"),
    pytest.mark.skipif("TEST_RABBITMQ" not in os.environ, reason="needs PgBouncer and RabbitMQ: make test-external"),
]
WRITES = 40  # during each fault: 320 in all
SAVED = """
SELECT details, (SELECT count(*) FROM memories_historicalmemory h WHERE h.person_id = m.person_id AND h.id = m.id)
FROM memories_memory m WHERE person_id = %s
"""


def test_what_is_killed_loses_and_doubles_nothing(tmp_path: Path) -> None:
    person, _, token = person_with_agent("saver", trust="trusted")
    data, database = Path(os.environ[servers.FOLDER]), os.environ["DATABASE_URL"].partition("?")[0].rpartition("/")[2]
    ports = (free_port(), free_port())
    with psycopg.connect(os.environ["OWNER_DATABASE_URL"], autocommit=True) as owner, ExitStack() as running:
        fill(owner)
        pooler = running.enter_context(Pooler(data, "pooler of two"))
        rabbit = running.enter_context(Rabbit(data / "rabbit of two"))
        broker = {"CELERY_BROKER_URL": rabbit.url}
        processes = Processes(tmp_path, broker | {"DATABASE_URL": pooler.url(WORKER, database)})
        parts: dict[str, tuple[Child, Callable[[], object]]] = {}
        for number, port in enumerate(ports, 1):
            web = web_child(port, broker | {"DATABASE_URL": pooler.url(APP, database)})
            running.callback(web.stop)
            parts[f"web{number}"] = (web, lambda web=web, port=port: _start_web(web, port))  # type: ignore[misc]
            parts[f"web{number}"][1]()
            worker = running.enter_context(processes.worker(number))
            beat = running.enter_context(processes.beat(number))
            parts |= {f"worker{number}": (worker, worker.start), f"beat{number}": (beat, beat.start)}
        parts |= {"pooler": (pooler.child, pooler.start), "rabbit": (rabbit.child, rabbit.start)}
        savers = Savers(token, *ports)
        for name, (child, start) in parts.items():
            with savers.saving(name, WRITES):
                savers.wait_for(name, WRITES // 4)
                child.kill()
                if name == "pooler":  # without it nobody is answered
                    wait_for(lambda: savers.failures.total() > 0)
                else:
                    savers.wait_for(name, WRITES // 2)
                start()
        _finish_archiving(owner)
        found = owner.execute(SAVED, [person.pk]).fetchall()
        archived = query_one(owner, ARCHIVED_BY_THE_CLOCK)
    assert len(savers.acknowledged) == WRITES * len(parts)
    assert Counter(details for details, _ in found) == Counter(f"Likes place {each}" for each in savers.acknowledged)
    assert {versions for _, versions in found} == {1}
    assert archived == (PEOPLE * DUE, PEOPLE * DUE)


def _start_web(web: Child, port: int) -> None:
    web.start()
    wait_for(lambda: answers(f"http://127.0.0.1:{port}/healthz"), web.last_log_line)


def _finish_archiving(owner: psycopg.Connection) -> None:
    """Run the next hour's sweep, which takes up what a killed worker has left."""
    later = timezone.now() + timedelta(hours=1)
    run = upkeep.start_run("archive", now=later, hourly=True)
    for shard in run.open_shards:
        upkeep.run_shard(run.pk, shard, now=later)
    assert query_one(owner, STILL_DUE) == 0
