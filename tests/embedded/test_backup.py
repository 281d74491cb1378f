"""A backup is whole or not there at all, and what is restored from it is the same in every table."""

import hashlib
import json
import os
import re
import resource
import shutil
import threading
import zipfile
from pathlib import Path

import psycopg
import pytest

from memoryweb.embedded.backup import backup, rows
from memoryweb.embedded.data_folder import CannotRunError, Secrets
from memoryweb.rls.roles import APP, BACKUP, OWNER, WORKER
from tests.embedded.installation import PERSON, Folder
from tests.waiting import wait_for

SAVING = """
from pathlib import Path
from memoryweb.agents.models import Agent
with scope.acting_as(person.pk):
    agent = Agent.connect(person, name="Scribe", trust="trusted")[0]
number = 0
while not Path({stop!r}).exists():
    with scope.acting_as(person.pk):
        agent_says(agent, f"I like tea number {{number}}", name=f"tea {{number}}", category="food")
    number += 1
"""
GUARDS = (
    "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint ORDER BY 1, 2",
    "SELECT tgrelid::regclass::text, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2",
    "SELECT tablename, policyname, roles::text, cmd, qual, with_check FROM pg_policies ORDER BY 1, 2",
    "SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2",
    "SELECT oid::regprocedure::text, prosrc, prosecdef, proacl::text, pg_get_userbyid(proowner) FROM pg_proc"
    " WHERE pronamespace = 'public'::regnamespace"
    " AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e') ORDER BY 1",
    "SELECT relname, relacl::text, relrowsecurity, relforcerowsecurity, pg_get_userbyid(relowner) FROM pg_class"
    " WHERE relnamespace = 'public'::regnamespace ORDER BY 1",
)
FIRST_FORMAT = Path(__file__).with_name("first_format.zip")
EVERY_ROW = "SELECT coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '') FROM {} AS t"


def every_row(folder: Folder) -> dict[str, str]:
    """Return the rows of every table as text, by plain SQL of the test's own."""
    with psycopg.connect(folder.installation.database_url(OWNER)) as connection:
        names = [str(table) for table in rows.tables(connection)]
        return {name: str((connection.execute(EVERY_ROW.format(name)).fetchone() or [""])[0]) for name in names}


def memories(folder: Folder) -> int:
    return int(str(folder.rows("SELECT count(*) FROM memories_memory")[0][0]))


def wait_for_more(folder: Folder) -> None:
    saved = memories(folder)
    wait_for(lambda: memories(folder) > saved)


def guards_of(folder: Folder) -> list[str]:
    """Return what guards the rows: constraints, triggers, policies, functions and everybody's rights.

    PostgreSQL writes the casts of a list in two ways.
    """
    rows = [" ".join(map(str, row)) for statement in GUARDS for row in folder.rows(statement)]
    return sorted(re.sub(r"::(text|character varying)(\[\])?|[()\[\]]", "", row) for row in rows)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "elsewhere")


@pytest.fixture(scope="session")
def written_once(made_once: Folder, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made_once.manage("backup", str(tmp_path_factory.mktemp("written") / "kept.zip"))
    return tmp_path_factory.getbasetemp() / "written0" / "kept.zip"


@pytest.fixture
def file(written_once: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy2(written_once, tmp_path / "kept.zip"))


def test_a_backup_under_load_restores_identically(folder: Folder, elsewhere: Folder, tmp_path: Path) -> None:
    with folder.running():
        stop, first = tmp_path / "stop", tmp_path / "first.zip"
        saving = threading.Thread(target=folder.run_code, args=[SAVING.format(stop=str(stop))])
        saving.start()
        wait_for_more(folder)
        assert folder.manage("backup", str(first)).endswith("restored and compared: the same.")
        wait_for_more(folder)
        stop.touch()
        saving.join()
        assert 0 < backup.read_manifest(first).tables["memories_memory"][0] < memories(folder)
        last = tmp_path / "last.zip"
        folder.manage("backup", str(last), "--no-verify")
        saved, before, guards = memories(folder), every_row(folder), guards_of(folder)
    assert elsewhere.manage("restore", str(last), "--no-erasures").endswith("compared: the same.")
    with elsewhere.running():
        assert memories(elsewhere) == saved
        assert every_row(elsewhere) == before
        assert guards_of(elsewhere) == guards


def test_a_backup_of_partitioned_tables_restores_identically(folder: Folder, elsewhere: Folder, tmp_path: Path) -> None:
    with folder.running():
        folder.manage("partition", "2")
        folder.as_person("person_types(person, 'Two shelves', name='shelves', category='personal')")
        folder.as_person(
            "said = person_types(person, 'Three shelves', name='more', category='personal')",
            "erasure.erase(memory_of(said).pk, by=Person(person), now=now)",
        )
        assert folder.manage("backup", str(tmp_path / "kept.zip")).endswith("restored and compared: the same.")
        before, guards = every_row(folder), guards_of(folder)
        assert any("partition_01.memories_memory" in name for name in before)
        assert backup.read_manifest(tmp_path / "kept.zip").erasures == 1  # older backups still have the words
    assert elsewhere.manage("restore", str(tmp_path / "kept.zip"), "--no-erasures").endswith("compared: the same.")
    with elsewhere.running():
        assert (every_row(elsewhere), guards_of(elsewhere)) == (before, guards)
        assert elsewhere.manage("partition", "2").endswith("The tables have 2 partitions already.")


def test_a_backup_of_an_earlier_release_is_restored(elsewhere: Folder) -> None:
    """The file was written by 0.12, which dumped rows as text. It has a person and two memories."""
    assert elsewhere.manage("restore", str(FIRST_FORMAT), "--no-erasures").endswith("compared: the same.")
    with elsewhere.running():
        assert elsewhere.rows("SELECT details FROM memories_memory ORDER BY details") == [
            ("I like tea",),
            ("Two shelves in the hall",),
        ]


def test_one_persons_account_is_taken_out_of_a_backup_without_what_was_erased_since(
    folder: Folder, elsewhere: Folder, tmp_path: Path
) -> None:
    said = "person_types(person, {!r}, name={!r}, category='personal')"
    kept, account = tmp_path / "kept.zip", tmp_path / "account.json"
    with folder.running():
        folder.manage("create_person", "bob@example.org", role=OWNER)
        folder.as_person(*(said.format(*each) for each in (("Two shelves", "shelves"), ("A zebrafish", "pet"))))
        folder.run_code(
            "bob = User.objects.get(email='bob@example.org')\n"
            "with scope.acting_as(bob.pk): person_types(bob, 'Six ladders', name='ladders', category='personal')"
        )
        folder.manage("backup", str(kept), "--no-verify")
        folder.as_person("erasure.erase(Memory.objects.get(details='A zebrafish').pk, by=Person(person), now=now)")
        later = tmp_path / "later.zip"
        folder.manage("backup", str(later), "--no-verify")
    asked = ("restore", str(kept), "--erasures", str(later), "--person", PERSON, "--to", str(account))
    assert elsewhere.manage(*asked).splitlines()[-1].startswith(f"{account}: the account of {PERSON} as it was on ")
    text = account.read_text()
    assert [word in text for word in ("Two shelves", "zebrafish", "ladders")] == [True, False, False]
    assert not elsewhere.data.exists()
    assert elsewhere.run(*asked).stderr == f"CommandError: {account} exists. Choose another name.\n"
    nobody = elsewhere.run(*asked[:-3], "nobody@example.org", "--to", str(tmp_path / "none.json")).stderr
    assert "nobody@example.org" in nobody


def test_one_changed_byte_of_history_is_named_when_it_is_restored(
    folder: Folder, elsewhere: Folder, tmp_path: Path
) -> None:
    with folder.running() as server:
        folder.as_person(
            "from memoryweb.agents.models import Agent",
            "agent_says(Agent.connect(person, name='Scribe')[0], 'I like tea')",
        )
        with psycopg.connect(server.superuser_url(), autocommit=True) as connection:
            connection.execute("SET session_replication_role = replica")
            connection.execute("UPDATE memories_historicalmemory SET details = 'I like teA'")
        folder.manage("backup", str(tmp_path / "changed.zip"), "--no-verify")
    said = elsewhere.manage("restore", str(tmp_path / "changed.zip"), "--no-erasures")
    assert "Somebody altered it in the database." in said
    assert "is broken" in said


def test_what_was_declined_and_who_may_sign_in_go_with_a_backup(
    folder: Folder, elsewhere: Folder, tmp_path: Path
) -> None:
    decline = (
        "from memoryweb.agents.models import Agent; from memoryweb.memories import actions",
        "agent, token = Agent.connect(person, name='Scribe')",
        "said = agent_says(agent, 'I like tea')",
        "actions.decline(memory_of(said).pk, by=Person(person), now=now); print(token)",
    )
    with folder.running():
        token = folder.as_person(*decline).splitlines()[-1]
        folder.manage("backup", str(tmp_path / "kept.zip"), "--no-verify")
    elsewhere.manage("restore", str(tmp_path / "kept.zip"), "--no-erasures")
    before, after = Secrets.read(folder.data), Secrets.read(elsewhere.data)
    assert before
    assert after
    assert before.secret_key == after.secret_key
    assert set(before.passwords.values()).isdisjoint(after.passwords.values())
    with elsewhere.running():
        digest = hashlib.sha256(token.encode()).hexdigest()
        assert elsewhere.rows(f"SELECT name FROM agents_agent WHERE encode(token_hash, 'hex') = '{digest}'")
        again = (
            "from memoryweb.agents.models import Agent",
            "print(agent_says(Agent.objects.get(), 'I like tea').name)",
        )
        assert elsewhere.as_person(*again) == "blocked"


def test_a_backup_is_private_and_leaves_nothing_half(made_once: Folder, written_once: Path, file: Path) -> None:
    assert file.stat().st_mode & 0o777 == 0o600
    assert not list(written_once.parent.glob("*.part"))
    assert not list(made_once.data.glob("scratch-*"))
    with zipfile.ZipFile(file) as archive:
        others = {name for name in archive.namelist() if not name.startswith("rows/")}
        assert others == {"schema.dump", "erasures.jsonl", "secrets.json", "manifest.json"}
        secrets = Secrets.read(made_once.data)
        assert secrets
        kept = b"".join(archive.read(name) for name in archive.namelist())
        assert not any(password.encode() in kept for password in secrets.passwords.values())


def test_without_a_name_a_backup_goes_to_the_data_folder(folder: Folder) -> None:
    folder.manage("backup")
    (file,) = (folder.data / "backups").iterdir()
    assert backup.check(file).version == backup.own_version()


def test_nothing_is_written_over(folder: Folder, file: Path) -> None:
    before = file.read_bytes()
    result = folder.run("backup", str(file))
    assert (result.returncode, result.stderr) == (1, f"CommandError: {file} exists. Choose another name.\n")
    assert file.read_bytes() == before


def test_a_folder_in_use_is_not_restored_into(folder: Folder, file: Path) -> None:
    secrets = (folder.data / "secrets.json").read_bytes()
    result = folder.run("restore", str(file), "--no-erasures")
    assert result.returncode == 1
    assert result.stderr == (
        f"CommandError: {folder.data} is not empty. Restore into an empty folder with MEMORYWEB_DATA=… .\n"
    )
    assert (folder.data / "secrets.json").read_bytes() == secrets


def test_one_changed_byte_anywhere_is_found(file: Path, tmp_path: Path) -> None:
    content = file.read_bytes()
    with zipfile.ZipFile(file) as archive:
        starts = [info.header_offset + 200 for info in archive.infolist() if info.file_size > 400]
    assert len(starts) >= 2
    for at in (*starts, len(content) // 2):
        damaged = bytearray(content)
        damaged[at] ^= 1
        (tmp_path / "damaged.zip").write_bytes(damaged)
        with pytest.raises(CannotRunError, match="damaged"):
            backup.check(tmp_path / "damaged.zip")


@pytest.mark.parametrize("kept", [0, 100, -100])
def test_a_file_that_is_cut_off_or_no_backup_is_one_line(
    elsewhere: Folder, file: Path, tmp_path: Path, kept: int
) -> None:
    part = tmp_path / "part.zip"
    part.write_bytes(file.read_bytes()[:kept])
    result = elsewhere.run("restore", str(part), "--no-erasures")
    assert (result.returncode, result.stderr) == (
        1,
        f"CommandError: {part} is damaged, or no backup of memoryweb.\n",
    )
    assert not elsewhere.data.exists()


def with_manifest(file: Path, target: Path, **changes: object) -> Path:
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, json.dumps(json.loads(content) | changes) if name == "manifest.json" else content)
    return target


def test_a_backup_of_a_newer_version_is_refused_before_anything_is_made(
    elsewhere: Folder, file: Path, tmp_path: Path
) -> None:
    migrations = [*backup.read_manifest(file).migrations, ["memories", "0999_later"]]
    newer = with_manifest(file, tmp_path / "newer.zip", version="9.0", migrations=migrations)
    result = elsewhere.run("restore", str(newer), "--no-erasures")
    assert result.stderr == f"CommandError: {newer} was made by memoryweb 9.0, which is newer. Restore it with that.\n"
    assert not elsewhere.data.exists()


def test_rows_that_differ_from_the_manifest_are_named(elsewhere: Folder, file: Path, tmp_path: Path) -> None:
    tables = backup.read_manifest(file).tables | {"people_user": (0, "12345")}
    other = with_manifest(file, tmp_path / "other.zip", tables=tables)
    result = elsewhere.run("restore", str(other), "--no-erasures")
    assert result.stderr == "CommandError: What was restored is not what was backed up: people_user.\n"
    assert [path.name for path in elsewhere.data.iterdir()] == ["lock"]
    assert elsewhere.manage("restore", str(file), "--no-erasures")


def test_another_key_is_refused(elsewhere: Folder, file: Path) -> None:
    environ = {**elsewhere.installation.environ, "FINGERPRINT_KEY": "another"}
    os.environ["FINGERPRINT_KEY"] = environ["FINGERPRINT_KEY"]
    try:
        result = elsewhere.run("restore", str(file), "--no-erasures")
    finally:
        del os.environ["FINGERPRINT_KEY"]
    assert f"{file} was made with another FINGERPRINT_KEY." in result.stderr


def test_a_role_that_does_not_see_everything_is_refused(folder: Folder, tmp_path: Path) -> None:
    """pg_dump would write an empty file for it and exit 0."""
    with folder.running(), pytest.raises(CannotRunError, match="memoryweb_app does not see everybody's rows"):
        backup.write(folder.installation.database_url(APP), tmp_path / "x.zip", secret_key=None, fingerprint_key="key")
    assert not list(tmp_path.glob("x.zip*"))


def test_an_external_database_is_backed_up_and_restored_with_the_roles_of_the_environment(
    folder: Folder, tmp_path: Path
) -> None:
    """Two databases of one server stand for two external ones: the commands see nothing but URLs."""
    with folder.running() as server:
        server.create_database("other")
        environ = {
            "DATABASE_URL": server.url(BACKUP),
            "SECRET_KEY": folder.installation.environment(WORKER)["SECRET_KEY"],
            "CELERY_BROKER_URL": "redis://nowhere",
        }
        target = tmp_path / "external.zip"
        outside = Folder(tmp_path / "none")
        told = outside.manage("backup", str(target), environ=environ)
        assert told.endswith("compared: the same.")
        assert backup.read_secret_key(target) is None
        environ |= {"DATABASE_URL": server.url(APP, "other"), "MIGRATE_DATABASE_URL": server.url(OWNER, "other")}
        outside.manage("restore", str(target), "--no-erasures", environ=environ)
        again = outside.run("restore", str(target), "--no-erasures", environ=environ)
        assert again.stderr == "CommandError: The database other is not empty. Restore into an empty one.\n"
        with psycopg.connect(server.url(OWNER, "other")) as connection:
            assert connection.execute("SELECT email FROM people_user").fetchall() == [(PERSON,)]
    assert not outside.data.exists()


def test_a_full_disk_is_one_line_and_leaves_nothing(folder: Folder, tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk: the system refuses to write more in the same place."""
    target = tmp_path / "full.zip"
    with folder.running():
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, hard))
        try:
            with pytest.raises(CannotRunError, match=r"full\.zip cannot be written|is full"):
                backup.write(folder.installation.database_url(BACKUP), target, secret_key=None, fingerprint_key="key")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not list(tmp_path.glob("full.zip*"))


def test_a_restore_that_was_killed_is_started_again(elsewhere: Folder, file: Path) -> None:
    elsewhere.data.mkdir()
    (elsewhere.data / "restore.new").mkdir()
    (elsewhere.data / "restore.new" / "half").write_text("x")
    elsewhere.manage("restore", str(file), "--no-erasures")
    assert not (elsewhere.data / "restore.new").exists()
    shutil.rmtree(elsewhere.data)
