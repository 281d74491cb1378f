"""Moves the tables of persons' rows to hash partitions by person, or back, while agents read and save.

Every table is made a second time in the schema `moving`. A trigger there repeats each change, rows are copied in
batches beside it, and when both have the same rows, one short transaction puts the new tables in place of the old ones.
Nothing is lost where it stops before: the next call goes on, or `give_up` takes the copies away.

Partition 7 of each table is in the schema `partition_07` under the table's own name, because triggers ask for the name
of X that nobody reads past row-level security.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.sql import SQL, Composed, Identifier, Literal

from memoryweb.rls.roles import APP, BACKUP, CLOCK, WORKER

MOST = 256
BATCH = 2_000  # rows that are locked and copied at once: some 50 ms
LOCK_TIMEOUT = "2s"  # for the moment in which tables change places; agents wait as long
TRIES = 30
LOCKS_A_PARTITION = 600  # of PostgreSQL's locks that dropping one partition of every table takes, with its indexes
MOVING = "moving"
MIRROR = "moving_mirror"

TABLES = """
SELECT class.relname::text, class.relkind = 'p',
       array_agg(own.attname::text ORDER BY array_position(key.conkey, own.attnum))
FROM pg_constraint AS key JOIN pg_class AS class ON class.oid = key.conrelid
JOIN pg_attribute AS own ON own.attrelid = class.oid AND own.attnum = ANY (key.conkey)
WHERE key.contype = 'p' AND class.relnamespace = 'public'::regnamespace
GROUP BY class.oid, class.relname, class.relkind HAVING 'person_id' = ANY (array_agg(own.attname)) ORDER BY 1
"""
COLUMNS = """
SELECT attname::text FROM pg_attribute
WHERE attrelid = to_regclass(%s) AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum
"""
KEYS = """
SELECT conname::text, pg_get_constraintdef(oid) FROM pg_constraint
WHERE conrelid = %s::regclass AND contype IN ('p', 'u', 'x') ORDER BY contype, conname
"""
INDEXES = """
SELECT pg_get_indexdef(indexrelid) FROM pg_index
WHERE indrelid = %s::regclass AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype <> 'f')
ORDER BY indexrelid
"""
FOREIGN_KEYS = """
SELECT class.relname::text, key.conname::text, pg_get_constraintdef(key.oid), target.relname::text
FROM pg_constraint AS key JOIN pg_class AS class ON class.oid = key.conrelid
JOIN pg_class AS target ON target.oid = key.confrelid
WHERE key.contype = 'f' AND key.conparentid = 0 AND class.relnamespace = 'public'::regnamespace
  AND (class.relname = ANY (%(tables)s) OR target.relname = ANY (%(tables)s)) ORDER BY 1, 2
"""
TRIGGERS = """
SELECT pg_get_triggerdef(oid) FROM pg_trigger
WHERE tgrelid = %s::regclass AND NOT tgisinternal AND tgname <> %s ORDER BY tgname
"""
SECURITY = "SELECT relrowsecurity, relforcerowsecurity FROM pg_class WHERE oid = %s::regclass"
POLICIES = """
SELECT policyname::text, permissive, cmd, roles::text[], qual, with_check FROM pg_policies
WHERE schemaname = 'public' AND tablename = %s ORDER BY policyname
"""
GRANTS = """
SELECT privilege_type, '', grantee::regrole::text FROM pg_class, aclexplode(relacl)
WHERE oid = %(table)s::regclass AND grantee <> relowner AND grantee <> 0
UNION ALL SELECT privilege_type, attname, grantee::regrole::text FROM pg_attribute, aclexplode(attacl)
WHERE attrelid = %(table)s::regclass AND NOT attisdropped AND grantee <> 0 ORDER BY 3, 1, 2
"""
# A partitioned table has none of its own: each partition has them.
OPTIONS = """
SELECT array_to_string(coalesce(reloptions, (SELECT part.reloptions FROM pg_class AS part JOIN pg_inherits
    ON inhrelid = part.oid WHERE inhparent = class.oid LIMIT 1)), ', ')
FROM pg_class AS class WHERE oid = %s::regclass
"""
SEQUENCES = """
SELECT attname::text, pg_get_serial_sequence(%(table)s, attname) FROM pg_attribute
WHERE attrelid = %(table)s::regclass AND attidentity <> '' AND NOT attisdropped
"""
VIEWS = """
SELECT class.relname::text, pg_get_viewdef(class.oid), coalesce(array_to_string(reloptions, ', '), '')
FROM pg_class AS class WHERE relkind = 'v' AND relnamespace = 'public'::regnamespace ORDER BY class.oid
"""
# Functions that take or give a row of a table depend on its type.
FUNCTIONS = """
SELECT oid::regprocedure::text, pg_get_functiondef(oid), proacl IS NULL FROM pg_proc
WHERE pronamespace = 'public'::regnamespace AND (proargtypes::oid[] || prorettype) && ARRAY(
    SELECT each FROM pg_class, unnest(ARRAY[reltype, (SELECT typarray FROM pg_type WHERE oid = reltype)]) AS types(each)
    WHERE relnamespace = 'public'::regnamespace AND relname = ANY (%s)) ORDER BY oid
"""
CALLERS = """
SELECT grantee::regrole::text FROM pg_proc, aclexplode(proacl)
WHERE oid = %s::regprocedure AND grantee <> proowner AND grantee <> 0
"""
MAKE_MIRROR = f"""
CREATE FUNCTION {MOVING}.mirror() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN  -- a changed row stays, because deleting it would take along what refers to it
    IF TG_OP = 'INSERT' THEN
        EXECUTE format('INSERT INTO {MOVING}.%I (%s) SELECT %s', TG_ARGV[0], TG_ARGV[3], TG_ARGV[4]) USING OLD, NEW;
    ELSIF TG_OP = 'UPDATE' THEN
        EXECUTE format('UPDATE {MOVING}.%I SET (%s) = (SELECT %s) WHERE (%s) = (%s)', TG_ARGV[0], TG_ARGV[3],
                       TG_ARGV[4], TG_ARGV[1], TG_ARGV[2]) USING OLD, NEW;
    ELSE
        EXECUTE format('DELETE FROM {MOVING}.%I WHERE (%s) = (%s)', TG_ARGV[0], TG_ARGV[1], TG_ARGV[2]) USING OLD;
    END IF;
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION {MOVING}.mirror() FROM PUBLIC
"""


class CannotMoveError(Exception):
    """The tables stay as they are, for the reason that it says."""


@dataclass(frozen=True)
class Table:
    """A table of persons' rows. `key` has the columns of its primary key, `columns` those that are written."""

    name: str
    key: Sequence[str]
    columns: Sequence[str]

    @property
    def old(self) -> Identifier:
        return Identifier("public", self.name)

    @property
    def new(self) -> Identifier:
        return Identifier(MOVING, self.name)


def partitions_of(connection: psycopg.Connection[Any]) -> int:
    """Return how many partitions the tables of persons' rows have, 0 for plain tables."""
    counted = "SELECT count(*) FROM pg_inherits WHERE inhparent = %s::regclass"
    return max(
        (_value(connection, counted, [f"public.{name}"]) for name, _, _ in connection.execute(TABLES)), default=0
    )


def move(connection: psycopg.Connection[Any], partitions: int, *, say: Callable[[str], object] = print) -> None:
    """Move every table of persons' rows to that many partitions, or with 0 to plain tables.

    `connection` is the owner's, in autocommit. Raises CannotMoveError where that can't be done.
    """
    connection.execute("SET search_path = ''")  # so that PostgreSQL writes every name in full
    connection.execute(f"SET lock_timeout = '{LOCK_TIMEOUT}'")
    now = partitions_of(connection)
    if now == partitions:
        give_up(connection)
        say(f"The tables have {partitions} partitions already." if partitions else "The tables are plain already.")
        return
    if not 0 <= partitions <= MOST or partitions == 1:
        raise CannotMoveError(f"A table can have 2 to {MOST} partitions, or 0 for none.")
    if now and partitions:
        raise CannotMoveError(f"The tables have {now} partitions. Move them to 0 first.")
    _require_locks(connection, max(now, partitions))
    tables = [Table(name, key, _columns(connection, name)) for name, _, key in connection.execute(TABLES).fetchall()]
    _begin(connection, tables, partitions)
    for number, table in enumerate(tables, 1):
        _prepare(connection, table, partitions)
        copied = _copy(connection, table)
        say(f"{number} of {len(tables)}: {table.name}, {copied} rows")
    _add_foreign_keys(connection, tables)
    for table in tables:
        connection.execute(SQL("ANALYZE {}").format(table.new))
    _try(connection, lambda: _swap(connection, tables, now))
    say(f"{len(tables)} tables have {partitions} partitions." if partitions else f"{len(tables)} tables are plain.")


def give_up(connection: psycopg.Connection[Any]) -> None:
    """Take away what a move that did not end has made."""
    if not _value(connection, "SELECT count(*) FROM pg_namespace WHERE nspname = %s", [MOVING]):
        return
    connection.execute("SET search_path = ''")
    mirrored = "SELECT tgrelid::regclass::text FROM pg_trigger WHERE tgname = %s AND tgparentid = 0"
    for (name,) in connection.execute(mirrored, [MIRROR]).fetchall():
        drop = SQL("DROP TRIGGER {} ON {}").format(Identifier(MIRROR), SQL(name))
        _try(connection, lambda drop=drop: connection.execute(drop))  # type: ignore[misc]
    for (name,) in connection.execute(
        "SELECT relname::text FROM pg_class WHERE relnamespace = %s::regnamespace AND relkind IN ('r', 'p')", [MOVING]
    ).fetchall():
        connection.execute(SQL("DROP TABLE {} CASCADE").format(Identifier(MOVING, name)))
    connection.execute(SQL("DROP SCHEMA {} CASCADE").format(Identifier(MOVING)))
    if not partitions_of(connection):
        _drop_schemas(connection)


def _columns(connection: psycopg.Connection[Any], table: str, schema: str = "public") -> list[str]:
    """Return the columns of a table that are written; none where there is no such table."""
    return [column for (column,) in connection.execute(COLUMNS, [f"{schema}.{table}"])]


def _require_locks(connection: psycopg.Connection[Any], partitions: int) -> None:
    """Raise CannotMoveError if the server has too few locks for one transaction about all partitions."""
    names = ("max_locks_per_transaction", "max_connections")
    locks, connections = (int(_value(connection, "SELECT current_setting(%s)", [name])) for name in names)
    needed = -(-partitions * LOCKS_A_PARTITION // connections)
    if locks < needed:
        raise CannotMoveError(
            f"For {partitions} partitions the server needs max_locks_per_transaction = {needed} or more. It has"
            f" {locks}. Set it and start the server again."
        )


def _begin(connection: psycopg.Connection[Any], tables: Sequence[Table], partitions: int) -> None:
    """Make the schemas, or find those of a move that stopped. With another number or other tables it begins again."""
    if _value(connection, "SELECT to_regclass(%s) IS NOT NULL", [f"{MOVING}.progress"]):
        begun = connection.execute(f"SELECT name, partitions FROM {MOVING}.progress").fetchall()
        is_same = set(begun) == {(table.name, partitions) for table in tables}
        if is_same and all(_columns(connection, table.name, MOVING) in ([], table.columns) for table in tables):
            return
        give_up(connection)
    with connection.transaction():
        connection.execute(f"CREATE SCHEMA {MOVING}")
        connection.execute(MAKE_MIRROR)
        connection.execute(
            f"CREATE TABLE {MOVING}.progress (name text PRIMARY KEY, partitions int, is_mirrored bool, last text[])"
        )
        for table in tables:
            values = [table.name, partitions]
            connection.execute(f"INSERT INTO {MOVING}.progress VALUES (%s, %s, false, NULL)", values)
        for number in range(partitions):
            schema = Identifier(_schema(number))
            connection.execute(SQL("CREATE SCHEMA {}").format(schema))
            # It rewrites what held erased rows (upkeep.purge), and has no right on the tables themselves.
            connection.execute(SQL("GRANT USAGE ON SCHEMA {} TO {}").format(schema, Identifier(CLOCK)))


def _schema(partition: int) -> str:
    return f"partition_{partition:02}"


def _prepare(connection: psycopg.Connection[Any], table: Table, partitions: int) -> None:
    """Make the new table with its keys and indexes, and have each change repeated there."""
    if _value(connection, f"SELECT is_mirrored FROM {MOVING}.progress WHERE name = %s", [table.name]):
        return
    _try(connection, lambda: _make(connection, table, partitions))


def _make(connection: psycopg.Connection[Any], table: Table, partitions: int) -> None:
    like = "DEFAULTS INCLUDING GENERATED INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING COMPRESSION"
    by_person = " PARTITION BY HASH (person_id)" if partitions else ""
    connection.execute(
        SQL("CREATE TABLE {} (LIKE {} INCLUDING {} INCLUDING IDENTITY INCLUDING COMMENTS){}").format(
            table.new, table.old, SQL(like), SQL(by_person)
        )
    )
    parts = [Identifier(_schema(number), table.name) for number in range(partitions)]
    for number, part in enumerate(parts):
        values = (part, table.new, Literal(partitions), Literal(number))
        create = SQL("CREATE TABLE {} PARTITION OF {} FOR VALUES WITH (MODULUS {}, REMAINDER {})")
        connection.execute(create.format(*values))
    if options := _value(connection, OPTIONS, [f"public.{table.name}"]):
        for place in parts or [table.new]:
            connection.execute(SQL("ALTER TABLE {} SET ({})").format(place, SQL(options)))
    for name, definition in connection.execute(KEYS, [f"public.{table.name}"]).fetchall():
        add = SQL("ALTER TABLE {} ADD CONSTRAINT {} {}")
        connection.execute(add.format(table.new, Identifier(name), SQL(definition)))
    for (definition,) in connection.execute(INDEXES, [f"public.{table.name}"]).fetchall():
        connection.execute(_on_new(definition, table))
    listed = [", ".join(table.key), _values("$1", table.key), ", ".join(table.columns), _values("$2", table.columns)]
    arguments = SQL(", ").join(Literal(each) for each in (table.name, *listed))
    connection.execute(
        SQL("CREATE TRIGGER {} AFTER INSERT OR UPDATE OR DELETE ON {} FOR EACH ROW EXECUTE FUNCTION {}({})").format(
            Identifier(MIRROR), table.old, Identifier(MOVING, "mirror"), arguments
        )
    )
    connection.execute(f"UPDATE {MOVING}.progress SET is_mirrored = true WHERE name = %s", [table.name])


def _values(row: str, columns: Sequence[str]) -> str:
    return ", ".join(f"{row}.{column}" for column in columns)


def _on_new(definition: str, table: Table) -> str:
    """Return a definition of PostgreSQL's for the new table."""
    for place in (f" ON ONLY public.{table.name} ", f" ON public.{table.name} "):
        definition = definition.replace(place, f" ON {MOVING}.{table.name} ")
    return definition


def _copy(connection: psycopg.Connection[Any], table: Table) -> int:
    """Copy the rows that were there before, in the order of their keys; return how many.

    A row that is being changed is waited for, and one that is copied can't be changed meanwhile. What the trigger has
    repeated is there already.
    """
    names, key = (SQL(", ").join(map(Identifier, each)) for each in (table.columns, table.key))
    types = [kind for _, kind in _types(connection, table)]
    places = SQL(", ").join(SQL("%s::") + SQL(kind) for kind in types)
    statement = SQL(
        "WITH batch AS MATERIALIZED (SELECT {names} FROM {old} {after} ORDER BY {key} LIMIT {batch} FOR SHARE),"
        " put AS (INSERT INTO {new} ({names}) SELECT {names} FROM batch ON CONFLICT DO NOTHING)"
        " SELECT (SELECT count(*) FROM batch), ARRAY[{texts}] FROM batch ORDER BY {descending} LIMIT 1"
    )
    parts = {
        "names": names,
        "old": table.old,
        "new": table.new,
        "key": key,
        "batch": Literal(BATCH),
        "texts": SQL(", ").join(SQL("{}::text").format(Identifier(each)) for each in table.key),
        "descending": SQL(", ").join(SQL("{} DESC").format(Identifier(each)) for each in table.key),
    }
    first = statement.format(after=SQL(""), **parts)
    further = statement.format(after=SQL("WHERE ({}) > ({})").format(key, places), **parts)
    copied, last = 0, _value(connection, f"SELECT last FROM {MOVING}.progress WHERE name = %s", [table.name])
    while True:
        with connection.transaction():
            row = connection.execute(further, last).fetchone() if last else connection.execute(first).fetchone()
            if row is None:
                return copied
            copied, last = copied + row[0], row[1]
            connection.execute(f"UPDATE {MOVING}.progress SET last = %s WHERE name = %s", [last, table.name])


def _types(connection: psycopg.Connection[Any], table: Table) -> list[tuple[str, str]]:
    found = dict(
        connection.execute(
            "SELECT attname::text, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = %s::regclass",
            [f"public.{table.name}"],
        ).fetchall()
    )
    return [(column, found[column]) for column in table.key]


def _add_foreign_keys(connection: psycopg.Connection[Any], tables: Sequence[Table]) -> None:
    names = [table.name for table in tables]
    for source, name, definition, target in connection.execute(FOREIGN_KEYS, {"tables": names}).fetchall():
        there = "SELECT count(*) FROM pg_constraint WHERE conrelid = %s::regclass AND conname = %s"
        if source not in names or _value(connection, there, [f"{MOVING}.{source}", name]):
            continue
        place = MOVING if target in names else "public"
        to_new = SQL(definition.replace(f"REFERENCES public.{target}(", f"REFERENCES {place}.{target}("))
        add = SQL("ALTER TABLE {} ADD CONSTRAINT {} {}")
        statement = add.format(Identifier(MOVING, source), Identifier(name), to_new)
        _try(connection, lambda statement=statement: connection.execute(statement))  # type: ignore[misc]


def _swap(connection: psycopg.Connection[Any], tables: Sequence[Table], partitions_before: int) -> None:
    """Put the new tables in place of the old ones, with all that belongs to them."""
    names = [table.name for table in tables]
    keys = connection.execute(FOREIGN_KEYS, {"tables": names}).fetchall()
    outside = sorted({key[0] for key in keys} - set(names))
    locked = SQL(", ").join([*(table.old for table in tables), *(Identifier("public", each) for each in outside)])
    connection.execute(SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE").format(locked))
    for table in tables:
        _require_same(connection, table)
        _dress(connection, table)
    taken_away, made_again = _what_depends(connection, names)
    for statement in taken_away:
        connection.execute(statement)
    connection.execute(SQL("DROP TABLE {}").format(SQL(", ").join(table.old for table in tables)))
    for table in tables:
        connection.execute(SQL("ALTER TABLE {} SET SCHEMA public").format(table.new))
    for statement in made_again:
        connection.execute(statement)
    connection.execute(SQL("DROP SCHEMA {} CASCADE").format(Identifier(MOVING)))
    if partitions_before:
        _drop_schemas(connection)


def _what_depends(connection: psycopg.Connection[Any], tables: list[str]) -> tuple[list[Composed], list[Composed]]:
    """Return what takes away the views, functions and keys that depend on these tables, and what makes them again."""
    drops, makes = list[Composed](), list[Composed]()
    for name, definition, options in connection.execute(VIEWS).fetchall():
        view = Identifier("public", name)
        drops.insert(0, SQL("DROP VIEW {}").format(view))
        with_options = SQL(f" WITH ({options})" if options else "")
        makes.append(SQL("CREATE VIEW {}{} AS {}").format(view, with_options, SQL(definition)))
        makes += [grant.format(view) for grant in _grants(connection, f"public.{name}")]
    for name, definition, is_everybodys in connection.execute(FUNCTIONS, [tables]).fetchall():
        function = SQL(name)
        drops.append(SQL("DROP FUNCTION {}").format(function))
        makes.append(Composed([SQL(definition)]))
        makes += [] if is_everybodys else [SQL("REVOKE ALL ON FUNCTION {} FROM PUBLIC").format(function)]
        for (caller,) in connection.execute(CALLERS, [name]).fetchall():
            makes.append(SQL("GRANT EXECUTE ON FUNCTION {} TO {}").format(function, SQL(caller)))
    for source, name, definition, _ in connection.execute(FOREIGN_KEYS, {"tables": tables}).fetchall():
        if source not in tables:
            place, key = Identifier("public", source), Identifier(name)
            drops.append(SQL("ALTER TABLE {} DROP CONSTRAINT {}").format(place, key))
            makes.append(SQL("ALTER TABLE {} ADD CONSTRAINT {} {}").format(place, key, SQL(definition)))
    return drops, makes


def _drop_schemas(connection: psycopg.Connection[Any]) -> None:
    schemas = connection.execute(
        r"SELECT nspname::text FROM pg_namespace WHERE nspname ~ '^partition_[0-9]+$'"
    ).fetchall()
    for (schema,) in schemas:
        connection.execute(SQL("DROP SCHEMA {}").format(Identifier(schema)))  # refused if anything else is in it


def _require_same(connection: psycopg.Connection[Any], table: Table) -> None:
    counted = SQL("SELECT (SELECT count(*) FROM {}), (SELECT count(*) FROM {})").format(table.old, table.new)
    old, new = connection.execute(counted).fetchone() or (0, 0)
    if old != new:
        raise CannotMoveError(f"{table.name} has {old} rows, and its copy {new}. Nothing was changed.")
    if _columns(connection, table.name) != _columns(connection, table.name, MOVING):
        raise CannotMoveError(f"{table.name} has other columns than its copy. Nothing was changed: call it again.")


def _dress(connection: psycopg.Connection[Any], table: Table) -> None:
    """Give the new table the triggers, policies, rights and counters of the old one."""
    name = f"public.{table.name}"
    for (definition,) in connection.execute(TRIGGERS, [name, MIRROR]).fetchall():
        connection.execute(_on_new(definition, table))
    is_secured, is_forced = connection.execute(SECURITY, [name]).fetchone() or (False, False)
    for is_on, words in ((is_secured, "ENABLE ROW LEVEL SECURITY"), (is_forced, "FORCE ROW LEVEL SECURITY")):
        if is_on:
            connection.execute(SQL("ALTER TABLE {} {}").format(table.new, SQL(words)))
    for policy, permissive, command, roles, using, check in connection.execute(POLICIES, [table.name]).fetchall():
        statement = SQL("CREATE POLICY {} ON {} AS {} FOR {} TO {}").format(
            Identifier(policy), table.new, SQL(permissive), SQL(command), SQL(", ").join(map(Identifier, roles))
        )
        statement += SQL(f" USING ({using})" if using else "") + SQL(f" WITH CHECK ({check})" if check else "")
        connection.execute(statement)
    for grant in _grants(connection, name):
        connection.execute(grant.format(table.new))
    for column, sequence in connection.execute(SEQUENCES, {"table": name}).fetchall():
        last, is_called = connection.execute(f"SELECT last_value, is_called FROM {sequence}").fetchone() or (1, False)
        new = _value(connection, "SELECT pg_get_serial_sequence(%s, %s)", [f"{MOVING}.{table.name}", column])
        connection.execute("SELECT setval(%s, %s, %s)", [new, last, is_called])
        for grant in _grants(connection, sequence, "SEQUENCE"):
            connection.execute(grant.format(SQL(new)))


def _grants(connection: psycopg.Connection[Any], name: str, kind: str = "TABLE") -> list[SQL]:
    """Return statements for the rights of a table, view or sequence, with a place for its name."""
    rights = connection.execute(GRANTS, {"table": name}).fetchall()
    return [
        SQL(f"REVOKE ALL ON {kind} {{}} FROM {', '.join((APP, CLOCK, WORKER, BACKUP))}"),  # what is new has rights
        *(
            SQL(f"GRANT {right}{f' ({column})' if column else ''} ON {kind} {{}} TO {role}")
            for right, column, role in rights
        ),
    ]


def _try(connection: psycopg.Connection[Any], act: Callable[[], object]) -> None:
    """Do this in a transaction, and again where others hold the tables for too long."""
    for attempt in range(1, TRIES + 1):
        try:
            with connection.transaction():
                act()
            return
        except (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected) as error:
            if attempt == TRIES:
                raise CannotMoveError("The tables are in use all the time. Nothing is lost: call it again.") from error


def _value(connection: psycopg.Connection[Any], query: Any, values: Sequence[Any] = ()) -> Any:
    row = connection.execute(query, values).fetchone()
    return row[0] if row else None
