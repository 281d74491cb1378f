"""The JSON Schema of the complete JSON, made from the models, so that it says what the database holds."""

from functools import cache
from typing import Any

from django.apps import apps
from django.contrib.postgres.fields import ArrayField
from django.db import models
from jsonschema_rs import Draft202012Validator

from memoryweb.interchange.account.tables import TABLES, Table
from memoryweb.interchange.account.writing import FORM

# A value by the kind of its field: the first that fits.
DESCRIBED: dict[Any, dict[str, Any]] = {
    models.UUIDField: {"type": "string", "format": "uuid"},
    models.DateTimeField: {"type": "string", "format": "date-time"},
    models.DateField: {"type": "string", "format": "date"},
    models.TimeField: {"type": "string", "pattern": "^[0-2][0-9]:[0-5][0-9]"},
    models.JSONField: {},
    models.BooleanField: {"type": "boolean"},
    models.FloatField: {"type": "number"},
    models.PositiveBigIntegerField: {"type": "integer", "minimum": 0},
    models.PositiveIntegerField: {"type": "integer", "minimum": 0},
    models.PositiveSmallIntegerField: {"type": "integer", "minimum": 0},
    models.IntegerField: {"type": "integer"},
    models.TextField: {"type": "string"},
    models.GenericIPAddressField: {"type": "string"},
}
PATTERNS = {"sha256": "([0-9a-f]{64})?", "obs_id": "OBS-([0-9]{8})-([0-9]+)"}  # of columns by name


def schema() -> dict[str, Any]:
    """Return the schema of the whole file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A memoryweb account",
        "description": "Everything that memoryweb keeps of one person. docs/export.md says what does not come back.",
        "type": "object",
        "properties": {
            "memoryweb": {"const": FORM, "description": "the form of the file"},
            "made_at": {"type": "string", "format": "date-time"},
            "person": {
                "type": "object",
                "properties": {
                    "id": {"type": "string", "format": "uuid"},
                    "email": {"type": "string"},
                    "since": {"type": "string", "format": "date-time"},
                },
                "required": ["id", "email", "since"],
            },
            "tables": {
                "type": "object",
                "properties": {table.title: {"type": "array", "items": row_schema(table)} for table in TABLES},
                "additionalProperties": False,
            },
            "sealed": {
                "type": ["object", "null"],
                "description": "what was erased or declined, as keyed digests with their key",
                "properties": {
                    "how": {"const": "scrypt, Fernet"},
                    **{name: {"type": "integer"} for name in ("n", "r", "p")},
                    **{name: {"type": "string"} for name in ("salt", "box")},
                },
            },
        },
        "required": ["memoryweb", "made_at", "person", "tables", "sealed"],
        "additionalProperties": False,
    }


def row_schema(table: Table) -> dict[str, Any]:
    """Return a table's row schema."""
    columns = columns_of(table)
    properties = {name: _of_field(field) for name, field in columns.items()}
    if table.title == "history":  # erasing empties the words of a version
        for described in properties.values():
            if "enum" in described and "" not in described["enum"]:
                described["enum"].append("")
    return {
        "type": "object",
        "properties": properties | dict.fromkeys(table.gone, True),
        "required": [name for name in columns if name not in table.added],
        "additionalProperties": False,
    }


@cache
def validator(table: Table) -> Draft202012Validator:
    return Draft202012Validator(row_schema(table), validate_formats=True)


@cache
def columns_of(table: Table) -> dict[str, Any]:
    """Return the fields of a table by column, as they stand in the file."""
    model = next(each for each in apps.get_models() if each._meta.db_table == table.name)
    fields = {str(field.column): field for field in model._meta.local_concrete_fields}
    return {name: field for name, field in fields.items() if name not in (table.whose, *table.left_out)}


def _of_field(field: Any) -> dict[str, Any]:
    """Return a field's value schema."""
    while field.is_relation:
        null, field = field.null, field.target_field.clone()
        field.null = null
    described = _described(field)
    if field.null and "type" in described:
        described["type"] = [described["type"], "null"]
        if "enum" in described:
            described["enum"] = [*described["enum"], None]
    return described


def _described(field: Any) -> dict[str, Any]:
    if isinstance(field, ArrayField):
        return {"type": "array", "items": _of_field(field.base_field)}
    if isinstance(field, models.CharField):
        return _of_text(field)
    described = next((each for kind, each in DESCRIBED.items() if isinstance(field, kind)), None)
    if described is None:
        raise TypeError(f"{field} has no schema")
    return dict(described)


def _of_text(field: Any) -> dict[str, Any]:
    if field.choices:
        values = [str(value) for value, _ in field.flatchoices]
        return {"type": "string", "enum": [*values, ""] if field.blank and "" not in values else values}
    described: dict[str, Any] = {"type": "string"} | ({"maxLength": field.max_length} if field.max_length else {})
    if pattern := PATTERNS.get(field.name):
        described["pattern"] = f"^({pattern})?$" if field.blank else f"^{pattern}$"
    return described
