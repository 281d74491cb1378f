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
