"""The block of text an agent is given: one line per memory in S3's form, the same bytes for the same memories."""

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


def format_line(row: CandidateRow) -> str:
    """Return a memory's line. Its line breaks become spaces, so that its text cannot imitate another line."""
    prefix, suffix_form = languages.for_code(row.language).rule_line
    explicit = policy.is_explicit(row.source)
    suffix = suffix_form.format(
        confidence=1.0 if explicit else row.confidence, source="explicit" if explicit else "implicit"
    )
    text = sentence(row)
    text_max = limits.LINE_MAX - len(prefix) - len(suffix)
    return f"{prefix}{text if len(text) <= text_max else text[: text_max - 1].rstrip() + '…'}{suffix}"


def sentence(row: CandidateRow) -> str:
    """Return what the memory says, after its condition. A single day is left out: it is today, or it has passed."""
    text = f"{row} · {row.own_details}" if row.own_details else str(row)
    return SPACES.sub(" ", f"{row.condition}: {text}" if row.condition else text).strip()


def join_lines(lines: list[str]) -> str:
    return "\n".join(lines) if lines else NOTHING


def digest(block: str) -> str:
    return hashlib.sha256(block.encode()).hexdigest()


TOKENIZER_FILE = "tokenizers/l2_supercat_tokenizer_config.json"
CACHED = 20_000  # lines; about 3 MB


@cache
def _tokenizer() -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(Path(wordllama.__file__).parent / TOKENIZER_FILE))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


@cached(LRUCache(CACHED), key=text_digest, lock=Lock())
def count_tokens(text: str) -> int:
    """Count the tokens of one line. Cached, because every answer counts the same lines again."""
    return len(_tokenizer().encode(text, add_special_tokens=False).ids)
