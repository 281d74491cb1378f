-- Every session and every sign-in link from before ends with signed_out_at (people.User).
CREATE OR REPLACE FUNCTION agents_revoke_everything(whose uuid)
    RETURNS integer
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
DECLARE revoked integer;
BEGIN
    PERFORM people_require_authority_over(whose);
    UPDATE people_user SET signed_out_at = now() WHERE id = whose;
    IF NOT FOUND THEN
        RETURN 0;
    END IF;
    UPDATE agents_agent SET revoked_at = now() WHERE person_id = whose AND revoked_at IS NULL;
    GET DIAGNOSTICS revoked = ROW_COUNT;
    PERFORM people_note_staff_access(whose, 'revoked_everything');
    RETURN revoked;
END $$;
REVOKE ALL ON FUNCTION agents_revoke_everything(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION agents_revoke_everything(uuid) TO memoryweb_app;
