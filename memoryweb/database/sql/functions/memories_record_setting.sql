-- The arguments are columns that are not kept. Of a row that changed, only the columns that differ are kept, and of
-- what says which agent sees what also the columns that name it. What an agent might see goes with it, without a line.
-- The lines of an agent go with its row: only removing the example month deletes one.
CREATE OR REPLACE FUNCTION memories_record_setting()
    RETURNS trigger
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
    SET "TimeZone" TO 'UTC'
AS $$
DECLARE
    names CONSTANT text[] := '{agent_id,category,recorder_id}';
    left_out text[] := coalesce(TG_ARGV, '{}') || '{id,person_id}';
    row_before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
    row_after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
    whole jsonb := coalesce(row_after, row_before);
    person uuid := whole->>'person_id';
    about uuid := CASE TG_TABLE_NAME WHEN 'agents_agent' THEN whole->>'id' ELSE whole->>'agent_id' END;
    open_act jsonb := nullif(current_setting('memoryweb.act', true), '')::jsonb;
    differing text[];
    change jsonb;
BEGIN
    IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'agents_agent' THEN
        DELETE FROM memories_settingchange WHERE person_id = person AND agent = about;
        RETURN NULL;
    END IF;
    IF EXISTS (SELECT FROM memories_deletedaccount WHERE id = person)
       OR TG_TABLE_NAME IN ('agents_sight', 'agents_conversationgrant')
          AND NOT EXISTS (SELECT FROM agents_agent WHERE person_id = person AND id = about AND deleted_at IS NULL) THEN
        RETURN NULL;
    END IF;
    row_before := row_before - left_out;
    row_after := row_after - left_out;
    IF TG_OP = 'UPDATE' THEN
        SELECT array_agg(key) INTO differing FROM jsonb_each(row_after) WHERE row_before->key IS DISTINCT FROM value;
        IF differing IS NULL THEN
            RETURN NULL;
        END IF;
        SELECT jsonb_object_agg(key, row_before->key), jsonb_object_agg(key, value) INTO row_before, row_after
        FROM jsonb_each(row_after) WHERE key = ANY (differing || names);
    END IF;
    change := jsonb_build_object('table', TG_TABLE_NAME, 'row', coalesce(whole->>'id', whole->>'person_id'),
                                 'before', row_before, 'after', row_after);
    UPDATE memories_settingchange SET changes = changes || change
    WHERE act = (open_act->>'id')::uuid AND person_id = person AND agent IS NOT DISTINCT FROM about;
    IF NOT FOUND THEN
        INSERT INTO memories_settingchange (id, person_id, at, changed_by, act, agent, changes)
        VALUES (gen_random_uuid(), person, coalesce((open_act->>'at')::timestamptz, now()),
                coalesce(open_act->>'changed_by', ''), (open_act->>'id')::uuid, about, jsonb_build_array(change));
    END IF;
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION memories_record_setting() FROM PUBLIC;
