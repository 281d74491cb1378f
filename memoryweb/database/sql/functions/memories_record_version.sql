-- Records which versions an act wrote: a memory's words stay in the history alone.
CREATE OR REPLACE FUNCTION memories_record_version()
    RETURNS trigger
    LANGUAGE plpgsql
    SET search_path = public
AS $$
BEGIN
    INSERT INTO memories_actchange (act_id, person_id, table_name, row_id, memory, version_before, version_after)
    VALUES (memories_open_act(), NEW.person_id, 'memories_memory', NEW.id, NEW.id,
            (SELECT max(history_id) FROM memories_historicalmemory
             WHERE person_id = NEW.person_id AND id = NEW.id AND history_id < NEW.history_id),
            NEW.history_id);
    RETURN NULL;
END $$;
