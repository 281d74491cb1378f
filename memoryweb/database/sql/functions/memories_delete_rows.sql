-- Deletes at most so many rows; of memories all at once, because they refer to one another.
CREATE OR REPLACE FUNCTION memories_delete_rows(account uuid, from_table text, most integer)
    RETURNS bigint
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
DECLARE
    whose text := (SELECT condition FROM memories_places_of_a_person() WHERE place = from_table);
    gone bigint;
BEGIN
    IF whose IS NULL OR NOT EXISTS (SELECT FROM memories_deletedaccount WHERE id = account) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only the rows of a deleted account can be deleted.';
    END IF;
    IF from_table <> 'memories_memory' THEN
        -- In another partition somebody else's row has the same ctid.
        whose := format('(%s) AND ctid = ANY (ARRAY(SELECT ctid FROM %I WHERE %s LIMIT %s))',
                        whose, from_table, whose, most);
    END IF;
    EXECUTE format('DELETE FROM %I WHERE %s', from_table, whose) USING account;
    GET DIAGNOSTICS gone = ROW_COUNT;
    RETURN gone;
END $$;
REVOKE ALL ON FUNCTION memories_delete_rows(uuid, text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION memories_delete_rows(uuid, text, integer) TO memoryweb_clock;
