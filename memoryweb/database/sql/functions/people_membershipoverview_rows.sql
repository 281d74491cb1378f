-- Who is what in which community, for staff: ids only.
CREATE OR REPLACE FUNCTION people_membershipoverview_rows()
    RETURNS TABLE (id uuid, community_id uuid, role text)
    LANGUAGE sql
    STABLE SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
    SELECT people_require_staff();
    SELECT id, community_id, role::text FROM people_membership
$$;
REVOKE ALL ON FUNCTION people_membershipoverview_rows() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION people_membershipoverview_rows() TO memoryweb_app;
