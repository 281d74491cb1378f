"""The table of operations as tool schemas: the shapes that models read."""

from typing import Any

from memoryweb.operations.table import OPERATIONS


def openai() -> list[dict[str, Any]]:
    return [
        {"type": "function", "function": {"name": o.name, "description": o.description, "parameters": o.schema}}
        for o in OPERATIONS.values()
    ]


def anthropic() -> list[dict[str, Any]]:
    return [{"name": o.name, "description": o.description, "input_schema": o.schema} for o in OPERATIONS.values()]


def mcp() -> list[dict[str, Any]]:
    """With what comes back, and hints: nothing an agent can ask for destroys, for only the person erases."""
    return [
        {
            "name": o.name,
            "description": o.description,
            "inputSchema": o.schema,
            "outputSchema": o.result_schema,
            "annotations": {"readOnlyHint": not o.writes, "destructiveHint": False, "openWorldHint": False},
        }
        for o in OPERATIONS.values()
    ]
