-- Erasure empties the versions of one memory of the person in scope, and destroys their salts: without them nobody can
-- find the words by guessing. Only a memory that is gone may be emptied.
CREATE OR REPLACE FUNCTION memories_blank_versions(memory uuid)
    RETURNS integer
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
DECLARE
    whose uuid := {person};
    emptied integer;
BEGIN
    UPDATE memories_historicalmemory SET
        {emptied}
    WHERE id = memory AND person_id = whose;
    GET DIAGNOSTICS emptied = ROW_COUNT;
    IF EXISTS (SELECT FROM memories_memory WHERE id = memory AND person_id = whose) THEN
        RAISE EXCEPTION 'memory % was not erased', memory USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    UPDATE memories_historylink AS link SET salt = NULL FROM memories_historicalmemory AS version
    WHERE version.id = memories_blank_versions.memory AND version.person_id = whose
      AND link.person_id = whose AND link.version = version.history_id;
    RETURN emptied;
END $$;
REVOKE ALL ON FUNCTION memories_blank_versions(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION memories_blank_versions(uuid) TO memoryweb_app;
