"""What is read of a memory to judge it and to write its line: a row is wide, and most are not given."""

import json
from datetime import date
from typing import NamedTuple
from uuid import UUID

from memoryweb.memories import registry


class CandidateRow(NamedTuple):
    """The columns that look.LOOK names, in its order."""

    pk: UUID
    status: str
    kind: str
    category: str
    key: str
    one_valued: bool
    condition: str
    project: str
    section: str
    source: str
    confidence: float
    pinned: bool
    contested: bool
    loses: bool  # the lighter side of an open conflict
    muted_for: list[str]
    applies_to: list[str]
    valid_until: date | None
    said_on: date
    importance: float  # points today
    helped: int  # times, in the same kind of work
    language: str
    label: str
    value: str  # JSON
    details: str

    def __str__(self) -> str:
        return registry.format_line(self.label, json.loads(self.value))

    @property
    def shown_value(self) -> str:
        return registry.display_value(json.loads(self.value))

    @property
    def own_details(self) -> str:
        return registry.details_beyond_value(self.details, json.loads(self.value))

    @property
    def place(self) -> tuple[str, str]:
        """Where it counts: one memory of a project steps before everybody's in the same."""
        return self.key, self.condition
