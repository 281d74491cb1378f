"""Splits texts into words: normal form, similarity, negation, and words of change and duration.

English by whole words, Chinese by pairs of characters, because most tools take a Chinese clause for one token.
"""

import unicodedata
from collections import Counter

from memoryweb.rules.languages import CHINESE, ENGLISH, LANGUAGES, compile_words
from memoryweb.rules.lazy_pattern import LazyPattern

HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # Chinese characters
CJK = LazyPattern(rf"[{HAN}]+")
# What stands between words. Everything else is part of a word: vowel signs of Hindi and Thai are no letters to Python,
# and without them a word is another one. An underscore is a letter here.
PUNCTUATION = (
    r"\s\x00-\x1f!\"'()*,\-./:;<>?\[\\\]^`{|}\x7f-\xa1\xa7\xab\xb6\xb7\xbb\xbf\u037e\u0387\u055a-\u055f\u0589\u05be\u05c0"
    r"\u05c3\u05f3\u05f4\u0609-\u060d\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e4f\u0e5a\u0e5b\u104a-\u104f\u1361-\u1368"
    r"\u17d4-\u17d6\u2000-\u200b\u200e-\u206f\u2e00-\u2e7f\u3000-\u3003\u3008-\u3011\u3014-\u301f\u3030\u303d\u30a0\u30fb"
    r"\ufd3e\ufd3f\ufe00-\ufe6f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
)
SYMBOLS = (
    r"#$%&+=@~\xa2-\xa6\xa8\xa9\xac\xae-\xb1\xb4\xb8\xd7\xf7\u0606-\u0608\u0e3f\u17db\u20a0-\u20cf\u2190-\u245f\u2500-\u2bff"
    r"\u3004\u3012\u3013\u3020\u303e\u303f\uffe0-\uffef\U0001f000-\U0001faff"
)
BREAKS = PUNCTUATION + SYMBOLS
WORD = LazyPattern(rf"[^_{BREAKS}]+(?:['’][^_{BREAKS}]+)?")

FILLERS = frozenset().union(*(language.fillers for language in LANGUAGES))
NEGATIONS = frozenset().union(*(language.negations for language in LANGUAGES))
FILLER = compile_words([language.filler_pattern for language in LANGUAGES])
NEGATION = compile_words([language.negation_pattern for language in LANGUAGES])
CHANGE = compile_words([language.change for language in LANGUAGES])
ALWAYS = compile_words([language.always for language in LANGUAGES])
ONLY_NOW = compile_words([language.only_now for language in LANGUAGES])


def detect_language(text: str) -> str:
    """Return zh if there are more Chinese characters than other words, else en. A character says about a word."""
    if text.isascii():
        return ENGLISH.code
    characters, words = len("".join(CJK.findall(text))), len(CJK.sub(" ", normalize(text)).split())
    return CHINESE.code if characters > words else ENGLISH.code


def normalize(text: str) -> str:
    """Fold case, width and punctuation away: texts with an equal result are the same text."""
    folded = text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return " ".join(WORD.findall(folded))


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def subject_words(text: str) -> list[str]:
    """Return the subject words of a text in order: no fillers, no negations, plurals folded, Chinese in pairs."""
    words = normalize(text).split()
    if text.isascii():
        return [_stem(word) for word in words if word not in FILLERS and word not in NEGATIONS]
    subjects: list[str] = []
    for word in words:
        if chinese := "".join(CJK.findall(word)):
            subjects += bigrams(chinese)
        elif word not in FILLERS and word not in NEGATIONS:
            subjects.append(_stem(word))
    return subjects


def word_counts(text: str) -> Counter[str]:
    return Counter(subject_words(text))


def subject_terms(text: str) -> list[str]:
    """Return the sorted subject words without negation: yes and no to a thing have the same ones."""
    return sorted(word_counts(CJK.sub(lambda run: FILLER.sub("", NEGATION.sub("", run[0])), text)))


def bigrams(chinese: str) -> list[str]:
    return [chinese[i : i + 2] for i in range(len(chinese) - 1)] or [chinese]


def pairs(text: str) -> list[str]:
    """Return the pairs of Chinese characters in a text, by which it is searched."""
    return [pair for run in CJK.findall(text) for pair in bigrams(run)]


def similarity(one: str, other: str) -> float:
    """Return the share of subject words that two texts have in common, 0 to 1 (Dice)."""
    a, b = word_counts(one), word_counts(other)
    return dice(a, b) if a or b else float(normalize(one) == normalize(other))


def dice(a: Counter[str], b: Counter[str]) -> float:
    """Return Dice's coefficient of two bags of words; 0 if one is empty."""
    if not (a and b):
        return 0.0
    common = sum(min(count, b[word]) for word, count in a.items() if word in b)
    return 2 * common / (a.total() + b.total())


def is_negative(text: str) -> bool:
    """Return whether an odd number of words in the text negate."""
    negations = sum(word in NEGATIONS for word in normalize(text).split())
    negations += len(NEGATION.findall(text))
    return negations % 2 == 1


def carries_change(*texts: str) -> bool:
    return any(CHANGE.search(text) for text in texts)


def says_only_now(*texts: str) -> bool:
    return any(ONLY_NOW.search(text) and not ALWAYS.search(text) for text in texts)
