"""Whether a sentence says another thing from a joint on, as learned from sentences that say one thing or several.

A joint is where words or signs join two parts: "and", "und", a comma, 和. Two heads read it: `carried` chooses which
first words of the left part the right one needs to stand alone ("The user" in "The user lives in Rome and works at
Acme"), and `joint` judges whether the right part, with these words, then says another thing. English, German, Chinese.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from memoryweb.language.heads import heads
from memoryweb.language.heads.features import TOKEN, Features, buckets_of, vectors_of
from memoryweb.language.text.clauses import CJK

JOINT_BITS, OPENING_BITS = 14, 13  # of the tables that features are hashed into
SIGNS = frozenset(",;，；、。.–—-/+&")
TIGHT = frozenset(".-–—/+&,")  # part of a word or a number where no space follows: "and/or", "3.11", "10,000"
WORDS = frozenset(
    ("and", "but", "plus", "yet", "n", "while", "whereas", "or", "nor", "und", "aber", "sowie", "oder", "noch")
)
AFTER_WORDS = WORDS | {"also"}
CHINESE = ("以及", "还有", "而且", "并且", "和", "跟", "与", "及")
AFTER_SIGN = ("但是", "而且", "并且", "同时", "另外", "以及", "还有", "不过", "可是", "但", "而", "且", "可")
# Adverbs that only join: the right part means the same without them.
JOINING, JOINING_CHINESE = ("auch ", "ebenfalls ", "also "), "也还又却则倒"
GROUP = "还有"
SHORTENED = frozenset(("'m", "'ve", "'s", "'re", "'d"))
JOINTS_MAX = 8  # of one sentence
OPENING_MAX = 9  # words
SHORT = 3  # letters at the end of a word that tell what it is


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
    def completed(self) -> str:
        return join(self.joint.left[: self.end], self.joint.right)


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
        is_spaced = sentence[word.end : word.end + 1].isspace()
        is_free = sentence[word.start - 1].isspace() or word.text in ",."
        if word.text in TIGHT and not (is_spaced and is_free):
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


def likeliest(joints: Sequence[Joint], head: heads.Head | None = None) -> list[tuple[Opening, float]]:
    """Return for each joint the opening with which its right part most likely stands alone, and how likely that is."""
    candidates = [openings(joint) for joint in joints]
    flat = [opening for each in candidates for opening in each]
    if not flat:
        return []
    likely = iter((head or heads.load("carried")).judge(features_of_openings(flat))[:, 0])
    scored = [[(float(next(likely)), -opening.end, opening) for opening in each] for each in candidates]
    best = (max(each, key=lambda scored: scored[:2]) for each in scored)
    return [(opening, likely) for likely, _, opening in best]


def features_of_joints(chosen: Sequence[Opening]) -> Features:
    """Return what tells whether the right parts, with these openings, say another thing than the left ones."""
    first = [" ".join(word.text for word in words_of(each.joint.right)[:2]) for each in chosen]
    texts = [
        [each.joint.left for each in chosen],
        [each.joint.right for each in chosen],
        [each.completed for each in chosen],
        [each.joint.sentence for each in chosen],
        [words_of(each.joint.right)[0].text for each in chosen],
        first,
    ]
    left, right, completed, *others = vectors_of(texts)
    return Features(
        hashed={"joint": [buckets_of(_facts(each), JOINT_BITS) for each in chosen]},
        vectors=np.concatenate([left, right, completed, *others, left * completed * 10, abs(left - completed)], axis=1),
    )


def features_of_openings(candidates: Sequence[Opening]) -> Features:
    """Return what tells whether the right parts stand alone with these openings; no vector."""
    return Features(
        hashed={"opening": [buckets_of(_opening_facts(each), OPENING_BITS) for each in candidates]},
        vectors=np.zeros((len(candidates), 0), np.float32),
    )


def _facts(opening: Opening) -> Iterator[str]:
    """Yield the words around a joint, alone and beside each other, their endings and shapes, and how long parts are."""
    joint = opening.joint
    written, right = _texts(joint.left), _texts(joint.right)
    left, rest = [word.casefold() for word in written], [word.casefold() for word in _texts(joint.rest)]
    first, second, last = rest[0], (rest[1:] or ["$"])[0], left[-1]
    by, count = joint.by, len(_texts(joint.left[: opening.end]))
    instead = written[count]  # what the right part says something else for
    yield from (f"by {by}", f"by {by} then {first}", f"by {by} then {_shape(right[0])}", f"next {joint.following} {by}")
    yield from (
        f"first {first}",
        f"first {first}|{second}",
        f"second {second}",
        f"last {last}",
        f"between {last}|{first}",
    )
    yield from (f"begins {'|'.join(left[:size])}" for size in (1, 2, 3))
    yield from (f"ends {'|'.join(left[-2:])}", f"begins {left[0]} then {first}", f"right ends {right[-1].casefold()}")
    yield f"begins {'|'.join(left[:2])} then -{first[-2:]}"
    yield from (f"shapes {_shape(written[-1])}{_shape(right[0])} {by}", f"shapes {by} {_shapes(right[:4])}")
    yield f"shapes {_shapes(written[:3])}|{_shapes(right[:3])}"
    for size in range(1, SHORT + 1):
        ending = first[-size:]
        yield from (
            f"-{ending}",
            f"-{ending} by {by}",
            f"-{ending} begins {left[0]}",
            f"-{instead.casefold()[-size:]}|{ending}",
        )
        yield from (f"-{word[-size:]} at {number}|{ending}" for number, word in enumerate(left[:4]))
        yield f"alike {size} {any(word[-size:] == ending for word in left[:4])}"
        yield f"-{instead.casefold()[-size:]}|{ending} after {count}"
    yield from (f"same first {left[0] == first} {by}", f"instead {instead.casefold()}|{first}")
    yield f"instead {_shape(instead)}|{_shape(right[0])} {count > 0}"
    yield from (f"carried {count}", f"carried {count} by {by}", f"carried {'|'.join(left[:count])}")
    lengths = len(left), len(right), len(rest), len(left) - count
    yield from (f"long {number} {min(length, 12)}" for number, length in enumerate(lengths))
    yield f"long {min(lengths[0] // 2, 5)} {min(lengths[1] // 2, 5)}"
    yield from (f"long {min(lengths[3], 6)} instead {min(lengths[1], 6)}", f"long {min(lengths[1], 8)} {count > 0}")
    yield f"joint {joint.place} of {joint.count}"
    yield from (f"left {word}" for word in left)
    yield from (f"right {word}" for word in rest)
    yield from (f"has {word}" for word in (*left, *rest))
    shared = set(left) & set(rest)
    yield from (f"both {word}" for word in shared)
    yield f"both {len(shared)}"
    edged = f" {first} "
    yield from (f"in {edged[start : start + size]}" for size in (2, 3, 4) for start in range(len(edged) - size + 1))
    if CJK.match(right[0]):
        yield from _characters(joint)


def _characters(joint: Joint) -> Iterator[str]:
    """Yield the runs of characters on both sides, where words have no spaces."""
    for size in (1, 2, 3, 4):
        yield from (f"first {joint.right[:size]}", f"begins {joint.left[:size]}", f"ends {joint.left[-size:]}")
        if size < 4:
            for side, text in (("left", joint.left), ("right", joint.right)):
                yield from (f"{side} {text[start : start + size]}" for start in range(len(text) - size + 1))
        if size < 3:
            yield f"begins {joint.left[:size]} then {joint.right[:size]}"


def _opening_facts(opening: Opening) -> Iterator[str]:
    """Yield the words around the place where the right part would go on after the opening, and their endings."""
    joint = opening.joint
    carried, instead, right = (
        _texts(text) for text in (joint.left[: opening.end], joint.left[opening.end :], joint.right)
    )
    shapes = _shape(carried[-1]) if carried else "^", _shape(instead[0]), _shape(right[0])
    before, replaced, first = [word.casefold() for word in (*(carried[-1:] or ["^"]), instead[0], right[0])]
    second, begins, count = (right[1:] or ["$"])[0].casefold(), (carried + instead)[0].casefold(), len(carried)
    yield from (f"carried {count}", f"carried {count} {shapes[2]}", f"carried {count} by {joint.by}")
    yield from (
        f"before {before}",
        f"before {'|'.join(carried[-2:]).casefold()}",
        f"carried {'|'.join(carried).casefold()}",
    )
    yield from (
        f"{before}|{replaced}",
        f"{before}>{first}",
        f"{replaced}/{first}",
        f"replaced {replaced}",
        f"{before}>{second}",
    )
    yield from (
        f"carried {count} first {first}",
        f"carried {count} begins {begins}",
        f"carried {count} {first}|{second}",
    )
    yield f"carried {count} begins {'|'.join((carried + instead)[:2]).casefold()}"
    yield from (
        f"same {replaced == first} {count > 0}",
        f"again {before == first}",
        f"begins {begins == first} {count == 0}",
    )
    yield from (f"shapes {''.join(shapes)}", f"shapes {shapes[1]}{shapes[2]}")
    yield f"shapes {_shapes(carried[-3:])}|{shapes[1]}|{_shapes(right[:2])}"
    for size in range(1, SHORT + 1):
        one, two, three = before[-size:], replaced[-size:], first[-size:]
        yield from (f"carried {count} -{three}", f"-{two}/-{three}", f"-{one}>-{three}", f"-{one}|-{two}")
        yield from (f"alike {size} {two == three}", f"before -{one}", f"replaced -{two}")
    yield from (
        f"carried {count} of {min(len(carried) + len(instead), 10)}",
        f"carried {count} to {min(len(right), 8)}",
    )
    yield f"instead of {min(len(instead), 5)} {min(len(right), 5)}"
    if "Z" in (shapes[2], _shape(begins)):
        left, rest = joint.left[: opening.end], joint.left[opening.end :]
        for size in range(1, SHORT + 1):
            one, two, three = left[-size:], rest[:size], joint.right[:size]
            yield from (
                f"z {one}",
                f"z|{two}",
                f"z {count > 0} {three}",
                f"z {one}>{three}",
                f"z {two}/{three}",
                f"z {one}|{two}",
            )


def _texts(text: str) -> list[str]:
    return [word.text for word in words_of(text)]


def _shape(word: str) -> str:
    """Return what a word looks like: a Chinese character, a number, a sign, capitalized or not."""
    if CJK.match(word):
        return "Z"
    if not word[0].isalpha():
        return "0" if word[0].isdigit() else word[0]
    return ("XX" if word.isupper() and len(word) > 1 else "X") if word[0].isupper() else "x"


def _shapes(words: Sequence[str]) -> str:
    return "".join(map(_shape, words))
