-- Runs before any person is set, when no policy shows a row. Takes a hash and returns one id.
CREATE OR REPLACE FUNCTION oauth_person_of_secret(hash bytea)
    RETURNS uuid
    LANGUAGE sql
    STABLE SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
    SELECT person_id FROM oauth_accesstoken WHERE token_checksum = encode(hash, 'hex')
    UNION ALL SELECT person_id FROM oauth_refreshtoken WHERE token_checksum = encode(hash, 'hex')
    UNION ALL SELECT person_id FROM oauth_grant WHERE code = encode(hash, 'hex')
    LIMIT 1
$$;
REVOKE ALL ON FUNCTION oauth_person_of_secret(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION oauth_person_of_secret(bytea) TO memoryweb_app;
