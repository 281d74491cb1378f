"""The data folder: where it is, whom it belongs to, and the secrets it keeps. No Django: the settings read this."""

import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from memoryweb.rls.roles import APP, BACKUP, OWNER, WORKER

ROOT = Path(__file__).resolve().parents[2]
SUPERUSER = "postgres"
LOGINS = (SUPERUSER, OWNER, APP, WORKER, BACKUP)
LEFT_BY_US = {"lock", "secrets.json.new"}  # in a folder whose first start or restore was broken off


class CannotRunError(Exception):
    """A problem for the person at the terminal to solve. Its text is one line."""


@dataclass(frozen=True)
class Secrets:
    """The signing key and the database passwords. They stay the same from one start to the next."""

    secret_key: str = field(default_factory=lambda: secrets.token_urlsafe(48), repr=False)
    passwords: Mapping[str, str] = field(default_factory=dict, repr=False)

    @classmethod
    def read(cls, data: Path) -> "Secrets | None":
        """Return the folder's secrets, or None before its first start."""
        path = data / "secrets.json"
        try:
            content = json.loads(path.read_text())
        except (FileNotFoundError, NotADirectoryError):
            return None
        except PermissionError as error:
            raise CannotRunError(
                f"{path} belongs to another user. Run as that user, or choose another folder."
            ) from error
        except ValueError as error:
            raise _damaged(path) from error
        if not _is_complete(content):
            raise _damaged(path)
        return cls(content["secret_key"], content["passwords"])

    @classmethod
    def read_or_create(cls, data: Path) -> "Secrets":
        """Return the folder's secrets. Create them at the first start, and a password for each role added later."""
        existing = cls.read(data) or cls()
        missing = {role: secrets.token_urlsafe(24) for role in LOGINS if role not in existing.passwords}
        if not missing:
            return existing
        complete = cls(existing.secret_key, {**existing.passwords, **missing})
        complete._write(data)
        return complete

    def _write(self, data: Path) -> None:
        content = json.dumps({"secret_key": self.secret_key, "passwords": dict(self.passwords)})
        write_private_file(data / "secrets.json", content)


def keep_secret_key(data: Path, key: str) -> None:
    """Give a new data folder this signing key instead of one of its own. Its passwords are made at the first start."""
    Secrets(key)._write(data)


def _is_complete(content: object) -> bool:
    """Return whether this is what _write writes. A database password that is lost cannot be made up again."""
    if not isinstance(content, dict) or content.keys() != {"secret_key", "passwords"}:
        return False
    key, passwords = content["secret_key"], content["passwords"]
    values = [key, *passwords.values()] if isinstance(passwords, dict) else [None]
    return all(isinstance(value, str) and value for value in values)


def _damaged(path: Path) -> CannotRunError:
    return CannotRunError(
        f"{path} is damaged. Restore it from a backup, or choose another folder with MEMORYWEB_DATA=… ."
    )


def write_private_file(path: Path, content: str) -> None:
    """Write a private file (mode 600) atomically; it is on disk when this returns."""
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    opened = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(opened, "w") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)  # of a disk that is full


def locate(environ: Mapping[str, str]) -> Path:
    """Return MEMORYWEB_DATA as an absolute path, or `data` beside the code."""
    return Path(environ.get("MEMORYWEB_DATA") or ROOT / "data").expanduser().resolve()


def create(data: Path) -> None:
    """Create the folder and its secrets, private to its owner. A folder with someone's other files is refused."""
    if "\n" in str(data):
        raise CannotRunError("The path of the data folder holds a line break. Choose another with MEMORYWEB_DATA=… .")
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    if {path.name for path in data.iterdir()} - LEFT_BY_US and not (data / "secrets.json").exists():
        raise CannotRunError(f"{data} holds other files. Choose an empty folder with MEMORYWEB_DATA=… .")
    if data.stat().st_mode & 0o067:  # started as root, those who may use the servers' sockets pass through it
        data.chmod(0o700)
    Secrets.read_or_create(data)


def secret_key(data: Path) -> str:
    """Return the folder's signing key. Before its first start, one for this process only: nothing is written."""
    existing = Secrets.read(data)
    return existing.secret_key if existing else _key_of_this_process()


@cache
def _key_of_this_process() -> str:
    return secrets.token_urlsafe(48)
