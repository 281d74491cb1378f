"""The slowest answers of late: a ring of 50 places in the cache, so that all web processes share it.

A request that is fast enough costs two looks at the clock. Only a slow one is written down: its route without ids, the
method, when, and how long. Nothing of who asked or what for.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from time import perf_counter, time

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from redis.exceptions import RedisError

SLOW = 1.0  # seconds
KNOWN_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
PLACES = 50
KEPT_FOR = 7 * 24 * 3600  # seconds
COUNTER = "slow_pages"
GetResponse = Callable[[HttpRequest], HttpResponse]


@dataclass(frozen=True)
class SlowPage:
    at: datetime
    method: str
    route: str
    milliseconds: int


def note_slow_pages(get_response: GetResponse) -> GetResponse:
    """Write down each request that takes longer than SLOW."""

    def middleware(request: HttpRequest) -> HttpResponse:
        started = perf_counter()
        response = get_response(request)
        if (seconds := perf_counter() - started) > SLOW:
            _note(request, seconds)
        return response

    return middleware


def _note(request: HttpRequest, seconds: float) -> None:
    route = f"/{request.resolver_match.route}" if request.resolver_match else "(no such page)"
    try:
        cache.add(COUNTER, 0, None)
        place = cache.incr(COUNTER) % PLACES  # the server counts, so two processes never take one place
        cache.set(f"{COUNTER}:{place}", (time(), _method(request), route, round(seconds * 1000)), KEPT_FOR)
    except RedisError:
        return


def _method(request: HttpRequest) -> str:
    """Return the method, unless it is one that nobody should see in a list because a stranger made it up."""
    return request.method if request.method in KNOWN_METHODS else "?"


def newest() -> list[SlowPage]:
    """Return the slow requests of the last week, newest first, at most PLACES. Raises RedisError without the cache."""
    found = cache.get_many([f"{COUNTER}:{place}" for place in range(PLACES)]).values()
    return [
        SlowPage(datetime.fromtimestamp(at, UTC), method, route, milliseconds)
        for at, method, route, milliseconds in sorted(found, reverse=True)
    ]
