"""The typed results, errors and methods of the client are those of the operations that this tree has."""

import inspect
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from memoryweb.api import openapi
from memoryweb.operations.errors import STATUSES
from memoryweb.operations.table import OPERATIONS
from memoryweb_client import AsyncClient, Client, error_codes
from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / "clients" / "python"
MODULES = ("results", "operations", "async_operations", "error_codes")


def generate(into: Path, document: dict[str, Any]) -> None:
    file = into / "openapi.json"
    file.write_text(json.dumps(document))
    command = [sys.executable, str(PYTHON / "generate.py"), str(file), "--into", str(into)]
    subprocess.run(command, check=True, timeout=PATIENCE)


def test_the_client_is_generated_from_the_operations_as_they_are(tmp_path: Path) -> None:
    generate(tmp_path, openapi.document())
    old = [
        name
        for name in MODULES
        if (tmp_path / f"{name}.py").read_text() != (PYTHON / "memoryweb_client" / f"{name}.py").read_text()
    ]
    assert old == [], "the operations have changed: run `make client` and commit what it writes"


def test_an_operation_that_is_added_becomes_a_method(tmp_path: Path) -> None:
    document = json.loads(json.dumps(openapi.document()))
    added = json.loads(json.dumps(document["paths"]["/api/v1/tools/get_memory_settings"]))
    added["post"]["operationId"] = "count_memories"
    document["paths"]["/api/v1/tools/count_memories"] = added
    generate(tmp_path, document)
    assert "def count_memories(self) -> SettingsResult:" in (tmp_path / "operations.py").read_text()


@pytest.mark.parametrize("client", [Client, AsyncClient])
@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_is_a_method_with_its_arguments(client: type, name: str) -> None:
    operation = OPERATIONS[name]
    parameters = inspect.signature(getattr(client, name)).parameters
    expected = {"self", *operation.arguments_model.model_fields} | ({"idempotency_key"} if operation.writes else set())
    assert set(parameters) == expected


def test_every_code_has_an_error_of_its_own() -> None:
    assert set(error_codes.ERRORS) == set(STATUSES)
    assert len(set(error_codes.ERRORS.values())) == len(STATUSES)
