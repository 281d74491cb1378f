-- Records what an act changes in a row. The arguments are columns that are not kept: words that Undo does not need.
CREATE OR REPLACE FUNCTION memories_record_change()
    RETURNS trigger
    LANGUAGE plpgsql
    SET search_path = public
    SET "TimeZone" TO 'UTC'
AS $$
DECLARE
    left_out text[] := coalesce(TG_ARGV, '{}');
    row_before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - left_out END;
    row_after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - left_out END;
    whole jsonb := coalesce(row_after, row_before);
    differing text[];
BEGIN
    IF TG_OP = 'UPDATE' THEN
        SELECT array_agg(key) INTO differing FROM jsonb_each(row_after) WHERE row_before->key IS DISTINCT FROM value;
        IF differing IS NULL THEN
            RETURN NULL;
        END IF;
        SELECT jsonb_object_agg(key, row_before->key), jsonb_object_agg(key, row_after->key)
        INTO row_before, row_after FROM unnest(differing) AS key;
    END IF;
    INSERT INTO memories_actchange (act_id, person_id, table_name, row_id, memory, before, after)
    VALUES (memories_open_act(), (whole->>'person_id')::uuid, TG_TABLE_NAME,
            coalesce(whole->>'id', whole->>'person_id')::uuid, (whole->>'memory_id')::uuid, row_before, row_after);
    RETURN NULL;
END $$;
