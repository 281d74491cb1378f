-- One step of memories_row_hash.
CREATE OR REPLACE FUNCTION memories_next_row_hash(before bytea, entry bytea, first bytea)
    RETURNS bytea
    LANGUAGE sql
    IMMUTABLE
AS $$ SELECT sha256(coalesce(before, first) || entry) $$;
