"""The result of a selection: the chosen candidates, the block of text they make, and the question to ask first."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from memoryweb.recall import prompt_block
from memoryweb.recall.candidates import CandidateRow
from memoryweb.recall.models import ReceiptItem
from memoryweb.rules import policy

Why, LeftOut = ReceiptItem.Why, ReceiptItem.LeftOut
MUST_HAVE = {Why.RULE, Why.PINNED, Why.HARD}


@dataclass(kw_only=True, eq=False)
class Candidate:
    """A memory with its score, why it is given or left out, and its line in the block.

    Only `select` changes one: `left_out` after comparing all candidates, `tokens` when it counts the line.
    """

    row: CandidateRow
    score: float
    parts: dict[str, float]
    why: str
    left_out: str = ""
    tokens: int = 0

    @property
    def is_must_have(self) -> bool:
        return self.why in MUST_HAVE

    @cached_property
    def sort_key(self) -> tuple[Any, ...]:
        """Must-haves by the weight of their source come first; then relevance, project, confidence, date."""
        row = self.row
        weight = policy.WEIGHTS[policy.Source(row.source)] if self.is_must_have else 0
        newest_first = -row.last_updated_on.toordinal()
        return not self.is_must_have, -weight, -self.score, not row.project, -round(row.confidence, 2), newest_first

    @cached_property
    def line(self) -> str:
        return prompt_block.format_line(self.row)


@dataclass(frozen=True, kw_only=True)
class ClarifyingQuestion:
    """A question to ask the person before acting.

    `why` is conflict, depends or missing. `answer_with` is what to save, with the person's answer as its value.
    """

    why: str
    question: str
    options: list[str]
    answer_with: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Selection:
    """The memories an agent is given, and those that nearly were."""

    items: list[Candidate] = field(default_factory=list)
    near: list[Candidate] = field(default_factory=list)
    nothing_because: str = ""  # memory, injection or paused: the switch that is off
    clarify: list[dict[str, Any]] = field(default_factory=list)
    ask: ClarifyingQuestion | None = None

    @property
    def block(self) -> str:
        return prompt_block.join_lines([item.line for item in self.items])

    @property
    def tokens(self) -> int:
        return sum(item.tokens for item in self.items)

    @property
    def overflows(self) -> bool:
        """Whether a must-have was left out for lack of space."""
        return any(item.is_must_have and item.left_out in (LeftOut.BUDGET, LeftOut.BEYOND) for item in self.near)
