"""Finds the words from which a wallet is restored: twelve or more of one of BIP-39's public word lists in a row."""

from functools import cache

from mnemonic import Mnemonic

from memoryweb.rules.lazy_pattern import LazyPattern
from memoryweb.rules.sensitive.folding import plain

LEAST = 12  # words; the shortest phrase
NAMED_LEAST = 6  # behind a word for such a phrase, of which a part may be told
WORDS = LazyPattern(r"[^\W\d_]+")
LANGUAGES = (
    "english", "spanish", "french", "italian", "portuguese", "czech", "turkish", "russian", "japanese", "korean",
    "chinese_simplified", "chinese_traditional",
)  # fmt: skip
NAMED = LazyPattern(
    r"(?:seed|recovery|mnemonic|backup|secret recovery|wallet)[ -]?(?:phrase|words|seed)|mnemonic|"
    r"(?:frase|parole|mots|palabras) "
    r"(?:semilla|de recuperacion|di recupero|de recuperation|seed)|助记词|助記詞|恢复短语|"
    r"リカバリーフレーズ|シードフレーズ|니모닉|복구 문구|сид-?фраза|seed-?phrase"
)


@cache
def _languages() -> dict[str, int]:
    """Return each word of the lists with one bit for each language that has it."""
    found: dict[str, int] = {}
    for number, language in enumerate(LANGUAGES):
        for word in Mnemonic(language).wordlist:
            found[_folded(word)] = found.get(_folded(word), 0) | 1 << number
    return found


def _folded(word: str) -> str:
    return plain(word).lower()


def has_recovery_phrase(lower: str) -> bool:
    """Return whether a plain text in lower case holds a recovery phrase, or a part of one behind its name.

    The same few words again and again are none: a phrase is drawn at random.
    """
    least = NAMED_LEAST if NAMED.search(lower) else LEAST
    words = WORDS.findall(lower)
    return len(words) >= least and len(set(words)) >= least // 2 and _longest(words) >= least


def _longest(words: list[str]) -> int:
    """Return the most words in a row that one language's list has."""
    languages, longest, length, shared = _languages(), 0, 0, 0
    for word in words:
        mask = languages.get(word, 0)
        shared = shared & mask if length else mask
        length = length + 1 if shared else int(bool(mask))
        shared = shared or mask
        longest = max(longest, length)
    return longest
