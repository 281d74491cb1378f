"""Cuts a text into sentences, and a sentence into clauses where it may be cut: at commas and the like, and before words
that join clauses."""

import re
from collections.abc import Iterator

# Words that join two clauses: a sentence may be cut before one.
JOINING = """
and but so because since also plus though although while then or cause cuz btw
und aber denn weil also sondern außerdem oder
pero porque además aunque
et mais car donc parce puis ou
"""
# Of them those that a clause means the same without.
ADDING = "and but so also plus btw und aber denn außerdem y e pero además et mais car donc puis"
ADDING_ZH = "而且 但是 不过 另外 还有 对了 因为 所以 由于 既然 虽然 然后 但"
REASONS = r"(?:because|since|cause|cuz)\s+(?=(?:i|i['’](?:m|ve|d)|my|we|we['’](?:re|ve)|our)\b)"  # not "since March"
CUT = re.compile(
    rf"[,;:，；：、]+\s*(?=\S)|\s+[-–—]+\s+|[–—]+|[(（)）]\s*|\s+(?=(?:{'|'.join(JOINING.split())})\s)|\s+/\s+",
    re.IGNORECASE,
)
LEADING = re.compile(
    rf"(?:(?:{'|'.join(ADDING.split())})\b[,\s]+|{REASONS}|(?:{'|'.join(ADDING_ZH.split())})[，,]?\s*)+", re.IGNORECASE
)
WORDS_LEAST, SIGNS_LEAST = 4, 5  # a clause with fewer words, or signs, belongs to the one after it
CLAUSES_MAX = 8  # of one sentence; what follows stays whole
WORD = re.compile(r"\w+")
SPOKEN_WORD = re.compile(r"(?<![\w-])[^\W\d_]+(?:['’][^\W\d_]+)?(?![\w-])")  # no number, and no part of an id
CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
SENTENCE = re.compile(r"[^.!?。！？\n]+(?:[.!?](?=\S)[^.!?。！？\n]*)*[.!?。！？\n]*\s*")  # 3.11 and a.b are in one


def sentences(text: str) -> list[str]:
    """Return a text's sentences, including end marks and spaces."""
    return SENTENCE.findall(text)


def says_more_than(text: str, *, words: int, signs: int) -> bool:
    """Return whether a text has more words than `words`, or more Chinese characters than `signs`."""
    return len(SPOKEN_WORD.findall(text)) > words or sum(map(len, CJK.findall(text))) > signs


def clauses(sentence: str) -> list[tuple[int, int]]:
    """Return the clauses' start, after a joining word, and end in a sentence."""
    spans: list[tuple[int, int]] = []
    start = 0
    for end, following in _cuts(sentence):
        if len(spans) == CLAUSES_MAX - 1:
            break
        if _is_enough(sentence[start:end]) and _is_enough(sentence[following:]):
            spans.append((start, end))
            start = following
    spans.append((start, len(sentence)))
    return [(end - len(without_joining_word(sentence[start:end])), end) for start, end in spans]


def _cuts(sentence: str) -> Iterator[tuple[int, int]]:
    for cut in CUT.finditer(sentence):
        # Not within a number or a time: "10,000", "9:30".
        if cut.start() and not (sentence[cut.start() - 1].isdigit() and sentence[cut.end() : cut.end() + 1].isdigit()):
            yield cut.start(), cut.end()


def _is_enough(text: str) -> bool:
    words = WORD.findall(text)
    return len(words) >= WORDS_LEAST or (sum(map(len, words)) >= SIGNS_LEAST and CJK.search(text) is not None)


def without_joining_word(text: str) -> str:
    """Return a clause without its leading conjunction."""
    found = LEADING.match(text)
    return text[found.end() :] if found and found.end() < len(text) else text
