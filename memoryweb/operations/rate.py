"""How much one agent may ask: calls in a minute, reads and writes apart, and what may wait."""

import functools
import logging
import time
from datetime import timedelta
from threading import Lock
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils import timezone
from redis import Redis, RedisError

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import proposals
from memoryweb.operations.errors import Failure
from memoryweb.people.ids import first_uuid7
from memoryweb.rls import rows
from memoryweb.rules import limits

log = logging.getLogger(__name__)
_last_complaint: dict[str, int] = {}
_CLIENT_LOCK = Lock()
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
    try:
        calls = _counted(f"memoryweb:calls:{agent_id}:{what}:{minute}")
    except RedisError as error:
        if _last_complaint.get("minute") != minute:  # once a minute, or a broken cache would flood the log
            _last_complaint["minute"] = minute
            log.error("calls are not counted: %s", type(error).__name__)
        return
    if calls > limit:
        raise RateLimited(limit, what, WINDOW - second, is_first=calls == limit + 1)


def _counted(key: str) -> int:
    """Add one to a count of this window and return it, in one round trip; Django's cache needs three."""
    with _CLIENT_LOCK:  # else two first calls make two clients, and the one that is dropped closes a connection in use
        client = _client()
    with client.pipeline(transaction=False) as pipeline:
        pipeline.incr(key)
        pipeline.expire(key, 2 * WINDOW)
        calls, _ = pipeline.execute()
    return int(calls)


@functools.cache
def _client() -> Redis:
    cache: dict[str, Any] = settings.CACHES["default"]
    client: Redis = Redis.from_url(cache["LOCATION"], **cache["OPTIONS"])
    return client


def check_capacity(agent: Agent, *, may_ask: bool, leaves_rows: bool) -> None:
    """Refuse what could ask or note more, so that one agent cannot bury what the others say. Needs the person's scope.

    It is refused before anything is looked up, so that it tells nothing about what is known.
    """
    if may_ask and (reason := actions.why_full(agent)):
        raise too_many(reason)
    if leaves_rows:
        _check_left_behind(agent)


# What feedback names is no statement that its agent is told about, so it counts by itself: each signal once.
SIGNALS = """
SELECT count(DISTINCT signal) FROM learning_feedback f, jsonb_array_elements(
    coalesce(f.evidence_ref -> 'signals', '[]') || coalesce(f.evidence_ref -> 'accepted', '[]')
    || coalesce(f.evidence_ref -> 'rejected', '[]')) AS signal
WHERE f.person_id = %(person)s AND f.agent_id = %(agent)s AND f.id > %(since_id)s
"""


def check_signals(agent: Agent) -> None:
    """Refuse feedback of an agent that named as many signals within 30 days as it may leave notes."""
    since_id = proposals.first_told_within(timezone.now())
    with rows.prepared_cursor() as cursor:
        cursor.execute(SIGNALS, {"person": agent.person_id, "agent": agent.pk, "since_id": since_id})
        if cursor.fetchone()[0] >= limits.NOTES_MAX:
            raise too_many(f"Your feedback named {limits.NOTES_MAX} signals within 30 days.")


# What an agent says, reports or takes back leaves rows, whatever became of it. Each count stops at the limit. Most
# questions are counted by what was said; those to stop using a memory and those of an answer stand alone.
BY_ID = "person_id = %(person)s AND agent_id = %(agent)s AND id > %(since_id)s"
BY_TIME = "person_id = %(person)s AND changed_by_agent_id = %(agent)s AND history_date > %(since)s"
TIME_OF_ID = "to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)"
LEAVES = {  # which rows of a table count, and when each was left
    "memories_historicalmemory": (BY_TIME, "history_date"),
    "memories_evidence": (BY_ID, TIME_OF_ID),
    "learning_conversation": (BY_ID, TIME_OF_ID),
    "learning_feedback": (BY_ID, TIME_OF_ID),
    "memories_proposal": (f"{BY_ID} AND (kind = 'expire' OR kind = 'update' AND replaces IS NULL)", TIME_OF_ID),
}
COUNTED = (f"(SELECT FROM {table} WHERE {recent} LIMIT %(most)s)" for table, (recent, _) in LEAVES.items())
LEFT_BEHIND = f"SELECT count(*) FROM ({' UNION ALL '.join(COUNTED)}) AS left_behind"
NEWEST = (
    f"(SELECT {left_at} AS at FROM {table} WHERE {recent} ORDER BY at DESC LIMIT %(most)s)"
    for table, (recent, left_at) in LEAVES.items()
)
# When so many were left within a day, there is room again a day after this one.
MOST_TH_NEWEST = f"SELECT at FROM ({' UNION ALL '.join(NEWEST)}) AS each ORDER BY at DESC OFFSET %(most)s - 1 LIMIT 1"
DAY = timedelta(days=1)


def _check_left_behind(agent: Agent) -> None:
    """Refuse more than one agent may leave behind within a day."""
    now, most = timezone.now(), settings.ROWS_PER_DAY
    values = {"person": agent.person_id, "agent": agent.pk, "most": most}
    values |= {"since": now - DAY, "since_id": first_uuid7(now - DAY)}
    with rows.prepared_cursor() as cursor:
        cursor.execute(LEFT_BEHIND, values)
        if cursor.fetchone()[0] < most:
            return
        cursor.execute(MOST_TH_NEWEST, values)
        seconds = max(1, int((cursor.fetchone()[0] + DAY - now).total_seconds()) + 1)
    text = "You have left as much as one agent may leave within a day. Nothing was saved."
    raise Failure("RATE_LIMITED", f"{text} Try again in {-(-seconds // 60)} minutes.", {"retryAfter": seconds})


def too_many(reason: str) -> Failure:
    """Return the refusal of what would wait beside too much that waits already."""
    text = f"{reason} Nothing was saved. Try again when they have answered some."
    return Failure("RATE_LIMITED", text, {"retryAfter": ASK_AGAIN})
