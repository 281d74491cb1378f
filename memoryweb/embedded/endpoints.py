"""Where the embedded servers keep their data, listen, and under which passwords. No Django: settings read this."""

import hashlib
import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from urllib.parse import quote

from memoryweb.rls.roles import APP, BACKUP, OWNER, WORKER

ROOT = Path(__file__).resolve().parents[2]
SUPERUSER = "postgres"
LOGINS = (SUPERUSER, OWNER, APP, WORKER, BACKUP)
DATABASE = "memoryweb"
SOCKET_PATH_LIMIT = 100  # bytes; Linux takes 107, and PostgreSQL adds ".lock" to its own


class CannotRunError(Exception):
    """Something the person at the terminal has to change; its text is one line for them."""


@dataclass(frozen=True)
class Secrets:
    """What must stay the same from one start to the next and be known to nobody else."""

    secret_key: str = field(default_factory=lambda: secrets.token_urlsafe(48), repr=False)
    passwords: Mapping[str, str] = field(default_factory=dict, repr=False)

    @classmethod
    def read(cls, data: Path) -> "Secrets | None":
        try:
            text = (data / "secrets.json").read_text()
        except (FileNotFoundError, NotADirectoryError):
            return None
        return cls(**json.loads(text))

    @classmethod
    def ensure(cls, data: Path) -> "Secrets":
        """Those of the folder, made at the first start; a role added later gets its password now."""
        known = cls.read(data) or cls()
        missing = {role: secrets.token_urlsafe(24) for role in LOGINS if role not in known.passwords}
        if not missing:
            return known
        complete = cls(known.secret_key, {**known.passwords, **missing})
        complete._write(data)
        return complete

    def _write(self, data: Path) -> None:
        content = json.dumps({"secret_key": self.secret_key, "passwords": dict(self.passwords)})
        write_private(data / "secrets.json", content)


def write_private(path: Path, content: str) -> None:
    """All of it or nothing, readable by its owner only, and on the disk when this returns."""
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def data_folder(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("MEMORYWEB_DATA") or ROOT / "data").expanduser().resolve()


def make_data_folder(data: Path) -> None:
    """Private to its owner. A folder that holds someone's other files is refused, not tightened."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    if any(data.iterdir()) and not (data / "secrets.json").exists():
        raise CannotRunError(f"{data} holds other files. Choose an empty folder with MEMORYWEB_DATA=… .")
    data.chmod(0o700)
    Secrets.ensure(data)


def socket_folder(data: Path) -> Path:
    """`<data>/run`, or a private folder under /tmp when that path is too long for a socket."""
    folder = data / "run"
    if len(os.fsencode(folder / ".s.PGSQL.5432")) <= SOCKET_PATH_LIMIT:
        return folder
    digest = hashlib.sha256(os.fsencode(data)).hexdigest()[:16]
    folder = Path(f"/tmp/memoryweb-{_owner(data)}-{digest}")  # noqa: S108 - its owner is verified below
    if os.path.lexists(folder):
        _refuse_foreign(folder, _owner(data))
    return folder


def _owner(data: Path) -> int:
    return data.stat().st_uid if data.exists() else os.geteuid()


def _refuse_foreign(folder: Path, owner: int) -> None:
    """In /tmp anyone may have been first; whoever owns the folder can answer in our place."""
    found = folder.lstat()
    if folder.is_symlink() or found.st_uid not in (owner, os.geteuid()) or found.st_mode & 0o077:
        raise CannotRunError(f"{folder} belongs to someone else. Set MEMORYWEB_DATA to a shorter path.")


def database_url(data: Path, role: str = APP, database: str = DATABASE) -> str:
    """Without a data folder there is no server yet, and the url simply does not lead anywhere."""
    known = Secrets.read(data) or Secrets(secret_key="")
    password = quote(known.passwords.get(role, ""), safe="")
    host = quote(str(socket_folder(data)), safe="")
    return f"postgresql://{role}:{password}@/{quote(database, safe='')}?host={host}"


def broker_socket(data: Path) -> Path:
    return socket_folder(data) / "broker.sock"


def broker_url(data: Path) -> str:
    """kombu's spelling."""
    return f"redis+socket://{quote(str(broker_socket(data)))}"


def cache_url(data: Path) -> str:
    """redis-py's spelling."""
    return f"unix://{quote(str(broker_socket(data)))}"


def secret_key(data: Path) -> str:
    """Of the folder. Before its first start, one for this process only, so that nothing is written."""
    known = Secrets.read(data)
    return known.secret_key if known else _passing_key()


@cache
def _passing_key() -> str:
    return secrets.token_urlsafe(48)
