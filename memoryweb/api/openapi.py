"""Builds the OpenAPI 3.1 document of the HTTP API from the table of operations and their models."""

from functools import cache
from typing import Any, Generic, Literal, TypeVar
from uuid import UUID

from django.urls import reverse
from pydantic import BaseModel, Field

from memoryweb.operations import json_schema
from memoryweb.operations.errors import STATUSES
from memoryweb.operations.table import OPERATIONS, Operation
from memoryweb.rules import limits

T = TypeVar("T")
INFO = {
    "title": "memoryweb",
    "version": "1",
    "description": (
        "What agents can ask of a person's memory. Every answer is an envelope. `outcome` says what a write did."
    ),
}
IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "maxLength": limits.IDEMPOTENCY_KEY_MAX},
    "description": "A call with the same key and arguments runs once and gets the same answer.",
}
SHAPE = {
    "name": "shape",
    "in": "query",
    "required": False,
    "schema": {"enum": ["", "openai", "anthropic"], "default": "", "type": "string"},
}


class Meta(BaseModel):
    requestId: UUID  # noqa: N815  agents read camelCase
    ts: int


class Envelope(BaseModel, Generic[T]):
    ok: Literal[True]
    data: T
    meta: Meta


class Error(BaseModel):
    code: str = Field(json_schema_extra={"enum": list(STATUSES)})
    message: str
    retryable: bool
    details: dict[str, Any] = Field(default_factory=dict)


class ErrorEnvelope(BaseModel):
    ok: Literal[False]
    error: Error
    meta: Meta


@cache
def document() -> dict[str, Any]:
    """Return the document. It is built once per process: the table and the addresses do not change."""
    schemas: dict[str, Any] = {"ErrorEnvelope": json_schema.result_schema(ErrorEnvelope)}
    for operation in OPERATIONS.values():
        schemas[operation.arguments_model.__name__] = json_schema.with_nulls(operation.schema)
        schemas[_envelope_name(operation)] = json_schema.result_schema(Envelope[operation.result_model])  # type: ignore[name-defined]
    paths = {reverse("api:tools"): {"get": _tools()}}
    paths |= {
        reverse("api:operation", args=[name]): {"post": _post(operation)} for name, operation in OPERATIONS.items()
    }
    components = {"schemas": schemas, "securitySchemes": {"Bearer": {"type": "http", "scheme": "bearer"}}}
    return {"openapi": "3.1.0", "info": INFO, "paths": paths, "components": components, "servers": []}


def _tools() -> dict[str, Any]:
    content = {"application/json": {"schema": json_schema.result_schema(Envelope[dict[str, Any]])}}
    return {
        "operationId": "tools",
        "summary": "The operations as tool schemas",
        "description": "Ready to hand to a model: `?shape=openai` or `?shape=anthropic`, or both under their names.",
        "parameters": [SHAPE],
        "responses": {
            "200": {"description": "The tool schemas.", "content": content},
            "400": _response("INVALID_ARGUMENT", "ErrorEnvelope"),
        },
    }


def _post(operation: Operation) -> dict[str, Any]:
    """Describe one operation: the request body, the idempotency header, the answer and all errors."""
    responses = {"200": _response("The result.", _envelope_name(operation))}
    for status in sorted(set(STATUSES.values())):
        codes = ", ".join(code for code, code_status in STATUSES.items() if code_status == status)
        responses[str(status)] = _response(codes, "ErrorEnvelope")
    return {
        "operationId": operation.name,
        "summary": operation.description.split(". ")[0].rstrip("."),
        "description": operation.description,
        "parameters": [IDEMPOTENCY_KEY] if operation.writes else [],
        # without a body there are no arguments, and some operations need none
        "requestBody": {
            "required": "required" in operation.schema,
            "content": _content(operation.arguments_model.__name__),
        },
        "responses": responses,
        "security": [{"Bearer": []}],
    }


def _envelope_name(operation: Operation) -> str:
    return f"{operation.result_model.__name__}Envelope"


def _response(description: str, name: str) -> dict[str, Any]:
    return {"description": description, "content": _content(name)}


def _content(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
