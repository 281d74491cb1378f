"""Splits texts into words: normal form, similarity, negation, and words of change and duration.

English by whole words, Chinese by pairs of characters, because most tools take a Chinese clause for one token.
"""

import re
import unicodedata
from collections import Counter

from memoryweb.rules.languages import CHINESE, ENGLISH, LANGUAGES, compile_words

CJK = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")

FILLERS = frozenset().union(*(language.fillers for language in LANGUAGES))
NEGATIONS = frozenset().union(*(language.negations for language in LANGUAGES))
FILLER = compile_words([language.filler_pattern for language in LANGUAGES])
NEGATION = compile_words([language.negation_pattern for language in LANGUAGES])
CHANGE = compile_words([language.change for language in LANGUAGES])
ALWAYS = compile_words([language.always for language in LANGUAGES])
ONLY_NOW = compile_words([language.only_now for language in LANGUAGES])
INVISIBLE = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
KEPT_CONTROLS = {"\n", "\t", "\u200d"}  # a joiner is part of emoji and of many scripts


def detect_language(text: str) -> str:
    """Return zh if there are more Chinese characters than other words, else en. A character says about a word."""
    characters, words = len("".join(CJK.findall(text))), len(CJK.sub(" ", normalize(text)).split())
    return CHINESE.code if characters > words else ENGLISH.code


def show_invisible(text: str) -> str:
    """Write out control and invisible characters as ⟨U+XXXX⟩, so that they are shown and kept."""
    text = text.replace("\r\n", "\n")
    return "".join(
        f"⟨U+{ord(c):04X}⟩" if unicodedata.category(c) in INVISIBLE and c not in KEPT_CONTROLS else c for c in text
    )


def normalize(text: str) -> str:
    """Fold case, width and punctuation away: texts with an equal result are the same text."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return " ".join(WORD.findall(folded))


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def subject_words(text: str) -> list[str]:
    """Return the subject words of a text in order: no fillers, no negations, plurals folded, Chinese in pairs."""
    subjects: list[str] = []
    for word in normalize(text).split():
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


def similarity(one: str, other: str) -> float:
    """Return the share of subject words that two texts have in common, 0 to 1 (Dice)."""
    a, b = word_counts(one), word_counts(other)
    return dice(a, b) if a or b else float(normalize(one) == normalize(other))


def dice(a: Counter[str], b: Counter[str]) -> float:
    """Return Dice's coefficient of two bags of words; 0 if both are empty."""
    total = a.total() + b.total()
    return 2 * (a & b).total() / total if total else 0.0


def differ_both_ways(one: str, other: str) -> bool:
    """Return whether each of two texts has a subject word that the other lacks."""
    a, b = word_counts(one), word_counts(other)
    return bool(a - b) and bool(b - a)


def is_negative(text: str) -> bool:
    """Return whether an odd number of words in the text negate."""
    negations = sum(word in NEGATIONS for word in normalize(text).split())
    negations += len(NEGATION.findall(text))
    return negations % 2 == 1


def carries_change(*texts: str) -> bool:
    return any(CHANGE.search(text) for text in texts)


def says_always(*texts: str) -> bool:
    return any(ALWAYS.search(text) for text in texts)


def says_only_now(*texts: str) -> bool:
    return any(ONLY_NOW.search(text) and not ALWAYS.search(text) for text in texts)
