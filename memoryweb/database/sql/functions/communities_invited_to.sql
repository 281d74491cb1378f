-- The community of an open invitation, by its hash.
CREATE OR REPLACE FUNCTION communities_invited_to(hash bytea)
    RETURNS TABLE (id uuid, name text, invited_by text)
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY SELECT c.id, c.name::text, m.name::text
    FROM communities_communityinvitation i JOIN people_community c ON c.id = i.community_id
    JOIN people_membership m ON m.community_id = c.id AND m.person_id = i.person_id AND m.role <> 'member'
    WHERE i.token_hash = hash AND i.revoked_at IS NULL AND i.expires_at > now() AND i.uses < i.max_uses;
END $$;
REVOKE ALL ON FUNCTION communities_invited_to(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION communities_invited_to(bytea) TO memoryweb_app;
