-- Returns one row: how many versions stand in the chain, since when, how it ends, and the first problem, if any.
-- It runs with the rights of who calls it, and reads all as of one moment: what commits meanwhile makes no difference.
-- inserted  a version has no link
-- cut       the chain does not end as its head says
CREATE OR REPLACE FUNCTION memories_verify_history(person uuid, OUT changes bigint, OUT since timestamptz,
    OUT ending bytea, OUT problem text, OUT number bigint, OUT about uuid, OUT happened_at timestamptz)
    RETURNS record
    LANGUAGE plpgsql
    STABLE
    SET search_path = public, pg_temp
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO, YMD'
    SET extra_float_digits TO '1'
    SET bytea_output TO 'hex'
AS $$
DECLARE
    last record;
    stray record;
BEGIN
    SELECT count(*) FILTER (WHERE walk.is_change), min(walk.at) FILTER (WHERE walk.is_change),
           (array_agg(walk.version ORDER BY walk.position) FILTER (WHERE walk.is_broken))[1],
           (array_agg(walk.problem ORDER BY walk.position) FILTER (WHERE walk.is_broken))[1]
    INTO changes, since, number, problem
    FROM (SELECT each.*, each.problem IS NOT NULL OR NOT each.follows AS is_broken
          FROM memories_walk_history(person) AS each) AS walk;
    SELECT link.version, link.position, link.row_hash INTO last FROM memories_historylink AS link
    WHERE link.person_id = person ORDER BY link.position DESC LIMIT 1;
    ending := last.row_hash;
    IF number IS NOT NULL THEN
        problem := memories_explain_problem(person, number, problem);
    ELSIF NOT EXISTS (SELECT FROM memories_historyhead AS head WHERE head.person_id = person
                      AND head.entries = last.position AND head.row_hash = last.row_hash)
      AND (last.version IS NOT NULL OR EXISTS (SELECT FROM memories_historyhead WHERE person_id = person)
           OR EXISTS (SELECT FROM memories_memory WHERE person_id = person)) THEN
        problem := 'cut';
        number := last.version;
    END IF;
    SELECT link.memory, link.at INTO about, happened_at FROM memories_historylink AS link
    WHERE link.person_id = person AND link.version = number;
    SELECT version.history_id, version.id, version.history_date INTO stray FROM memories_historicalmemory AS version
    WHERE version.person_id = person
      AND NOT EXISTS (SELECT FROM memories_historylink AS link
                      WHERE link.version = version.history_id AND link.person_id = person)
    ORDER BY version.history_id LIMIT 1;
    IF stray.history_id IS NOT NULL AND (problem IS NULL OR stray.history_id < number) THEN
        problem := 'inserted';
        number := stray.history_id;
        about := stray.id;
        happened_at := stray.history_date;
    END IF;
END $$;
