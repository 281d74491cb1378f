-- The communities that who acts owns (people_my_communities says why it is the owner's).
CREATE OR REPLACE FUNCTION people_owned_communities()
    RETURNS uuid[]
    LANGUAGE plpgsql
    STABLE SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
BEGIN
    RETURN ARRAY(SELECT community_id FROM people_membership WHERE person_id = {person} AND {is_person}
        AND role = 'owner');
END $$;
REVOKE ALL ON FUNCTION people_owned_communities() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION people_owned_communities() TO memoryweb_app;
