"""Runs the tests that matter there on servers of other kinds, one setting after the other: `make test-external`.

What Debian has of them is installed where this user may; otherwise one line says what is missing.
"""

import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from time import monotonic

from tests import rabbit

ROOT = Path(__file__).parent.parent
ROOMS = ("operations", "recall", "rls", "proof", "memories", "house")
POOLER_AND_RABBITMQ = {"TEST_POOLER": "1", "TEST_RABBITMQ": "1"}
SETTINGS = {
    "PgBouncer and RabbitMQ": POOLER_AND_RABBITMQ,
    "PgBouncer, RabbitMQ and 64 partitions": POOLER_AND_RABBITMQ | {"TEST_PARTITIONS": "64"},
    "PgBouncer, RabbitMQ and PostgreSQL 16": POOLER_AND_RABBITMQ | {"TEST_POSTGRES": "16"},
}
INSTALL = ["apt-get", "install", "-y", "--no-install-recommends"]


def main(rooms: list[str], chosen: str) -> int:
    if missing := _missing():
        print(f"Install what these tests need: {' '.join(INSTALL)} {' '.join(missing)}", file=sys.stderr)
        return 1
    failed = 0
    for name, environ in SETTINGS.items():
        if chosen.lower() not in name.lower():
            continue
        print(f"== {name}", flush=True)
        started = monotonic()
        paths = [f"tests/{room}" for room in rooms]
        status = subprocess.run(
            [sys.executable, "-m", "pytest", *paths], cwd=ROOT, env=os.environ | environ, check=False
        )
        print(f"== {name}: {'failed' if status.returncode else 'passed'}, {monotonic() - started:.0f} s", flush=True)
        failed += bool(status.returncode)
    return failed


def _missing() -> list[str]:
    """Install what is missing, if this user may. Return what is missing still."""
    packages = _not_installed()
    if packages and os.geteuid() == 0 and shutil.which(INSTALL[0]):
        # What is installed must not be started: the tests start their own.
        subprocess.run([*INSTALL, *packages], env=os.environ | {"RUNLEVEL": "1"}, check=False)
        packages = _not_installed()
    return packages


def _not_installed() -> list[str]:
    there = {"pgbouncer": bool(shutil.which("pgbouncer")), "rabbitmq-server": rabbit.PROGRAM.exists()}
    return [package for package, is_there in there.items() if not is_there]


if __name__ == "__main__":
    arguments = ArgumentParser()
    arguments.add_argument("rooms", nargs="*", default=ROOMS, metavar="ROOM")
    arguments.add_argument("--setting", default="", help="a part of one setting's name")
    given = arguments.parse_args()
    sys.exit(main(list(given.rooms), given.setting))
