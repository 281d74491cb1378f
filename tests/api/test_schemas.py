"""The tool schemas and the OpenAPI document contain every operation and are valid."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client
from jsonschema import Draft202012Validator, validate

from memoryweb.operations import json_schema
from memoryweb.operations.errors import STATUSES
from memoryweb.operations.table import OPERATIONS
from tests.api.conftest import envelope, error, url

S4: dict[str, dict[str, Any]] = {  # the seed's own definitions: names, required and described parameters
    "get_user_preferences": {"properties": ["category"], "required": []},
    "save_user_preference": {
        "properties": ["category", "preference", "details"],
        "required": ["category", "preference", "details"],
    },
    "update_user_preference": {"properties": ["preference_id", "details"], "required": ["preference_id", "details"]},
    "search_user_preferences": {"properties": ["query"], "required": ["query"]},
}


@pytest.fixture
def shapes(db: None) -> dict[str, list[dict[str, Any]]]:
    data: dict[str, list[dict[str, Any]]] = envelope(Client().get("/api/v1/tools"))["data"]
    return data


@pytest.fixture
def document(db: None) -> dict[str, Any]:
    response = Client().get("/api/v1/openapi.json")
    assert response.status_code == 200
    document: dict[str, Any] = response.json()
    return document


def _schemas(shapes: dict[str, list[dict[str, Any]]]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for tool in shapes["openai"]:
        assert set(tool) == {"type", "function"}
        assert tool["type"] == "function"
        assert set(tool["function"]) == {"name", "description", "parameters"}
        yield tool["function"]["name"], tool["function"]["description"], tool["function"]["parameters"]
    for tool in shapes["anthropic"]:
        assert set(tool) == {"name", "description", "input_schema"}
        yield tool["name"], tool["description"], tool["input_schema"]


def test_every_operation_is_in_every_shape_and_the_document_and_nothing_else_is(
    shapes: dict[str, list[dict[str, Any]]], document: dict[str, Any]
) -> None:
    names = list(OPERATIONS)
    assert [tool["function"]["name"] for tool in shapes["openai"]] == names
    assert [tool["name"] for tool in shapes["anthropic"]] == names
    paths = [path for path in document["paths"] if path.startswith("/api/v1/tools/")]
    assert paths == [url(name) for name in names]
    assert [document["paths"][path]["post"]["operationId"] for path in paths] == names


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_answers_over_http(name: str, db: None) -> None:
    assert Client().post(url(name)).status_code == 401


def test_each_shape_is_given_alone_when_asked_for(shapes: dict[str, Any]) -> None:
    for shape, tools in shapes.items():
        assert envelope(Client().get("/api/v1/tools", {"shape": shape}))["data"] == {"tools": tools}
    refused = Client().get("/api/v1/tools", {"shape": "zebra"})
    assert (refused.status_code, "zebra" in refused.content.decode()) == (400, False)


@pytest.mark.parametrize("name", S4)
def test_s4s_tools_keep_their_names_and_required_parameters(name: str, shapes: dict[str, Any]) -> None:
    for tool_name, _, schema in _schemas(shapes):
        if tool_name == name:
            assert list(schema["properties"])[: len(S4[name]["properties"])] == S4[name]["properties"]
            assert schema.get("required", []) == S4[name]["required"]


def test_every_tool_schema_is_a_plain_object_schema_whose_parameters_are_described(shapes: dict[str, Any]) -> None:
    for name, description, schema in _schemas(shapes):
        assert name.isidentifier()
        assert len(name) <= 64
        assert 20 < len(description) <= 1024
        assert schema["type"] == "object"
        assert schema["additionalProperties"] is False
        assert set(schema.get("required", [])) <= set(schema["properties"])
        assert "$ref" not in str(schema)
        for parameter, parameter_schema in schema["properties"].items():
            assert parameter_schema.get("description"), f"{name}.{parameter} says nothing about itself"


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for each in part.values():
            yield from _references(each)
    elif isinstance(part, list):
        for each in part:
            yield from _references(each)


def test_the_document_is_openapi_3_1_and_points_at_nothing_that_is_missing(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1.")
    assert {"title", "version"} <= set(document["info"])
    operations = [o for path in document["paths"].values() for o in path.values()]
    ids = [o["operationId"] for o in operations]
    assert len(ids) == len(set(ids))
    for reference in _references(document):
        node: Any = document
        for part in reference.removeprefix("#/").split("/"):
            node = node[part]
    for operation in operations:
        for used in operation.get("security", []):
            assert set(used) <= set(document["components"]["securitySchemes"])
        for parameter in operation.get("parameters", []):
            assert {"name", "in", "schema"} <= set(parameter)
    schemes = document["components"]["securitySchemes"].values()
    assert [(s["type"], s["scheme"]) for s in schemes] == [("http", "bearer")]


def _schema(part: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a body or a response that the document refers to."""
    reference = part["content"]["application/json"]["schema"]["$ref"]
    schema: dict[str, Any] = document["components"]["schemas"][reference.removeprefix("#/components/schemas/")]
    return schema


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_documents_its_body_its_key_its_answer_and_every_way_to_fail(
    name: str, document: dict[str, Any]
) -> None:
    operation = document["paths"][url(name)]["post"]
    responses = operation["responses"]
    assert {"200", "400", "401", "403", "404", "409", "422", "500", "503"} <= set(responses)
    assert set(responses) - {"200"} == {str(status) for status in STATUSES.values()}
    assert operation["security"]
    assert _schema(operation["requestBody"], document) == json_schema.with_nulls(OPERATIONS[name].schema)
    headers = [p["name"] for p in operation.get("parameters", []) if p["in"] == "header"]
    assert headers == (["Idempotency-Key"] if OPERATIONS[name].writes else [])
    for status, response in responses.items():
        schema = _schema(response, document)
        assert response["description"]
        assert schema["properties"]["ok"]["const"] is (status == "200")
        assert schema["required"] == ["ok", "data" if status == "200" else "error", "meta"]


def test_every_answer_is_as_documented(document: dict[str, Any], call: Any) -> None:
    saved = call("save_user_preference", category="technical", preference="editor", details="Neovim")
    memory_id = saved.envelope["data"]["id"]
    for name, arguments in (
        ("get_user_preferences", {}),
        ("search_user_preferences", {"query": "editor"}),
        ("recall_preferences", {"query": "editor"}),
        ("get_memory_settings", {}),
        ("get_memory_settings", {"nonsense": 1}),
        ("record_feedback", {"action": "accept", "evidence_ref": {"signals": ["short"]}}),
        ("record_conversation", {"conversation_id": "c", "messages": ["From now on, use tabs."]}),
        ("forget_user_preference", {"preference_id": memory_id}),
        ("forget_user_preference", {"preference_id": "nobody's"}),
    ):
        answer = call(name, **arguments)
        response = document["paths"][url(name)]["post"]["responses"][str(answer.status)]
        schema = _schema(response, document)
        validate(json.loads(json.dumps(answer.envelope, cls=DjangoJSONEncoder)), schema)
        if answer.status == 200:
            assert set(answer.envelope["data"]) == set(schema["properties"]["data"]["properties"])


def test_the_schemas_of_the_document_are_valid_and_stand_alone(document: dict[str, Any]) -> None:
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
        assert "$ref" not in str(schema)
        assert "title" not in schema


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "options"])
def test_the_document_is_only_read(method: str, db: None) -> None:
    response = getattr(Client(enforce_csrf_checks=True), method)("/api/v1/openapi.json")
    assert (error(response), response["Allow"]) == ((405, "INVALID_ARGUMENT"), "GET, HEAD")
