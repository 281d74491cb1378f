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
DECLARE
    whose uuid[];
    numbers bigint[];
BEGIN
    IF NEW.first <> 0 THEN
        INSERT INTO memories_versionstolink (transaction, first, people, versions)
        VALUES (NEW.transaction, 0, '{}', '{}') ON CONFLICT DO NOTHING;
    ELSE
        WITH noted AS (
            DELETE FROM memories_versionstolink WHERE transaction = NEW.transaction RETURNING people, versions
        )
        SELECT array_agg(person), array_agg(number) INTO whose, numbers
        FROM noted, unnest(people, versions) AS each (person, number);
        PERFORM memories_link_versions(whose, numbers);
    END IF;
    RETURN NULL;
END $$;
