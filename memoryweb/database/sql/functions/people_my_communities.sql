-- The communities that who acts reads. It is the owner's, because it is used in the policy of the table that it reads;
-- PostgreSQL inlines no PL/pgSQL, so it is planned once in a session.
CREATE OR REPLACE FUNCTION people_my_communities()
    RETURNS uuid[]
    LANGUAGE plpgsql
    STABLE SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
BEGIN
    RETURN ARRAY(SELECT community_id FROM people_membership WHERE person_id = {person} AND {agent_community} IN ('',
        community_id::text));
END $$;
REVOKE ALL ON FUNCTION people_my_communities() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION people_my_communities() TO memoryweb_app;
