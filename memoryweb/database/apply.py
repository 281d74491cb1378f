"""The migration operation that puts a file of sql/ in place."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from memoryweb.database import memory_columns
from memoryweb.rls.scope import AGENT_COMMUNITY, IS_PERSON, PERSON

FOLDER = Path(__file__).parent / "sql"
WORDS = {"{person}": PERSON, "{is_person}": IS_PERSON, "{agent_community}": AGENT_COMMUNITY}
# A policy's file says all that these roles may do with the table: what they had before is taken away first.
NO_RIGHTS = """
DO $$
DECLARE policy name;
BEGIN
    FOR policy IN SELECT policyname FROM pg_policies WHERE schemaname = 'public' AND tablename = '{table}' LOOP
        EXECUTE format('DROP POLICY %I ON {table}', policy);
    END LOOP;
END $$;
REVOKE ALL ON {table} FROM memoryweb_app, memoryweb_clock, memoryweb_worker;
"""
# A function's text may speak of what a later migration makes.
UNCHECKED = "SET LOCAL check_function_bodies = off;\n"


class Apply(Operation):
    """Puts files of sql/ in place by their names, such as "functions/agents_open".

    A file has today's text, which may need columns that a later migration adds. Where several migrations apply one
    file, the last of them does, of a function each, because triggers and policies name it and its text is not read
    before it runs. Changing an object takes its file and a migration that applies it, and comes after the one that
    applied it before. Tables and indexes are only made: their changes are operations of their own.

    What is made of a memory's columns (memory_columns.FUNCTIONS) has those of its migration, so one that adds a column
    applies it again.
    """

    reversible = False

    def __init__(self, *names: str) -> None:
        self.names = names

    def deconstruct(self) -> tuple[str, list[str], dict[str, Any]]:
        return type(self).__name__, list(self.names), {}

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Change nothing that models know of."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for name in self.names:
            if name.startswith("functions/") or last_to_apply()[name] is self:
                schema_editor.execute(statements(name, to_state), params=None)

    def describe(self) -> str:
        return f"Put in place {', '.join(self.names)}"


def statements(name: str, state: ProjectState) -> str:
    """Return the SQL of a file, as a migration in that state puts it in place."""
    text = (FOLDER / f"{name}.sql").read_text()
    parts = memory_columns.parts(memory_columns.columns_in(state)) if name in memory_columns.FUNCTIONS else {}
    for word, meaning in (WORDS | parts).items():
        text = text.replace(word, meaning)
    kind, _, table = name.partition("/")
    return (NO_RIGHTS.replace("{table}", table) if kind == "policies" else UNCHECKED) + text


def out_of_date(today: ProjectState | None = None) -> list[str]:
    """Return the functions made from columns that their last migration left out of date."""
    loader = MigrationLoader(None)
    today = today or loader.project_state()
    then = {name: loader.project_state(_applied()[name][0]) for name in memory_columns.FUNCTIONS}
    return [name for name, state in then.items() if statements(name, state) != statements(name, today)]


def last_to_apply() -> Mapping[str, Apply]:
    """Return which operation puts each file in place. Raises ValueError for one that may come before another."""
    return {name: operation for name, (_, operation) in _applied().items()}


@cache
def _applied() -> Mapping[str, tuple[tuple[str, str], Apply]]:
    """Return each SQL file's operation and migration. Raises ValueError where the order of two is undefined."""
    graph = MigrationLoader(None).graph
    plan = dict.fromkeys(key for leaf in sorted(graph.leaf_nodes()) for key in graph.forwards_plan(leaf))
    found: dict[str, tuple[tuple[str, str], Apply]] = {}
    for key in plan:
        applied = [each for each in graph.nodes[key].operations if isinstance(each, Apply)]
        for name, operation in ((name, each) for each in applied for name in each.names):
            if name in found and found[name][0] not in graph.forwards_plan(key):
                raise ValueError(f"{key} applies {name} and does not depend on {found[name][0]}.")
            found[name] = (key, operation)
    return found
