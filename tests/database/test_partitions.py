"""Tables move to partitions and back while people save, and nothing is lost on the way."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import unified_diff
from io import StringIO
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest
from django.core.management import CommandError, call_command
from psycopg.sql import SQL, Identifier

from memoryweb.database import partitions
from memoryweb.embedded.backup import dump
from memoryweb.embedded.postgres import Postgres
from memoryweb.rls.roles import APP, OWNER, WORKER
from tests.migrated import PROJECT
from tests.rings import on_plain_tables
from tests.servers import FOLDER, TEMPLATE, superuser_url, url

pytestmark = on_plain_tables
PARTITIONS = 3
STATUS = {"kept": "active", "undone": "active", "archived": "archived", "erased": None}


@dataclass(frozen=True)
class House:
    """A database of its own on the server of the tests."""

    name: str

    @property
    def environment(self) -> Mapping[str, str]:
        own = {"DATABASE_URL": url(WORKER, self.name), "MIGRATE_DATABASE_URL": self.owner}
        return os.environ | own

    @property
    def owner(self) -> str:
        return Postgres(Path(os.environ[FOLDER])).url(OWNER, self.name)

    def move(self, number: int, say: Callable[[str], object] = str) -> None:
        with psycopg.connect(self.owner, autocommit=True) as connection:
            partitions.move(connection, number, say=say)

    def execute(self, statement: LiteralString) -> None:
        with psycopg.connect(self.owner) as connection:
            connection.execute(statement)

    def verify(self) -> None:
        """Verify the chain of everybody's history."""
        command = [sys.executable, str(PROJECT / "manage.py"), "verify_history"]
        subprocess.run(command, env=self.environment, check=True, stdout=subprocess.DEVNULL)


class StoppedError(Exception):
    """Stands for a process that ends in the middle."""


@pytest.fixture
def house() -> Iterator[House]:
    name = f"memoryweb_partitions_{os.environ.get('PYTEST_XDIST_WORKER', 'gw0')}"
    server = Postgres(Path(os.environ[FOLDER]))
    server.create_database(name, TEMPLATE)
    yield House(name)
    with psycopg.connect(superuser_url(), autocommit=True) as connection:
        connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


class Saving:
    """People who save meanwhile, in a process of their own (saving.py)."""

    def __init__(self, house: House) -> None:
        command = [sys.executable, "-m", "tests.database.saving"]
        self.process = subprocess.Popen(
            command, cwd=PROJECT, env=house.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.acknowledged: list[dict[str, Any]] = []

    def go_on(self, saves: int) -> None:
        assert self.process.stdout
        for _ in range(saves):
            self.acknowledged.append(json.loads(self.process.stdout.readline()))

    def end(self) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        with self.process.stdout:
            self.acknowledged += map(json.loads, self.process.stdout)
        assert self.process.wait() == 0


def schema(house: House) -> str:
    """Return the schema, without what PostgreSQL writes otherwise when it reads its own text of an expression."""
    text = dump.schema(house.owner)
    for cast in ("::character varying", "::text", "[]"):
        text = text.replace(cast, "")
    return text.translate(dict.fromkeys(map(ord, "()")))


def statuses(house: House) -> dict[str, str]:
    with psycopg.connect(house.owner) as connection:
        return dict(connection.execute("SELECT id::text, status FROM memories_memory").fetchall())


def test_tables_move_and_come_back_while_people_save(house: House) -> None:
    def stop(said: str) -> None:
        raise StoppedError(said)

    with psycopg.connect(house.owner) as connection:
        tables = [name for name, _, _ in connection.execute(partitions.TABLES).fetchall()]
    before, saving = schema(house), Saving(house)
    try:
        saving.go_on(10)
        with pytest.raises(StoppedError, match="1 of"):
            house.move(PARTITIONS, say=stop)
        saving.go_on(5)
        house.execute("ALTER TABLE memories_refusal ADD COLUMN later int")  # a migration meanwhile: it begins again
        house.move(PARTITIONS)
        saving.go_on(10)
        check_partitions(house, tables, saving.acknowledged[-1]["person"])
        house.move(0)
        saving.go_on(10)
    finally:
        saving.end()
    expected = {each["memory"]: STATUS[each["done"]] for each in saving.acknowledged}
    assert statuses(house) == {memory: status for memory, status in expected.items() if status}
    house.verify()
    house.execute("ALTER TABLE memories_refusal DROP COLUMN later")
    assert list(unified_diff(before.splitlines(), schema(house).splitlines(), n=0)) == []


def check_partitions(house: House, tables: list[str], person: str) -> None:
    """Check that a person reads their own rows in one partition, and that nobody but the owner reads the others."""
    with psycopg.connect(house.owner) as owner:
        assert partitions.partitions_of(owner) == PARTITIONS
        assert len(tables) > 40
        everybodys = owner.execute("SELECT count(*) FROM memories_memory").fetchone()
        own = owner.execute("SELECT count(*) FROM memories_memory WHERE person_id = %s", [person]).fetchone()
    with psycopg.connect(url(APP, house.name), autocommit=True) as app:
        assert app.execute("SELECT count(*) FROM memories_memory").fetchone() == (0,)
        with app.transaction():
            app.execute(f"SET LOCAL app.person_id = '{person}'")
            seen = app.execute("SELECT count(*) FROM memories_memory").fetchone()
            plan = app.execute(f"EXPLAIN SELECT * FROM memories_memory WHERE person_id = '{person}'").fetchall()
        assert own
        assert everybodys
        assert seen
        assert own[0] <= seen[0] < everybodys[0] + 10
        assert sum("partition_" in line or " on memories_memory" in line for (line,) in plan) == 1, plan
        for number in range(PARTITIONS):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                app.execute(f"SELECT * FROM partition_{number:02}.memories_memory")


def test_an_account_that_is_deleted_takes_nobody_elses_rows_along(house: House) -> None:
    saving = Saving(house)
    saving.go_on(10)
    saving.end()
    house.move(PARTITIONS)
    alice, bob = sorted({each["person"] for each in saving.acknowledged})
    with psycopg.connect(house.owner) as owner:
        places = [place for (place,) in owner.execute("SELECT place FROM memories_places_of_a_person()").fetchall()]
        tables = [place for place in places if place.startswith("memories_")]
        before = [rows_of(owner, table, bob) for table in tables]
        owner.execute(DELETED, [alice])
        for table in tables:
            owner.execute("SELECT memories_delete_rows(%s, %s, 1000)", [alice, table])
        assert [rows_of(owner, table, bob) for table in tables] == before
        assert [rows_of(owner, table, alice) for table in tables] == [0] * len(tables)
        owner.rollback()
    assert sum(before) > 20


DELETED = """
INSERT INTO memories_deletedaccount (id, number, erasures, deleted_at) VALUES (%s, '1', 0, now())
"""


def rows_of(owner: psycopg.Connection[Any], table: str, person: str) -> int:
    counted = SQL("SELECT count(*) FROM {} WHERE person_id = %s").format(Identifier(table))
    (count,) = owner.execute(counted, [person]).fetchone() or (0,)
    return int(count)


def test_what_cannot_be_is_refused_in_a_sentence(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in house.environment.items():
        monkeypatch.setenv(name, value)
    for number, reason in (("1", "2 to 256"), ("257", "2 to 256"), ("256", "max_locks_per_transaction = ")):
        with pytest.raises(CommandError, match=reason):
            call_command("partition", number)
    with pytest.raises(CommandError, match="Say how many"):
        call_command("partition")
    said = StringIO()
    call_command("partition", "0", stdout=said)
    assert said.getvalue() == "The tables are plain already.\n"
