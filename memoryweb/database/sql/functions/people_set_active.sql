-- Staff close an account, or open it again; that they did is noted.
CREATE OR REPLACE FUNCTION people_set_active(whose uuid, active boolean)
    RETURNS boolean
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM people_require_authority_over(whose);
    UPDATE people_user SET is_active = active WHERE id = whose AND is_active <> active;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    PERFORM people_note_staff_access(whose, CASE WHEN active THEN 'reactivated' ELSE 'deactivated' END);
    RETURN true;
END $$;
REVOKE ALL ON FUNCTION people_set_active(uuid, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION people_set_active(uuid, boolean) TO memoryweb_app;
