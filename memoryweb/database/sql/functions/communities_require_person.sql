-- Every function that acts for a person begins with this. It is out of the web process's reach.
CREATE OR REPLACE FUNCTION communities_require_person()
    RETURNS uuid
    LANGUAGE plpgsql
    STABLE
    SET search_path = public, pg_temp
AS $$
BEGIN
    IF {person} IS NULL OR NOT {is_person} OR NOT EXISTS (SELECT FROM people_user WHERE id = {person}
        AND is_active) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only a person may do this.';
    END IF;
    RETURN {person};
END $$;
REVOKE ALL ON FUNCTION communities_require_person() FROM PUBLIC;
