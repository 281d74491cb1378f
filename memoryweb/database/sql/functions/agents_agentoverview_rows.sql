-- Agents as staff see them: ids, dates and states, no words.
CREATE OR REPLACE FUNCTION agents_agentoverview_rows()
    RETURNS TABLE (id uuid, trust text, of_community boolean, created_at timestamptz, last_used_at timestamptz,
        expires_at timestamptz, paused_at timestamptz, revoked_at timestamptz)
    LANGUAGE sql
    STABLE SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
    SELECT people_require_staff();
    SELECT id, trust::text, community_id IS NOT NULL, created_at, last_used_at, expires_at, paused_at, revoked_at
    FROM agents_agent
$$;
REVOKE ALL ON FUNCTION agents_agentoverview_rows() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION agents_agentoverview_rows() TO memoryweb_app;
