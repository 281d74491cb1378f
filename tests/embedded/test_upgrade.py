"""A data folder of an older PostgreSQL is moved to this one's, with the same rows, and the old folder is kept."""

from pathlib import Path

import pytest

from memoryweb.embedded import backup_status, upgrade
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


def server_version(folder: Folder) -> str:
    return str(folder.rows("SHOW server_version")[0][0]).split(".")[0]


def test_every_row_and_every_right_arrive_and_the_old_folder_is_kept(sixteen: Folder) -> None:
    with Postgres(sixteen.data, version="16"):
        assert server_version(sixteen) == "16"
        before = every_row(sixteen)
    secrets, said = Secrets.read(sixteen.data), list[str]()
    upgrade.run_if_needed(sixteen.data, said.append)
    assert said[0] == "Moving the database from PostgreSQL 16 to 18 …"
    assert said[1].endswith(f"The old one is kept in {sixteen.data}/postgres-16. Delete it when you like.")
    assert Secrets.read(sixteen.data) == secrets
    with sixteen.running():
        assert server_version(sixteen) == "18"
        assert every_row(sixteen) == before
        assert WORD in sixteen.as_person("print([str(memory) for memory in Memory.objects.all()])")
    assert (sixteen.data / "postgres-16" / "PG_VERSION").read_text() == "16\n"
    assert backup_status.read(sixteen.data).oldest  # an erasure is not on the disk's receipt before the folder goes
    assert not [path.name for path in sixteen.data.iterdir() if path.name.startswith("upgrade")]
    upgrade.run_if_needed(sixteen.data, said.append)
    assert len(said) == 2


def test_another_command_says_what_to_start_first(sixteen: Folder) -> None:
    result = sixteen.run("backup")
    assert result.stderr.endswith("Start memoryweb once with manage.py up, which moves the database.\n")


def test_the_same_guards_stand_as_in_a_new_database(sixteen: Folder, made_once: Folder) -> None:
    upgrade.run_if_needed(sixteen.data, lambda _: None)
    with sixteen.running():
        moved = guards_of(sixteen)
    with made_once.running():
        assert guards_of(made_once) == moved


def test_an_interrupted_move_is_started_again_or_finished(sixteen: Folder) -> None:
    """First it is killed before the renames, then between them: then there is no folder of the server's name."""
    (sixteen.data / "upgrade.new").mkdir()
    (sixteen.data / "upgrade.zip").write_text("half")
    upgrade.run_if_needed(sixteen.data, lambda _: None)
    (sixteen.data / "postgres").rename(sixteen.data / "postgres.upgraded")
    upgrade.run_if_needed(sixteen.data, lambda _: None)
    with sixteen.running():
        assert server_version(sixteen) == "18"


def test_a_move_that_fails_leaves_the_old_database_as_it_was(sixteen: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SETTINGS, "no_such_setting", "on")
    with pytest.raises(CannotRunError, match="PostgreSQL does not start"):
        upgrade.run_if_needed(sixteen.data, lambda _: None)
    monkeypatch.undo()
    assert (sixteen.data / "postgres" / "PG_VERSION").read_text() == "16\n"
    with Postgres(sixteen.data, version="16"):
        assert server_version(sixteen) == "16"


def test_the_old_folder_goes_in_the_night_after_an_erasure(sixteen: Folder) -> None:
    upgrade.run_if_needed(sixteen.data, lambda _: None)
    with sixteen.running():
        sixteen.manage("backup", "--nightly")
        assert (sixteen.data / "postgres-16").exists()
        sixteen.as_person(ERASE)
        sixteen.manage("backup", "--nightly")
    assert not list(sixteen.data.glob("postgres-16*"))
