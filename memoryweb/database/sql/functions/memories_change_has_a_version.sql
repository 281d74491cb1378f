-- No change of a memory without its version. Checked when the transaction ends.
CREATE OR REPLACE FUNCTION memories_change_has_a_version()
    RETURNS trigger
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public
AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM memories_historicalmemory h
        WHERE h.person_id = NEW.person_id AND h.id = NEW.id AND h.transaction = pg_current_xact_id()::text::bigint
    ) AND EXISTS (SELECT 1 FROM memories_memory WHERE person_id = NEW.person_id AND id = NEW.id) THEN
        RAISE EXCEPTION 'memory % was changed without a version', NEW.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
