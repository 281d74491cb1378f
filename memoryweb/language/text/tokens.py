"""Splits texts into words: normal form, similarity, negation, and words of change and duration.

English by whole words, Chinese by pairs of characters, because most tools take a Chinese clause for one token.
"""

import unicodedata
from collections import Counter
from itertools import pairwise

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales import CHINESE, ENGLISH, LANGUAGES, compile_words
from memoryweb.language.text import invisible

HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # Chinese characters
CJK = LazyPattern(rf"[{HAN}]+")
SOUTHEAST_ASIAN = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
# Vowel signs and tones, which belong to the letter before.
MARKS = (
    r"\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u1056-\u1059\u105e-\u1060"
    r"\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u17b4-\u17d3\u17dd\u3099\u309a"
)
WITHOUT_SPACES = r"\u3040-\u30ff" + SOUTHEAST_ASIAN + HAN  # scripts that do not separate words
UNSPACED = LazyPattern(rf"[{WITHOUT_SPACES}]+")
SIGN = LazyPattern(rf"[{WITHOUT_SPACES}][{MARKS}]*|[{MARKS}]+")
GAP = LazyPattern(rf"(?<=[{WITHOUT_SPACES}])[ \t\u3000]+(?=[{WITHOUT_SPACES}])")
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
    return " ".join(WORD.findall(plain(text)))


def plain(text: str) -> str:
    """Return the text in small letters of one form, without what letters need and nobody reads."""
    if text.isascii():
        return text.lower()
    bare = joined(invisible.without_helpers(text).replace(invisible.JOINER, ""))
    return unicodedata.normalize("NFKC", bare).casefold().replace("’", "'")


def joined(text: str) -> str:
    """Return the text without spaces in scripts that have none: 我 喜欢 茶 is 我喜欢茶."""
    return text if text.isascii() else GAP.sub("", text)


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
    """Return the pairs of letters, each with its marks, by which a script without spaces is searched."""
    runs = [SIGN.findall(run) for run in UNSPACED.findall(text)]
    return [pair for signs in runs for pair in map("".join, pairwise(signs))] + [
        signs[0] for signs in runs if len(signs) == 1
    ]


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
