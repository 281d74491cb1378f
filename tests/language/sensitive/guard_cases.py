"""The guard's sentences, written for it: guard/*.txt, one a line. A third of the first ones was never tuned on.

The later ones were written after the guard and tried once before it was improved with them; the fourth ones tell
secrets without a word for them, in twelve languages, beside harmless sentences that look like these. The fifth ones
name illnesses that the guard's words had left out, language by language; the sixth ones tell
illnesses, debts and described secrets in more languages and ways.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from zlib import crc32

from mnemonic import Mnemonic

FOLDER = Path(__file__).parent / "guard"
FILES = ("secrets", "states", "harmless", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True)
class Case:
    category: str  # empty for what may be stored
    text: str
    held_out: bool


def cases(*files: str) -> Iterator[Case]:
    """Read the cases; a recovery phrase stands in braces and is made anew, "\\n" and "\\u…" are what they say."""
    for file in files or FILES:
        for line in (FOLDER / f"{file}.txt").read_text().splitlines():
            category, _, text = ("harmless", "", line) if file == "harmless" else line.partition(": ")
            held_out = file not in ("second", "third", "fourth", "fifth", "sixth") and crc32(line.encode()) % 3 == 0
            yield Case("" if category == "harmless" else category, _filled(text), held_out)


def _filled(text: str) -> str:
    text = re.sub(r"\\u([0-9a-f]{4})", lambda code: chr(int(code[1], 16)), text.replace("\\n", "\n"))
    return re.sub(r"\{bip(\d+)(\w*)\}", lambda asked: _phrase(int(asked[1]), asked[2]), text)


def _phrase(count: int, form: str) -> str:
    entropy = Random(count).randbytes(32 if count > 12 else 16)
    words = Mnemonic("english").to_mnemonic(entropy).split()[:count]
    match form:
        case "_numbered":
            return " ".join(f"{number}. {word}" for number, word in enumerate(words, 1))
        case "_commas":
            return ", ".join(words)
        case "_lines":
            return "\n".join(words)
    return " ".join(words)
