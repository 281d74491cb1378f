"""Every process is killed and frozen while agents save: no acknowledged write is lost or doubled, and nobody helps.

FAULT_WRITES=300 saves fifteen times as much during each fault. The clock that jumps is in memories/test_clock_jumps.py.
"""

import os
import signal
from collections import Counter
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from memoryweb.embedded import addresses
from memoryweb.embedded.data_folder import ROOT
from memoryweb.rls import roles
from tests.embedded.run import Shared, Up, free_port, running_processes
from tests.embedded.savers import Savers, post
from tests.rings import thorough
from tests.waiting import wait_for

WRITES = int(os.environ.get("FAULT_WRITES", "20"))  # during each fault
PARTS = {
    "web": "granian",
    "worker": "-A memoryweb worker",
    "beat": "celery -A memoryweb beat",
    "broker": "valkey-server",
    "database": "bin/postgres",
}
NEEDED = ("web", "database")  # by every call; without the others all calls are answered


def pids(up: Up) -> dict[str, int]:
    return {name: up.main_pid(part) for name, part in PARTS.items()}


def serving_pid(up: Up, name: str) -> int:
    """Return the process that does the work: the web's parent only waits for it."""
    pid = up.main_pid(PARTS[name])
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return int(children[-1]) if name == "web" else pid


def is_whole(up: Up) -> bool:
    """Return whether all parts answer and none is frozen or dead."""
    try:
        status, health = up.get("/healthz")
        states = {Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2][1] for pid in pids(up).values()}
    except (OSError, StopIteration):
        return False
    return status == 200 and not health["degraded"] and states.isdisjoint("TZ")


def saved_labels(data: Path) -> Counter[str]:
    with psycopg.connect(addresses.database_url(data, roles.OWNER)) as connection:
        rows = connection.execute("SELECT label FROM memories_memory WHERE status = 'active'").fetchall()
    return Counter(str(label) for (label,) in rows)


def versions(data: Path) -> Counter[int]:
    """Count the memories by their number of versions: a write that was executed twice leaves two."""
    with psycopg.connect(addresses.database_url(data, roles.OWNER)) as connection:
        rows = connection.execute("SELECT count(*) FROM memories_historicalmemory GROUP BY id").fetchall()
    return Counter(int(count) for (count,) in rows)


def check_nothing_is_lost_or_doubled(data: Path, savers: Savers, count: int) -> None:
    found = saved_labels(data)
    assert len(savers.acknowledged) == len(found) == count
    assert set(found.values()) == {1}
    assert set(versions(data)) == {1}


def forget_all(data: Path) -> None:
    with psycopg.connect(addresses.database_url(data, roles.OWNER)) as connection:
        connection.execute("TRUNCATE memories_memory, memories_historicalmemory CASCADE")


@thorough
def test_every_part_killed_and_frozen(shared: Shared) -> None:
    up = shared.up()
    savers = Savers(up.connect_agent("Saver"), up.port)
    for name, part in PARTS.items():
        with savers.saving(name, WRITES):
            savers.wait_for(name, WRITES // 4)
            os.kill(up.main_pid(part), signal.SIGKILL)
            savers.wait_for(name, WRITES // 2)
            wait_for(lambda: is_whole(up), lambda: up.get("/healthz"), step=0.1)
            os.kill(serving_pid(up, name), signal.SIGSTOP)
            up.read_until("does not answer")
        wait_for(lambda: is_whole(up), step=0.1)
        if name not in NEEDED:
            assert (savers.failures, savers.failed_reads) == (Counter(), Counter()), name
    check_nothing_is_lost_or_doubled(up.data, savers, WRITES * len(PARTS))
    forget_all(up.data)


@thorough
def test_a_supervisor_frozen_and_then_killed(shared: Shared) -> None:
    """While it is frozen the others serve on. Killed, it takes them along, and the next start finds everything."""
    up = shared.up()
    savers = Savers(up.connect_agent("Saver"), up.port)
    with savers.saving("supervisor", WRITES):
        os.kill(up.process.pid, signal.SIGSTOP)
        try:
            savers.wait_for("supervisor", WRITES // 2)
            assert (savers.failures, savers.failed_reads) == (Counter(), Counter())
        finally:
            up.process.kill()  # a frozen one would let every later test fail
        wait_for(lambda: not running_processes(up.data))
        up.process.wait()
        shared.up()
    check_nothing_is_lost_or_doubled(up.data, savers, WRITES)
    forget_all(up.data)


@thorough
def test_a_full_disk(first_start: Up, tmp_path: Path) -> None:
    """Reads are served, writes answer DB_ERROR, and all is well again when there is room again."""
    prefix = small_disk(tmp_path, first_start.data)
    up = Up(tmp_path / "data", free_port(), prefix=prefix)
    try:
        up.read_until("Ctrl-C")
        seen_from_here = Path(f"/proc/{up.process.pid}/root{tmp_path}")
        inside = ["nsenter", f"--target={up.process.pid}", "--mount", f"--wd={ROOT}"]
        savers = Savers(up.connect_agent("Saver", prefix=inside), up.port)
        with savers.saving("before", 20):
            pass
        ballast = seen_from_here / "ballast"
        fill(ballast)
        with savers.saving("full", 40):
            wait_for(lambda: savers.failures[503] > 5)
            assert post(up.port, savers.token, "recall_preferences", {"query": "a place"})[0] == 200
            status, answer = post(up.port, savers.token, "forget_user_preference", {"preference_id": str(uuid4())})
            assert status == 503 or answer["error"]["code"] == "NOT_FOUND"
            assert up.get("/healthz")[1]["parts"]["disk"] == "down"
            ballast.unlink()
        assert set(savers.failures) == {503}
        assert not savers.failed_reads
        assert len(savers.acknowledged) == 60
        wait_for(lambda: is_whole(up), step=0.1)
    finally:
        up.process.send_signal(signal.SIGINT)
        status, _ = up.finish()
    assert status == 0


def small_disk(folder: Path, data: Path) -> list[str]:
    """Return the start of a command line that runs a command for which the folder is a disk of 300 MB with the data."""
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    mount = f'mount -t tmpfs -o size=300m,mode=711 none {folder} && cp -a {data} {folder}/data && exec "$@"'
    return ["unshare", "--mount", "sh", "-c", mount, "sh"]


def fill(file: Path) -> None:
    with file.open("wb", buffering=0) as ballast, suppress(OSError):
        while True:
            ballast.write(b"x" * 4096)
