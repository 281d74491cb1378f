"""The table of operations in the shapes that models and tools read."""

from collections.abc import Set
from dataclasses import fields
from typing import Any, get_type_hints

from pydantic import TypeAdapter

from memoryweb.operations.asked import Operation
from memoryweb.operations.failures import STATUSES
from memoryweb.operations.table import OPERATIONS


def openai() -> list[dict[str, Any]]:
    return [
        {"type": "function", "function": {"name": o.name, "description": o.description, "parameters": _plain(o.schema)}}
        for o in OPERATIONS.values()
    ]


def anthropic() -> list[dict[str, Any]]:
    return [
        {"name": o.name, "description": o.description, "input_schema": _plain(o.schema)} for o in OPERATIONS.values()
    ]


def mcp() -> list[dict[str, Any]]:
    """With what comes back, and hints: nothing an agent can ask for destroys, for only the person erases."""
    return [
        {
            "name": o.name,
            "description": o.description,
            "inputSchema": _plain(o.schema),
            "outputSchema": _plain(TypeAdapter(o.gives).json_schema(mode="serialization"), {"title", "description"}),
            "annotations": {"readOnlyHint": not o.writes, "destructiveHint": False, "openWorldHint": False},
        }
        for o in OPERATIONS.values()
    ]


def _plain(schema: dict[str, Any], without: Set[str] = frozenset({"title"})) -> dict[str, Any]:
    """Without titles: they only repeat the names, and every token of a tool schema is paid for."""
    return {
        key: {name: _plain(inner, without) for name, inner in value.items()}
        if key == "properties"
        else _plain(value, without)
        if isinstance(value, dict)
        else value
        for key, value in schema.items()
        if key not in without
    }


def openapi(operation: Operation) -> dict[str, Any]:
    """Request body, idempotency header, the answer and every way to fail, for the OpenAPI document."""
    responses: dict[int, Any] = {200: _response("What was asked for.", _success(operation))}
    for status in sorted(set(STATUSES.values())):
        responses[status] = _response(", ".join(code for code, s in STATUSES.items() if s == status), ERROR)
    header = {
        "name": "Idempotency-Key",
        "in": "header",
        "required": False,
        "schema": {"type": "string", "maxLength": 120},
        "description": "The same key with the same arguments is done once and answered alike.",
    }
    return {
        "requestBody": {"required": True, "content": {"application/json": {"schema": operation.schema}}},
        "parameters": [header] if operation.writes else [],
        "responses": responses,
    }


META = {
    "type": "object",
    "required": ["requestId", "ts"],
    "properties": {"requestId": {"type": "string", "format": "uuid"}, "ts": {"type": "integer"}},
}
ERROR = {
    "type": "object",
    "required": ["ok", "error", "meta"],
    "properties": {
        "ok": {"const": False},
        "error": {
            "type": "object",
            "required": ["code", "message", "retryable"],
            "properties": {
                "code": {"enum": list(STATUSES)},
                "message": {"type": "string"},
                "details": {"type": "object"},
                "retryable": {"type": "boolean"},
            },
        },
        "meta": META,
    },
}


def _success(operation: Operation) -> dict[str, Any]:
    hints = get_type_hints(operation.gives)
    types = {f.name: TypeAdapter(hints[f.name]) for f in fields(operation.gives)}
    data = {name: adapter.json_schema(ref_template="#/$defs/{model}") for name, adapter in types.items()}
    for schema in data.values():
        _inline(schema, schema.pop("$defs", {}))
    return {
        "type": "object",
        "required": ["ok", "data", "meta"],
        "properties": {"ok": {"const": True}, "data": {"type": "object", "properties": data}, "meta": META},
    }


def _inline(schema: Any, defs: dict[str, Any]) -> None:
    """OpenAPI has no place for a response's own $defs: put them where they are used."""
    if isinstance(schema, list):
        for each in schema:
            _inline(each, defs)
    if not isinstance(schema, dict):
        return
    if reference := schema.pop("$ref", None):
        schema.update(defs[reference.rsplit("/", 1)[-1]])
    for each in schema.values():
        _inline(each, defs)


def _response(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}
