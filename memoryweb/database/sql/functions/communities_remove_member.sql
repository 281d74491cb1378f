-- A moderator removes members, the owner moderators too.
CREATE OR REPLACE FUNCTION communities_remove_member(membership uuid)
    RETURNS void
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    target people_membership;
    mine text;
BEGIN
    SELECT * INTO target FROM people_membership WHERE id = membership;
    SELECT role INTO mine FROM people_membership
    WHERE person_id = communities_require_person() AND community_id = target.community_id;
    IF mine IS NULL OR target.role = 'owner'
        OR NOT (mine = 'owner' OR mine = 'moderator' AND target.role = 'member') THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only the owner, or a moderator for members, may do this.';
    END IF;
    DELETE FROM people_membership WHERE id = membership;
END $$;
REVOKE ALL ON FUNCTION communities_remove_member(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION communities_remove_member(uuid) TO memoryweb_app;
