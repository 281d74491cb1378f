"""The nightly backup: when it is due, what it leaves, and that the pages learn of it."""

import os
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memoryweb.embedded import data_folder, processes
from memoryweb.embedded.backup import backup, backup_status, night
from memoryweb.embedded.backup.backup_status import Status
from memoryweb.embedded.data_folder import CannotRunError
from memoryweb.embedded.processes import Installation
from memoryweb.embedded.supervisor import Supervisor
from tests.embedded.installation import Folder
from tests.embedded.test_erased_files import ERASE, REMEMBER, WORD
from tests.embedded.test_erasure_replay import dumped_words
from tests.waiting import wait_for

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)
NIGHT = datetime(2026, 2, 22, 3, 10, tzinfo=UTC)


@pytest.fixture
def old(data: Path) -> Path:
    """A data folder that was made three days before NOON."""
    data_folder.create(data)
    made = (NOON - timedelta(days=3)).timestamp()
    os.utime(data / "secrets.json", (made, made))
    return data


def backups(folder: Folder) -> list[Path]:
    return sorted((folder.data / "backups").glob("*.zip"))


def test_one_is_due_once_a_night_and_after_nights_that_were_slept_through(old: Path) -> None:
    assert night.is_due(old, NOON)
    backup_status.write(old, Status(taken_at=(NIGHT + timedelta(minutes=1)).isoformat()))
    assert not night.is_due(old, NOON)
    assert not night.is_due(old, NIGHT + timedelta(days=1, minutes=-1))
    assert night.is_due(old, NIGHT + timedelta(days=1, minutes=1))
    assert night.is_due(old, NOON + timedelta(days=30))


def test_a_new_folder_is_first_backed_up_in_its_first_night(old: Path) -> None:
    made = NOON - timedelta(days=3)
    assert not night.is_due(old, made + timedelta(hours=1))
    assert night.is_due(old, made + timedelta(hours=16))


def test_a_try_that_failed_is_repeated_after_an_hour(old: Path) -> None:
    backup_status.write(old, Status(tried_at=NOON.isoformat(), error="The disk is full."))
    assert not night.is_due(old, NOON + timedelta(minutes=59))
    assert night.is_due(old, NOON + timedelta(minutes=61))


def test_a_clock_that_was_forty_days_ahead_stops_no_backup(old: Path) -> None:
    ahead = (NOON + timedelta(days=40)).isoformat()
    backup_status.write(old, Status(tried_at=ahead, taken_at=ahead))
    assert night.is_due(old, NOON)


def test_the_last_ones_are_kept_and_damaged_ones_are_not(folder: Folder) -> None:
    os.environ["BACKUPS_KEPT"] = "2"
    try:
        with folder.running():
            for _ in range(3):
                folder.manage("backup")
            (backups(folder)[0]).write_text("damaged")
            before = backups(folder)
            folder.manage("backup", "--nightly")
    finally:
        del os.environ["BACKUPS_KEPT"]
    kept = backups(folder)
    assert kept[0] == before[-1]
    assert len(kept) == 2
    status = backup_status.read(folder.data)
    assert (status.kept, status.error, status.size) == (2, "", kept[-1].stat().st_size)
    assert status.taken == backup.read_manifest(kept[-1]).at
    assert status.oldest == backup.read_manifest(kept[0]).at


def test_the_nightly_process_is_told_how_many_to_keep(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environs: list[Mapping[str, str]] = []
    monkeypatch.setattr(processes, "Child", lambda *_, env, **__: environs.append(env))
    Installation(old, 8000, {"BACKUPS_KEPT": "2"}).nightly_backup()
    assert [Installation.for_nightly_backup(environ).backups_kept for environ in environs] == [2]


def test_a_number_to_keep_that_is_none_ends_the_start(old: Path) -> None:
    with pytest.raises(CannotRunError, match="BACKUPS_KEPT is 'many'"):
        night.NightlyBackup(Installation(old, 8000, {"BACKUPS_KEPT": "many"}), print)


def test_one_that_could_not_be_started_is_started_at_the_next_look(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(night, "LOOK_EVERY", -1)
    said: list[str] = []
    job = night.NightlyBackup(Installation(old, 8000, {}), said.append)
    for _ in range(2):  # there is no folder for its log
        with pytest.raises(FileNotFoundError):
            job.tick()
    job.stop()
    assert said == []


def test_an_erasure_replaces_older_backups_the_same_night_and_then_leaves_the_disk(folder: Folder) -> None:
    with folder.running():
        folder.as_person(*REMEMBER)
        folder.manage("backup", "--nightly")
        (before,) = backups(folder)
        assert dumped_words(before)
        folder.as_person(ERASE)
        (folder.data / "erasures.jsonl").unlink()  # as if it was on another disk, which is lost
        assert folder.manage("upkeep", "purge_erased").startswith("purge_erased: nothing was due")
        folder.manage("backup", "--nightly")
        (after,) = backups(folder)
        assert after != before
        assert not dumped_words(after)
        assert len((folder.data / "erasures.jsonl").read_text().splitlines()) == 2
        taken = backup.read_manifest(after).at
        later = taken + timedelta(minutes=11)
        backup_status.write(folder.data, Status(taken_at=taken.isoformat(), oldest_at=later.isoformat()))
        assert "2 erasures" in folder.manage("upkeep", "purge_erased")
    assert folder.files_with(WORD) == []


def test_without_nightly_backups_an_erasure_deletes_the_copies_from_before_and_leaves_the_disk(folder: Folder) -> None:
    none_kept = {"BACKUPS_KEPT": "0"}
    with folder.running():
        folder.as_person(*REMEMBER)
        folder.manage("backup", "--no-verify")
        (before,) = backups(folder)
        oldest = backup_status.read(folder.data).oldest
        assert oldest == backup.read_manifest(before).at
        said = folder.manage("backup", "--nightly", environ=none_kept)
        assert said == "No backup is made, because BACKUPS_KEPT is 0. Left from before: 1."
        assert backups(folder) == [before]
        folder.as_person(ERASE)
        assert folder.manage("upkeep", "purge_erased").startswith("purge_erased: nothing was due")
        folder.manage("backup", "--nightly", environ=none_kept)
        assert backups(folder) == []
        status = backup_status.read(folder.data)
        assert (status.taken, status.oldest, status.error) == (None, None, "")
        assert "2 erasures" in folder.manage("upkeep", "purge_erased")
    assert folder.files_with(WORD) == []


def test_without_nightly_backups_copies_are_looked_at_once_a_night(old: Path) -> None:
    assert not night.is_cleaning_due(old, NOON)
    (old / "postgres-16.json").write_text("{}")
    assert night.is_cleaning_due(old, NOON)
    backup_status.write(old, Status(tried_at=NOON.isoformat()))
    assert not night.is_cleaning_due(old, NOON + timedelta(hours=15))
    assert night.is_cleaning_due(old, NIGHT + timedelta(days=1, minutes=1))
    backup_status.write(old, Status(tried_at=NOON.isoformat(), error="It did not finish."))
    assert not night.is_cleaning_due(old, NOON + timedelta(minutes=50))
    assert night.is_cleaning_due(old, NOON + timedelta(minutes=70))


def test_a_failure_is_noted_and_leaves_no_file(folder: Folder) -> None:
    """The database is stopped and its folder damaged, so that it cannot be started either."""
    (folder.data / "postgres" / "PG_VERSION").unlink()
    assert folder.run("backup", "--nightly").returncode == 1
    assert "is damaged" in backup_status.read(folder.data).error
    assert backups(folder) == []


def test_a_backup_that_was_killed_is_told_and_tried_again_later(folder: Folder) -> None:
    made = (datetime.now(UTC) - timedelta(days=3)).timestamp()
    os.utime(folder.data / "secrets.json", (made, made))
    said: list[str] = []
    job = night.NightlyBackup(folder.installation, said.append)

    def has_begun() -> bool:
        job.tick()
        return bool(backup_status.read(folder.data).tried_at)

    with folder.running():
        wait_for(has_begun, step=0.02)
        job.stop()
        job.tick()
    assert [line.partition(":")[0] for line in said] == ["There is no new backup"]
    assert backup_status.read(folder.data).error == ""
    assert not night.is_due(folder.data, datetime.now(UTC))


def test_the_supervisor_makes_one_beside_its_other_work(folder: Folder) -> None:
    made = (datetime.now(UTC) - timedelta(days=3)).timestamp()
    os.utime(folder.data / "secrets.json", (made, made))
    said: list[str] = []
    supervisor = Supervisor(said.append)
    job = night.NightlyBackup(folder.installation, said.append)
    supervisor.add_job(job)
    with folder.running():

        def has_one() -> bool:
            job.tick()
            return bool(backup_status.read(folder.data).taken)

        wait_for(has_one, (folder.data / "logs" / "backup.log").read_text, step=0.1)
        job.tick()
        supervisor.stop()
    assert said == []
    assert len(backups(folder)) == 1
    assert (folder.data / "backups").stat().st_mode & 0o777 == 0o700
    assert backups(folder)[0].stat().st_mode & 0o777 == 0o600
