"""The selected memories and the block of text they make: one line each in S3's form, the same bytes every time."""

import hashlib
import json
import re
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from typing import Any

from cachetools import LRUCache, cached

from memoryweb.language import locales
from memoryweb.language.text import invisible, signs, value_text
from memoryweb.memories.models.fingerprints import text_digest
from memoryweb.recall.candidates import CandidateRow
from memoryweb.recall.models import ReceiptItem
from memoryweb.rules import fields, limits, policy
from memoryweb.rules.task_types import KEY_RELEVANCE

NOTHING = "(none)"
SPACES = re.compile(r"\s+")
LINE_BREAK = re.compile(r"\s*[\r\n\v\f\x85\u2028\u2029]\s*")
# What could make a text look like the end of its line, the start of another one, or a turn of the conversation.
IMITATIONS = (
    (re.compile(r"[（(]\s*(confidence|source)\s*[=＝]", re.IGNORECASE), r"(\1: "),
    (re.compile(r"[-‐‑–—−*•·]\s*(rule|规则)\s*[:：]", re.IGNORECASE), r"\1 –"),
    (
        re.compile(r"\[\s*(/?\s*(?:INST|SYS|(?:AVAILABLE_)?TOOLS?(?:_CALLS|_RESULTS)?|SYSTEM_PROMPT))\s*\]", re.I),
        r"(\1)",
    ),
    (re.compile(r"#+\s*(?=(?:system|user|assistant|human|instructions?|input|response|tool)\b)", re.IGNORECASE), ""),
    (re.compile(r"⏎ (system|user|assistant|human|developer|tool)\s*[:：]", re.IGNORECASE), r"⏎ \1 –"),
    (re.compile("[<＜﹤]"), "‹"),
)
SUSPICIOUS = re.compile("[（(\\[#⏎<＜﹤]|rule|规则", re.IGNORECASE)  # each of the imitations has one of these


def neutralize(text: str) -> str:
    """Return one line that can't imitate our own lines, with invisible characters written out."""
    text = text.strip()
    if not text.isprintable() or "  " in text:  # most are one line as they are, and a recall shows dozens
        text = SPACES.sub(" ", LINE_BREAK.sub(" ⏎ ", text))
    text = invisible.show_invisible(text)
    for pattern, replacement in IMITATIONS if SUSPICIOUS.search(text) else ():
        text = pattern.sub(replacement, text)
    return text


def shown_label(label: str, key: str, language: str) -> str:
    """Return a known field's name in the memory's language; a label that somebody chose stays."""
    field = fields.fields_by_key().get(key)
    return locales.for_code(language).field_labels.get(key, label) if field and field.label == label else label


def format_line(row: CandidateRow) -> str:
    """Return a memory's line, in which its text cannot imitate another line."""
    prefix, suffix_form = locales.for_code(row.language).rule_line
    explicit = policy.is_explicit(row.source)
    source = "community" if row.community else "explicit" if explicit else "implicit"
    suffix = suffix_form.format(confidence=1.0 if explicit else row.confidence, source=source)
    text = sentence(row)
    text_max = limits.LINE_MAX - len(prefix) - len(suffix)
    return f"{prefix}{signs.shorten(text, text_max)}{suffix}"


def sentence(row: CandidateRow) -> str:
    """Return what the memory says, after its condition. A single day is left out: it is today, or it has passed."""
    value = json.loads(row.value)
    text = value if row.community else value_text.format_line(shown_label(row.label, row.key, row.language), value)
    details = value_text.details_beyond_value(row.details, value, row.label)
    text = f"{text} · {details}" if details else text
    return neutralize(f"{row.condition}: {text}" if row.condition else text)


def join_lines(lines: list[str]) -> str:
    return "\n".join(lines) if lines else NOTHING


def digest(block: str) -> str:
    return hashlib.sha256(block.encode()).hexdigest()


CACHED = 20_000  # lines; about 3 MB
PIECE = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W\d_]+|\d|[^\w\s]|_")
LETTERS_OF_TOKEN = 5  # of a word


@cached(LRUCache(CACHED), key=text_digest, lock=Lock())
def count_tokens(text: str) -> int:
    """Return about how many tokens a line has for a language model, which all count differently.

    Within a tenth of what a small English tokenizer counts, between what an old and a new one count of Chinese. Cached,
    because every answer counts the same lines again.
    """
    return sum(-(-len(piece) // LETTERS_OF_TOKEN) for piece in PIECE.findall(text))


Why, LeftOut = ReceiptItem.Why, ReceiptItem.LeftOut
NOT_ADDED = ("needed", "words")  # what stands beside the parts of a score
MUST_HAVE = {Why.RULE, Why.PINNED, Why.WANTED, Why.HARD}


@dataclass(kw_only=True, eq=False)
class Candidate:
    """A memory with its score, reason, and line in the block.

    Only `select` changes one: why it is given or left out after comparing all candidates, `tokens` when it counts the
    line.
    """

    row: CandidateRow
    score: float
    parts: dict[str, float]
    why: str
    left_out: str = ""
    tokens: int = 0
    is_touched: bool = False  # close to the question, or where there is none, in some way needed

    @property
    def is_must_have(self) -> bool:
        return self.why in MUST_HAVE

    @property
    def is_guessed(self) -> bool:
        """Whether it is a rule without evidence that the work touches it, apart from its category."""
        is_needed = self.parts.get("task", 0.0) >= KEY_RELEVANCE or "applies" in self.parts
        return self.why == Why.RULE and not (is_needed or self.is_touched)

    def take_place_of(self, other: "Candidate") -> None:
        """Take over `other`'s reason and score if left out, which can only be for distance."""
        if self.left_out:
            self.why, self.left_out, self.score, self.parts = other.why, "", other.score, other.parts

    @cached_property
    def sort_key(self) -> tuple[Any, ...]:
        """Must-haves come first, hard facts before others, by the weight of their source.

        Then relevance, project, confidence and date decide. A rule that the work may only touch is sorted by relevance.
        """
        row = self.row
        goes_first = self.is_must_have and not self.is_guessed
        weight = policy.WEIGHTS[policy.Source(row.source)] if goes_first else 0
        newest_first = -row.last_updated_on.toordinal()
        is_hard = self.why == Why.HARD
        return (
            not goes_first,
            not is_hard,
            -weight,
            -self.score,
            not row.project,
            -round(row.confidence, 2),
            newest_first,
        )

    @cached_property
    def line(self) -> str:
        return format_line(self.row)


@dataclass(frozen=True)
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
    waiting: int = 0  # questions not asked, because an answer waits for the person's yes or this run asked before
    asked: list[str] = field(default_factory=list)  # digests of the questions above
    cut: float | None = None  # how likely the question had to need a memory; None where that was not told

    @property
    def block(self) -> str:
        return join_lines([item.line for item in self.items])

    @property
    def tokens(self) -> int:
        return sum(item.tokens for item in self.items)

    @property
    def overflows(self) -> bool:
        """Whether space was lacking for a must-have."""
        return any(item.is_must_have and item.left_out in (LeftOut.BUDGET, LeftOut.BEYOND) for item in self.near)
