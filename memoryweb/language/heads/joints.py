"""Joints: where words or signs join two parts of a sentence ("and", "und", a comma, 和), and what stands beside them.

The right part often needs the first words of the left one to stand alone: "The user" in "The user lives in Rome and
works at Acme". These are its opening.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from memoryweb.language.heads.features import TOKEN
from memoryweb.language.text.clauses import CJK

SIGNS = frozenset(",;，；、。.")
TIGHT = frozenset(".,")  # part of a number where no space follows: "3.11", "10,000"
WORDS = frozenset(
    [
        "and",
        "but",
        "plus",
        "yet",
        "n",
        "while",
        "whereas",
        "or",
        "nor",
        "und",
        "aber",
        "sowie",
        "oder",
        "noch",
        "y",
        "e",
        "pero",
        "o",
        "u",
        "ni",
        "et",
        "mais",
        "ou",
    ]
)
AFTER_WORDS = WORDS | {"also"}
CHINESE = ("以及", "还有", "而且", "并且", "和", "跟", "与", "及")
AFTER_SIGN = ("但是", "而且", "并且", "同时", "另外", "以及", "还有", "不过", "可是", "但", "而", "且", "可")
# Adverbs that only join: the right part means the same without them.
JOINING, JOINING_CHINESE = ("auch ", "ebenfalls ", "also ", "también ", "aussi "), "也还又却则倒"
GROUP = "还有"
SHORTENED = frozenset(("'m", "'ve", "'s", "'re", "'d"))
JOINTS_MAX = 4  # of a sentence that is judged: of those that say several things, one in a thousand has more
OPENING_MAX = 9  # words


class Span(NamedTuple):
    """Where the joining words and signs of a joint stand in a sentence."""

    start: int
    end: int


class Word(NamedTuple):
    """A word, sign or Chinese character of a text, and where it stands."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Joint:
    """A joint of a sentence: the left part with its subject, the right part up to the next joint, and all after it.

    `place` counts the joints of the sentence from 0, of which it has `count`; `following` is how the next one joins.
    """

    sentence: str
    left: str
    by: str
    right: str
    rest: str
    place: int
    count: int
    following: str


@dataclass(frozen=True)
class Opening:
    """The first words of the left part, as the right part's words that are said only once."""

    joint: Joint
    end: int  # in the left part

    @property
    def text(self) -> str:
        return self.joint.left[: self.end]

    @property
    def completed(self) -> str:
        return join(self.text, self.joint.right)


def words_of(text: str) -> list[Word]:
    return [Word(found.group(), found.start(), found.end()) for found in TOKEN.finditer(text)]


def find(sentence: str) -> list[Span]:
    """Return where the joints of a sentence are, in order."""
    words = words_of(sentence)
    spans: list[Span] = []
    place = 1
    while place < len(words):
        after = _after_joint(sentence, words, place)
        if after > place:
            if after < len(words):
                spans.append(Span(words[place].start, words[after - 1].end))
            place = after
        else:
            place += 1
    return spans


def _after_joint(sentence: str, words: Sequence[Word], place: int) -> int:
    """Return the number of the word after the joint that begins at a word; the same number if none does."""
    word = words[place]
    after = place
    if word.text in SIGNS:
        if word.text in TIGHT and not sentence[word.end : word.end + 1].isspace():
            return place
        after += 1
    elif word.text.casefold() not in WORDS and not sentence.startswith(CHINESE, word.start):
        return place
    while after < len(words):
        if words[after].text.casefold() in AFTER_WORDS:
            after += 1
            continue
        joining = AFTER_SIGN if after > place else CHINESE
        found = next((each for each in joining if sentence.startswith(each, words[after].start)), "")
        if not found:
            break
        after += len(found)
    return after


def joint_at(sentence: str, spans: Sequence[Span], place: int, left: str) -> Joint | None:
    """Return the joint of this number; None if nothing is left or right of it."""
    span = spans[place]
    has_next = place + 1 < len(spans)
    end = spans[place + 1].start if has_next else len(sentence)
    right, rest = without_joining(sentence[span.end : end].strip()), without_joining(sentence[span.end :].strip())
    if not left or not words_of(right):
        return None
    following = sentence[end : spans[place + 1].end].strip().casefold() if has_next else "$"
    by = sentence[span.start : span.end].strip().casefold()
    return Joint(sentence, left, by, right, rest, place, len(spans), following)


def left_of(sentence: str, start: int, span: Span, opening: str) -> str:
    """Return the part to the left of a joint, from the last cut at `start` on, with what it opens with."""
    part = sentence[start : span.start].strip()
    return join(opening, without_joining(part)) if start and part else part


def without_joining(part: str) -> str:
    """Return a part without the adverb that joins it to the one before: 也, "auch"."""
    for adverb in JOINING:
        if part.casefold().startswith(adverb):
            return part[len(adverb) :]
    return part[1:] if part[:1] in JOINING_CHINESE and len(part) > 2 and not part.startswith(GROUP) else part


def join(opening: str, part: str) -> str:
    """Return a part with what it opens with: with a space between, except beside Chinese."""
    if not opening or not part:
        return part
    return f"{opening}{part}" if CJK.match(opening[-1]) or CJK.match(part[0]) else f"{opening} {part}"


def openings(joint: Joint) -> list[Opening]:
    """Return what the right part may open with: nothing, or the first words of the left part ("I" of "I'm" alone)."""
    words = words_of(joint.left)
    ends = [0]
    for word in words[: min(len(words) - 1, OPENING_MAX)]:
        short = word.text.replace("’", "'").casefold()
        bare = short.split("'")[0]
        if bare and short[len(bare) :] in SHORTENED:
            ends.append(word.start + len(bare))
        ends.append(word.end)
    return [Opening(joint, end) for end in ends]
