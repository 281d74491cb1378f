"""A memory with a last day goes when that day is over, whatever its kind; one that starts faint is dormant at once.

The functions of 0004, and the days that were made from them.
"""

from django.db import migrations

FIRST_DAY_BELOW = """
CREATE OR REPLACE FUNCTION memories_first_day_below(
    points integer, base double precision, kind text, as_of date, assumed boolean) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
    WHEN round(base * 100)::integer < points THEN as_of
    WHEN NOT assumed THEN as_of + ((round(base * 100)::integer - points)
         / CASE kind WHEN 'event' THEN 50 WHEN 'fact' THEN 10 WHEN 'context' THEN 10 WHEN 'preference' THEN 2 END + 1)
    END
"""
ARCHIVE_DAY = """
CREATE OR REPLACE FUNCTION memories_archive_day(
    kind text, pinned boolean, base double precision, as_of date, assumed boolean,
    ttl_from date, ttl_days integer, valid_until date) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
    WHEN pinned THEN NULL
    WHEN valid_until IS NOT NULL THEN valid_until + 2
    WHEN kind = 'rule' OR ttl_days IS NULL THEN NULL
    WHEN round(base * 100)::integer < 900 THEN ttl_from + ttl_days + 1
    WHEN memories_first_day_below(900, base, kind, as_of, assumed) IS NOT NULL
        THEN GREATEST(ttl_from + ttl_days + 1, memories_first_day_below(900, base, kind, as_of, assumed))
    END
"""
FIRST_DAY_BELOW_BEFORE = """
CREATE OR REPLACE FUNCTION memories_first_day_below(
    points integer, base double precision, kind text, as_of date, assumed boolean) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN NOT assumed AND round(base * 100)::integer >= points
    THEN as_of + ((round(base * 100)::integer - points)
         / CASE kind WHEN 'event' THEN 50 WHEN 'fact' THEN 10 WHEN 'context' THEN 10 WHEN 'preference' THEN 2 END + 1)
    END
"""
ARCHIVE_DAY_BEFORE = """
CREATE OR REPLACE FUNCTION memories_archive_day(
    kind text, pinned boolean, base double precision, as_of date, assumed boolean,
    ttl_from date, ttl_days integer, valid_until date) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
    WHEN kind = 'rule' OR pinned OR ttl_days IS NULL THEN NULL
    WHEN round(base * 100)::integer >= 900
         AND memories_first_day_below(900, base, kind, as_of, assumed) IS NULL THEN NULL
    ELSE GREATEST(
        CASE WHEN valid_until IS NULL THEN ttl_from + ttl_days + 1
             ELSE LEAST(GREATEST(ttl_from + ttl_days + 1, valid_until + 1), valid_until + 2) END,
        memories_first_day_below(900, base, kind, as_of, assumed))
    END
"""
# The kept days follow from the row when it is written; no version, for nothing was changed.
AGAIN = """
ALTER TABLE memories_memory DISABLE TRIGGER memories_change_has_a_version;
UPDATE memories_memory SET valid_until = valid_until WHERE valid_until IS NOT NULL OR importance_base < 3;
SET CONSTRAINTS ALL IMMEDIATE;
ALTER TABLE memories_memory ENABLE TRIGGER memories_change_has_a_version
"""


class Migration(migrations.Migration):
    dependencies = [("memories", "0012_evidence_of_a_conversation")]

    operations = [
        migrations.RunSQL(
            sql=[FIRST_DAY_BELOW, ARCHIVE_DAY, AGAIN],
            reverse_sql=[FIRST_DAY_BELOW_BEFORE, ARCHIVE_DAY_BEFORE, AGAIN],
        ),
    ]
