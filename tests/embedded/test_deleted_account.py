"""A deleted account is in no dump and in no file of the data folder, and no old backup brings it back."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memoryweb.embedded.backup import backup_status
from memoryweb.embedded.backup.backup_status import Status
from tests.embedded.installation import PERSON, Folder
from tests.embedded.test_erased_files import fill_log
from tests.embedded.test_erasure_replay import CONVERSATIONS, TOLD, WORD, dumped_words
from tests.rings import thorough

OTHER = "bob@example.org"
OTHERS = f"""
other = User.objects.create_user("{OTHER}")
with scope.acting_as(other.pk):
    person_types(other, "Giraffe", name="color", category="personal")
"""
ASK = "from memoryweb.people import deletion; deletion.ask(person, now=now - timezone.timedelta(days=8))"
LEFT = "SELECT email FROM people_user"


@thorough
def test_after_the_night_no_dump_and_no_file_has_a_word_of_it(folder: Folder, tmp_path: Path) -> None:
    old, restored = tmp_path / "old.zip", Folder(tmp_path / "restored")
    with folder.running() as server:
        folder.run_code(TOLD + CONVERSATIONS + OTHERS)
        folder.manage("backup", "--no-verify")
        (night,) = (folder.data / "backups").glob("*.zip")
        old.write_bytes(night.read_bytes())
        assert dumped_words(old)
        fill_log(server, 20)
        assert folder.files_with(WORD)
        folder.run_code(ASK)
        assert "1 accounts" in folder.manage("upkeep", "delete_accounts")
        folder.manage("backup", "--nightly")
        (after,) = (folder.data / "backups").glob("*.zip")
        assert after != night
        assert not dumped_words(after)
        later = datetime.now(UTC) + timedelta(minutes=11)
        backup_status.write(folder.data, Status(taken_at=later.isoformat(), oldest_at=later.isoformat()))
        assert "1 erasures" in folder.manage("upkeep", "purge_erased")
        assert folder.files_with(WORD) == []
        assert folder.files_with(PERSON) == []
        assert folder.rows(LEFT) == [(OTHER,)]
    assert folder.files_with(WORD) == []
    log = folder.data / "erasures.jsonl"
    (entry,) = [json.loads(line) for line in log.read_text().splitlines()]
    assert entry["account"]
    told = restored.manage("restore", str(old), "--erasures", str(log))
    assert "Erasures since the backup: 1 done again." in told
    with restored.running():
        assert restored.rows(LEFT) == [(OTHER,)]
        assert restored.rows("SELECT number FROM memories_deletedaccount") == [(entry["account"],)]
    assert restored.files_with(WORD) == []
    assert restored.files_with(PERSON) == []
