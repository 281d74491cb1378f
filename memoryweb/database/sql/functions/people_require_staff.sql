-- Who acts, if they are of the staff; an error if not. Called by the owner's functions only.
CREATE OR REPLACE FUNCTION people_require_staff()
    RETURNS uuid
    LANGUAGE plpgsql
    STABLE
    SET search_path = public, pg_temp
AS $$
DECLARE acting uuid := NULLIF(current_setting('app.person_id', true), '')::uuid;
BEGIN
    IF NOT EXISTS (SELECT FROM people_user WHERE id = acting AND is_staff AND is_active) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only staff may do this.';
    END IF;
    RETURN acting;
END $$;
REVOKE ALL ON FUNCTION people_require_staff() FROM PUBLIC;
