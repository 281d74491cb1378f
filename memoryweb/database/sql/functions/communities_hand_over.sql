-- An owner makes another member the owner.
CREATE OR REPLACE FUNCTION communities_hand_over(membership uuid)
    RETURNS void
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
DECLARE target people_membership;
BEGIN
    SELECT * INTO target FROM people_membership WHERE id = membership;
    IF NOT EXISTS (SELECT FROM people_membership WHERE person_id = communities_require_person()
                   AND community_id = target.community_id AND role = 'owner') THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only the owner of the community may do this.';
    END IF;
    UPDATE people_membership SET role = 'moderator' WHERE community_id = target.community_id AND role = 'owner';
    UPDATE people_membership SET role = 'owner' WHERE id = membership;
    IF NOT FOUND THEN
        RAISE insufficient_privilege USING MESSAGE = 'Who is to own the community has just left it.';
    END IF;
END $$;
REVOKE ALL ON FUNCTION communities_hand_over(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION communities_hand_over(uuid) TO memoryweb_app;
