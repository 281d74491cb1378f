-- Where a person's rows are, whatever table a later migration adds. A column person_id or user_id says whose a row is;
-- a row without one belongs to whom its required key leads. What refers to another row has a higher level: it goes
-- first. Versions go before all, because a memory that is deleted may leave none with words.
CREATE OR REPLACE FUNCTION memories_places_of_a_person()
    RETURNS TABLE (place text, condition text)
    LANGUAGE sql
    STABLE
    SET search_path = public, pg_temp
AS $$
    WITH RECURSIVE keys AS (
    SELECT key.conrelid AS child, key.confrelid AS parent, own.attname AS child_column, own.attnotnull AS is_required,
           other.attname AS parent_column
    FROM pg_constraint AS key
    JOIN pg_attribute AS own ON own.attrelid = key.conrelid AND own.attnum = key.conkey[cardinality(key.conkey)]
    JOIN pg_attribute AS other
      ON other.attrelid = key.confrelid AND other.attnum = key.confkey[cardinality(key.confkey)]
    WHERE key.contype = 'f' AND key.connamespace = 'public'::regnamespace AND key.conrelid <> key.confrelid
), own AS (
        SELECT owner.attrelid AS place, format('%I = $1', owner.attname) AS condition
        FROM pg_attribute AS owner JOIN pg_class AS class ON class.oid = owner.attrelid
        WHERE owner.attname IN ('person_id', 'user_id') AND owner.atttypid = 'uuid'::regtype AND NOT owner.attisdropped
          AND class.relkind IN ('r', 'p') AND class.relnamespace = 'public'::regnamespace
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
$$;
