-- Whose a membership is, for staff: that they looked is noted.
CREATE OR REPLACE FUNCTION people_open_membership(pk uuid)
    RETURNS uuid
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
DECLARE whose uuid;
BEGIN
    PERFORM people_require_staff();
    SELECT person_id INTO whose FROM people_membership WHERE id = pk;
    PERFORM people_note_staff_access(whose, 'membership');
    RETURN whose;
END $$;
REVOKE ALL ON FUNCTION people_open_membership(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION people_open_membership(uuid) TO memoryweb_app;
