"""The table of operations as tool schemas, in the shapes that models and clients read."""

from typing import Any

from memoryweb.operations.table import OPERATIONS


def openai() -> list[dict[str, Any]]:
    return [
        {
            "type": "function",
            "function": {"name": operation.name, "description": operation.description, "parameters": operation.schema},
        }
        for operation in OPERATIONS.values()
    ]


def anthropic() -> list[dict[str, Any]]:
    return [
        {"name": operation.name, "description": operation.description, "input_schema": operation.schema}
        for operation in OPERATIONS.values()
    ]


def mcp() -> list[dict[str, Any]]:
    """Also with the schema of the result and with hints: no operation destroys anything, only the person can erase."""
    return [
        {
            "name": operation.name,
            "description": operation.description,
            "inputSchema": operation.schema,
            "outputSchema": operation.result_schema,
            "annotations": {
                "readOnlyHint": not operation.writes,
                "destructiveHint": False,
                "idempotentHint": not operation.writes,  # a statement that is repeated is more evidence
                "openWorldHint": False,
            },
        }
        for operation in OPERATIONS.values()
    ]
