"""The embedded broker answers on its socket only and keeps what it was given."""

import os
import signal
from pathlib import Path

import redis
from kombu.connection import Connection

from memoryweb.local import endpoints
from memoryweb.local.broker import Broker
from memoryweb.local.child import until


def test_tasks_survive_kill_9(data: Path) -> None:
    with Broker(data) as broker:
        with Connection(endpoints.broker_url(data)) as link:  # type: ignore[no-untyped-call]
            link.SimpleQueue("figs").put({"id": 1})
        os.kill(broker.pid, signal.SIGKILL)
        assert until(lambda: not broker.alive(), 5)
        broker.start()
        with Connection(endpoints.broker_url(data)) as link:  # type: ignore[no-untyped-call]
            assert link.SimpleQueue("figs").get(timeout=2).payload == {"id": 1}


def test_nothing_but_a_private_socket(data: Path) -> None:
    with Broker(data) as broker, redis.Redis.from_url(endpoints.cache_url(data)) as client:
        assert client.config_get("port") == {"port": "0"}
        assert client.config_get("appendonly") == {"appendonly": "yes"}
        assert endpoints.broker_socket(data).stat().st_mode & 0o777 == 0o700
        assert endpoints.broker_socket(data).parent.stat().st_mode & 0o777 == 0o700
        assert broker.alive()


def test_a_leftover_is_ended_first(data: Path) -> None:
    with Broker(data) as first:
        following = Broker(data)
        following.start()
        try:
            assert until(lambda: not first.alive(), 5)
            assert following.ready()
        finally:
            following.stop()
