"""A data folder of an older PostgreSQL is moved to this one's, with the same rows, and the old folder is kept."""

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from memoryweb.embedded import upgrade
from memoryweb.embedded.backup import backup_status
from memoryweb.embedded.data_folder import CannotRunError, Secrets
from memoryweb.embedded.postgres import SETTINGS, Postgres
from memoryweb.rls.roles import OWNER
from tests.embedded import installation
from tests.embedded.installation import Folder
from tests.embedded.test_backup import every_row, guards_of
from tests.embedded.test_erased_files import ERASE, REMEMBER, WORD
from tests.older_postgres import create_cluster


@pytest.fixture(scope="session")
def made_by_16(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """A real cluster of PostgreSQL 16, made by its own programs, with our tables and a person's memories."""
    folder = Folder(tmp_path_factory.mktemp("sixteen") / "data")
    create_cluster(folder.data, "16")
    with Postgres(folder.data, version="16"):
        folder.manage("migrate", "--skip-checks", "--verbosity=0", role=OWNER)
        folder.manage("create_person", installation.PERSON, role="memoryweb_worker")
        folder.as_person(*REMEMBER)
    return folder


@pytest.fixture
def sixteen(made_by_16: Folder, tmp_path: Path) -> Folder:
    return installation.copy(made_by_16, tmp_path / "data")


@dataclass(frozen=True)
class Moved:
    """A folder that was moved, what it said meanwhile, and what it held before."""

    folder: Folder
    said: list[str]
    rows: dict[str, str]
    secrets: Secrets | None


@pytest.fixture(scope="session")
def moved_once(made_by_16: Folder, tmp_path_factory: pytest.TempPathFactory) -> Moved:
    """Move a folder in which an earlier move was killed before it renamed anything."""
    folder = installation.copy(made_by_16, tmp_path_factory.mktemp("moved") / "data")
    with Postgres(folder.data, version="16"):
        assert server_version(folder) == "16"
        rows = every_row(folder)
    (folder.data / "upgrade.new").mkdir()
    (folder.data / "upgrade.zip").write_text("half")
    moved = Moved(folder, [], rows, Secrets.read(folder.data))
    upgrade.run_if_needed(folder.data, moved.said.append)
    return moved


@pytest.fixture
def moved(moved_once: Moved, tmp_path: Path) -> Moved:
    """A copy of it, so that a test may go on in it."""
    return replace(moved_once, folder=installation.copy(moved_once.folder, tmp_path / "data"))


def server_version(folder: Folder) -> str:
    return str(folder.rows("SHOW server_version")[0][0]).split(".")[0]


def test_every_row_and_every_right_arrive_and_the_old_folder_is_kept(
    moved_once: Moved, moved: Moved, made_once: Folder
) -> None:
    folder = moved.folder
    assert moved.said[0] == "Moving the database from PostgreSQL 16 to 18 …"
    kept = moved_once.folder.data / "postgres-16"
    assert moved.said[1].endswith(f"The old one is kept in {kept}. Delete it when you like.")
    assert Secrets.read(folder.data) == moved.secrets
    with folder.running():
        assert server_version(folder) == "18"
        assert every_row(folder) == moved.rows
        assert WORD in folder.as_person("print([str(memory) for memory in Memory.objects.all()])")
        guards = guards_of(folder)
    with made_once.running():
        assert guards_of(made_once) == guards
    assert (folder.data / "postgres-16" / "PG_VERSION").read_text() == "16\n"
    assert backup_status.read(folder.data).oldest  # an erasure is not on the disk's receipt before the folder goes
    assert not [path.name for path in folder.data.iterdir() if path.name.startswith("upgrade")]
    upgrade.run_if_needed(folder.data, pytest.fail)


def test_another_command_says_what_to_start_first(sixteen: Folder) -> None:
    result = sixteen.run("backup")
    assert result.stderr.endswith("Start memoryweb once with manage.py up, which moves the database.\n")


def test_a_move_that_was_killed_between_its_renames_is_finished(moved: Moved) -> None:
    """Then there is no folder of the server's name. One that was killed before them is started again: moved_once."""
    (moved.folder.data / "postgres").rename(moved.folder.data / "postgres.upgraded")
    upgrade.run_if_needed(moved.folder.data, lambda _: None)
    with moved.folder.running():
        assert server_version(moved.folder) == "18"


def test_a_move_that_fails_leaves_the_old_database_as_it_was(sixteen: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SETTINGS, "no_such_setting", "on")
    with pytest.raises(CannotRunError, match="PostgreSQL does not start"):
        upgrade.run_if_needed(sixteen.data, lambda _: None)
    monkeypatch.undo()
    assert (sixteen.data / "postgres" / "PG_VERSION").read_text() == "16\n"
    with Postgres(sixteen.data, version="16"):
        assert server_version(sixteen) == "16"


def test_the_old_folder_goes_in_the_night_after_an_erasure(moved: Moved) -> None:
    folder = moved.folder
    with folder.running():
        folder.manage("backup", "--nightly")
        assert (folder.data / "postgres-16").exists()
        folder.as_person(ERASE)
        folder.manage("backup", "--nightly")
    assert not list(folder.data.glob("postgres-16*"))
