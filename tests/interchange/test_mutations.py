"""Broken files: no reader raises or hangs, and no words are lost silently.

MUTATIONS is how many of each sample are tried.
"""

import json
import os
import random
import re
from functools import partial
from time import process_time
from typing import Any

import pytest

from memoryweb.interchange.entry import Document, texts_of
from memoryweb.interchange.formats import FORMATS
from memoryweb.interchange.importing.screening import screen
from memoryweb.interchange.reading import read_text
from tests.cases import for_each, with_each
from tests.interchange.samples import SAMPLES
from tests.interchange.timing import seconds
from tests.rings import ninth, third

MUTATIONS = int(os.environ.get("MUTATIONS", "150"))  # of each sample
SECONDS_MAX = 4.0  # of the processor, on a busy machine
WORD = re.compile(r"[^\W\d_]{4,}")
PIECES = [
    "\x00",
    "\ufeff",
    "\u202e",
    "```",
    "|",
    "||||",
    "> ",
    "**",
    "<!--",
    "-->",
    "<think>",
    "[LEARNED: ",
    "]",
    "{",
    "}",
    "\\",
    "- ",
    "# ",
    "---\n",
    "\n\n",
    "\r",
    "\u2028",
    "🔴",
    "dc:type=<type>",
    "\ud800",
    '"',
    ",",
    ":",
    "(" * 40,
    "[" * 40,
    " " * 200,
]
FRAME = re.compile(  # lines that give a file its form, and say nothing
    r"^\s*(?:#|>?\s*---|\*\*(?:Time|User Messages|Key Conclusions|Summary|Original date|Impact|Archived)"
    r"|Date\b|Auto-generated|Consolidated|Archived by|<!--|(?:title|type|tags|permalink):)",
    re.IGNORECASE,
)
MARKS = set(  # words of marks
    "learned updated expired explicit instruction observation feedback user reason replaced unknown status observed"  # noqa: SIM905
    " active superseded type importance confidence source date note critical high medium info think thinking untitled"
    " only when project filed under archive".split()
)


def mutate(text: str, rng: random.Random) -> str:
    for _ in range(rng.randint(1, 4)):
        at, to = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
        kind = rng.randint(0, 6)
        if kind == 0:
            text = text[:at] + rng.choice(PIECES) + text[at:]
        elif kind == 1:
            text = text[:at] + text[min(at + rng.randint(1, 12), len(text)) :]
        elif kind == 2:
            text = text[:at] + text[at:to] * 2 + text[to:]
        elif kind == 3:
            lines = text.splitlines(keepends=True)
            rng.shuffle(lines)
            text = "".join(lines)
        elif kind == 4:
            text = text[:at]
        elif kind == 5:
            other = rng.choice(list(SAMPLES.values())).text
            text = text[:at] + other[: rng.randint(0, 200)] + text[at:]
        else:
            text = text[:at] + chr(rng.randint(0, 0x2FF)) + text[at + 1 :]
    return text


def words_of(document: Document) -> str:
    """Return all words that the document accounts for."""
    texts = [text for entry in document.entries for text in texts_of(entry)]
    return " ".join([*texts, *(each.text for each in document.unknown)])


def _words(text: str) -> set[str]:
    return {word.casefold() for word in WORD.findall(text)}


def lost(text: str, document: Document, *, has_names: bool = False) -> list[str]:
    """Return the lines of a file of text of which words are in no entry and no report. Names of data say nothing."""
    text = re.sub(r"(?m)^\s*(?:- )?[\w-]{1,40}:(?=\s)", "", text) if has_names else text
    known = _words(words_of(document)) | MARKS
    text = re.sub("[\x00\ud800]", "", text)  # they lose only themselves
    lines = [re.sub(r"<!--[^>]{0,600}-->", " ", line) for line in text.lstrip("\ufeff").splitlines()]
    lines = [line for line in lines if not FRAME.match(line)]
    return [line for line in lines if _words(line) - known]


def lost_strings(text: str, document: Document) -> list[str]:
    """Return the long texts of JSON under the names that hold memories, of which words are accounted for nowhere."""
    try:
        data = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return []
    known = _words(words_of(document)) | MARKS
    names = {"memory", "content", "fact", "full_text", "value"}
    return [words for words in _texts(data, names) if _words(words) - known]


def _texts(data: Any, names: set[str]) -> list[str]:
    if isinstance(data, dict):
        own = [value for name, value in data.items() if name in names and isinstance(value, str)]
        return own + [text for value in data.values() for text in _texts(value, names)]
    return [text for value in data for text in _texts(value, names)] if isinstance(data, list) else []


@with_each("name", lambda: third([*SAMPLES]))
def test_a_broken_file_is_read_in_time_and_nothing_of_it_is_lost(name: str, caplog: pytest.LogCaptureFixture) -> None:
    rng, original = random.Random(name), SAMPLES[name]
    for _ in range(MUTATIONS):
        text = mutate(original.text, rng)
        began = process_time()
        reading = read_text(text)
        if process_time() - began >= SECONDS_MAX:
            assert seconds(partial(read_text, text), SECONDS_MAX) < SECONDS_MAX, text
        if text.lstrip("\ufeff \t\r\n\x0b\x0c\x1c\x1d\x1e\x1f\x85")[:1] in ("{", "["):
            assert lost_strings(text, reading.document) == [], text
        else:
            has_names = reading.format is FORMATS["yaml_rows"]
            assert lost(text, reading.document, has_names=has_names) == [], ascii(text)
        assert caplog.messages == [], text  # a reader that raised is logged, and its lines are reported
        if reading.format is None:
            assert not reading.document.entries


WORST = {
    "brackets": "[" * 60_000,
    "quotes": "> " * 60_000,
    "stars": "**a" * 40_000,
    "comments": "<!-- dc:" * 20_000,
    "markers": "> **a**: b [LEARNED: 2026-01-01, " * 8_000,
    "bars": "|a" * 60_000,
    "spaces": "- a" + " " * 120_000 + "b",
    "colons": "a: " * 60_000,
    "deep JSON": '{"memories": [' * 20_000,
    "one long word": "x" * 200_000,
    "nested bullets": "\n".join(" " * (n % 400) + "- word" for n in range(20_000)),
    "fences": "```\n" * 40_000,
    "dates": "2026-01-01 " * 20_000,
    "stamps": "- 🔴 09:15 AM " * 15_000,
    "brackets of lists": "[2024-01-01] - " * 15_000,
    "headings": "# Soul of the user\n" * 20_000,
    "sentences": "I like it. " * 20_000,
}


@for_each(lambda: ninth([*WORST]))
def test_the_worst_text_is_read_in_time(name: str) -> None:
    assert seconds(lambda: read_text(WORST[name]), 2 * SECONDS_MAX) < 2 * SECONDS_MAX
    for each in FORMATS.values():
        assert seconds(partial(each.recognise, WORST[name]), SECONDS_MAX) < SECONDS_MAX, each.name


def test_the_guard_leaves_what_it_does_not_refuse() -> None:
    for sample in SAMPLES.values():
        document = read_text(sample.text).document
        before = (len(document.entries), len(document.unknown))
        assert screen(document) == []
        assert (len(document.entries), len(document.unknown)) == before
