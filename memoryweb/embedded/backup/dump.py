"""Runs PostgreSQL's pg_dump and pg_restore, with streams instead of files and no password on a command line."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from memoryweb.embedded.data_folder import CannotRunError
from memoryweb.embedded.postgres import binary_folder, environment

CHUNK = 1024 * 1024  # bytes
# prepare_database makes these, as a superuser; the owner of a database may not.
NOT_THE_OWNERS = (
    " SCHEMA - public ",
    " ACL - SCHEMA public ",
    " ACL pg_catalog ",
    " EXTENSION - ",
    " COMMENT - EXTENSION ",
)


@contextmanager
def dumped(url: str, snapshot: str) -> Iterator[IO[bytes]]:
    """Yield the dump of a database in PostgreSQL's custom format, as of a snapshot that another session holds."""
    with _started("pg_dump", url, f"--snapshot={snapshot}", "--format=custom", "--no-owner") as process:
        assert process.stdout
        yield process.stdout


def schema(url: str) -> str:
    """Return the SQL that makes the tables, functions, policies and rights of a database, without its rows.

    What pg_dump says about itself and each object is left out, so that the same schema gives the same text.
    """
    with _started("pg_dump", url, "--schema-only", "--no-owner") as process:
        assert process.stdout
        lines = process.stdout.read().decode().splitlines()
    kept = [line.rstrip() for line in lines if line.strip() and not line.startswith(("--", "SET ", "\\"))]
    return "\n".join(kept) + "\n"


def restore(url: str, content: IO[bytes], contents_again: IO[bytes]) -> None:
    """Load a dump into an empty database, in one transaction, as its owner. A dump is read twice: its list first."""
    with tempfile.NamedTemporaryFile("w", prefix="memoryweb-list") as chosen:
        chosen.write("\n".join(line for line in _list(content) if not _is_superusers(line)))
        chosen.flush()
        options = ["--no-owner", "--exit-on-error", "--single-transaction", f"--use-list={chosen.name}"]
        with _started("pg_restore", url, *options, stdin=subprocess.PIPE) as process:
            assert process.stdin
            _feed(process.stdin, contents_again)


def _list(content: IO[bytes]) -> list[str]:
    """Return the dump's list of contents. It goes to a file: a pipe would fill while we still write the dump."""
    command = [program("pg_restore"), "--list"]
    with tempfile.TemporaryFile() as listed:
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=listed, stderr=subprocess.DEVNULL) as process:
            assert process.stdin
            _feed(process.stdin, content)
        listed.seek(0)
        return listed.read().decode().splitlines()


def _is_superusers(line: str) -> bool:
    return any(part in line for part in NOT_THE_OWNERS)


def _feed(stdin: IO[bytes], content: IO[bytes]) -> None:
    """Write everything, as far as the program reads it; its exit status tells whether it read enough."""
    with suppress(BrokenPipeError):
        shutil.copyfileobj(content, stdin, CHUNK)
        stdin.close()


@contextmanager
def _started(name: str, url: str, *options: str, **more: Any) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a program on a database, and raise with the first line of its complaint if it fails."""
    address = conninfo_to_dict(url)
    password = str(address.pop("password", None) or "")
    command = [program(name), f"--dbname={make_conninfo('', **address)}", "--no-password", *options]
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, env=environment() | {"PGPASSWORD": password}, **more
        )
        try:
            yield process
        except BaseException:
            process.kill()
            raise
        finally:
            for stream in (process.stdin, process.stdout):
                if stream and not stream.closed:
                    _close(stream)
            process.wait()
        if process.returncode:
            errors.seek(0)
            raise CannotRunError(_reason(name, errors.read().decode(errors="replace")))


def _close(stream: IO[bytes]) -> None:
    with suppress(BrokenPipeError):
        stream.close()


def _reason(name: str, complaints: str) -> str:
    lines = [line for line in complaints.splitlines() if "error:" in line] or complaints.splitlines() or ["?"]
    return f"{name} failed: {lines[0].partition('error: ')[2] or lines[0]}"


def program(name: str) -> str:
    """Return the path of a PostgreSQL program: the embedded one, else from PATH. Raises CannotRunError."""
    try:
        return str(binary_folder() / name)
    except CannotRunError:
        path = shutil.which(name)
    if not path:
        raise CannotRunError(f"There is no {name} here. Install PostgreSQL's client programs.")
    return path
