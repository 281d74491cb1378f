"""The JSON schemas of operations, the same for HTTP, MCP and the tool schemas."""

from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue
from pydantic_core import CoreSchema


class InlineJsonSchema(GenerateJsonSchema):
    """Writes a schema without references, because not every reader of tool schemas follows them.

    It leaves out titles: they only repeat the names, and every token of a tool schema costs money. It leaves out the
    descriptions of results too: they are docstrings written for us.
    """

    def generate(self, schema: CoreSchema, mode: JsonSchemaMode = "validation") -> JsonSchemaValue:
        document = super().generate(schema, mode)
        omitted = {"title"} if mode == "validation" else {"title", "description"}
        inlined: JsonSchemaValue = _inline(document, document.pop("$defs", {}), omitted)
        return inlined


def _inline(node: Any, definitions: dict[str, Any], omitted: set[str]) -> Any:
    """Replace references by their definitions. A property may be called "title": its value is a schema, not a text."""
    if isinstance(node, list):
        return [_inline(item, definitions, omitted) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        node = definitions[node["$ref"].rpartition("/")[2]] | node
    return {
        key: _inline(value, definitions, omitted)
        for key, value in node.items()
        if key != "$ref" and not (key in omitted and isinstance(value, str))
    }


def arguments_schema(model: Any) -> dict[str, Any]:
    return TypeAdapter(model).json_schema(schema_generator=InlineJsonSchema)


def result_schema(model: Any) -> dict[str, Any]:
    return TypeAdapter(model).json_schema(schema_generator=InlineJsonSchema, mode="serialization")


def with_nulls(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema of arguments that says where null is "not given": for programs, which models need not know."""
    document = {name: with_nulls(part) if isinstance(part, dict) else part for name, part in schema.items()}
    for name in ("anyOf", "items"):
        part = schema.get(name)
        if isinstance(part, list):
            document[name] = [with_nulls(each) for each in part]
    if "properties" in schema:
        required = schema.get("required", [])
        document["properties"] = {
            name: with_nulls(part) if name in required else _or_null(with_nulls(part))
            for name, part in schema["properties"].items()
        }
    return document


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    if "anyOf" in schema:
        options = schema["anyOf"]
        return schema if {"type": "null"} in options else schema | {"anyOf": [*options, {"type": "null"}]}
    if "enum" in schema:
        schema = schema | {"enum": [*schema["enum"], None]}
    return schema | {"type": [schema["type"], "null"]} if "type" in schema else schema
