"""archive_on and dormant_on end with the calendar: a day after the year 9999 cannot be read, nor a page that lists it.

The functions are the texts that rules/decay.py gave when this was written; a test fails when it gives others.
"""

from importlib import import_module

from django.db import migrations

FUNCTIONS = import_module("memoryweb.memories.migrations.0001_functions")

# The first day on which a memory's importance is below so many hundredths.
FIRST_DAY_BELOW = """
CREATE OR REPLACE FUNCTION memories_first_day_below(
    points integer, base double precision, kind text, as_of date, assumed boolean) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
    WHEN round(base * 100)::integer < points THEN as_of
    WHEN NOT assumed AND kind IN ('event', 'fact', 'context', 'preference')
        THEN LEAST(DATE '9999-12-31', as_of + ((round(base * 100)::integer - points)
         / CASE kind WHEN 'event' THEN 50 WHEN 'fact' THEN 10 WHEN 'context' THEN 10 WHEN 'preference' THEN 2 END + 1))
    END
"""

# The day a memory is archived.
ARCHIVE_DAY = """
CREATE OR REPLACE FUNCTION memories_archive_day(
    kind text, pinned boolean, base double precision, as_of date, assumed boolean,
    ttl_from date, ttl_days integer, valid_until date) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
    WHEN pinned THEN NULL
    WHEN valid_until IS NOT NULL THEN LEAST(DATE '9999-12-31', valid_until + 2)
    WHEN kind = 'rule' OR ttl_days IS NULL THEN NULL
    WHEN round(base * 100)::integer < 900 THEN LEAST(DATE '9999-12-31', ttl_from + ttl_days + 1)
    WHEN memories_first_day_below(900, base, kind, as_of, assumed) IS NOT NULL
        THEN GREATEST(LEAST(DATE '9999-12-31', ttl_from + ttl_days + 1),
                      memories_first_day_below(900, base, kind, as_of, assumed))
    END
"""

# Any change of a row computes its generated columns anew. This one changes nothing that a version holds.
RECOMPUTE = """
ALTER TABLE memories_memory DISABLE TRIGGER memories_change_has_a_version;
UPDATE memories_memory SET pinned = pinned WHERE archive_on > DATE '9999-12-31' OR dormant_on > DATE '9999-12-31';
ALTER TABLE memories_memory ENABLE TRIGGER memories_change_has_a_version
"""


def _as_before(function: str) -> str:
    return function.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")


class Migration(migrations.Migration):
    dependencies = [("memories", "0006_places")]

    operations = [
        migrations.RunSQL(sql=FIRST_DAY_BELOW, reverse_sql=_as_before(FUNCTIONS.FIRST_DAY_BELOW)),
        migrations.RunSQL(sql=ARCHIVE_DAY, reverse_sql=_as_before(FUNCTIONS.ARCHIVE_DAY)),
        migrations.RunSQL(sql=RECOMPUTE, reverse_sql=migrations.RunSQL.noop),
    ]
