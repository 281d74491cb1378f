-- Says more about the first problem of a walk.
-- reordered  another version fits this link, or this link follows another one
-- changed    only this link's own row hash is not what it was: the next one follows what it should be
-- gap        what stood before it is gone
CREATE OR REPLACE FUNCTION memories_explain_problem(person uuid, number bigint, found text)
    RETURNS text
    LANGUAGE sql
    STABLE
AS $$
    SELECT CASE
        WHEN found = 'changed' AND EXISTS (
            SELECT FROM memories_historicalmemory AS other
            WHERE other.person_id = link.person_id AND other.history_id <> number
              AND link.words_hash =
                  sha256(uuid_send(link.salt) || convert_to(memories_words_of(other, link.format), 'UTF8'))
              AND link.kept_hash IN (
                  sha256(convert_to(memories_kept_of(other, link.format), 'UTF8')),
                  sha256(convert_to(memories_kept_of(jsonb_populate_record(
                      other, jsonb_build_object('history_id', number)), link.format), 'UTF8')))) THEN 'reordered'
        WHEN found IS NOT NULL THEN found
        WHEN link.row_hash = sha256(link.words_hash || link.kept_hash) OR EXISTS (
            SELECT FROM memories_historylink AS other WHERE other.person_id = link.person_id
              AND link.row_hash = sha256(other.row_hash || link.words_hash || link.kept_hash)) THEN 'reordered'
        WHEN EXISTS (
            SELECT FROM memories_historylink AS before JOIN memories_historylink AS next USING (person_id)
            WHERE person_id = link.person_id AND before.position = link.position - 1
              AND next.position = link.position + 1
              AND next.row_hash = sha256(sha256(before.row_hash || link.words_hash || link.kept_hash)
                                         || next.words_hash || next.kept_hash)) THEN 'changed'
        ELSE 'gap' END
    FROM memories_historylink AS link WHERE link.person_id = person AND link.version = number
$$;
