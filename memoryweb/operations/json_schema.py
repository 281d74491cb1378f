"""The JSON schemas of operations, as HTTP, MCP and tool schemas all show them."""

from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue
from pydantic_core import CoreSchema


class PlainJsonSchema(GenerateJsonSchema):
    """Writes a schema without references, because not every reader of tool schemas follows them.

    Titles are left out: they only repeat the names, and every token of a tool schema is paid for. So are the
    descriptions of answers, which are docstrings written for us.
    """

    def generate(self, schema: CoreSchema, mode: JsonSchemaMode = "validation") -> JsonSchemaValue:
        whole = super().generate(schema, mode)
        left_out = {"title"} if mode == "validation" else {"title", "description"}
        plain: JsonSchemaValue = _plain(whole, whole.pop("$defs", {}), left_out)
        return plain


def _plain(part: Any, definitions: dict[str, Any], left_out: set[str]) -> Any:
    """`part` with definitions put where they are used. A property may be called "title": its value is no text."""
    if isinstance(part, list):
        return [_plain(each, definitions, left_out) for each in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        part = definitions[part["$ref"].rpartition("/")[2]] | part
    return {
        key: _plain(value, definitions, left_out)
        for key, value in part.items()
        if key != "$ref" and not (key in left_out and isinstance(value, str))
    }


def of_arguments(model: Any) -> dict[str, Any]:
    return TypeAdapter(model).json_schema(schema_generator=PlainJsonSchema)


def of_answer(model: Any) -> dict[str, Any]:
    return TypeAdapter(model).json_schema(schema_generator=PlainJsonSchema, mode="serialization")
