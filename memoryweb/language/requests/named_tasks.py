"""Finds the task type that an agent names, by its name or another one that agents use (rules/task_types.py)."""

from functools import cache

from memoryweb.language.text.tokens import normalize
from memoryweb.rules.task_types import TASK_TYPES, TaskType


@cache
def _by_name() -> dict[str, TaskType]:
    return {normalize(name.replace("_", " ")): task for task in TASK_TYPES for name in (task.name, *task.aliases)}


def find_task(task_type: str) -> TaskType | None:
    """Return the task type of this name or alias; None if it is unknown."""
    return _by_name().get(normalize(task_type.replace("_", " "))) if task_type else None
