-- The first day on which a memory's importance is below so many hundredths. rules/decay.py has the rates.
CREATE OR REPLACE FUNCTION memories_first_day_below(
    points integer, base double precision, kind text, as_of date, assumed boolean) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
    WHEN round(base * 100)::integer < points THEN as_of
    WHEN NOT assumed AND kind IN ('event', 'fact', 'context', 'preference')
        THEN LEAST(DATE '9999-12-31', as_of + ((round(base * 100)::integer - points)
         / CASE kind WHEN 'event' THEN 50 WHEN 'fact' THEN 10 WHEN 'context' THEN 10 WHEN 'preference' THEN 2 END + 1))
    END;
