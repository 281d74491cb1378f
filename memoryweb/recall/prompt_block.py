"""The text an agent is given: one line per memory in S3's form, the same bytes for the same memories."""

import hashlib
import re
from functools import cache
from pathlib import Path
from threading import Lock

import wordllama
from cachetools import LRUCache, cached
from tokenizers import Tokenizer

from memoryweb.recall.candidates import CandidateRow
from memoryweb.recall.text_digest import text_digest
from memoryweb.rules import languages, limits, policy

NOTHING = "(none)"
SPACES = re.compile(r"\s+")


def format_line(memory: CandidateRow) -> str:
    """One item. Line breaks in a memory become spaces: its words cannot pretend to be another item."""
    before, after = languages.for_code(memory.language).rule_line
    explicit = policy.is_explicit(memory.source)
    end = after.format(confidence=1.0 if explicit else memory.confidence, source="explicit" if explicit else "implicit")
    room = limits.LINE_MAX - len(before) - len(end)
    said = sentence(memory)
    return f"{before}{said if len(said) <= room else said[: room - 1].rstrip() + '…'}{end}"


def sentence(memory: CandidateRow) -> str:
    """What it says, with the occasion it is for; a day it was only for is over or today, and is not said."""
    occasion = memory.condition
    own = memory.own_details
    said = f"{memory} · {own}" if own else str(memory)
    return SPACES.sub(" ", f"{occasion}: {said}" if occasion else said).strip()


def join_lines(lines: list[str]) -> str:
    return "\n".join(lines) if lines else NOTHING


def digest(block: str) -> str:
    return hashlib.sha256(block.encode()).hexdigest()


FILE = "tokenizers/l2_supercat_tokenizer_config.json"
CACHED = 20_000  # lines; some 3 MB


@cache
def _tokenizer() -> Tokenizer:
    made = Tokenizer.from_file(str(Path(wordllama.__file__).parent / FILE))
    made.no_padding()
    made.no_truncation()
    return made


@cached(LRUCache(CACHED), key=text_digest, lock=Lock())
def count_tokens(text: str) -> int:
    """The tokens of one line. Cached: the same lines are counted for every answer."""
    return len(_tokenizer().encode(text, add_special_tokens=False).ids)
