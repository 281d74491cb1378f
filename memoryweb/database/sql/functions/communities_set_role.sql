-- The owner makes moderators, and members of moderators.
CREATE OR REPLACE FUNCTION communities_set_role(membership uuid, new_role text)
    RETURNS void
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    target people_membership;
BEGIN
    SELECT * INTO target FROM people_membership WHERE id = membership;
    IF NOT EXISTS (SELECT FROM people_membership WHERE person_id = communities_require_person()
                   AND community_id = target.community_id AND role = 'owner') THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only the owner of the community may do this.';
    END IF;
    IF target.role = 'owner' OR new_role NOT IN ('member', 'moderator') THEN
        RAISE insufficient_privilege USING MESSAGE = 'A community always has one owner.';
    END IF;
    UPDATE people_membership SET role = new_role WHERE id = membership;
END $$;
REVOKE ALL ON FUNCTION communities_set_role(uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION communities_set_role(uuid, text) TO memoryweb_app;
