-- Notes that staff looked at somebody, or did something to them. Called by the owner's functions only.
CREATE OR REPLACE FUNCTION people_note_staff_access(whose uuid, what text)
    RETURNS void
    LANGUAGE sql
    SET search_path = public, pg_temp
AS $$
    INSERT INTO people_staffaccess (id, person_id, by_id, at, what)
    SELECT gen_random_uuid(), whose, people_require_staff(), clock_timestamp(), what
    WHERE whose <> people_require_staff()
$$;
REVOKE ALL ON FUNCTION people_note_staff_access(uuid, text) FROM PUBLIC;
