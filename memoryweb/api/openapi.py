"""The OpenAPI 3.1 document of the HTTP API, built from the table of operations and its models."""

from functools import cache
from typing import Any, Generic, Literal, TypeVar
from uuid import UUID

from django.urls import reverse
from pydantic import BaseModel, Field

from memoryweb.operations import json_schema
from memoryweb.operations.context import Operation
from memoryweb.operations.errors import STATUSES
from memoryweb.operations.table import OPERATIONS
from memoryweb.operations.validation import KEY_MAX

T = TypeVar("T")
INFO = {
    "title": "memoryweb",
    "version": "1",
    "description": (
        "What agents may ask of a person's memory. Every answer is an envelope; `outcome` says what a write became."
    ),
}
IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "maxLength": KEY_MAX},
    "description": "The same key with the same arguments is done once and answered alike.",
}
SHAPE = {
    "name": "shape",
    "in": "query",
    "required": False,
    "schema": {"enum": ["", "openai", "anthropic"], "default": "", "type": "string"},
}


class Meta(BaseModel):
    requestId: UUID  # noqa: N815  the envelope speaks JSON's dialect
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
    """Valid for as long as the process runs: the table and the addresses do not change."""
    schemas: dict[str, Any] = {"ErrorEnvelope": json_schema.of_answer(ErrorEnvelope)}
    for operation in OPERATIONS.values():
        schemas[operation.takes.__name__] = operation.schema
        schemas[_envelope_name(operation)] = json_schema.of_answer(Envelope[operation.gives])  # type: ignore[name-defined]
    paths = {reverse("api:tools"): {"get": _tools()}}
    paths |= {reverse("api:operation", args=[name]): {"post": _post(each)} for name, each in OPERATIONS.items()}
    components = {"schemas": schemas, "securitySchemes": {"Bearer": {"type": "http", "scheme": "bearer"}}}
    return {"openapi": "3.1.0", "info": INFO, "paths": paths, "components": components, "servers": []}


def _tools() -> dict[str, Any]:
    answer = {"application/json": {"schema": json_schema.of_answer(Envelope[dict[str, Any]])}}
    return {
        "operationId": "tools",
        "summary": "The operations as tool schemas",
        "description": "Ready to hand to a model: `?shape=openai` or `?shape=anthropic`, or both under their names.",
        "parameters": [SHAPE],
        "responses": {
            "200": {"description": "The tool schemas.", "content": answer},
            "400": _response("INVALID_ARGUMENT", "ErrorEnvelope"),
        },
    }


def _post(operation: Operation) -> dict[str, Any]:
    """Request body, idempotency header, the answer and every way to fail."""
    responses = {"200": _response("What was asked for.", _envelope_name(operation))}
    for status in sorted(set(STATUSES.values())):
        codes = ", ".join(code for code, its in STATUSES.items() if its == status)
        responses[str(status)] = _response(codes, "ErrorEnvelope")
    return {
        "operationId": operation.name,
        "summary": operation.description.split(". ")[0].rstrip("."),
        "description": operation.description,
        "parameters": [IDEMPOTENCY_KEY] if operation.writes else [],
        "requestBody": {"required": True, "content": _content(operation.takes.__name__)},
        "responses": responses,
        "security": [{"Bearer": []}],
    }


def _envelope_name(operation: Operation) -> str:
    return f"{operation.gives.__name__}Envelope"


def _response(description: str, name: str) -> dict[str, Any]:
    return {"description": description, "content": _content(name)}


def _content(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
