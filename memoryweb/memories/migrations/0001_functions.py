"""The functions that the generated columns archive_on and dormant_on are made from (SPEC §5).

They are the texts that rules/decay.py gave when this was written; a test fails when it gives others.
"""

from django.db import migrations

# The first day on which a memory's importance is below so many hundredths. Each day an event
# loses 50 of them, a fact or context 10, a preference 2; other kinds, and an importance that was assumed, lose none.
FIRST_DAY_BELOW = """
CREATE FUNCTION memories_first_day_below(
    points integer, base double precision, kind text, as_of date, assumed boolean) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
    WHEN round(base * 100)::integer < points THEN as_of
    WHEN NOT assumed THEN as_of + ((round(base * 100)::integer - points)
         / CASE kind WHEN 'event' THEN 50 WHEN 'fact' THEN 10 WHEN 'context' THEN 10 WHEN 'preference' THEN 2 END + 1)
    END
"""
DROP_FIRST_DAY_BELOW = "DROP FUNCTION memories_first_day_below(integer, double precision, text, date, boolean)"

# The day a memory is archived. A last day decides alone; otherwise its time to live must be over, and what
# starts with an importance of 9 or more must have fallen below 9. Rules and pinned memories are not archived by age.
ARCHIVE_DAY = """
CREATE FUNCTION memories_archive_day(
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
DROP_ARCHIVE_DAY = (
    "DROP FUNCTION memories_archive_day(text, boolean, double precision, date, boolean, date, integer, date)"
)


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.RunSQL(sql=FIRST_DAY_BELOW, reverse_sql=DROP_FIRST_DAY_BELOW),
        migrations.RunSQL(sql=ARCHIVE_DAY, reverse_sql=DROP_ARCHIVE_DAY),
    ]
