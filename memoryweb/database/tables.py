"""Migration operations for what many tables have alike: row-level security, keys of one person, recorded changes."""

from collections.abc import Sequence

from django.db.migrations.operations.special import RunSQL

from memoryweb.rls.scope import PERSON


class Isolate(RunSQL):
    """Turns on row-level security for a table: a person reads and writes their own rows, and nobody else's.

    `sees` is the condition for reading, where that is wider than "own rows". It replaces the read
    policy, because PostgreSQL combines several permissive policies with OR.
    `column` is that of the person; allauth calls it user_id.
    `clock` lists the rights of upkeep's role on the table, such as "SELECT, UPDATE"; to lock a row it needs UPDATE of
    some column.
    """

    def __init__(self, table: str, *, sees: str = "", column: str = "person_id", clock: str = "") -> None:
        own = f"{column} = {PERSON}"
        readable = f"({sees})" if sees else own
        sql = [
            f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
            f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
            f"CREATE POLICY {table}_read ON {table} FOR SELECT TO memoryweb_app USING ({readable})",
            f"CREATE POLICY {table}_add ON {table} FOR INSERT TO memoryweb_app WITH CHECK ({own})",
            f"CREATE POLICY {table}_change ON {table} FOR UPDATE TO memoryweb_app USING ({own}) WITH CHECK ({own})",
            f"CREATE POLICY {table}_remove ON {table} FOR DELETE TO memoryweb_app USING ({own})",
            f"REVOKE INSERT, UPDATE, DELETE ON {table} FROM memoryweb_clock",
        ]
        if clock:
            sql += [
                f"GRANT {clock} ON {table} TO memoryweb_clock",
                f"CREATE POLICY {table}_clock ON {table} TO memoryweb_clock USING (true) WITH CHECK (true)",
            ]
        reverse = [f"DROP POLICY {table}_{what} ON {table}" for what in ("read", "add", "change", "remove")]
        reverse += [f"DROP POLICY {table}_clock ON {table}"] if clock else []
        reverse += [f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY"]
        reverse += [f"ALTER TABLE {table} DISABLE ROW LEVEL SECURITY"]
        super().__init__(sql="; ".join(sql), reverse_sql="; ".join(reverse))


class MemberOnly(RunSQL):
    """Lets only a member put a row into a community. Whoever left it may still change and end the rows they have there.

    `columns` are those whose change puts a row there; the trigger function is people_only_members.
    """

    def __init__(self, table: str, *columns: str) -> None:
        there, run = "NEW.community_id IS NOT NULL", "FOR EACH ROW WHEN ({}) EXECUTE FUNCTION people_only_members()"
        moved = " OR ".join(f"NEW.{column} IS DISTINCT FROM OLD.{column}" for column in columns)
        sql = (
            f"CREATE TRIGGER {table}_added_by_member BEFORE INSERT ON {table} {run.format(there)};"
            f"CREATE TRIGGER {table}_moved_by_member BEFORE UPDATE ON {table} {run.format(f'{there} AND ({moved})')}"
        )
        reverse = f"DROP TRIGGER {table}_added_by_member ON {table}; DROP TRIGGER {table}_moved_by_member ON {table}"
        super().__init__(sql=sql, reverse_sql=reverse)


class SamePerson(RunSQL):
    """Adds a foreign key that includes the person.

    PostgreSQL checks foreign keys outside row-level security, so a plain one would accept, and thereby
    reveal, another person's row. A table with such a key needs no second one to the person: that would
    cost a lookup for every row written and guarantee less.
    """

    def __init__(self, table: str, column: str, target: str, *, on_delete: str = "CASCADE") -> None:
        name = f"{table}_{column}_of_same_person"
        super().__init__(
            sql=f"ALTER TABLE {table} ADD CONSTRAINT {name} FOREIGN KEY (person_id, {column})"
            f" REFERENCES {target} (person_id, id) ON DELETE {on_delete} DEFERRABLE INITIALLY DEFERRED",
            reverse_sql=f"ALTER TABLE {table} DROP CONSTRAINT {name}",
        )


class PersonKey(RunSQL):
    """Puts the person into a table's primary key, so that its rows can be partitioned and spread by person.

    `column` is what models call the key. `unique` names columns that are unique by themselves in the models, such as
    those of one-to-one fields: their constraints get the person too, as their second column, so that a secret still
    finds its person. Foreign keys of SamePerson that lead to the table are made again on the new key. Models keep the
    key that they have: nobody else's row is ever seen, so `column` alone still finds a row.
    """

    def __init__(self, table: str, column: str = "id", *, unique: Sequence[str] = ()) -> None:
        columns = ", ".join(f"'{each}'" for each in unique)
        super().__init__(sql=PERSON_KEY.format(table=table, column=column, unique=f"ARRAY[{columns}]::text[]"))


PERSON_KEY = """
DO $$
DECLARE
    key record;
    made_again text[];
BEGIN
    SELECT array_agg(format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
                            pg_get_constraintdef(oid))) INTO made_again
    FROM pg_constraint WHERE contype = 'f' AND confrelid = '{table}'::regclass;
    FOR key IN SELECT conrelid::regclass AS place, conname FROM pg_constraint
        WHERE contype = 'f' AND confrelid = '{table}'::regclass LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', key.place, key.conname);
    END LOOP;
    FOR key IN SELECT conname, contype, attname FROM pg_constraint
        JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[cardinality(conkey)]
        WHERE conrelid = '{table}'::regclass AND (contype = 'p' OR contype = 'u' AND (attname = '{column}'
            AND cardinality(conkey) = 2 OR attname = ANY ({unique}) AND cardinality(conkey) = 1)) LOOP
        EXECUTE format('ALTER TABLE {table} DROP CONSTRAINT %I', key.conname);
        IF key.contype = 'u' AND key.attname <> '{column}' THEN
            EXECUTE format('ALTER TABLE {table} ADD CONSTRAINT %I UNIQUE (%I, person_id)', key.conname, key.attname);
        END IF;
    END LOOP;
    ALTER TABLE {table} ADD CONSTRAINT {table}_pkey PRIMARY KEY (person_id, {column});
    FOR place IN 1 .. coalesce(cardinality(made_again), 0) LOOP
        EXECUTE made_again[place];
    END LOOP;
END $$;
"""


class RecordChanges(RunSQL):
    """Records every change that an act makes to a table, so that Undo can take it back (memories_record_change).

    A trigger does it, so bulk updates and plain SQL are recorded too. `left_out` are columns that are not kept. Outside
    an act nothing is recorded.
    """

    def __init__(self, table: str, *, when: str = "INSERT OR UPDATE OR DELETE", left_out: Sequence[str] = ()) -> None:
        columns = ", ".join(f"'{column}'" for column in left_out)
        super().__init__(
            sql=f"CREATE TRIGGER {table}_is_recorded AFTER {when} ON {table} FOR EACH ROW"
            " WHEN (coalesce(current_setting('memoryweb.act', true), '') <> '')"
            f" EXECUTE FUNCTION memories_record_change({columns})",
            reverse_sql=f"DROP TRIGGER {table}_is_recorded ON {table}",
        )
