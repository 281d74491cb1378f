"""What the person's form says a memory should be, how two of those differ, and that one comes too late."""

import json
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from datetime import date
from typing import Any, Self

from memoryweb.memories.models import Memory


def is_same_json(one: object, other: object) -> bool:
    """Return whether two JSON values are stored alike: of the same types, in the same order; true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


@dataclass(frozen=True, kw_only=True)
class Edit:
    """What the person's form says a memory should be; every field, as it stands in the form."""

    label: str
    value: Any
    details: str
    kind: str
    condition: str
    project: str
    tags: tuple[str, ...]
    pinned: bool = False
    applies_to: tuple[str, ...] = ()
    valid_until: date | None = None

    @classmethod
    def from_row(cls, row: Any) -> Self:
        """Return what a memory, or a version of it, says."""
        texts = {name: getattr(row, name) for name in ("label", "value", "details", "kind", "condition", "project")}
        lists: dict[str, Any] = {name: tuple(getattr(row, name)) for name in ("tags", "applies_to")}
        return cls(**texts, **lists, pinned=row.pinned, valid_until=row.valid_until)

    def changed_fields(self, other: "Edit") -> list[str]:
        """Return the names of the fields in which the other one differs."""
        names = [each.name for each in dataclass_fields(self) if each.name != "value"]
        changed = [name for name in names if getattr(self, name) != getattr(other, name)]
        return changed if is_same_json(self.value, other.value) else [*changed, "value"]


class Stale(Exception):  # noqa: N818  the word of the house
    """A memory has changed since the version that an edit began from; `memory` is what it is now."""

    def __init__(self, memory: Memory) -> None:
        super().__init__(f"{memory.pk} has changed.")
        self.memory = memory
