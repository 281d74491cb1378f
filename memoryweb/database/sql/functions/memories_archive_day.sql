-- The day a memory is archived. rules/decay.py has the rates.
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
    END;
