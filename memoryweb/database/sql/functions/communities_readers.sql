-- How many people and agents read a community: its members may know the numbers.
CREATE OR REPLACE FUNCTION communities_readers(of_community uuid)
    RETURNS TABLE (people integer, agents integer)
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
    IF NOT of_community = ANY (people_my_communities()) THEN
        RETURN;
    END IF;
    RETURN QUERY SELECT
        (SELECT count(*)::integer FROM people_membership m WHERE m.community_id = of_community),
        (SELECT count(*)::integer FROM agents_agent a
         JOIN people_membership m ON m.person_id = a.person_id AND m.community_id = a.community_id
         WHERE a.community_id = of_community AND a.revoked_at IS NULL AND 'memories:read' = ANY (a.scopes));
END $$;
REVOKE ALL ON FUNCTION communities_readers(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION communities_readers(uuid) TO memoryweb_app;
