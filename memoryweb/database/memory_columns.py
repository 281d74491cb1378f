"""Which columns of a memory hold words, and the parts of the history's functions that are made from them.

A new column holds words without being named here: erasing empties all that LEFT and LEFT_LATER do not name. The digests
of a version are of the columns that memoryweb began with, in their order, and of each later column that is not empty,
with its name. So a version from before a column was added keeps its digest, and the column needs no format of its own.
"""

import textwrap
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.migrations.state import ProjectState

Field: TypeAlias = "models.Field[Any, Any]"
Columns: TypeAlias = "Mapping[str, Field]"  # the fields of a table, by column

# Format 1 of the digests is of these, in this order: nothing is ever added to the two, taken away or moved.
WORDS = (
    *("project", "condition", "day", "applies_to", "muted_agents", "muted_tasks", "kind", "raw_kind", "kind_basis"),
    *("category", "said_category", "key", "label", "value", "details", "tags", "metadata", "language", "fingerprint"),
    *("section", "source", "expire_reason", "confidence", "importance_base", "said_under"),
)
LEFT = (
    *("history_id", "history_date", "history_type", "transaction", "id", "person_id", "obs_id", "community_id"),
    *("one_valued", "horizon", "status", "contested", "superseded_by_id", "negates_id", "expired_on", "pinned"),
    *("source_assumed", "evidence_count", "repeats", "evidence_from", "evidence_to", "importance_as_of"),
    *("importance_assumed", "ttl_days", "ttl_from", "valid_until", "observed_on", "learned_on", "updated_on"),
    *("completed_at", "confirmed_at", "verified_at", "unasked_at", "changed_at", "changed_by"),
    *("changed_by_agent_id", "changed_verb", "changed_because"),
)
# Columns added later that erasing leaves: dates, numbers and states that tell nothing of what was said.
LEFT_LATER: tuple[str, ...] = ()
OUR_OWN = ("kind_basis", "language")  # texts that are none of a person's words, though erasing empties them
# What is applied again by the migration that adds a column.
FUNCTIONS = (
    "functions/memories_blank_versions",
    "functions/memories_kept_of",
    "functions/memories_no_words",
    "functions/memories_words_of",
)

# What stands in a column that was emptied, and how SQL writes it: the first that fits.
EMPTY: tuple[tuple[type[Any], Callable[[], Any], str], ...] = (
    (ArrayField, list, "'{}'"),
    (models.JSONField, dict, "'{}'"),
    (models.CharField, str, "''"),
    (models.TextField, str, "''"),
    (models.BinaryField, bytes, r"'\x'"),
    (models.BooleanField, bool, "false"),
    (models.FloatField, float, "0"),
    (models.IntegerField, int, "0"),
)


def columns_of(model: type[models.Model]) -> "Columns":
    """Return a model's columns by name, without generated ones."""
    return {str(field.column): field for field in model._meta.local_concrete_fields if not field.generated}


def columns_in(state: ProjectState) -> "Columns":
    """Return the history's columns in a migration's state, by name."""
    fields = state.models["memories", "historicalmemory"].fields
    return {f"{name}_id" if field.is_relation else name: field for name, field in fields.items()}


def later(columns: "Columns") -> list[str]:
    """Return the columns that were added later."""
    return sorted(columns.keys() - {*WORDS, *LEFT})


def later_words(columns: "Columns") -> list[str]:
    """Return the later columns that hold words."""
    return [name for name in later(columns) if name not in LEFT_LATER]


def emptied(columns: "Columns") -> list[str]:
    """Return the columns that erasing empties."""
    return [*WORDS, *later_words(columns)]


def texts(columns: "Columns") -> tuple[str, ...]:
    """Return the columns with text of people and agents, in the order of the model: first those that are plain text."""
    names = [name for name in columns if name in emptied(columns) and _is_text(columns[name]) and name not in OUR_OWN]
    return tuple(sorted(names, key=lambda name: isinstance(columns[name], ArrayField | models.JSONField)))


def _is_text(field: "Field") -> bool:
    if isinstance(field, ArrayField):
        return _is_text(field.base_field)
    return isinstance(field, models.CharField | models.TextField | models.JSONField) and not field.choices


def empty_value(field: "Field") -> Any:
    """Return an emptied column's value."""
    return None if field.null else _empty(field)[0]()


def _empty_sql(field: "Field") -> str:
    if field.null:
        return "'null'" if isinstance(field, models.JSONField) else "NULL"  # Django writes null as JSON, too
    return _empty(field)[1]


def _empty(field: "Field") -> tuple[Callable[[], Any], str]:
    found = next(((make, text) for kind, make, text in EMPTY if isinstance(field, kind)), None)
    if found is None:
        raise TypeError(f"{field} can’t be emptied: say in EMPTY what stands there then.")
    return found


def parts(columns: "Columns") -> dict[str, str]:
    """Return the SQL for the placeholders in FUNCTIONS."""
    left = (name for name in later(columns) if name in LEFT_LATER)
    return {
        "{words}": _row(f"version.{name}" for name in WORDS) + _unless_empty(columns, later_words(columns)),
        "{no_words}": _row(_empty_sql(columns[name]) for name in WORDS),
        "{left}": _row(f"version.{name}" for name in LEFT) + _unless_empty(columns, left),
        "{emptied}": _lines(f"{name} = {_empty_sql(columns[name])}" for name in emptied(columns)),
    }


def _unless_empty(columns: "Columns", names: Iterable[str]) -> str:
    return "".join(
        f"\n        || CASE WHEN version.{name} IS DISTINCT FROM {_beginning(name, columns[name])}"
        f" THEN ROW('{name}', version.{name})::text ELSE '' END"
        for name in names
    )


def _beginning(name: str, field: "Field") -> str:
    """Return the SQL for a column's empty value, used for versions older than the column. Raises ValueError."""
    if isinstance(field, models.JSONField) and field.null:
        raise ValueError(f"{name}: give it the default dict or list, and no null. JSON has two kinds of nothing.")
    if field.get_default() != empty_value(field):
        raise ValueError(f"{name}: its default must be nothing, for the versions that are older than it.")
    return _empty_sql(field)


def _row(values: Iterable[str]) -> str:
    return f"ROW({_lines(values)})::text"


def _lines(values: Iterable[str]) -> str:
    whole = ", ".join(value.replace(" ", "\0") for value in values)
    return "\n        ".join(textwrap.wrap(whole, 100, break_long_words=False)).replace("\0", " ")
