-- Only versions that erasing has emptied, of memories that are gone: no other history can be removed.
CREATE OR REPLACE FUNCTION memories_remove_empty_versions(memories uuid[])
    RETURNS void
    LANGUAGE sql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
    WITH removed AS (
        DELETE FROM memories_historicalmemory AS version
        WHERE version.id = ANY (memories) AND version.person_id = {person} AND version.label = ''
          AND version.value = 'null' AND NOT EXISTS (
              SELECT FROM memories_memory WHERE person_id = version.person_id AND id = version.id)
        RETURNING version.history_id)
    SELECT memories_note_removal({person}, array_agg(history_id)) FROM removed
$$;
REVOKE ALL ON FUNCTION memories_remove_empty_versions(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION memories_remove_empty_versions(uuid[]) TO memoryweb_app;
