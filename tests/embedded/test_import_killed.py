"""An import whose process is killed goes on where it stopped, and brings every row exactly once."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from memoryweb.embedded.data_folder import ROOT
from memoryweb.embedded.postgres import Postgres
from memoryweb.interchange.importing.batches import ROWS_IN_AN_ACT
from tests.embedded.installation import PERSON, Folder
from tests.rings import thorough
from tests.waiting import wait_for

ROWS = 4 * ROWS_IN_AN_ACT
IN_THE_MIDDLE = 2 * ROWS_IN_AN_ACT + 5  # rows: two acts are kept by then, and a third one is half done
EACH_ONCE = """
SELECT count(*), count(DISTINCT m.details), count(DISTINCT e.ref->>'line'), count(DISTINCT p.id)
FROM memories_memory m LEFT JOIN memories_evidence e ON e.memory_id = m.id LEFT JOIN memories_proposal p
  ON p.memory_id = m.id
"""
# Whoever adds a memory beyond the middle waits for the test.
HOLD = f"""
CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
IF (SELECT count(*) FROM memories_memory) > {IN_THE_MIDDLE} THEN PERFORM pg_advisory_xact_lock(1); END IF;
RETURN NULL; END $$;
CREATE TRIGGER hold AFTER INSERT ON memories_memory FOR EACH ROW EXECUTE FUNCTION hold();
SELECT pg_advisory_lock(1)
"""
IS_HELD = "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted)"


@contextmanager
def held_in_the_middle(server: Postgres) -> Iterator[Callable[[], bool]]:
    """Hold an import in the middle of an act. Yield whether it has come there."""
    with psycopg.connect(server.superuser_url(), autocommit=True) as connection:
        connection.execute(HOLD)
        yield lambda: connection.execute(IS_HELD).fetchone() == (True,)
        connection.execute("DROP FUNCTION hold CASCADE")


@thorough
def test_kill_9_in_the_middle_of_an_import_loses_and_doubles_nothing(folder: Folder, tmp_path: Path) -> None:
    file = tmp_path / "notes.md"
    file.write_text("# About me\n\n" + "".join(f"- I collect stamps of series {n}.\n" for n in range(ROWS)))
    arguments = ("import_memory", str(file), "--person", PERSON)
    with folder.running() as server:
        command = [sys.executable, "manage.py", *arguments]
        with (
            held_in_the_middle(server) as is_held,
            subprocess.Popen(command, cwd=ROOT, env=dict(folder.installation.environ)) as importing,
        ):
            try:
                wait_for(is_held)
            finally:
                importing.kill()
        [counts] = folder.rows(EACH_ONCE)
        assert len(set(counts)) == 1
        assert counts[0] == 2 * ROWS_IN_AN_ACT
        assert f"  {ROWS} proposed\n" in folder.manage(*arguments) + "\n"
        assert folder.rows(EACH_ONCE) == [(ROWS, ROWS, ROWS, ROWS)]
