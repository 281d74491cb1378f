-- Staff end an agent; that they did is noted.
CREATE OR REPLACE FUNCTION agents_revoke_by_staff(pk uuid)
    RETURNS boolean
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
DECLARE whose uuid;
BEGIN
    PERFORM people_require_staff();
    SELECT person_id INTO whose FROM agents_agent WHERE id = pk;
    PERFORM people_require_authority_over(whose);
    UPDATE agents_agent SET revoked_at = now() WHERE id = pk AND revoked_at IS NULL;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    PERFORM people_note_staff_access(whose, 'revoked_agent');
    RETURN true;
END $$;
REVOKE ALL ON FUNCTION agents_revoke_by_staff(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION agents_revoke_by_staff(uuid) TO memoryweb_app;
