"""A process that hangs or is frozen is alive. The supervisor notices it, and leaves alone what is only slow."""

import os
import re
import signal
import socket
import sys
import time
from datetime import timedelta
from pathlib import Path

import pytest

from memoryweb.beat import Scheduler
from memoryweb.celery import app
from memoryweb.embedded import addresses, probe
from memoryweb.embedded.broker import Broker
from memoryweb.embedded.child import Child
from memoryweb.embedded.management.commands.up import answers_ok
from memoryweb.embedded.postgres import Postgres
from memoryweb.embedded.probe import FAILURES_MOST, Probe, SignsOfLife
from memoryweb.embedded.supervisor import Supervisor
from tests.embedded.conftest import checked
from tests.embedded.run import free_port
from tests.waiting import PATIENCE, wait_for

# Answers with the status it was told, and after SIGUSR1 not at all.
ANSWERS = """
import http.server, signal, socketserver, sys, time
class Server(socketserver.TCPServer):  # unlike HTTPServer it asks no name server
    allow_reuse_address = True
class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        self.send_response(int(sys.argv[2]))
        self.end_headers()
signal.signal(signal.SIGUSR1, lambda *_: time.sleep(60))
Server(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
"""
IDLE = ["sleep", "600"]
SAYS_THAT_IT_ENDS = """
import signal, sys
def end(*_):
    print("ends", flush=True)
    sys.exit()
signal.signal(signal.SIGTERM, end)
print("up", flush=True)
signal.pause()
"""


def server(folder: Path, port: int, status: int) -> Child:
    return Child("web", [sys.executable, "-c", ANSWERS, str(port), str(status)], log=folder / "web.log")


def quick_probe(port: int, *, every: float = 0.1, timeout: float = 0.2) -> Probe:
    """A probe with little patience, except for the first answer."""
    question = probe.http_question("127.0.0.1", port, "/healthz")
    return Probe(("127.0.0.1", port), question, probe.HTTP_ANSWERS, every=every, timeout=timeout, grace=PATIENCE)


class Clock:
    """Stands in for the module `time` in memoryweb.embedded.probe."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(probe, "time", clock)
    return clock


def test_a_process_that_no_longer_answers_is_killed_and_started_again(
    supervisor: Supervisor, messages: list[str], tmp_path: Path
) -> None:
    port = free_port()
    web, quick = server(tmp_path, port, 200), quick_probe(port)
    supervisor.start(web, quick)
    wait_for(checked(supervisor, lambda: quick.has_answered))
    first = web.pid
    os.kill(first, signal.SIGUSR1)
    wait_for(checked(supervisor, lambda: web.pid != first and quick.has_answered))
    assert messages == [
        "web does not answer.",
        f"web stopped. Starting it again. See {tmp_path / 'web.log'}.",
    ]


@pytest.mark.parametrize("status", [200, 503])
def test_a_process_that_gives_any_answer_is_left_alone(
    supervisor: Supervisor, messages: list[str], tmp_path: Path, status: int
) -> None:
    """However often it is asked. Each answer is a line in its log. Only for 200 does `up` say that it runs."""
    port = free_port()
    web, quick = server(tmp_path, port, status), quick_probe(port, timeout=PATIENCE)
    supervisor.start(web, quick)
    first = web.pid
    wait_for(checked(supervisor, lambda: web.log.read_text().count(f'" {status}') > FAILURES_MOST + 2))
    assert (web.pid, messages, quick.has_answered) == (first, [], True)
    wait_for(lambda: answers_ok(quick) == (status == 200))


def test_a_missing_answer_does_not_count_before_the_process_had_time_to_start(
    supervisor: Supervisor, messages: list[str], tmp_path: Path
) -> None:
    supervisor.start(Child("web", IDLE, log=tmp_path / "web.log"), quick_probe(free_port(), every=0))
    for _ in range(2 * (FAILURES_MOST + 2)):
        supervisor.check_services()
    assert messages == []


def test_a_frozen_process_can_be_stopped(tmp_path: Path) -> None:
    """It sees the signal and is not killed."""
    log = tmp_path / "log"
    web = Child("web", [sys.executable, "-c", SAYS_THAT_IT_ENDS], log=log, stop_timeout=PATIENCE)
    web.start()
    try:
        wait_for(lambda: log.read_text() == "up\n")
        os.kill(web.pid, signal.SIGSTOP)
        web.stop()
    finally:
        web.kill()
    assert log.read_text() == "up\nends\n"


def test_a_loop_without_signs_of_life_has_failed(tmp_path: Path, clock: Clock) -> None:
    file = tmp_path / "worker.alive"
    signs = SignsOfLife(file, silence_most=60, grace=10)
    clock.now = 69
    assert not signs.has_failed()
    for sign in range(1, 6):
        file.touch()
        os.utime(file, (sign, sign))
        assert not signs.has_failed()
        clock.now += 59
        assert not signs.has_failed()
    os.utime(file, (0, 0))  # the clock was set back
    clock.now += 59
    assert not signs.has_failed()
    clock.now += 61
    assert signs.has_failed()


def test_a_client_that_waits_for_its_server_does_not_hang(
    supervisor: Supervisor, messages: list[str], tmp_path: Path, clock: Clock
) -> None:
    """Whatever the clock says, until the server runs again."""
    broker = Child("broker", IDLE, log=tmp_path / "broker.log")
    supervisor.start(broker)
    supervisor.start(Child("worker", IDLE, log=tmp_path / "log"), SignsOfLife(tmp_path / "never"))
    broker.start = lambda: None  # type: ignore[method-assign]
    broker.kill()
    for _ in range(5):
        clock.now += 1000
        supervisor.check_services()
    assert not [line for line in messages if line.startswith("worker")]
    del broker.start
    wait_for(checked(supervisor, broker.alive))
    clock.now += 1000
    supervisor.check_services()
    assert messages[-2:] == ["worker does not answer.", f"worker stopped. Starting it again. See {tmp_path / 'log'}."]


def test_postgres_and_the_broker_answer_their_probes(embedded: Postgres, data: Path) -> None:
    with Broker(data):
        for address, question, expected in (
            (addresses.database_socket(embedded.data), probe.POSTGRES_QUESTION, probe.POSTGRES_ANSWERS),
            (addresses.broker_socket(data), probe.BROKER_QUESTION, probe.BROKER_ANSWERS),
        ):
            logged = len(embedded.log.read_text())
            quick = Probe(address, question, expected, every=0, timeout=PATIENCE, grace=0)
            for _ in range(FAILURES_MOST):
                quick.restart()
                wait_for(lambda quick=quick: quick.has_failed() or quick.has_answered)  # type: ignore[misc]
                assert quick.has_answered
            quick.stop()
            assert not re.search("FATAL|ERROR|incomplete|invalid", embedded.log.read_text()[logged:])


def test_postgres_and_the_broker_that_hang_are_found(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(tmp_path / "socket"))
        silent.listen()
        quick = Probe(
            tmp_path / "socket", probe.BROKER_QUESTION, probe.BROKER_ANSWERS, every=0.05, timeout=0.1, grace=0
        )
        wait_for(quick.has_failed)
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
