"""What a verb answers: one name, the reason in words, and what it touched."""

from dataclasses import dataclass
from uuid import UUID

from memoryweb.memories.models import Memory
from memoryweb.memories.policy import OutcomeName


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """`version` is the history row the verb wrote; undo(version) takes it back. None: nothing changed."""

    name: OutcomeName
    reason: str
    memory: Memory | None = None
    quotes: Memory | None = None  # whose words are in the reason or the question; not everybody may read them
    version: int | None = None
    replaced_id: UUID | None = None
    proposal_id: UUID | None = None
    conflict_id: UUID | None = None
    question: str = ""
    category: str = ""  # of a refusal


class Invalid(Exception):  # noqa: N818  the word of the house
    """An argument that cannot be: names the field and the reason."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field, self.reason = field, reason
