"""Asks all web processes, over the cache, how many calls with a key they run, and has them cancel one.

A call costs nothing for it: a process listens with one connection, from its first call that can be canceled so. Only a
cancel asks, and waits for each process that listens, for a second at most. Without the cache nobody is reached.
"""

import json
import logging
from collections.abc import Callable
from functools import cache
from threading import Event, Lock, Thread
from typing import Any

from django.conf import settings
from redis import Redis, RedisError

from memoryweb.people.ids import uuid7

logger = logging.getLogger(__name__)
CHANNEL = "memoryweb:cancel"
PATIENCE = 1  # seconds for the answers of all processes
AGAIN_AFTER = 5.0  # seconds after which a lost connection is made anew
Count = Callable[[str], int]
Cancel = Callable[[str], None]
_STARTING = Lock()
_listeners: list[Thread] = []


@cache
def _process() -> str:
    """Return what this process is known by: made when first asked for, since a web process may be forked before."""
    return str(uuid7())


def _connect(**options: float) -> Redis:
    place: dict[str, Any] = settings.CACHES["default"]
    return Redis.from_url(place["LOCATION"], socket_connect_timeout=0.5, **options)


@cache
def _client() -> Redis:
    return _connect(socket_timeout=2.5)


def listen(count_here: Count, cancel_here: Cancel) -> None:
    """Answer other processes from now on, in a thread of its own; a second call changes nothing."""
    with _STARTING:
        if not _listeners:
            _listeners.append(Thread(target=_listen, args=(count_here, cancel_here), name="cancels", daemon=True))
            _listeners[0].start()


def _listen(count_here: Count, cancel_here: Cancel) -> None:
    client: Any = _connect()
    while True:
        try:
            with client.pubsub(ignore_subscribe_messages=True) as channel:
                channel.subscribe(CHANNEL)
                for message in channel.listen():
                    _take(json.loads(message["data"]), count_here, cancel_here)
        except Exception as error:  # of the cache, or of the database while a call is canceled
            logger.error("cancels of other processes not heard: %s", type(error).__name__)
            Event().wait(AGAIN_AFTER)


def _take(message: dict[str, Any], count_here: Count, cancel_here: Cancel) -> None:
    is_own = message["from"] == _process()
    if answer_to := message.get("answer_to"):
        with _client().pipeline(transaction=False) as pipeline:
            pipeline.rpush(answer_to, 0 if is_own else count_here(message["key"]))
            pipeline.expire(answer_to, 10 * PATIENCE)
            pipeline.execute()
    elif not is_own:
        cancel_here(message["key"])


def count(key: str) -> int:
    """Return how many calls with this key other processes run. Raises RedisError where one cannot tell."""
    answer_to, found = f"{CHANNEL}:{uuid7()}", 0
    for _ in range(_send(key, answer_to=answer_to)):
        answer: Any = _client().blpop([answer_to], timeout=PATIENCE)
        if answer is None:
            raise RedisError("a process did not answer")
        found += int(answer[1])
    return found


def cancel(key: str) -> None:
    """Have whichever other process runs this call cancel it."""
    _send(key)


def _send(key: str, **more: str) -> int:
    """Publish a message to all listening processes; return the number of listeners."""
    return int(_client().publish(CHANNEL, json.dumps({"from": _process(), "key": key} | more)))
