"""What a head sees of a text: its letters and words, those around it, and what the encoder makes of it."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from memoryweb.language.heads import encoder
from memoryweb.language.text.clauses import CJK

GRAM_BITS, AROUND_BITS, TEXT_BITS, PAIR_BITS = 15, 13, 13, 13  # of the tables that features are hashed into
LETTER_BITS = 12
GRAM_MAX = 5  # letters
WORDS_AROUND = 8  # words read before and after the part
READ_MAX = 600  # characters of a part whose n-grams are read
TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_]+(?:['’][^\W_]+)*|[^\w\s]")
Floats = NDArray[np.float32]
Buckets = NDArray[np.int64]


@dataclass(frozen=True)
class Part:
    """A part of a message for a head to judge, with its context."""

    text: str
    before: str = ""
    after: str = ""

    @property
    def message(self) -> str:
        return self.before + self.text + self.after


@dataclass(frozen=True)
class Features:
    """`hashed` has blocks of buckets, a row a text; `vectors` has a row a text, too."""

    hashed: Mapping[str, list[Buckets]]
    vectors: Floats


def features_of(parts: Sequence[Part]) -> Features:
    """Return the features of parts of messages; the vectors are the part's and the message's. Each is encoded once."""
    encoded = _encoded(list(dict.fromkeys(text for part in parts for text in (part.text, part.message))))
    buckets = {text: buckets_of(grams(text), GRAM_BITS) for text in {part.text for part in parts}}
    return Features(
        hashed={
            "grams": [buckets[part.text] for part in parts],
            "around": [buckets_of(words_around(part), AROUND_BITS) for part in parts],
        },
        vectors=np.concatenate(
            [_rows(encoded, [part.text for part in parts]), _rows(encoded, [part.message for part in parts])], axis=1
        ),
    )


def features_of_texts(texts: Sequence[str]) -> Features:
    """Return the features of texts that stand alone: statements, and requests."""
    return Features(
        hashed={"text": [buckets_of(grams(text), TEXT_BITS) for text in texts]},
        vectors=_rows(_encoded(list(dict.fromkeys(texts))), texts),
    )


def features_of_letters(texts: Sequence[str]) -> Features:
    """Return what tells the language of a text: its letters and words, and no vector."""
    return Features(
        hashed={"letters": [buckets_of(grams(text), LETTER_BITS) for text in texts]},
        vectors=np.zeros((len(texts), 0), np.float32),
    )


def features_of_pairs(pairs: Sequence[tuple[str, str]]) -> Features:
    """Return what tells how a new statement stands to an older one, given as (old, new).

    The vectors are where both agree and differ, and what the new one is about; the same of the words that only one of
    them has; and how close each is to each. Each has its scale, found by cross-validation.
    """
    own = [_own_words(*pair) for pair in pairs]
    encoded = _encoded(list(dict.fromkeys(text for pair in (*pairs, *own) for text in pair)))
    old, new, only_old, only_new = (
        _rows(encoded, [pair[side] for pair in those]) for those in (pairs, own) for side in (0, 1)
    )
    cosines = (old * new).sum(axis=1)
    words = [differences(*pair, float(cosine)) for pair, cosine in zip(pairs, cosines, strict=True)]
    closeness = [(one * other).sum(axis=1) for one in (old, only_old) for other in (new, only_new)]
    return Features(
        hashed={"words": [buckets_of(each, PAIR_BITS) for each in words]},
        vectors=np.concatenate(
            [
                *(old * new * 42, np.abs(old - new) * 7, (new - old) * 5.6, new * 5.6),
                *(only_old * only_new * 42, np.abs(only_old - only_new) * 7, (only_new - only_old) * 5.6),
                *(only_new * 5.6, only_old * 5.6, np.array(closeness).T * 20),
            ],
            axis=1,
        ),
    )


def _own_words(old: str, new: str) -> tuple[str, str]:
    """Return each statement's own words, without the shared ones."""
    before, after = TOKEN.findall(plain(old)), TOKEN.findall(plain(new))
    shared = set(before) & set(after)
    return " ".join(word for word in before if word not in shared), " ".join(w for w in after if w not in shared)


def _encoded(texts: Sequence[str]) -> dict[str, Floats]:
    return dict(zip(texts, encoder.encode(texts), strict=True))


def vectors_of(columns: Sequence[Sequence[str]]) -> list[Floats]:
    """Return the vectors of columns of texts, each column's as (texts, DIMENSIONS). Each text is encoded once."""
    encoded = _encoded(list(dict.fromkeys(text for column in columns for text in column)))
    return [_rows(encoded, column) for column in columns]


def _rows(encoded: Mapping[str, Floats], texts: Sequence[str]) -> Floats:
    return np.array([encoded[text] for text in texts], np.float32).reshape(-1, encoder.DIMENSIONS)


def plain(text: str) -> str:
    """Return a text folded in case and width, all digits as 0."""
    return re.sub(r"\d", "0", unicodedata.normalize("NFKC", text[:READ_MAX]).casefold()).replace("’", "'")


def grams(text: str) -> Iterator[str]:
    """Yield the n-grams of a text: letters of each word, runs of characters where words have no spaces, and words."""
    text = plain(text)
    words = TOKEN.findall(text)
    for run in CJK.findall(text):
        yield from (run[start : start + size] for size in range(1, GRAM_MAX) for start in range(len(run) - size + 1))
    for word in words:
        if len(word) > 1:
            edged = f" {word} "
            for size in range(2, GRAM_MAX + 1):
                yield from (edged[start : start + size] for start in range(len(edged) - size + 1))
    for size in (1, 2, 3):
        yield from ("|".join(words[start : start + size]) for start in range(len(words) - size + 1))
        yield "^" + "|".join(words[:size])
        yield "|".join(words[-size:]) + "$"
    yield f"length {min(len(words), 40).bit_length()}"


def words_around(part: Part) -> Iterator[str]:
    """Yield the words around a part: near ones with their side, all with none."""
    before = TOKEN.findall(plain(part.before[-READ_MAX:]))
    after = TOKEN.findall(plain(part.after))
    yield from (f"<{word}" for word in before[-WORDS_AROUND:])
    yield from (f">{word}" for word in after[:WORDS_AROUND])
    yield from before
    yield from after
    yield f"alone {not before} {not after}"
    yield f"next {before[-1] if before else ''} {after[0] if after else ''}"


def differences(old: str, new: str, closeness: float) -> Iterator[str]:
    """Yield features of a pair: shared words, one-sided words, and closeness of the vectors."""
    before, after = TOKEN.findall(plain(old)), TOKEN.findall(plain(new))
    shared = set(before) & set(after)
    for name, words in (("old", before), ("new", after)):
        yield from (f"{name} {word}" for word in words)
        own = [word for word in words if word not in shared]
        yield from (f"only {name} {word}" for word in own)
        yield from (f"only {name} {'|'.join(each)}" for each in pairwise(own))
        yield f"own {name} {min(len(own), 12)}"
        yield f"{name} begins {'|'.join(words[:2])}"
        yield f"{name} has a number {'0' in ''.join(own)}"
    yield from (f"both {word}" for word in shared)
    share = len(shared) / max(1, min(len(set(before)), len(set(after))))
    yield f"shared {round(share * 8)}"
    yield f"close {round(closeness * 12)}"
    yield f"close {round(closeness * 6)} shared {round(share * 4)}"


def buckets_of(words: Iterable[str], bits: int) -> Buckets:
    """Return the places of features, given as words, in a table of two to the power of `bits`."""
    mask = (1 << bits) - 1
    return np.fromiter(sorted({crc32(word.encode("utf-8", "replace")) & mask for word in set(words)}), np.int64)
