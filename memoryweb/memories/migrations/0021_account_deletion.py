"""The deletion of a whole account: that it was, and the owner's functions that alone may do it."""

from django.db import migrations, models

# Nobody's row: no person has a policy. The clock notes what it deletes, and backups read it.
DELETED_ACCOUNTS = """
ALTER TABLE memories_deletedaccount ENABLE ROW LEVEL SECURITY;
ALTER TABLE memories_deletedaccount FORCE ROW LEVEL SECURITY;
REVOKE INSERT, UPDATE, DELETE ON memories_deletedaccount FROM memoryweb_app;
GRANT INSERT, UPDATE ON memories_deletedaccount TO memoryweb_clock;
CREATE POLICY memories_deletedaccount_clock ON memories_deletedaccount TO memoryweb_clock
    USING (true) WITH CHECK (true)
"""
DELETED_ACCOUNTS_OF_ALL = """
DROP POLICY memories_deletedaccount_clock ON memories_deletedaccount;
REVOKE INSERT, UPDATE ON memories_deletedaccount FROM memoryweb_clock
"""

# The last column of each foreign key between two tables: of a key with the person in it, the other one.
KEYS = """
    SELECT key.conrelid AS child, key.confrelid AS parent, own.attname AS child_column, own.attnotnull AS is_required,
           other.attname AS parent_column
    FROM pg_constraint AS key
    JOIN pg_attribute AS own ON own.attrelid = key.conrelid AND own.attnum = key.conkey[cardinality(key.conkey)]
    JOIN pg_attribute AS other
      ON other.attrelid = key.confrelid AND other.attnum = key.confkey[cardinality(key.confkey)]
    WHERE key.contype = 'f' AND key.connamespace = 'public'::regnamespace AND key.conrelid <> key.confrelid
"""
# Where a person's rows are, whatever table a later migration adds. A column person_id or user_id says whose a row is; a
# row without one belongs to whom its required key leads. What refers to another row has a higher level: it goes first.
# Versions go before all, because a memory that is deleted may leave none with words.
PLACES = f"""
CREATE FUNCTION memories_places_of_a_person() RETURNS TABLE (place text, condition text)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    WITH RECURSIVE keys AS ({KEYS}), own AS (
        SELECT owner.attrelid AS place, format('%I = $1', owner.attname) AS condition
        FROM pg_attribute AS owner JOIN pg_class AS class ON class.oid = owner.attrelid
        WHERE owner.attname IN ('person_id', 'user_id') AND NOT owner.attisdropped
          AND class.relkind = 'r' AND class.relnamespace = 'public'::regnamespace
    ), places AS (
        SELECT place, condition, 1 AS level FROM own
      UNION
        SELECT keys.child, coalesce(own.condition, format('%I IN (SELECT %I FROM %I WHERE %s)', keys.child_column,
               keys.parent_column, class.relname, places.condition)), places.level + 1
        FROM places JOIN keys ON keys.parent = places.place JOIN pg_class AS class ON class.oid = places.place
        LEFT JOIN own ON own.place = keys.child
        WHERE places.level < 12 AND (own.place IS NOT NULL OR keys.is_required)
    )
    SELECT class.relname::text, string_agg(DISTINCT places.condition, ' OR ')
    FROM places JOIN pg_class AS class ON class.oid = places.place
    GROUP BY class.relname
    ORDER BY class.relname <> 'memories_historicalmemory', max(places.level) DESC, class.relname
$$
"""
# Deletes at most so many rows; of memories all at once, because they refer to one another.
DELETE_ROWS = """
CREATE FUNCTION memories_delete_rows(account uuid, from_table text, most integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    whose text := (SELECT condition FROM memories_places_of_a_person() WHERE place = from_table);
    gone bigint;
BEGIN
    IF whose IS NULL OR NOT EXISTS (SELECT FROM memories_deletedaccount WHERE id = account) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only the rows of a deleted account can be deleted.';
    END IF;
    IF from_table <> 'memories_memory' THEN
        whose := format('ctid = ANY (ARRAY(SELECT ctid FROM %I WHERE %s LIMIT %s))', from_table, whose, most);
    END IF;
    EXECUTE format('DELETE FROM %I WHERE %s', from_table, whose) USING account;
    GET DIAGNOSTICS gone = ROW_COUNT;
    RETURN gone;
END $$;
REVOKE ALL ON FUNCTION memories_delete_rows(uuid, text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION memories_delete_rows(uuid, text, integer) TO memoryweb_clock
"""
# Any other key to a person says who did something to a row that is not theirs: the row stays, done by nobody.
DELETE_PERSON = f"""
CREATE FUNCTION memories_delete_person(account uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE done record;
BEGIN
    IF NOT EXISTS (SELECT FROM memories_deletedaccount WHERE id = account) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only a deleted account can be deleted.';
    END IF;
    FOR done IN SELECT keys.child::regclass AS place, keys.child_column FROM ({KEYS}) AS keys
        WHERE keys.parent = 'people_user'::regclass AND keys.child_column NOT IN ('person_id', 'user_id')
          AND NOT keys.is_required
    LOOP
        EXECUTE format('UPDATE %s SET %I = NULL WHERE %I = $1', done.place, done.child_column, done.child_column)
        USING account;
    END LOOP;
    DELETE FROM people_user WHERE id = account;
END $$;
REVOKE ALL ON FUNCTION memories_delete_person(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION memories_delete_person(uuid) TO memoryweb_clock
"""


class Migration(migrations.Migration):
    dependencies = [("memories", "0020_staff"), ("people", "0012_account_deletion")]

    operations = [
        migrations.CreateModel(
            name="DeletedAccount",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("number", models.CharField(max_length=20)),
                ("erasures", models.PositiveIntegerField()),
                ("deleted_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("purged_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("purged_at", None)),
                        fields=["finished_at"],
                        name="deleted_accounts_to_purge",
                    )
                ],
            },
        ),
        migrations.RunSQL(DELETED_ACCOUNTS, DELETED_ACCOUNTS_OF_ALL),
        migrations.RunSQL(PLACES, "DROP FUNCTION memories_places_of_a_person()"),
        migrations.RunSQL(DELETE_ROWS, "DROP FUNCTION memories_delete_rows(uuid, text, integer)"),
        migrations.RunSQL(DELETE_PERSON, "DROP FUNCTION memories_delete_person(uuid)"),
    ]
