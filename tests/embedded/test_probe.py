"""A process that hangs or is frozen is alive. The supervisor notices it, and leaves alone what is only slow."""

import os
import re
import signal
import socket
import sys
import time
import urllib.request
from datetime import timedelta
from pathlib import Path

import pytest

from memoryweb.beat import Scheduler
from memoryweb.celery import app
from memoryweb.embedded import addresses, probe
from memoryweb.embedded.broker import Broker
from memoryweb.embedded.child import Child, until
from memoryweb.embedded.postgres import Postgres
from memoryweb.embedded.probe import FAILURES_MOST, Probe, SignsOfLife
from memoryweb.embedded.supervisor import Supervisor
from tests.embedded.conftest import checked
from tests.embedded.run import free_port

# Answers with the status it was told, and after SIGUSR1 not at all.
ANSWERS = """
import http.server, signal, socketserver, sys, time
class Server(socketserver.TCPServer):  # unlike HTTPServer it asks no name server
    allow_reuse_address = True
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(int(sys.argv[2]))
        self.end_headers()
signal.signal(signal.SIGUSR1, lambda *_: time.sleep(60))
Server(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
"""
COUNTS = """
import multiprocessing, time
from pathlib import Path
def count():
    while True:
        Path("counted").write_text(str(time.time()))
        time.sleep(0.02)
if __name__ == "__main__":
    multiprocessing.Process(target=count).start()
    time.sleep(60)
"""
BUSY = """
import time
while True:
    pass
"""


def server(folder: Path, port: int, status: int) -> Child:
    return Child("web", [sys.executable, "-c", ANSWERS, str(port), str(status)], log=folder / "web.log")


def answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def quick_probe(port: int, *, grace: float = 2) -> Probe:
    question = probe.http_question("127.0.0.1", port, "/healthz")
    return Probe(("127.0.0.1", port), question, probe.HTTP_ANSWERS, every=0.1, timeout=0.2, grace=grace)


def test_a_process_that_no_longer_answers_is_killed_and_started_again(
    supervisor: Supervisor, messages: list[str], tmp_path: Path
) -> None:
    port = free_port()
    web = server(tmp_path, port, 200)
    supervisor.start(web, quick_probe(port))
    assert until(checked(supervisor, lambda: answers(port)), 10)
    first = web.pid
    os.kill(first, signal.SIGUSR1)
    assert until(checked(supervisor, lambda: web.alive() and web.pid != first and answers(port)), 15)
    assert messages == [
        "web does not answer.",
        f"web stopped. Starting it again. See {tmp_path / 'web.log'}.",
    ]


@pytest.mark.parametrize("status", [200, 503])
def test_a_process_that_gives_any_answer_is_left_alone(
    supervisor: Supervisor, messages: list[str], tmp_path: Path, status: int
) -> None:
    port = free_port()
    web = server(tmp_path, port, status)
    supervisor.start(web, quick_probe(port))
    first, end = web.pid, time.monotonic() + 2 + 0.3 * (FAILURES_MOST + 2)
    until(checked(supervisor, lambda: time.monotonic() > end), 10)
    assert (web.pid, messages) == (first, [])


def test_a_missing_answer_does_not_count_before_the_process_had_time_to_start(
    supervisor: Supervisor, messages: list[str], tmp_path: Path
) -> None:
    busy = Child("web", [sys.executable, "-c", BUSY], log=tmp_path / "web.log")
    supervisor.start(busy, quick_probe(free_port(), grace=60))
    end = time.monotonic() + 1.5
    until(checked(supervisor, lambda: time.monotonic() > end), 10)
    assert messages == []


def test_a_frozen_process_and_its_children_soon_go_on(
    supervisor: Supervisor, messages: list[str], tmp_path: Path
) -> None:
    main = Child("worker", [sys.executable, "-c", COUNTS], log=tmp_path / "log", cwd=tmp_path)
    supervisor.start(main)
    counted = tmp_path / "counted"
    assert until(counted.exists, 10)
    children = Path(f"/proc/{main.pid}/task/{main.pid}/children").read_text().split()
    for pid in (main.pid, int(children[-1])):
        os.kill(pid, signal.SIGSTOP)
        time.sleep(0.1)
    last, frozen_at = counted.read_text(), time.monotonic()
    assert until(checked(supervisor, lambda: counted.read_text() != last), 30)
    assert time.monotonic() - frozen_at < 5
    assert messages == ["worker was frozen by a signal. It goes on."]


def test_a_busy_process_is_not_taken_for_a_frozen_one(
    supervisor: Supervisor, messages: list[str], tmp_path: Path
) -> None:
    supervisor.start(Child("worker", [sys.executable, "-c", BUSY], log=tmp_path / "log"))
    end = time.monotonic() + 2
    until(checked(supervisor, lambda: time.monotonic() > end), 10)
    assert messages == []


def test_a_frozen_process_can_be_stopped(tmp_path: Path) -> None:
    web = server(tmp_path, free_port(), 200)
    web.start()
    os.kill(web.pid, signal.SIGSTOP)
    started = time.monotonic()
    web.stop()
    assert time.monotonic() - started < 5


def test_a_loop_without_signs_of_life_has_failed(tmp_path: Path) -> None:
    file = tmp_path / "worker.alive"
    signs = SignsOfLife(file, silence_most=0.3, grace=0.3)
    assert not until(signs.has_failed, 0.2)
    for _ in range(5):
        file.touch()
        assert not until(signs.has_failed, 0.1)
    os.utime(file, (0, 0))  # the clock was set back
    assert not signs.has_failed()
    assert until(signs.has_failed, 2)


def test_a_client_that_waits_for_its_server_does_not_hang(
    supervisor: Supervisor, messages: list[str], tmp_path: Path
) -> None:
    supervisor.start(Child("broker", [sys.executable, "-c", "raise SystemExit"], log=tmp_path / "broker.log"))
    worker = Child("worker", [sys.executable, "-c", BUSY], log=tmp_path / "log")
    supervisor.start(worker, SignsOfLife(tmp_path / "never", silence_most=0.2, grace=0))
    end = time.monotonic() + 1.5
    until(checked(supervisor, lambda: time.monotonic() > end), 10)
    assert not [line for line in messages if line.startswith("worker")]


def test_postgres_and_the_broker_answer_their_probes(embedded: Postgres, data: Path) -> None:
    with Broker(data):
        for address, question, expected in (
            (addresses.database_socket(embedded.data), probe.POSTGRES_QUESTION, probe.POSTGRES_ANSWERS),
            (addresses.broker_socket(data), probe.BROKER_QUESTION, probe.BROKER_ANSWERS),
        ):
            logged = len(embedded.log.read_text())
            quick = Probe(address, question, expected, every=0.05, timeout=1, grace=0)
            end = time.monotonic() + 1
            until(lambda quick=quick, end=end: quick.has_failed() or time.monotonic() > end, 5)  # type: ignore[misc]
            assert not quick.has_failed()
            quick.stop()
            assert not re.search("FATAL|ERROR|incomplete|invalid", embedded.log.read_text()[logged:])


def test_postgres_and_the_broker_that_hang_are_found(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(tmp_path / "socket"))
        silent.listen()
        quick = Probe(
            tmp_path / "socket", probe.BROKER_QUESTION, probe.BROKER_ANSWERS, every=0.05, timeout=0.1, grace=0
        )
        assert until(quick.has_failed, 30)
        quick.stop()


def test_beat_goes_on_after_the_clock_was_set_back_by_40_days(tmp_path: Path) -> None:
    scheduler = Scheduler(app, schedule_filename=str(tmp_path / "schedule"))
    try:
        for entry in scheduler.schedule.values():  # what beat writes down while the clock is 40 days ahead
            entry.last_run_at = entry.default_now() + timedelta(days=40)
        scheduler.populate_heap()
        before = min(event.time for event in scheduler._heap)
        scheduler.tick()
        after = min(event.time for event in scheduler._heap)
        assert before - time.time() > 39 * 24 * 3600
        assert after - time.time() < 3700
    finally:
        scheduler.close()
