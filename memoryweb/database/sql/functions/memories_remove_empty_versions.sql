-- Only versions that erasing has emptied, of memories that are gone: no other history can be removed.
CREATE OR REPLACE FUNCTION memories_remove_empty_versions(memories uuid[])
    RETURNS void
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
DECLARE
    whose uuid := {person};
    numbers bigint[];
BEGIN
    WITH removed AS (
        DELETE FROM memories_historicalmemory AS version
        WHERE version.id = ANY (memories) AND version.person_id = whose AND version.label = ''
          AND version.value = 'null' AND NOT EXISTS (
              SELECT FROM memories_memory WHERE person_id = whose AND id = version.id)
        RETURNING version.history_id)
    SELECT array_agg(history_id) INTO numbers FROM removed;
    PERFORM memories_note_removal(whose, numbers);
END $$;
REVOKE ALL ON FUNCTION memories_remove_empty_versions(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION memories_remove_empty_versions(uuid[]) TO memoryweb_app;
