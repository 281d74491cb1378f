-- Links what memories_note_versions noted. The first note that is looked at adds the mark, whose own turn comes after
-- every other check of the commit; so a transaction that holds a head waits for nothing but heads.
CREATE OR REPLACE FUNCTION memories_link_at_commit()
    RETURNS trigger
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
AS $$
DECLARE numbers bigint[];
BEGIN
    IF NEW.first <> 0 THEN
        INSERT INTO memories_versionstolink (transaction, first, versions) VALUES (NEW.transaction, 0, '{}')
        ON CONFLICT DO NOTHING;
    ELSE
        WITH noted AS (DELETE FROM memories_versionstolink WHERE transaction = NEW.transaction RETURNING versions)
        SELECT array_agg(number) INTO numbers FROM noted, unnest(versions) AS number;
        PERFORM memories_link_versions(numbers);
    END IF;
    RETURN NULL;
END $$;
