"""Writes the typed results, errors and methods of memoryweb_client from memoryweb's OpenAPI document.

    python generate.py FILE [--into FOLDER]

FILE is what memoryweb serves at /api/v1/openapi.json. It needs ruff, which formats what it writes.
"""

import argparse
import json
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

from memoryweb_client.parsing import snake_case

PACKAGE = Path(__file__).resolve().parent / "memoryweb_client"
HEADER = '"""{}\n\nWritten by clients/python/generate.py from memoryweb\'s OpenAPI document. Do not edit it.\n"""\n\n'
PLAIN = {None: "Any", "null": "None", "string": "str", "integer": "int", "number": "float", "boolean": "bool"}
FORMATS = {"date": "date | str", "date-time": "datetime | str"}  # in arguments
# Names of what stands inside of results and arguments, by the field that it stands in.
NAMES = {"items": "RecalledItem", "learned": "LearnedItem", "memories": "CommunityMemory", "excerpts": "Excerpt"}
ERROR_NAMES = {"TIMEOUT": "TimedOutError"}  # TimeoutError is Python's own


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--into", type=Path, default=PACKAGE)
    options = parser.parse_args()
    document = json.loads(options.file.read_text())
    written = {name: formatted(source) for name, source in modules(document).items()}
    for name, source in written.items():
        (options.into / f"{name}.py").write_text(source)


def modules(document: dict[str, Any]) -> dict[str, str]:
    """Return the source of each generated module."""
    operations = [path["post"] for path in document["paths"].values() if "post" in path]
    schemas = document["components"]["schemas"]
    return {
        "error_codes": error_codes(schemas["ErrorEnvelope"]["properties"]["error"]["properties"]["code"]["enum"]),
        "results": results(schemas, operations),
        "operations": methods(schemas, operations, is_async=False),
        "async_operations": methods(schemas, operations, is_async=True),
    }


def formatted(source: str) -> str:
    """Return the source as the repository's ruff writes it, with only the imports that it uses."""
    ruff = [sys.executable, "-m", "ruff"]
    shape = ["--isolated", "--line-length", "120", "--target-version", "py311", "-"]
    for command in (["check", "--quiet", "--fix", "--select", "F401,I", *shape], ["format", "--quiet", *shape]):
        run = subprocess.run([*ruff, *command], input=source, capture_output=True, text=True, check=True)  # noqa: S603
        source = run.stdout
    return source


def error_codes(codes: list[str]) -> str:
    lines = [HEADER.format("One error for each code that memoryweb answers.")]
    lines.append("from memoryweb_client.errors import MemoryWebError\n")
    names = {code: ERROR_NAMES.get(code) or error_name(code) for code in codes}
    lines += [f'class {name}(MemoryWebError):\n    code = "{code}"\n' for code, name in names.items()]
    table = ", ".join(f"{name}.code: {name}" for name in names.values())
    lines.append(f"ERRORS: dict[str, type[MemoryWebError]] = {{{table},}}")
    return "\n".join(lines)


def error_name(code: str) -> str:
    name = "".join(word.capitalize() for word in code.split("_"))
    return name if name.endswith("Error") else f"{name}Error"


class Shapes:
    """Names the objects that stand inside of schemas. The same shape has one name, wherever it stands."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.schemas: dict[str, dict[str, Any]] = {}

    def named(self, name: str, schema: dict[str, Any]) -> str:
        shape = json.dumps({key: value for key, value in schema.items() if key != "description"}, sort_keys=True)
        if shape not in self.names:
            if name in self.schemas:
                raise SystemExit(f"Two shapes would be called {name}. Give one a name in NAMES.")
            self.names[shape], self.schemas[name] = name, schema
        return self.names[shape]


def without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an argument without null, which only says that it is not given: then it is left out."""
    options = [each for each in schema.get("anyOf", ()) if each != {"type": "null"} or schema.get("default", 0) is None]
    more: dict[str, Any] = {"anyOf": options} if options else {}
    if isinstance(schema.get("type"), list):
        more["type"] = next(each for each in schema["type"] if each != "null")
    if "enum" in schema:
        more["enum"] = [each for each in schema["enum"] if each is not None]
    return schema | more


def type_for(schema: dict[str, Any], field: str, shapes: Shapes, *, is_argument: bool) -> str:
    """Return the annotation of a value with this schema."""
    schema = without_null(schema) if is_argument else schema
    if "anyOf" in schema:
        each = [type_for(option, field, shapes, is_argument=is_argument) for option in schema["anyOf"]]
        return " | ".join(dict.fromkeys(each))
    if "enum" in schema and is_argument:
        return f"Literal[{', '.join(json.dumps(value) for value in schema['enum'])}]"
    if schema.get("format") in FORMATS and is_argument:
        return FORMATS[schema["format"]]
    kind = schema.get("type")
    if kind == "array":
        item = type_for(schema["items"], field, shapes, is_argument=is_argument)
        return f"Sequence[{item}]" if is_argument else f"list[{item}]"
    return object_type(schema, field, shapes, is_argument=is_argument) if kind == "object" else PLAIN[kind]


def object_type(schema: dict[str, Any], field: str, shapes: Shapes, *, is_argument: bool) -> str:
    more = schema.get("additionalProperties")
    if "properties" in schema and more is not True:
        return shapes.named(NAMES.get(field) or class_name(field), schema)
    if isinstance(more, dict):
        return f"dict[str, {type_for(more, field, shapes, is_argument=is_argument)}]"
    return "dict[str, Any]"


def class_name(field: str) -> str:
    """Return `Preference` for a field `preferences`."""
    return "".join(word.capitalize() for word in field.removesuffix("s").split("_"))


def results(schemas: dict[str, Any], operations: list[dict[str, Any]]) -> str:
    """Return the module with a dataclass for each result and for what stands in it."""
    shapes, classes = Shapes(), []
    for name in dict.fromkeys(result_name(operation) for operation in operations):
        classes.append(dataclass_source(name, schemas[f"{name}Envelope"]["properties"]["data"], shapes))
    inner = [dataclass_source(name, schema, Shapes()) for name, schema in shapes.schemas.items()]
    arguments = Shapes()
    for operation in operations:
        for field, schema in argument_schemas(schemas, operation).items():
            type_for(schema, field, arguments, is_argument=True)
    typed = [typed_dict_source(name, schema) for name, schema in arguments.schemas.items()]
    imports = "from dataclasses import dataclass, field\nfrom typing import Any, Literal, NotRequired, TypedDict\n"
    header = HEADER.format("What operations answer, and the objects that some of them take.")
    return "\n".join([header, imports, *inner, *classes, *typed])


def dataclass_source(name: str, schema: dict[str, Any], shapes: Shapes) -> str:
    required, lines = schema.get("required", []), []
    for field, part in sorted(schema["properties"].items(), key=lambda item: item[0] not in required):
        kind = type_for(part, field, shapes, is_argument=False)
        default = (
            ""
            if field in required
            else " = field(default_factory=list)"
            if part.get("type") == "array"
            else (f" = {part['default']!r}")
        )
        lines.append(f"    {snake_case(field)}: {kind}{default}")
    return f"@dataclass(frozen=True)\nclass {name}:\n" + "\n".join(lines) + "\n"


def typed_dict_source(name: str, schema: dict[str, Any]) -> str:
    lines = []
    for field, part in schema["properties"].items():
        kind = type_for(part, field, Shapes(), is_argument=True)
        lines.append(f"    {field}: {kind if field in schema.get('required', []) else f'NotRequired[{kind}]'}")
    return f"class {name}(TypedDict):\n" + "\n".join(lines) + "\n"


def result_name(operation: dict[str, Any]) -> str:
    reference = operation["responses"]["200"]["content"]["application/json"]["schema"]["$ref"]
    return str(reference.rpartition("/")[2].removesuffix("Envelope"))


def argument_schema(schemas: dict[str, Any], operation: dict[str, Any]) -> dict[str, Any]:
    reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    schema: dict[str, Any] = schemas[reference.rpartition("/")[2]]
    return schema


def argument_schemas(schemas: dict[str, Any], operation: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = argument_schema(schemas, operation).get("properties", {})
    return {name: without_null(schema) for name, schema in found.items()}


def methods(schemas: dict[str, Any], operations: list[dict[str, Any]], *, is_async: bool) -> str:
    """Return the module with a class that has a method for each operation."""
    shapes = Shapes()
    bodies = [method(schemas, operation, shapes, is_async=is_async) for operation in operations]
    names = ", ".join(sorted({*map(result_name, operations), *shapes.schemas}))
    asynchronous = "async " if is_async else ""
    return "\n".join(
        [
            HEADER.format("A method for each operation that agents may call" + (", for asyncio." if is_async else ".")),
            "from abc import ABC, abstractmethod\nfrom collections.abc import Sequence",
            "from datetime import date, datetime\nfrom typing import Any, Literal, TypeVar",
            f"from memoryweb_client.parsing import given\nfrom memoryweb_client.results import {names}\n",
            'T = TypeVar("T")\n',
            f"class {'Async' if is_async else ''}Operations(ABC):",
            f"    @abstractmethod\n    {asynchronous}def _call(",
            "self, name: str, result: type[T], arguments: dict[str, Any], *, writes: bool, key: str) -> T: ...\n",
            *bodies,
        ]
    )


def method(schemas: dict[str, Any], operation: dict[str, Any], shapes: Shapes, *, is_async: bool) -> str:
    schema, name, result = argument_schema(schemas, operation), operation["operationId"], result_name(operation)
    required, writes = schema.get("required", []), bool(operation["parameters"])
    fields = argument_schemas(schemas, operation)
    types = {field: type_for(part, field, shapes, is_argument=True) for field, part in fields.items()}
    parameters = ["self", *(f"{field}: {types[field]}" for field in required)]
    optional = [optional_parameter(field, types[field], fields[field]) for field in fields if field not in required]
    optional += ['idempotency_key: str = ""'] if writes else []
    parameters += ["*", *optional] if optional else []
    needed = ", ".join(f'"{field}": {field}' for field in required)
    others = ", ".join(f'"{field}": {field}' for field in fields if field not in required)
    given = " | ".join(filter(None, [f"{{{needed}}}" if needed else "", f"given({{{others}}})" if others else ""]))
    key = "idempotency_key" if writes else '""'
    text = re.sub(r"\s+", " ", operation["description"])
    prefix, wait = ("async ", "await ") if is_async else ("", "")
    return (
        f"    {prefix}def {name}({', '.join(parameters)}) -> {result}:\n"
        f'        """{wrapped(text)}"""\n'
        f'        return {wait}self._call("{name}", {result}, {given or "{}"}, writes={writes}, key={key})\n'
    )


def optional_parameter(field: str, kind: str, schema: dict[str, Any]) -> str:
    if schema.get("default") is not None:
        return f"{field}: {kind} = {schema['default']!r}"
    if schema.get("type") == "array":
        return f"{field}: {kind} = ()"
    return f"{field}: {kind} = None" if kind == "Any" or "None" in kind else f"{field}: {kind} | None = None"


def wrapped(text: str) -> str:
    """Return a docstring's text in lines: the first sentence, and the rest below it."""
    first, end, rest = text.partition(". ")
    parts = [textwrap.wrap(part, 105) for part in (first + end.strip(), rest)]
    lines = [*parts[0], *([""] if rest else []), *parts[1]]
    return ("\n        ".join(lines) + ("\n        " if len(lines) > 1 else "")).replace("\n        \n", "\n\n")


if __name__ == "__main__":
    main()
