"""Runs PostgreSQL's pg_dump and pg_restore, with streams instead of files and no password on a command line."""

import io
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
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
FOR_PSQL = ("\\restrict ", "\\unrestrict ")


def dump_schema(url: str, snapshot: str) -> bytes:
    """Return what makes the tables, functions, policies and rights of a database, in PostgreSQL's custom format.

    As of a snapshot that another session holds.
    """
    with started("pg_dump", url, f"--snapshot={snapshot}", "--schema-only", "--format=custom", "--no-owner") as process:
        assert process.stdout
        return process.stdout.read()


def schema(url: str) -> str:
    """Return the SQL that makes the tables, functions, policies and rights of a database, without its rows.

    What pg_dump says about itself and each object is left out, so that the same schema gives the same text.
    """
    with started("pg_dump", url, "--schema-only", "--no-owner") as process:
        assert process.stdout
        lines = process.stdout.read().decode().splitlines()
    kept = [line.rstrip() for line in lines if line.strip() and not line.startswith(("--", "SET ", "\\"))]
    return "\n".join(kept) + "\n"


def statements(dumped: bytes) -> tuple[str, str]:
    """Return the SQL of `dump_schema` for its owner: what comes before the rows, and what comes after them."""
    with tempfile.TemporaryDirectory(prefix="memoryweb-schema") as folder:
        file, chosen = Path(folder) / "dump", Path(folder) / "list"
        file.write_bytes(dumped)
        chosen.write_text("\n".join(owners_list(io.BytesIO(dumped))))
        before, after = (
            _run("pg_restore", "--no-owner", f"--section={section}", f"--use-list={chosen}", "--file=-", str(file))
            for section in ("pre-data", "post-data")
        )
    return before, after


def _run(name: str, *options: str) -> str:
    command = [program(name), *options]
    found = subprocess.run(command, check=False, capture_output=True, text=True, env=environment())
    if found.returncode:
        raise CannotRunError(_reason(name, found.stderr))
    lines = found.stdout.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(FOR_PSQL))


def owners_list(content: IO[bytes]) -> list[str]:
    """Return a dump's list of contents, without what only a superuser may make.

    It goes to a file: a pipe would fill while we still write the dump.
    """
    command = [program("pg_restore"), "--list"]
    with tempfile.TemporaryFile() as listed:
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=listed, stderr=subprocess.DEVNULL) as process:
            assert process.stdin
            feed(process.stdin, content)
        listed.seek(0)
        return [line for line in listed.read().decode().splitlines() if not _is_superusers(line)]


def _is_superusers(line: str) -> bool:
    return any(part in line for part in NOT_THE_OWNERS)


def feed(stdin: IO[bytes], content: IO[bytes]) -> None:
    """Write everything, as far as the program reads it; its exit status tells whether it read enough."""
    with suppress(BrokenPipeError):
        shutil.copyfileobj(content, stdin, CHUNK)
        stdin.close()


@contextmanager
def started(name: str, url: str, *options: str, **more: Any) -> Iterator["subprocess.Popen[bytes]"]:
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
