"""The days the clock works by, as functions: columns of the row are made from them (SPEC §5).

They say what policy.first_day_below and policy.archive_day say; a test compares them on random rows.
"""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("memories", "0003_append_only_history")]

    operations = [
        migrations.RunSQL(
            sql="""
                CREATE FUNCTION memories_first_day_below(
                    points integer, base double precision, kind text, as_of date, assumed boolean) RETURNS date
                LANGUAGE sql IMMUTABLE PARALLEL SAFE
                RETURN CASE WHEN NOT assumed AND round(base * 100)::integer >= points
                    THEN as_of + ((round(base * 100)::integer - points)
                         / CASE kind WHEN 'event' THEN 50 WHEN 'fact' THEN 10 WHEN 'context' THEN 10
                                     WHEN 'preference' THEN 2 END + 1)
                    END
            """,
            reverse_sql="DROP FUNCTION memories_first_day_below(integer, double precision, text, date, boolean)",
        ),
        migrations.RunSQL(
            sql="""
                CREATE FUNCTION memories_archive_day(
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
            """,
            reverse_sql="DROP FUNCTION memories_archive_day"
            "(text, boolean, double precision, date, boolean, date, integer, date)",
        ),
    ]
