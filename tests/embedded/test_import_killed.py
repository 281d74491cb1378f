"""An import whose process is killed goes on where it stopped, and brings every row exactly once."""

import subprocess
import sys
from pathlib import Path

from memoryweb.embedded.child import until
from memoryweb.embedded.data_folder import ROOT
from memoryweb.interchange.batches import ROWS_IN_AN_ACT
from tests.embedded.installation import PERSON, Folder

ROWS = 12 * ROWS_IN_AN_ACT
EACH_ONCE = """
SELECT count(*), count(DISTINCT m.details), count(DISTINCT e.ref->>'line'), count(DISTINCT p.id)
FROM memories_memory m LEFT JOIN memories_evidence e ON e.memory_id = m.id LEFT JOIN memories_proposal p
  ON p.memory_id = m.id
"""


def imported(folder: Folder) -> int:
    return int(str(folder.rows("SELECT count(*) FROM interchange_importrow WHERE outcome <> ''")[0][0]))


def test_kill_9_in_the_middle_of_an_import_loses_and_doubles_nothing(folder: Folder, tmp_path: Path) -> None:
    file = tmp_path / "notes.md"
    file.write_text("# About me\n\n" + "".join(f"- I collect stamps of series {n}.\n" for n in range(ROWS)))
    arguments = ("import_memory", str(file), "--person", PERSON)
    with folder.running():
        command = [sys.executable, "manage.py", *arguments]
        with subprocess.Popen(command, cwd=ROOT, env=dict(folder.installation.environ)) as importing:
            assert until(lambda: imported(folder) >= 2 * ROWS_IN_AN_ACT, 60)
            importing.kill()
        [counts] = folder.rows(EACH_ONCE)
        assert len(set(counts)) == 1
        assert 0 < int(str(counts[0])) < ROWS
        assert f"  {ROWS} proposed\n" in folder.manage(*arguments) + "\n"
        assert folder.rows(EACH_ONCE) == [(ROWS, ROWS, ROWS, ROWS)]
