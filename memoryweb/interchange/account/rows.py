"""One row of a complete JSON on its way into the database: checked, completed, inserted with those beside it."""

import json
from functools import cache
from typing import Any

from django.apps import apps
from django.contrib.postgres.fields import ArrayField
from django.db import connection
from django.db.models import BinaryField, CharField, JSONField, Model, TextField
from jsonschema_rs import ValidationError, ValidationErrorKind

from memoryweb.interchange.account import schema
from memoryweb.interchange.account.reading import BadFileError
from memoryweb.interchange.account.tables import HISTORY, MEMORIES, SETTING_CHANGES, TABLES, Table
from memoryweb.language import sensitive
from memoryweb.memories.actions.interpretation import fingerprint_for
from memoryweb.memories.models import Memory
from memoryweb.people.models import time_zones
from memoryweb.rls import scope

# The columns of a memory that a statement has, in its order (actions.types.Statement.texts).
TOKEN_END = 4  # characters
SAID = (
    "category",
    "label",
    "key",
    "value",
    "details",
    "raw_kind",
    "project",
    "condition",
    "tags",
    "applies_to",
    "metadata",
)
RESTORED_IF = {
    HISTORY: "(row.label = '' OR EXISTS (SELECT FROM memories_memory WHERE id = row.id))",  # no words without a memory
    "imports": "row.state IN ('done', 'undone')",
}


def write(table: Table, rows: list[dict[str, Any]]) -> int:
    """Write rows of one table, and return how many. The settings are there already."""
    return _update_settings(rows[-1]) if table.title == "settings" else _insert(table, rows)


def _insert(table: Table, rows: list[dict[str, Any]]) -> int:
    """Insert rows whose parents exist; return the number inserted."""
    defaults = _defaults(table)
    rows = [defaults | {name: row[name] for name in row.keys() - {*table.gone}} for row in rows]
    found = {column: f'row."{column}"' for column in rows[0]}
    if "value" in found:
        found["value"] = "coalesce(row.value, 'null')"  # what Django writes for nothing
    conditions = [RESTORED_IF.get(table.title, "true")]
    for column, (target, is_needed) in _parents(table).items():
        exists = f'EXISTS (SELECT FROM {target} WHERE id = row."{column}")' if target else "false"
        if is_needed:
            conditions.append(exists)
        else:
            found[column] = f'CASE WHEN {exists} THEN row."{column}" END'
    columns = ", ".join(f'"{column}"' for column in found)
    query = (
        f"INSERT INTO {table.name} ({columns}) SELECT {', '.join(found.values())}"
        f" FROM jsonb_populate_recordset(NULL::{table.name}, %s::jsonb) AS row WHERE {' AND '.join(conditions)}"
    )
    if table.title == SETTING_CHANGES:  # upkeep's to write: the app only reads them
        with scope.acting_as_clock():
            return execute(query, [json.dumps(rows)])
    return execute(query, [json.dumps(rows)])


def execute(query: str, values: Any) -> int:
    """Run a statement and return how many rows it wrote."""
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return int(cursor.rowcount)


def _update_settings(row: dict[str, Any]) -> int:
    """Make the settings what the file says. The row is there from the day of the account."""
    if row["time_zone"] not in time_zones():
        raise BadFileError("settings, time_zone: memoryweb knows no such time zone.")
    columns = ", ".join(f'"{column}"' for column in row)
    return execute(
        f"UPDATE people_memorysettings SET ({columns}) = (SELECT {columns}"
        " FROM jsonb_populate_record(NULL::people_memorysettings, %s::jsonb)) WHERE person_id = %s",
        [json.dumps(row), row["person_id"]],
    )


@cache
def _defaults(table: Table) -> dict[str, Any]:
    """Return values for columns missing in the file that have no database default."""
    values: dict[str, Any] = {}
    for field_ in _model(table)._meta.local_concrete_fields:
        if field_.column in (*table.left_out, *table.added) and not field_.generated and not field_.has_db_default():
            default = field_.get_default()
            values[field_.column] = "\\x" if isinstance(field_, BinaryField) and not field_.null else default
    return values


@cache
def _parents(table: Table) -> dict[str, tuple[str, bool]]:
    """Return the table that each foreign key refers to, and whether the row needs it; no table if it stays behind.

    A version refers to what may be gone, and a memory to others further down (AFTERWARDS).
    """
    here = {each.name for each in TABLES if not each.stays_here}
    return {
        column: (target if (target := each.related_model._meta.db_table) in here else "", not each.null)
        for column, each in schema.columns_of(table).items()
        if each.is_relation and table.title != HISTORY and each.related_model is not each.model
    }


def _model(table: Table) -> type[Model]:
    return next(each for each in apps.get_models() if each._meta.db_table == table.name)


def why_refused(table: Table, row: dict[str, Any]) -> str:
    """Return the guard's category for refusing a row; empty if accepted.

    It reads what belongs together as it does for a statement, and what memoryweb itself writes beside it alone.
    """
    words = {column: _without_token_ends(row[column]) for column in _columns_with_words(table) if row.get(column)}
    together = [words.pop(column) for column in SAID if column in words] if table.title in (MEMORIES, HISTORY) else []
    groups = [together, *([value] for value in words.values())] if together else [list(words.values())]
    found = (sensitive.inspect(group, allow_allergy=True) for group in groups if group)
    return next((finding.category for finding in found if finding), "")


def _without_token_ends(value: Any) -> Any:
    """Leave out the last characters of an agent's token, which are random: they may look like anything."""
    if isinstance(value, list):
        return [_without_token_ends(each) for each in value]
    if not isinstance(value, dict):
        return value
    ends = {name for name, end in value.items() if name == "token_hint" and len(str(end)) <= TOKEN_END}
    return {name: _without_token_ends(each) for name, each in value.items() if name not in ends}


@cache
def _columns_with_words(table: Table) -> list[str]:
    return [
        column
        for column, each in schema.columns_of(table).items()
        if isinstance(each, CharField | TextField | JSONField | ArrayField)
        and not each.choices
        and column not in (*schema.PATTERNS, "time_zone")
    ]


def fingerprint(row: dict[str, Any]) -> str:
    """Return a row's digest, with this machine's key; none for a version that was emptied."""
    if not row["label"]:
        return "\\x"
    names = "person_id", "project", "condition", "key", "value"
    memory = Memory(**{name: row[name] for name in names})
    return f"\\x{fingerprint_for(memory, day=row['day']).hex()}"


def reason_of(error: ValidationError) -> str:
    """Return the error's words without the value, which may hold anything."""
    match error.kind:
        case ValidationErrorKind.Required(property=name):
            return f"{name} is missing."
        case ValidationErrorKind.AdditionalProperties():
            return "it has a field that memoryweb does not know."
        case ValidationErrorKind.Type(types=types):
            return f"it is no {' or '.join(types)}."
        case ValidationErrorKind.Enum(options=options):
            return f"it is none of {', '.join(map(str, options))}."
        case ValidationErrorKind.MaxLength(limit=limit):
            return f"it is longer than {limit} characters."
    return f"it does not fit the schema ({error.kind.name})."
