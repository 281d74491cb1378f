-- Whether an agent or a memory of the person in scope has the id of somebody else's: an account was restored from a file
-- whose account is on this server already. What is counted or kept by such an id would be of both.
CREATE OR REPLACE FUNCTION memories_stand_elsewhere()
    RETURNS boolean
    LANGUAGE sql
    STABLE SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
    SELECT EXISTS (SELECT FROM agents_agent mine JOIN agents_agent other USING (id)
                   WHERE mine.person_id = {person} AND other.person_id <> {person})
        OR EXISTS (SELECT FROM memories_memory mine JOIN memories_memory other USING (id)
                   WHERE mine.person_id = {person} AND other.person_id <> {person})
$$;
REVOKE ALL ON FUNCTION memories_stand_elsewhere() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION memories_stand_elsewhere() TO memoryweb_app;
