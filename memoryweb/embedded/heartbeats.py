"""When the worker and beat last showed that they are alive. It is in the cache, which all processes share."""

import time
from datetime import UTC, datetime
from typing import Literal

from redis.exceptions import RedisError

EVERY = 10.0  # seconds at least from one entry to the next
KEPT_FOR = 7 * 24 * 3600  # seconds
Part = Literal["worker", "beat"]
_given: dict[Part, float] = {}  # by this process


def give_heartbeat(part: Part) -> None:
    """Record that a part of memoryweb is alive, at most every EVERY seconds. Without the cache nothing happens."""
    from django.core.cache import cache  # the settings import this folder before there is a cache

    now = time.monotonic()
    if now - _given.get(part, -EVERY) < EVERY:
        return
    _given[part] = now
    try:
        cache.set(f"heartbeat:{part}", time.time(), KEPT_FOR)
    except RedisError:
        return


def last_heartbeat(part: Part) -> datetime | None:
    """Return when any process of this part was last alive. Raises RedisError without the cache."""
    from django.core.cache import cache

    at = cache.get(f"heartbeat:{part}")
    return datetime.fromtimestamp(at, UTC) if at else None
