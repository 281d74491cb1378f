-- Whose an agent is and how often it called, for staff: that they looked is noted.
CREATE OR REPLACE FUNCTION agents_open(pk uuid)
    RETURNS TABLE (person_id uuid, calls integer, refused integer)
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM people_require_staff();
    PERFORM people_note_staff_access(agent.person_id, 'agent') FROM agents_agent agent WHERE agent.id = pk;
    RETURN QUERY SELECT agent.person_id, count(log.id)::integer,
        count(log.id) FILTER (WHERE log.outcome = 'PERMISSION_DENIED')::integer
    FROM agents_agent agent
    LEFT JOIN agents_accesslog log ON log.person_id = agent.person_id AND log.agent_id = agent.id
    WHERE agent.id = pk GROUP BY agent.person_id;
END $$;
REVOKE ALL ON FUNCTION agents_open(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION agents_open(uuid) TO memoryweb_app;
