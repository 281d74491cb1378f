-- Deletes an account that is noted as deleted. A key to a person that says who did something to a row that is not
-- theirs is emptied: the row stays, done by nobody.
CREATE OR REPLACE FUNCTION memories_delete_person(account uuid)
    RETURNS void
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
DECLARE done record;
BEGIN
    IF NOT EXISTS (SELECT FROM memories_deletedaccount WHERE id = account) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only a deleted account can be deleted.';
    END IF;
    FOR done IN SELECT keys.child::regclass AS place, keys.child_column FROM (
    SELECT key.conrelid AS child, key.confrelid AS parent, own.attname AS child_column, own.attnotnull AS is_required,
           other.attname AS parent_column
    FROM pg_constraint AS key
    JOIN pg_attribute AS own ON own.attrelid = key.conrelid AND own.attnum = key.conkey[cardinality(key.conkey)]
    JOIN pg_attribute AS other
      ON other.attrelid = key.confrelid AND other.attnum = key.confkey[cardinality(key.confkey)]
    WHERE key.contype = 'f' AND key.connamespace = 'public'::regnamespace AND key.conrelid <> key.confrelid
) AS keys
        WHERE keys.parent = 'people_user'::regclass AND keys.child_column NOT IN ('person_id', 'user_id')
          AND NOT keys.is_required
    LOOP
        EXECUTE format('UPDATE %s SET %I = NULL WHERE %I = $1', done.place, done.child_column, done.child_column)
        USING account;
    END LOOP;
    DELETE FROM people_user WHERE id = account;
END $$;
REVOKE ALL ON FUNCTION memories_delete_person(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION memories_delete_person(uuid) TO memoryweb_clock;
