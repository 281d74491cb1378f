"""Decides in SQL whom to tell now, and which deliveries a worker should send.

A question is announced to a channel by a row, in the transaction that inserts the delivery. So two workers announce
nothing twice, and a worker that is killed announces all or nothing. What is sent later is decided in delivering.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from memoryweb.notifications import policy
from memoryweb.notifications.questions import LOCAL_TIME, NOT_QUIET, OPEN
from memoryweb.rls import scope

# What was announced before counts from when the channel was added, so that a daily message waits for its hour.
IS_TIME = f"""
    CASE c.frequency
        WHEN 'at_once' THEN coalesce(c.told_at <= %(now)s - %(gap)s, true)
        WHEN 'hourly' THEN coalesce(c.told_at <= %(now)s - interval '1 hour', true)
        ELSE {LOCAL_TIME.format(of="c")}::time >= make_time({policy.DAILY_HOUR}, 0, 0)
            AND coalesce(c.told_at, c.created_at) < date_trunc('day', {LOCAL_TIME.format(of="c")})
                AT TIME ZONE coalesce((SELECT s.time_zone FROM people_memorysettings s
                                       WHERE s.person_id = c.person_id), 'UTC') END
"""
# {of} has a channel's id, person_id and about.
FRESH = f"""
    SELECT question.id FROM ({OPEN.replace("{of}", "{of}.person_id")}) AS question
    WHERE question.topic = ANY({{of}}.about) AND NOT EXISTS (
        SELECT FROM notifications_announcement a
        WHERE a.person_id = {{of}}.person_id AND a.channel_id = {{of}}.id AND a.question = question.id)
"""
# Each channel is locked and changed, so that another worker who meets it later finds that it is not its time.
ANNOUNCE = f"""
WITH due AS (
    SELECT c.id, c.person_id, c.about FROM notifications_channel c
    JOIN people_user u ON u.id = c.person_id AND u.is_active AND u.deletion_asked_at IS NULL
    WHERE c.is_on AND c.paused_at IS NULL AND {IS_TIME} AND {NOT_QUIET.format(of="c")}
        AND NOT EXISTS (SELECT FROM notifications_delivery d
                        WHERE d.person_id = c.person_id AND d.channel_id = c.id
                            AND d.status IN ('waiting', 'sending') AND NOT d.is_test)
        AND EXISTS ({FRESH.format(of="c")})
    ORDER BY c.id LIMIT %(batch)s FOR UPDATE OF c SKIP LOCKED
), planned AS MATERIALIZED (
    SELECT gen_random_uuid() AS delivery_id, due.* FROM due
), told AS (
    UPDATE notifications_channel c SET told_at = %(now)s FROM due
    WHERE c.person_id = due.person_id AND c.id = due.id
), announced AS (
    INSERT INTO notifications_announcement (id, person_id, channel_id, delivery_id, question, at)
    SELECT gen_random_uuid(), planned.person_id, planned.id, planned.delivery_id, fresh.id, %(now)s
    FROM planned CROSS JOIN LATERAL ({FRESH.format(of="planned")}) AS fresh
    ON CONFLICT (person_id, channel_id, question) DO NOTHING RETURNING delivery_id
)
INSERT INTO notifications_delivery (id, person_id, channel_id, status, created_at, next_at)
SELECT delivery_id, person_id, id, 'waiting', %(now)s, %(now)s FROM planned
WHERE delivery_id IN (SELECT delivery_id FROM announced)
"""

# A worker was killed while it sent. A webhook's receiver knows a second try by its id. Others would be told twice, and
# whoever tests sees that nothing came.
END_LOST = """
UPDATE notifications_delivery d
SET status = CASE WHEN c.kind = 'webhook' AND NOT d.is_test THEN 'waiting' ELSE 'unanswered' END
FROM notifications_channel c
WHERE c.person_id = d.person_id AND c.id = d.channel_id AND d.status = 'sending' AND d.claimed_at < %(now)s - %(lease)s
"""
# The rows are the truth, tasks only a bell: one that was lost rings again.
RING = f"""
UPDATE notifications_delivery SET rung_at = %(now)s WHERE (person_id, id) IN (
    SELECT d.person_id, d.id FROM notifications_delivery d WHERE d.status = 'waiting' AND d.next_at <= %(now)s
        AND (d.rung_at IS NULL OR d.rung_at < d.next_at OR d.rung_at < %(now)s - %(again)s)
        AND (d.is_test OR {NOT_QUIET.format(of="d")})
    ORDER BY d.next_at LIMIT %(batch)s FOR UPDATE SKIP LOCKED)
RETURNING person_id, id
"""


def announce(*, now: datetime) -> list[tuple[UUID, UUID]]:
    """Announce new questions to all people due; return the deliveries with their person ids."""
    values: dict[str, Any] = {
        "now": now,
        "batch": policy.BATCH,
        "gap": policy.AT_ONCE_GAP,
        "lease": policy.LEASE,
        "again": policy.RING_AGAIN,
    }
    with scope.acting_as_clock(), connection.cursor() as cursor:
        cursor.execute(ANNOUNCE, values)
        cursor.execute(END_LOST, values)
        cursor.execute(RING, values)
        return list(cursor.fetchall())
