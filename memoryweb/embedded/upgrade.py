"""Moves the database of an older PostgreSQL into a new cluster of this version, and keeps the old one's folder."""

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from memoryweb.embedded import data_folder
from memoryweb.embedded.account import account_for
from memoryweb.embedded.backup import backup, copies, load
from memoryweb.embedded.backup.backup import Manifest
from memoryweb.embedded.data_folder import Secrets
from memoryweb.embedded.postgres import FOLDERS, MANY_LOCKS, SETTINGS, VERSION, Postgres, binary_folder
from memoryweb.rls.roles import BACKUP

DRAFT, MOVED = "upgrade.new", "upgrade.zip"
READY = "postgres.upgraded"  # complete; only its name is still to change


@dataclass(frozen=True)
class Upgrade:
    data: Path
    version: str  # of the cluster that is there
    say: Callable[[str], None]

    @property
    def cluster(self) -> Path:
        return self.data / "postgres"

    @property
    def kept(self) -> Path:
        return self.data / f"postgres-{self.version}"


def run_if_needed(data: Path, say: Callable[[str], None]) -> None:
    """Dump the old database, load it into a new cluster, compare every table, and rename. Holds the folder's lock.

    Until the names change nothing of the old cluster is touched, so an interrupted run is simply started again.
    """
    _finish_renaming(data)
    version = _version(data / "postgres")
    if not version or version == VERSION or version not in FOLDERS:
        return  # another version is refused where the server starts
    upgrade = Upgrade(data, version, say)
    say(f"Moving the database from PostgreSQL {version} to {VERSION} …")
    manifest = _move(upgrade)
    (data / DRAFT / "postgres").rename(data / READY)
    note = {"at": manifest.taken_at, "erasures": manifest.erasures}
    data_folder.write_private_file(upgrade.kept.with_name(f"{upgrade.kept.name}.json"), json.dumps(note))
    copies.note(data, manifest.at)
    upgrade.cluster.rename(upgrade.kept)
    _finish_renaming(data)
    say(
        f"{manifest.rows} rows of {len(manifest.tables)} tables are the same there. The old one is kept in"
        f" {upgrade.kept}. Delete it when you like."
    )


def _version(folder: Path) -> str:
    file = folder / "PG_VERSION"
    return file.read_text().strip() if file.exists() else ""


def _finish_renaming(data: Path) -> None:
    """Give the new cluster its name. A run that was interrupted between the two renames has left none of that name."""
    if (data / READY).exists() and not (data / "postgres").exists():
        (data / READY).rename(data / "postgres")
    if (data / "postgres").exists():
        _delete_drafts(data)


def _delete_drafts(data: Path) -> None:
    for name in (DRAFT, READY):
        shutil.rmtree(data / name, ignore_errors=True)
    for file in data.glob(f"{MOVED}*"):
        file.unlink()


def _move(upgrade: Upgrade) -> Manifest:
    """Fill a cluster of this version in a draft of a data folder that has the same passwords."""
    data, file = upgrade.data, upgrade.data / MOVED
    _delete_drafts(data)
    secrets = Secrets.read_or_create(data)
    old = Postgres(data, version=upgrade.version)
    try:
        old.start()
        backup.write(old.url(BACKUP), file, secret_key=None, fingerprint_key=secrets.secret_key)
    finally:
        old.stop()
    draft = data / DRAFT
    account_for(data, binary_folder() / "postgres").make_folder(draft)
    shutil.copy2(data / "secrets.json", draft / "secrets.json")
    with Postgres(draft, settings=SETTINGS | MANY_LOCKS) as new:
        manifest = load.load_backup(file, new.url())
        load.analyze(new.url())
        return manifest
