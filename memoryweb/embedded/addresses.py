"""Where the embedded servers of a data folder listen: their sockets, and the URLs that lead there."""

import hashlib
import os
from pathlib import Path
from urllib.parse import quote

from memoryweb.embedded.data_folder import CannotRunError, Secrets
from memoryweb.rls.roles import APP

DATABASE = "memoryweb"
SOCKET_PATH_LIMIT = 100  # bytes; Linux takes 107, and PostgreSQL adds ".lock" to its own
# libpq reads a comma as the end of a host, and unix_socket_directories is a list of quoted names.
NOT_IN_SOCKET_PATHS = frozenset(',"')


def socket_folder(data: Path) -> Path:
    """Return `<data>/run`, or a private folder under /tmp when a socket cannot have that path."""
    folder = data / "run"
    if _can_hold_sockets(folder):
        return folder
    digest = hashlib.sha256(os.fsencode(data)).hexdigest()[:16]
    folder = Path(f"/tmp/memoryweb-{_owner(data)}-{digest}")  # noqa: S108 - its owner is verified below
    if os.path.lexists(folder):
        _refuse_foreign_folder(folder, _owner(data))
    return folder


def _can_hold_sockets(folder: Path) -> bool:
    is_short = len(os.fsencode(folder / ".s.PGSQL.5432")) <= SOCKET_PATH_LIMIT
    return is_short and NOT_IN_SOCKET_PATHS.isdisjoint(str(folder))


def _owner(data: Path) -> int:
    return data.stat().st_uid if data.exists() else os.geteuid()


def _refuse_foreign_folder(folder: Path, owner: int) -> None:
    """Anyone may create a folder in /tmp first, and whoever owns it can answer in our servers' place."""
    status = folder.lstat()
    if folder.is_symlink() or status.st_uid not in (owner, os.geteuid()) or status.st_mode & 0o027:
        raise CannotRunError(
            f"{folder} belongs to someone else. Set MEMORYWEB_DATA to a shorter path without commas and quotes."
        )


def database_url(data: Path, role: str = APP, database: str = DATABASE) -> str:
    """Return the role's URL of a database. Before the folder's first start the URL leads nowhere."""
    folder_secrets = Secrets.read(data) or Secrets(secret_key="")
    password = quote(folder_secrets.passwords.get(role, ""), safe="")
    host = quote(str(socket_folder(data)), safe="")
    return f"postgresql://{role}:{password}@/{quote(database, safe='')}?host={host}"


def database_socket(data: Path) -> Path:
    return socket_folder(data) / ".s.PGSQL.5432"


def broker_socket(data: Path) -> Path:
    return socket_folder(data) / "broker.sock"


def broker_url(data: Path) -> str:
    """Return the broker's URL as kombu spells it."""
    return f"redis+socket://{quote(str(broker_socket(data)))}"


def cache_url(data: Path) -> str:
    """Return the broker's URL as redis-py spells it."""
    return f"unix://{quote(str(broker_socket(data)))}"
