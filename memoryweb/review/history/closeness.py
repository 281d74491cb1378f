"""How a receipt shows how likely a memory was needed: a bar with the mark of the cut, and the words that it shares."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from memoryweb.language.requests import answer_rules
from memoryweb.language.text import tokens

WIDTH = 50  # of the bar, in units
SHOWN_MOST = 3  # words


@dataclass(frozen=True)
class Closeness:
    """How likely a memory was needed, in percent, and where the bar and the mark end.

    Lengths are as the root of what they show: most cuts are near one in ten, and would stand at the bar's beginning.
    """

    percent: int
    length: float
    mark: float
    width: int = WIDTH


def closeness(parts: Mapping[str, float], cut: float | None) -> Closeness | None:
    """Return the bar to draw; None without a cut or a probability."""
    if cut is None or "needed" not in parts:
        return None
    chance = parts["needed"]
    return Closeness(int(100 * chance), round(WIDTH * sqrt(chance), 1), round(WIDTH * sqrt(cut), 1))


def shared_words(query: str, text: str) -> list[str]:
    """Return the query's words that name something in the text, too: "reports" for one that says "report"."""
    shared = answer_rules.topic(query) & answer_rules.topic(text)
    words = [word for word in tokens.normalize(query).split() if word[: answer_rules.STEM] in shared]
    pairs = [pair for pair in tokens.pairs(tokens.normalize(query)) if pair in shared]
    return list(dict.fromkeys((*words, *pairs)))[:SHOWN_MOST]
