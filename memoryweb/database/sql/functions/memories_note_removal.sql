-- For an owner's function that removes emptied versions: their links stay, and one more link says which they were.
CREATE OR REPLACE FUNCTION memories_note_removal(person uuid, versions bigint[])
    RETURNS void
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
DECLARE number bigint := nextval(pg_get_serial_sequence('memories_historicalmemory', 'history_id'));
BEGIN
    UPDATE memories_historylink SET removed_in = number WHERE version = ANY (versions) AND person_id = person;
    IF FOUND THEN
        INSERT INTO memories_versionstolink (transaction, first, people, versions)
        VALUES (pg_current_xact_id()::text::bigint, number, ARRAY[person], ARRAY[number]);
    END IF;
END $$;
REVOKE ALL ON FUNCTION memories_note_removal(uuid, bigint[]) FROM PUBLIC;
