"""What an agent may suggest beside a statement: the person sees it with the question. For models' tools and stores.

`SCHEMAS` are the parameters of a tool that a model calls, `suggested` picks the arguments of `save_user_preference`.
"""

from collections.abc import Mapping
from typing import Any

SCHEMAS: dict[str, dict[str, Any]] = {
    "kind": {
        "type": "string",
        "description": "fact, preference, goal, habit, event, rule, context, decision or reminder.",
    },
    "importance": {"type": "number", "description": "0 to 10. From 9 on only the user decides."},
    "ttl_days": {"type": "integer", "description": "Days until it is archived, unless it comes up again."},
    "valid_until": {"type": "string", "description": "The last day on which it is true, YYYY-MM-DD."},
    "confidence": {"type": "number", "description": "0 to 1, at most what the source allows."},
    "applies_to": {
        "type": "array",
        "items": {"type": "string"},
        "description": "Kinds of work or skills that need it, such as code_task.",
    },
    "source": {"type": "string", "description": "instruction, correction, behaviour, pattern, inference or uncertain."},
    "if_version": {"type": "integer", "description": "The version you read. Nothing is saved if it has changed since."},
}
NOTHING: tuple[Any, ...] = (None, "", [], ())


def suggested(sent: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments among these that have a value: models fill what is optional with null or nothing."""
    return {name: sent[name] for name in SCHEMAS if name in sent and sent[name] not in NOTHING}
