-- Joins by an open invitation. Whoever is a member already stays one, and uses up nothing.
CREATE OR REPLACE FUNCTION communities_join(hash bytea, my_name text)
    RETURNS uuid
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    me uuid;
    joined uuid;
BEGIN
    me := communities_require_person();
    SELECT c.id INTO joined FROM communities_invited_to(hash) c;
    IF joined IS NULL OR EXISTS (SELECT FROM people_membership WHERE person_id = me AND community_id = joined) THEN
        RETURN joined;
    END IF;
    UPDATE communities_communityinvitation i SET uses = i.uses + 1 WHERE i.token_hash = hash AND i.revoked_at IS NULL
        AND i.expires_at > now() AND i.uses < i.max_uses;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    INSERT INTO people_membership (id, person_id, community_id, role, name, joined_at)
    VALUES (gen_random_uuid(), me, joined, 'member', my_name, now()) ON CONFLICT DO NOTHING;
    RETURN joined;
END $$;
REVOKE ALL ON FUNCTION communities_join(bytea, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION communities_join(bytea, text) TO memoryweb_app;
