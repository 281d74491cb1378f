-- The communities that who acts moderates (people_my_communities says why it is the owner's).
CREATE OR REPLACE FUNCTION people_moderated_communities()
    RETURNS uuid[]
    LANGUAGE plpgsql
    STABLE SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
BEGIN
    RETURN ARRAY(SELECT community_id FROM people_membership WHERE person_id = {person} AND {is_person}
        AND role IN ('moderator', 'owner'));
END $$;
REVOKE ALL ON FUNCTION people_moderated_communities() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION people_moderated_communities() TO memoryweb_app;
