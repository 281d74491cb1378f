"""A server of many people: calls, a page, sweeps, an erasure, a backup and the disk, by the number of memories.

python -m tests.benchmarks.scale [--memories 100000 1000000] [--partitions 64]

Each person has a hundred memories with vectors that no compression makes smaller. Prints figures, and no bars: what
bends is read from two sizes of one run.
"""

import os
import threading
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count, cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from uuid import UUID

import numpy as np
import psycopg
from pgvector import HalfVector
from pgvector.psycopg import register_vector

from memoryweb.database import partitions
from memoryweb.embedded import addresses
from memoryweb.embedded.backup import backup, load, scratch
from memoryweb.embedded.postgres import MANY_LOCKS, SETTINGS
from memoryweb.rls.roles import BACKUP
from tests.benchmarks.house import CATEGORIES, WORDS, fill, house, milliseconds, report, unguarded
from tests.benchmarks.upkeep import AGENTS, PEOPLE, ROWS_A_PERSON
from tests.benchmarks.upkeep import SETTINGS as PEOPLES_SETTINGS

TURNS = 40  # calls of each kind, each of another person
FILLED_AT_ONCE = 200_000  # memories
DUE = 100  # one in so many is due
WITHOUT_VECTOR = """
SELECT id, person_id FROM memories_memory m
WHERE NOT EXISTS (SELECT FROM recall_embedding e WHERE e.person_id = m.person_id AND e.memory_id = m.id)
"""
COPY_VECTORS = "COPY recall_embedding (memory_id, person_id, encoder, vector) FROM STDIN (FORMAT binary)"
FADED = "UPDATE memories_memory SET ttl_from = current_date - ttl_days - 1 WHERE id IN ({})"
SOME = """
SELECT id FROM memories_memory WHERE status = 'active' AND NOT contested AND kind NOT IN ('rule', 'event', 'context')
  AND ttl_days IS NOT NULL LIMIT %(due)s
"""
SOME_PEOPLE = "SELECT id FROM people_user ORDER BY random() LIMIT %s"
DISK = "SELECT pg_database_size(current_database())"


def main(sizes: list[int], number: int) -> None:
    for memories in sizes:
        with house(SETTINGS | MANY_LOCKS if number else SETTINGS) as owner:
            _fill(owner, memories)
            if number:
                with psycopg.connect(owner, autocommit=True) as connection:
                    _say(memories, "moved to partitions", "s", _seconds(lambda: _move(connection, number)))
            _measure(owner, memories)


def _say(memories: int, name: str, unit: str, value: float) -> None:
    report(f"{name} at {memories}", value, unit, 0, ok=True)


def _seconds(do: Callable[[], object]) -> float:
    return milliseconds(do) / 1000


def _move(connection: psycopg.Connection[Any], number: int) -> None:
    partitions.move(connection, number, say=lambda _: None)


def _fill(owner: str, memories: int) -> None:
    from memoryweb.recall import encoders

    for _ in range(0, memories, FILLED_AT_ONCE):
        part = min(FILLED_AT_ONCE, memories)
        with psycopg.connect(owner) as connection:
            people = [row[0] for row in connection.execute(PEOPLE, [max(1, part // ROWS_A_PERSON)])]
            connection.execute(PEOPLES_SETTINGS)
            connection.execute(AGENTS)
        fill(owner, people, part)
    encoder = encoders.current_encoder()
    size, random = len(encoder.encode_question("x")), np.random.default_rng(1)
    with psycopg.connect(owner) as connection:
        register_vector(connection)
        ids = connection.execute(WITHOUT_VECTOR).fetchall()
        with connection.cursor().copy(COPY_VECTORS) as copy:
            copy.set_types(["uuid", "uuid", "text", "halfvec"])
            for memory, person in ids:
                copy.write_row((memory, person, encoder.name, HalfVector(random.normal(0, size**-0.5, size))))
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")


def _measure(owner: str, memories: int) -> None:
    with psycopg.connect(owner) as connection:
        people = [
            row[0] for row in connection.execute("SELECT id FROM people_user ORDER BY random() LIMIT %s", [TURNS])
        ]
        _say(memories, "disk", "MB", (connection.execute(DISK).fetchone() or [0])[0] / 1e6)
    for name, do in _calls(people).items():
        do()  # the first one loads what all others find
        _say(memories, name, "ms", median(milliseconds(do) for _ in range(TURNS)))
    _say(memories, "sweep with 1 % due, a row that is due", "ms", _sweep(owner, memories // DUE))
    with _longest_wait(owner, people[1]) as waited:
        _erase(people[0])
        _say(memories, "rewriting what held an erased memory", "s", _seconds(lambda: _run("purge_erased")))
    _say(memories, "longest wait of another person meanwhile", "ms", max(waited))
    _back_up(memories)


def _calls(people: list[UUID]) -> dict[str, Callable[[], object]]:
    from django.test import Client
    from django.utils import timezone

    from memoryweb.agents.models import Agent
    from memoryweb.operations import dispatch
    from memoryweb.people.models import User
    from memoryweb.rls import scope

    agents = []
    for person in people:
        with scope.acting_as(person):
            agents.append(Agent.connect(User.objects.get(pk=person), name="Caller", trust="trusted")[0])
    callers, numbers, readers = cycle(agents), count(), cycle(people)

    def call(operation: str, **arguments: Any) -> None:
        agent = next(callers)
        done = dispatch.run(dispatch.Call(agent=agent, name=operation, arguments=arguments, now=timezone.now()))
        assert done.envelope["ok"], done.envelope

    def save() -> None:
        number = next(numbers)
        words = f"{WORDS[number % len(WORDS)]} {WORDS[number // len(WORDS)]}"  # the guard takes no offence at them
        category = CATEGORIES[number % len(CATEGORIES)]
        call("save_user_preference", category=category, preference=f"about {words}", details=f"I like {words} with tea")

    def page() -> None:
        client = Client()
        client.force_login(User.objects.get(pk=next(readers)))
        assert client.get("/memories/").status_code == 200

    return {
        "recall": lambda: call("search_user_preferences", query="Is there a bicycle, or a spicy breakfast?"),
        "save": save,
        "list of 50": lambda: call("get_user_preferences"),
        "page of memories, with a new session": page,
    }


def _run(sweep: str) -> Any:
    from django.utils import timezone

    from memoryweb.memories import upkeep

    return upkeep.run_now(sweep, now=timezone.now())


def _sweep(owner: str, due: int) -> float:
    with unguarded(owner) as connection:
        connection.execute(FADED.format(SOME), {"due": due})
    took = milliseconds(lambda: _run("archive"))
    return took / due


def _erase(person: UUID) -> None:
    from django.utils import timezone

    from memoryweb.memories.actions import Person
    from memoryweb.memories.erasing import erasure
    from memoryweb.memories.models import Memory
    from memoryweb.people.models import User
    from memoryweb.rls import scope

    with scope.acting_as(person):
        one = Memory.objects.filter(status="active").first()
        assert one
        erasure.erase(one.pk, by=Person(User.objects.get(pk=person)), now=timezone.now())


@contextmanager
def _longest_wait(owner: str, person: UUID) -> Iterator[list[float]]:
    """Read another person's memories all the time, and note how long each reading took, in milliseconds."""
    took, ended = [0.0], threading.Event()

    def read() -> None:
        with psycopg.connect(owner, autocommit=True) as connection:
            while not ended.is_set():
                started = perf_counter()
                connection.execute("SELECT details FROM memories_memory WHERE person_id = %s", [person]).fetchall()
                took.append((perf_counter() - started) * 1000)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        yield took
    finally:
        ended.set()
        reader.join()


def _back_up(memories: int) -> None:
    url = addresses.database_url(Path(os.environ["MEMORYWEB_DATA"]), BACKUP)
    with TemporaryDirectory(prefix="mwb") as folder:
        file = Path(folder) / "backup.zip"
        took = _seconds(lambda: backup.write(url, file, secret_key=None, fingerprint_key="key"))
        _say(memories, "backup", "s", took)
        _say(memories, "backup", "MB", file.stat().st_size / 1e6)

        def restore() -> None:
            with scratch.server(Path(folder)) as server:
                load.load_backup(file, server.url())

        Path(folder).chmod(0o711)
        _say(memories, "restored to compare", "s", _seconds(restore))


if __name__ == "__main__":
    arguments = ArgumentParser()
    arguments.add_argument("--memories", type=int, nargs="+", default=[100_000, 1_000_000])
    arguments.add_argument("--partitions", type=int, default=0)
    given = arguments.parse_args()
    main(given.memories, given.partitions)
