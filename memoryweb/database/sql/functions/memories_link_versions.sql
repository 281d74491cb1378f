-- Links versions, and the removals with these numbers, at the end of their people's chains: `people` says of each number
-- whose it is. The heads are locked in the order of the people, so two transactions never wait for each other.
-- Of one person's, as almost always, a plan is made for that person where tables are partitioned: it locks a partition of
-- each, and takes a sixth of the time of a plan for anybody, which is about all of them.
CREATE OR REPLACE FUNCTION memories_link_versions(people uuid[], numbers bigint[])
    RETURNS void
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO, YMD'
    SET extra_float_digits TO '1'
    SET bytea_output TO 'hex'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
AS $$
DECLARE only_one uuid := CASE WHEN people[1] = ALL (people) THEN people[1] END;
BEGIN
    IF people IS NULL THEN
        RETURN;  -- another mark of this transaction has linked them
    END IF;
    IF only_one IS NOT NULL AND EXISTS (
        SELECT FROM pg_partitioned_table WHERE partrelid = 'memories_historyhead'::regclass
    ) THEN
        SET LOCAL plan_cache_mode TO 'force_custom_plan';
    END IF;
    INSERT INTO memories_historyhead (person_id, entries, row_hash)
    SELECT DISTINCT person, 0, ''::bytea FROM unnest(people) AS person
    WHERE NOT EXISTS (SELECT FROM memories_historyhead WHERE person_id = person AND person_id = coalesce(only_one, person))
    ORDER BY person ON CONFLICT DO NOTHING;
    PERFORM FROM memories_historyhead WHERE person_id = ANY (people) ORDER BY person_id FOR NO KEY UPDATE;
    WITH written AS (  -- a salt for each row: volatile, so the planner keeps this apart from what reads it
        SELECT found.*, gen_random_uuid() AS salt
        FROM unnest(people, numbers) AS noted (person, number) CROSS JOIN LATERAL (
            SELECT version.history_id AS version, version.person_id, version.id AS memory, version.history_date AS at,
                   memories_words_of(version, 1) AS words, memories_kept_of(version, 1) AS kept
            FROM memories_historicalmemory AS version
            WHERE version.person_id = noted.person AND version.history_id = noted.number
              AND version.person_id = coalesce(only_one, version.person_id)
            OFFSET 0) AS found  -- each is looked up by its key: nobody's whole history is walked to find them
    ), added AS (
        SELECT version, person_id, memory, at, salt, sha256(uuid_send(salt) || convert_to(words, 'UTF8')) AS words_hash,
               sha256(convert_to(kept, 'UTF8')) AS kept_hash
        FROM written
        UNION ALL
        SELECT removed_in, person_id, NULL, now(), NULL,
               sha256(convert_to(string_agg(version::text, ',' ORDER BY version), 'UTF8')),
               sha256(convert_to(memories_removal_of(removed_in, person_id, now()), 'UTF8'))
        FROM memories_historylink WHERE person_id = ANY (people) AND removed_in = ANY (numbers)
        GROUP BY removed_in, person_id
    ), linked AS (
        INSERT INTO memories_historylink
            (version, person_id, position, memory, at, format, salt, words_hash, kept_hash, row_hash)
        SELECT version, person_id, head.entries + row_number() OVER chain, memory, at, 1, salt, words_hash, kept_hash,
               memories_row_hash(words_hash || kept_hash, head.row_hash) OVER chain
        FROM added JOIN memories_historyhead AS head USING (person_id)
        WHERE head.person_id = coalesce(only_one, head.person_id)
        WINDOW chain AS (PARTITION BY person_id ORDER BY version ROWS UNBOUNDED PRECEDING)
        RETURNING person_id, position, row_hash
    )
    UPDATE memories_historyhead AS head SET entries = newest.position, row_hash = newest.row_hash
    FROM (SELECT DISTINCT ON (person_id) * FROM linked ORDER BY person_id, position DESC) AS newest
    WHERE head.person_id = newest.person_id AND head.person_id = coalesce(only_one, head.person_id);
END $$;
REVOKE ALL ON FUNCTION memories_link_versions(uuid[], bigint[]) FROM PUBLIC;
