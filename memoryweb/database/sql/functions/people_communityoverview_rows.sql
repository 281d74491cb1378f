-- Communities as staff see them: numbers and states, no names.
CREATE OR REPLACE FUNCTION people_communityoverview_rows()
    RETURNS TABLE (id uuid, created_at timestamptz, moderation text, members integer, moderators integer,
        owners integer)
    LANGUAGE sql
    STABLE SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
    SELECT people_require_staff();
    SELECT c.id, c.created_at, c.moderation::text,
        count(m.id)::integer AS members, count(m.id) FILTER (WHERE m.role = 'moderator')::integer AS moderators,
        count(m.id) FILTER (WHERE m.role = 'owner')::integer AS owners
    FROM people_community c LEFT JOIN people_membership m ON m.community_id = c.id GROUP BY c.id
$$;
REVOKE ALL ON FUNCTION people_communityoverview_rows() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION people_communityoverview_rows() TO memoryweb_app;
