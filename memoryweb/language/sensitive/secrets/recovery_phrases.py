"""Finds the words from which a wallet is restored: twelve or more of one of BIP-39's public word lists in a row."""

from collections import Counter
from functools import cache

from mnemonic import Mnemonic

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.sensitive.folding import plain

LEAST = 12  # words; the shortest phrase
NAMED_LEAST = 6  # behind a word for such a phrase, of which a part may be told
DIFFERENT = 0.75  # share of different words among so many; a phrase is drawn at random and hardly repeats one
WORDS = LazyPattern(r"[^\W\d_]+")
LANGUAGES = (
    "english",
    "spanish",
    "french",
    "italian",
    "portuguese",
    "czech",
    "turkish",
    "russian",
    "japanese",
    "korean",
    "chinese_simplified",
    "chinese_traditional",
)
NAMED = LazyPattern(
    r"(?:seed|recovery|mnemonic|backup|secret recovery|wallet)[ -]?(?:phrase|words|seed)|mnemonic|"
    r"(?:frase|parole|mots|palabras) "
    r"(?:semilla|de recuperacion|di recupero|de recuperation|seed)|助记词|助記詞|恢复短语|"
    r"リカバリーフレーズ|シードフレーズ|니모닉|복구 문구|сид-?фраза|seed-?phrase"
)

# The words that restore a wallet, in any language.
COUNTED = LazyPattern(
    r"(?<![a-z])(?:words|worter|mots|palabras|parole|palavras|woorden|slow"
    r"|kelime\w{0,3})(?![a-z])[^:\n]{0,70}[:→]\s{1,3}[^\W\d]{2,14}(?:,? [^\W\d]{2,14}){7,23}"
    r"|(?<![a-z])words (?:\w{1,9} )?(?:start|begin)s? with [a-z]{3,9}(?:,? [a-z]{3,9}){3,23}"
    r"|слов\w{0,2}[^:\n]{0,70}[:→]\s{1,3}[^\W\d]{2,14}(?:,? [^\W\d]{2,14}){7,23}"
)
WALLET = LazyPattern(
    r"wallet|monedero|cartera|portefeuille|portafoglio|carteira|portemonnee|portfel|кошел|cuzdan|ledger|trezor"
    r"|metamask|seed|recover|recuper|wiederherstell|restore|восстан|odzysk|kurtar"
)


@cache
def _languages() -> dict[str, int]:
    """Return each word of the lists with a bit per language."""
    found: dict[str, int] = {}
    for number, language in enumerate(LANGUAGES):
        for word in Mnemonic(language).wordlist:
            found[_folded(word)] = found.get(_folded(word), 0) | 1 << number
    return found


def _folded(word: str) -> str:
    return plain(word).lower()


def has_recovery_phrase(lower: str) -> bool:
    """Return whether a plain text in lower case holds a recovery phrase, or a part of one behind its name."""
    if COUNTED.search(lower) and WALLET.search(lower):
        return True
    words = WORDS.findall(lower)
    if len(words) < NAMED_LEAST or not (runs := [run for run in _runs(words) if _is_drawn(run, NAMED_LEAST)]):
        return False
    return bool(NAMED.search(lower)) or any(_is_drawn(run, LEAST) for run in runs)


def _runs(words: list[str]) -> list[list[str]]:
    """Return runs of words from one language's list, long enough for part of a phrase."""
    languages, runs, run, shared = _languages(), [], [], 0
    for word in [*words, ""]:
        mask = languages.get(word, 0)
        if shared & mask:
            shared &= mask
            run.append(word)
            continue
        if len(run) >= NAMED_LEAST:
            runs.append(run)
        run, shared = [word] if mask else [], mask
    return runs


def _is_drawn(run: list[str], least: int) -> bool:
    """Return whether `least` words in a row are different enough to be drawn at random."""
    counts: Counter[str] = Counter()
    for place, word in enumerate(run):
        counts[word] += 1
        if place >= least:
            left = run[place - least]
            counts[left] -= 1
            if not counts[left]:
                del counts[left]
        if place >= least - 1 and len(counts) >= DIFFERENT * least:
            return True
    return False
