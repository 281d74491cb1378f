-- Who sent an open invitation. It runs before a person is known.
CREATE OR REPLACE FUNCTION people_invited_by(hash bytea)
    RETURNS text
    LANGUAGE sql
    STABLE SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$SELECT email FROM people_invitation WHERE
    token_hash = hash AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()
    AND EXISTS (SELECT FROM people_user WHERE id = person_id AND is_active AND is_staff)
$$;
REVOKE ALL ON FUNCTION people_invited_by(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION people_invited_by(bytea) TO memoryweb_app;
