-- Runs before any person is set, when no policy shows a row. Takes a hash and returns one id.
CREATE OR REPLACE FUNCTION agents_person_of_token(hash bytea)
    RETURNS uuid
    LANGUAGE sql
    STABLE SECURITY DEFINER
    SET search_path = public
AS $$
    SELECT person_id FROM agents_agent WHERE token_hash = hash
$$;
REVOKE ALL ON FUNCTION agents_person_of_token(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION agents_person_of_token(bytea) TO memoryweb_app;
