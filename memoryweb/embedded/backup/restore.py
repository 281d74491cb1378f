"""Restores a backup into an empty data folder or an empty database, and erases again what was erased since then.

Or one person's account into a file, to be imported where it is missed.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from memoryweb.embedded import data_folder, erasure_log, schema
from memoryweb.embedded.account import account_for
from memoryweb.embedded.backup import backup, load, scratch
from memoryweb.embedded.backup.backup import Manifest
from memoryweb.embedded.data_folder import CannotRunError
from memoryweb.embedded.erasure_log import Entry
from memoryweb.embedded.lock import FolderLock, HeldError
from memoryweb.embedded.postgres import MANY_LOCKS, SETTINGS, Postgres, binary_folder
from memoryweb.embedded.processes import Installation
from memoryweb.rls.roles import OWNER, WORKER

DRAFT = "restore.new"
OUTSIDE = ("DATABASE_URL", "MIGRATE_DATABASE_URL", "WORKER_DATABASE_URL")
MOVED = ("postgres", erasure_log.NAME, "secrets.json")  # the last one makes it a data folder


@dataclass(frozen=True)
class Restoring:
    """One backup, its target installation, and the erasures to repeat there."""

    file: Path
    installation: Installation
    erasures: list[Entry] = field(repr=False)
    say: Callable[[str], None] = field(repr=False)


def start(file: Path, installation: Installation, erasures: list[Entry], say: Callable[[str], None]) -> Manifest:
    """Restore into the installation's data folder, or into its external database."""
    manifest = _check(file, installation)
    restoring = Restoring(file, installation, erasures, say)
    if installation.own_database:
        _fill_folder(restoring)
    else:
        if erasures and not installation.environ.get("WORKER_DATABASE_URL"):
            raise CannotRunError("Set WORKER_DATABASE_URL (memoryweb_worker): it erases what was erased since then.")
        _fill_database(restoring, installation.database_url(OWNER))
    return manifest


def write_account(
    file: Path,
    installation: Installation,
    erasures: list[Entry],
    say: Callable[[str], None],
    *,
    person: str,
    target: Path,
) -> Manifest:
    """Write the account of the person with this address as it was in the backup, without what was erased since then.

    Everything is restored for that, into a folder that is deleted afterwards.
    """
    manifest = _check(file, installation)
    with scratch.folder() as place:
        draft = place / DRAFT
        environ = {name: value for name, value in installation.environ.items() if name not in OUTSIDE}
        own = replace(installation, data=draft, environ=environ)
        restoring = Restoring(file, own, erasures, say)
        _fill_draft(draft, restoring)
        with Postgres(draft):
            _run(restoring, WORKER, "export_memory", str(target.absolute()), "--person", person)
    return manifest


def _check(file: Path, installation: Installation) -> Manifest:
    manifest = backup.check(file)
    if schema.unknown_migrations({(app, name) for app, name in manifest.migrations}):
        raise CannotRunError(f"{file} was made by memoryweb {manifest.version}, which is newer. Restore it with that.")
    _refuse_other_key(file, manifest, installation)
    return manifest


def _refuse_other_key(file: Path, manifest: Manifest, installation: Installation) -> None:
    environ = installation.environ
    key = environ.get("FINGERPRINT_KEY") or environ.get("SECRET_KEY") or backup.read_secret_key(file) or ""
    if backup.key_check(key) != manifest.key_check:
        raise CannotRunError(
            f"{file} was made with another FINGERPRINT_KEY. With a new one memoryweb would learn again what was erased."
            " Set it to the one of then. If there was none, set it to the SECRET_KEY of then."
        )


def _fill_folder(restoring: Restoring) -> None:
    """Make a whole data folder inside the empty one, and move its parts up when it is complete."""
    data = restoring.installation.data
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = FolderLock(data)
    try:
        lock.take()
    except HeldError as held:
        raise CannotRunError(f"memoryweb is running on {data}. Restore into an empty folder.") from held
    draft = data / DRAFT
    try:
        if {path.name for path in data.iterdir()} - {DRAFT, *data_folder.LEFT_BY_US}:
            raise CannotRunError(f"{data} is not empty. Restore into an empty folder with MEMORYWEB_DATA=… .")
        shutil.rmtree(draft, ignore_errors=True)
        _fill_draft(draft, restoring)
        for name in MOVED:
            (draft / name).rename(data / name)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
        lock.release()


def _fill_draft(draft: Path, restoring: Restoring) -> None:
    account_for(draft.parent, binary_folder() / "postgres").make_folder(draft)
    key = backup.read_secret_key(restoring.file) or restoring.installation.environ.get("SECRET_KEY")
    if not key:
        raise CannotRunError(f"{restoring.file} is of an external database and has no SECRET_KEY. Set it.")
    data_folder.keep_secret_key(draft, key)
    erasure_log.append(draft, erasure_log.read(restoring.file))
    erasure_log.complete(draft, restoring.erasures)
    with Postgres(draft, settings=SETTINGS | MANY_LOCKS) as server:
        _fill_database(replace(restoring, installation=replace(restoring.installation, data=draft)), server.url())


def _fill_database(restoring: Restoring, owner_url: str) -> None:
    """Load the backup and bring its tables to this version. Erase last, and then write the files anew."""
    load.load_backup(restoring.file, owner_url)
    load.analyze(owner_url)
    if not schema.is_current(owner_url):
        _run(restoring, OWNER, "migrate", "--noinput", "--skip-checks", "--verbosity=0")
    try:
        restoring.say("History: " + _run(restoring, WORKER, "verify_history"))
    except CannotRunError as broken:  # it was broken when it was backed up; the rest is still worth having
        restoring.say(str(broken))
    if not restoring.erasures:
        return
    with tempfile.TemporaryDirectory(prefix="memoryweb-erasures") as folder:
        erasure_log.append(Path(folder), restoring.erasures)
        restoring.say(_run(restoring, WORKER, "replay_erasures", str(Path(folder) / erasure_log.NAME)))
    _run(restoring, WORKER, "upkeep", "purge_erased")


def _run(restoring: Restoring, role: str, *arguments: str) -> str:
    installation = restoring.installation
    result = subprocess.run(
        installation.manage(*arguments),
        check=False,
        capture_output=True,
        text=True,
        env=installation.environment(role),
    )
    if result.returncode:
        said = [line for line in result.stderr.splitlines() if line and not line.startswith(" ")] or ["?"]
        raise CannotRunError(f"manage.py {arguments[0]} failed on what was restored: {' '.join(said[-2:])}")
    return result.stdout.strip()
