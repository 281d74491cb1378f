"""What waits for a person, as SQL: one definition for announcing, for counting, and for quiet hours."""

from datetime import datetime
from uuid import UUID

from django.db import connection

# {of} is the person. What is postponed waits from its day on; days of questions are UTC days, as on Review. Values to
# choose from are asked about together: `asked` is the same for them.
OPEN = """
    SELECT 'questions' AS topic, id, coalesce(choice_group, id) AS asked FROM memories_proposal
        WHERE person_id = {of} AND status = 'open'
    UNION ALL SELECT 'conflicts', id, id FROM memories_conflict WHERE person_id = {of} AND status = 'open'
        AND (later_until IS NULL OR later_until <= (%(now)s AT TIME ZONE 'UTC')::date)
    UNION ALL SELECT 'sharing', id, id FROM communities_contribution WHERE person_id = {of} AND status = 'suggested'
"""
# {of} is a table with person_id.
LOCAL_TIME = """
    (%(now)s AT TIME ZONE coalesce(
        (SELECT s.time_zone FROM people_memorysettings s WHERE s.person_id = {of}.person_id), 'UTC'))
"""
NOT_QUIET = f"""
    NOT EXISTS (
        SELECT FROM notifications_quiethours q WHERE q.person_id = {{of}}.person_id AND CASE WHEN q.starts < q.ends
            THEN {LOCAL_TIME}::time >= q.starts AND {LOCAL_TIME}::time < q.ends
            ELSE {LOCAL_TIME}::time >= q.starts OR {LOCAL_TIME}::time < q.ends END)
"""
COUNT = f"""
SELECT topic, count(DISTINCT asked), count(DISTINCT asked) FILTER (
    WHERE id IN (
        SELECT question FROM notifications_announcement WHERE person_id = %(person)s AND delivery_id = %(delivery)s))
FROM ({OPEN.format(of="%(person)s")}) AS question WHERE topic = ANY(%(about)s) GROUP BY topic
"""


def count(person: UUID, about: list[str], *, delivery: UUID | None, now: datetime) -> tuple[dict[str, int], ...]:
    """Return what waits by topic, and what of it the delivery announces. Needs the person's scope."""
    with connection.cursor() as cursor:
        cursor.execute(COUNT, {"person": person, "about": about, "delivery": delivery, "now": now})
        rows = cursor.fetchall()
    return {topic: waiting for topic, waiting, _ in rows}, {topic: new for topic, _, new in rows if new}
