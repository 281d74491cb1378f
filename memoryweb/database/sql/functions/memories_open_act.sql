-- The setting memoryweb.act holds the open act as JSON. Its row is written with its first change, so an act that
-- changed nothing leaves none. A memory's change names its versions, so its words stay in the history alone.
CREATE OR REPLACE FUNCTION memories_open_act()
    RETURNS uuid
    LANGUAGE plpgsql
    SET search_path = public
AS $$
DECLARE act jsonb := current_setting('memoryweb.act')::jsonb;
BEGIN
    INSERT INTO memories_act (id, person_id, at, verb, changed_by, agent_id, run, request)
    SELECT id, person_id, at, verb, changed_by, agent_id, run, request
    FROM jsonb_populate_record(NULL::memories_act, act)
    ON CONFLICT (person_id, id) DO NOTHING;
    RETURN act->>'id';
END $$;
