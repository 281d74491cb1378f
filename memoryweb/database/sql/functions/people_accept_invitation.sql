-- Makes the account of an open invitation, once. It runs before a person is known. An invitation of somebody who is no
-- longer of the staff is not open.
CREATE OR REPLACE FUNCTION people_accept_invitation(hash bytea, new_id uuid, new_password text)
    RETURNS uuid
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
DECLARE
    invited text;
BEGIN
    UPDATE people_invitation SET accepted_at = now() WHERE
    token_hash = hash AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()
    AND EXISTS (SELECT FROM people_user WHERE id = person_id AND is_active AND is_staff)
 RETURNING email INTO invited;
    IF invited IS NULL THEN
        RETURN NULL;
    END IF;
    INSERT INTO people_user (id, email, password, is_superuser, is_staff, is_active, date_joined)
    VALUES (new_id, invited, new_password, false, false, true, now());
    INSERT INTO account_emailaddress (user_id, email, verified, "primary") VALUES (new_id, invited, true, true);
    RETURN new_id;
EXCEPTION WHEN unique_violation THEN
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION people_accept_invitation(bytea, uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION people_accept_invitation(bytea, uuid, text) TO memoryweb_app;
