"""Migration operations that build the wall: one line in a migration, the same SQL everywhere."""

from django.db.migrations.operations.special import RunSQL

ME = "(SELECT NULLIF(current_setting('app.person_id', true), '')::uuid)"
# The scalar subselect is evaluated once a statement; unset means NULL, and NULL means no rows.


class Isolate(RunSQL):
    """Row-level security on one table: a person sees and writes their own rows, fails closed.

    `sees` widens what may be read (still one policy: permissive policies OR together).
    `clock` names what upkeep may do there, e.g. "SELECT, UPDATE".
    """

    def __init__(self, table: str, *, sees: str = "", clock: str = "") -> None:
        own = f"person_id = {ME}"
        read = f"({sees})" if sees else own
        sql = [
            f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
            f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
            f"CREATE POLICY {table}_read ON {table} FOR SELECT TO memoryweb_app USING ({read})",
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
        undo = [f"DROP POLICY {table}_{what} ON {table}" for what in ("read", "add", "change", "remove")]
        undo += [f"DROP POLICY {table}_clock ON {table}"] if clock else []
        undo += [f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY"]
        undo += [f"ALTER TABLE {table} DISABLE ROW LEVEL SECURITY"]
        super().__init__(sql="; ".join(sql), reverse_sql="; ".join(undo))


class SamePerson(RunSQL):
    """A foreign key that includes the person: PostgreSQL checks keys outside row-level security,
    so a plain one would accept (and thereby reveal) another person's row. A table that has one needs no key of
    its own to the person: that would be looked up for every row written, and say less."""

    def __init__(self, table: str, column: str, target: str, *, on_delete: str = "CASCADE") -> None:
        name = f"{table}_{column}_of_same_person"
        super().__init__(
            sql=f"ALTER TABLE {table} ADD CONSTRAINT {name} FOREIGN KEY (person_id, {column})"
            f" REFERENCES {target} (person_id, id) ON DELETE {on_delete} DEFERRABLE INITIALLY DEFERRED",
            reverse_sql=f"ALTER TABLE {table} DROP CONSTRAINT {name}",
        )
