-- The lines of the access log are written once, so the app deletes none. Those of a deleted agent go by this.
CREATE OR REPLACE FUNCTION agents_delete_calls(deleted uuid)
    RETURNS void
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
DECLARE whose uuid := {person};
BEGIN
    DELETE FROM agents_accesslog WHERE person_id = whose AND agent_id = deleted
    AND EXISTS (SELECT FROM agents_agent WHERE id = deleted AND person_id = whose AND deleted_at IS NOT NULL);
END $$;
REVOKE ALL ON FUNCTION agents_delete_calls(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION agents_delete_calls(uuid) TO memoryweb_app;
