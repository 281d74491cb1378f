-- A statement's versions are noted when it ends, and all of a transaction are linked when it commits: others wait for a
-- head only as long as a commit takes.
CREATE OR REPLACE FUNCTION memories_note_versions()
    RETURNS trigger
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
BEGIN
    INSERT INTO memories_versionstolink (transaction, first, people, versions)
    SELECT pg_current_xact_id()::text::bigint, min(history_id), array_agg(person_id), array_agg(history_id)
    FROM added HAVING count(*) > 0;
    RETURN NULL;
END $$;
