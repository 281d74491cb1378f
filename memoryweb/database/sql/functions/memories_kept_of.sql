-- What of a version erasing leaves, as text, for its hash (database/memory_columns.py). A format is never changed: older
-- versions were hashed by it.
CREATE OR REPLACE FUNCTION memories_kept_of(version memories_historicalmemory, format integer)
    RETURNS text
    LANGUAGE sql
    STABLE
AS $$
    SELECT CASE format WHEN 1 THEN
        {left}
    END
$$;
