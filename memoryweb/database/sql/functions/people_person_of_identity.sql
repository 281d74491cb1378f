-- Runs before any person is set, when no policy shows a row. Takes a provider's id of somebody and returns ours.
CREATE OR REPLACE FUNCTION people_person_of_identity(of_provider text, its_id text)
    RETURNS uuid
    LANGUAGE sql
    STABLE SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$SELECT user_id FROM socialaccount_socialaccount WHERE provider = of_provider AND uid = its_id$$;
REVOKE ALL ON FUNCTION people_person_of_identity(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION people_person_of_identity(text, text) TO memoryweb_app;
