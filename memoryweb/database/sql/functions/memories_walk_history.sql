-- Returns a row for each link of a person: what is wrong with its version, if anything, and if it follows the last one.
-- missing   the version is gone, and no removal names it
-- changed   a column of the version is not what it was
-- emptied   its words are gone, and no erasure of its memory stands later in the chain
CREATE OR REPLACE FUNCTION memories_walk_history(person uuid)
    RETURNS TABLE (version bigint, "position" bigint, at timestamptz, is_change boolean, problem text, follows boolean)
    LANGUAGE sql
    STABLE
AS $$
    SELECT link.version, link.position, link.at, link.memory IS NOT NULL AND link.removed_in IS NULL, CASE
        WHEN link.position <> link.number THEN 'gap'
        WHEN link.memory IS NULL THEN CASE
            WHEN link.kept_hash IS DISTINCT FROM
                     sha256(convert_to(memories_removal_of(link.version, person, link.at), 'UTF8'))
              OR link.words_hash IS DISTINCT FROM (
                     SELECT sha256(convert_to(string_agg(gone.version::text, ',' ORDER BY gone.version), 'UTF8'))
                     FROM memories_historylink AS gone
                     WHERE gone.person_id = person AND gone.removed_in = link.version) THEN 'changed' END
        WHEN written.history_id IS NULL THEN CASE
            WHEN NOT EXISTS (SELECT FROM memories_historylink AS removal
                             WHERE removal.version = link.removed_in AND removal.memory IS NULL
                               AND removal.person_id = person AND removal.position > link.position) THEN 'missing' END
        WHEN link.removed_in IS NOT NULL OR written.id <> link.memory OR written.history_date <> link.at
          OR link.kept_hash IS DISTINCT FROM sha256(convert_to(memories_kept_of(written, link.format), 'UTF8'))
            THEN 'changed'
        WHEN link.salt IS NULL THEN CASE
            WHEN memories_words_of(written, link.format) IS DISTINCT FROM memories_no_words(link.format) THEN 'changed'
            WHEN NOT EXISTS (SELECT FROM memories_historicalmemory AS erased
                             JOIN memories_historylink AS later
                               ON later.person_id = erased.person_id AND later.version = erased.history_id
                             WHERE erased.id = written.id AND erased.person_id = person AND erased.history_type = '-'
                               AND erased.changed_verb = 'erase' AND later.position > link.position) THEN 'emptied' END
        WHEN link.words_hash IS DISTINCT FROM
                 sha256(uuid_send(link.salt) || convert_to(memories_words_of(written, link.format), 'UTF8'))
            THEN CASE memories_words_of(written, link.format) WHEN memories_no_words(link.format) THEN 'emptied'
                 ELSE 'changed' END
        END, link.row_hash = sha256(link.before || link.words_hash || link.kept_hash)
    FROM (SELECT *, lag(row_hash, 1, '') OVER chain AS before, row_number() OVER chain AS number
          FROM memories_historylink WHERE person_id = person WINDOW chain AS (ORDER BY position)) AS link
    LEFT JOIN memories_historicalmemory AS written
      ON written.history_id = link.version AND written.person_id = person
$$;
