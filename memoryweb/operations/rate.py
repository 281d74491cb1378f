"""How much one agent may ask: calls in a minute, reads and writes apart, and what may wait (SPEC §11)."""

import logging
import time
from uuid import UUID

from django.conf import settings
from django.core.cache import cache
from redis.exceptions import RedisError

from memoryweb.agents.models import Agent
from memoryweb.memories import capacity
from memoryweb.operations.errors import Failure

log = logging.getLogger(__name__)
_last_complaint: dict[str, int] = {}
ASK_AGAIN = 600  # seconds; a person answers when they have time
WINDOW = 60  # seconds; all of an agent's calls in the same minute of the clock are counted together


class RateLimited(Failure):
    """Too many calls in this minute. `is_first` is the one that is logged: a flood leaves one line a minute."""

    def __init__(self, limit: int, what: str, seconds: int, *, is_first: bool) -> None:
        text = f"Too many calls: this agent may make {limit} {what} a minute. Try again in {seconds} seconds."
        super().__init__("RATE_LIMITED", text, {"retryAfter": seconds})
        self.is_first = is_first


def count(agent_id: UUID, *, writes: bool) -> None:
    """Count a call. Raises RateLimited beyond the limit. Without the cache nothing is limited."""
    what, limit = ("writes", settings.WRITES_PER_MINUTE) if writes else ("reads", settings.READS_PER_MINUTE)
    minute, second = divmod(int(time.time()), WINDOW)
    key = f"calls:{agent_id}:{what}:{minute}"
    try:
        calls = 1 if cache.add(key, 1, 2 * WINDOW) else cache.incr(key)
    except (RedisError, ValueError) as error:
        if _last_complaint.get("minute") != minute:  # once a minute, or a broken cache would flood the log
            _last_complaint["minute"] = minute
            log.error("calls are not counted: %s", type(error).__name__)
        return
    if calls > limit:
        raise RateLimited(limit, what, WINDOW - second, is_first=calls == limit + 1)


def check_capacity(agent: Agent) -> None:
    """Refuse what could ask or note more, so that one agent cannot bury what the others say. Needs the person's scope.

    It is refused before anything is looked up, so that it tells nothing about what is known.
    """
    if reason := capacity.why_full(agent):
        text = f"{reason} Nothing was saved. Try again when they have answered some."
        raise Failure("RATE_LIMITED", text, {"retryAfter": ASK_AGAIN})
