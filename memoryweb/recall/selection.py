"""The results of a selection: candidates, the block they make, and what to ask first."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from memoryweb.recall import prompt_block
from memoryweb.recall.candidates import CandidateRow
from memoryweb.recall.models import ReceiptItem
from memoryweb.rules import policy

Why, LeftOut = ReceiptItem.Why, ReceiptItem.LeftOut
MUST = {Why.RULE, Why.PINNED, Why.HARD}


@dataclass(kw_only=True, eq=False)
class Candidate:
    """What speaks for a memory that was looked at, or why it is left out; its line in the block and what that costs.

    `select` alone changes one: `left_out` once all are known, `tokens` once its line is counted.
    """

    seen: CandidateRow
    score: float
    parts: dict[str, float]
    why: str
    left_out: str = ""
    tokens: int = 0

    @property
    def must(self) -> bool:
        return self.why in MUST

    @cached_property
    def order(self) -> tuple[Any, ...]:
        """Must-haves by weight, then relevance, scope, confidence, updated_on."""
        seen = self.seen
        weight = policy.WEIGHTS[policy.Source(seen.source)] if self.must else 0
        newest = -seen.said_on.toordinal()
        return not self.must, -weight, -self.score, not seen.project, -round(seen.confidence, 2), newest

    @cached_property
    def line(self) -> str:
        return prompt_block.format_line(self.seen)


@dataclass(frozen=True, kw_only=True)
class ClarifyingQuestion:
    """`why` is conflict, depends or missing. `answer_with`: what to save, with the person's answer as its value."""

    why: str
    question: str
    options: list[str]
    answer_with: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Selection:
    """The block, what it is made of, and what nearly was in it."""

    items: list[Candidate] = field(default_factory=list)
    near: list[Candidate] = field(default_factory=list)
    nothing_because: str = ""  # memory, injection, paused: a switch, not the data
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
        """What must never be missed did not all fit."""
        return any(each.must and each.left_out in (LeftOut.BUDGET, LeftOut.BEYOND) for each in self.near)
