"""Finds keys and tokens: known shapes, words that announce one, long random words, addresses with passwords."""

import re
from string import ascii_lowercase, ascii_uppercase, digits

from memoryweb.language.lazy_pattern import Beginning, LazyPattern
from memoryweb.language.sensitive.word_lists import alternatives, lines

BODY = r"[\w.~+/=-]"
DIGITS_LEAST, CHANGES_LEAST = 2, 5  # in a random body; words and names hold fewer
ADDRESS = LazyPattern(r"(?<![a-z])[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{0,80}:[^\s/@]{3,80}@[^\s/]")
SHORTEST = 14  # characters of the shortest key, with its prefix
WITH_SPACES = LazyPattern(r"curl\s|-----begin|authorization")  # what is told by more than one word
# These consume the whole word, so each word is read once.
WEB_TOKEN = LazyPattern(r"(?<![A-Za-z0-9])eyJ[\w-]{8,}+(\.[\w-]{8})?")
LONG_WORD = LazyPattern(r"[A-Za-z0-9+/_=-]{24,}")
PREFIXED = LazyPattern(r"(?<![a-z0-9])[a-z][a-z0-9]{1,11}(?:[_-][a-z0-9]{1,8}){0,3}[_-]([a-z0-9]{20,})(?![a-z0-9])")
CODE = LazyPattern(r"[A-Za-z0-9+/_=-]{22}")  # as long as the shorter of these two can be
CASED_WHOLE = LazyPattern(
    r"(?<![A-Za-z0-9])(?:(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}|[5KL][1-9A-HJ-NP-Za-km-z]{50,51})(?![A-Za-z0-9])"
)
# What is random or long and no secret: hashes, ids, public keys, sums of files, and the addresses of documents.
NO_SECRET = LazyPattern(
    r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}|(?<![0-9A-Za-z])[0-9a-f]{7,128}(?![0-9A-Za-z])"
    r"|AAAA[BCE][0-9A-Za-z+/]{20,800}={0,3}|sha(?:1|256|384|512)-[A-Za-z0-9+/]{27,90}={0,2}"
    r"|(?:docs|drive|sheets|slides|forms|calendar|maps|photos)\.google\.com/[^\s)\"']{1,200}"
    r"|(?:figma|notion|miro|youtube|youtu|open\.spotify|loom|canva|airtable|trello|medium|amazon|"
    r"imgur)\.(?:com|so|be)/[^\s)\"']{1,200}"
)
CHARACTER_CLASSES = str.maketrans(ascii_lowercase + ascii_uppercase + digits, "a" * 26 + "A" * 26 + "1" * 10, "+/_=-")
RANDOM_FROM = 0.36  # share of neighbors of different class (a, A, 1): 0.62 in random words, 0.25 in CamelCase2

WORD_START = r"(?<!\w)"


def _whole(patterns: tuple[str, ...]) -> str:
    """Return one pattern, where what begins a word is tried at the beginnings of words only."""
    starting = [each.removeprefix(WORD_START) for each in patterns if each.startswith(WORD_START)]
    others = [each for each in patterns if not each.startswith(WORD_START)]
    return rf"{WORD_START}(?=[\w~.])(?:{'|'.join(starting)})|{'|'.join(others)}"


WHOLE = LazyPattern(_whole(lines("key_patterns")))
LINK = (
    r"(?:[\s:=|\"'()\[\]{},]|->|=>|→|- |-- ?|(?:is|was|for|are|es|est|ist|lautet|e|jest|to|это)\b|"
    r"是|为|為|は|の|는|은|이|가)"
)
NAMED = LazyPattern(
    rf"(?:{alternatives(lines('key_names'), not_after='a-z')}){LINK}{{1,8}}+(?:[a-z ]{{0,24}}[ "
    rf":])?(?=[a-z._~+/-]{{0,40}}\d)"
    r"(?=[\d._~+/:-]{0,40}[a-z])([\w.~+/=@!#$%^&*-]{8,})|(?:密[钥鑰]|令牌|토큰|トークン)(?=[!-/:-~]{0,40}\d)[!-~]{8}"
)
# Matched from the beginning of what follows a word for a key: addresses, dates, versions, names of files, sizes.
SAFE_VALUE = Beginning(
    r"\A(?:https?|1password|\d{1,4}[-./:]\d|v?\d{1,4}\.\d|[\w-]{1,60}\.(?:py|js|ts|md|txt|json|ya?ml|toml|env|"
    r"pem|html?|com|org|net|io|pdf|"
    r"docx?|xlsx?)\b|[a-z]{1,60}[\d-]{1,4}$|\d{1,9}(?:st|nd|rd|th|px|kb|mb|gb|ms|min|mins|minutes|"
    r"hours|days|bits?|bytes|chars|characters))"
)


def _prefixed(name: str) -> LazyPattern:
    known = [line.rsplit(" ", 1) for line in lines(name)]
    sized = tuple(f"{prefix[0]}{re.escape(prefix[1:])}(?={BODY}{{{size}}})" for prefix, size in known)
    return LazyPattern(rf"(?:{alternatives(sized, not_after='A-Za-z0-9')})({BODY}++)")


CASED, ANY_CASE = _prefixed("key_prefixes_cased"), _prefixed("key_prefixes")


def has_key(text: str) -> bool:
    """Return whether a plain text holds a key or token of a known or random shape."""
    if has_known_key(text):
        return True
    if len(text) < 24 or not CODE.search(text):
        return False
    text = NO_SECRET.sub(" ", text)
    return any(map(_is_random, LONG_WORD.findall(text))) or any(
        _is_mixed(match[1]) for match in PREFIXED.finditer(text.lower())
    )


def has_known_key(text: str) -> bool:
    """Return whether a plain text holds a key or token as a known service writes it."""
    lower = text.lower()
    if not any(len(word) >= SHORTEST for word in text.split()) and not WITH_SPACES.search(lower):
        return False
    if WHOLE.search(lower) or ADDRESS.search(lower) or CASED_WHOLE.search(text):
        return True
    if any(match.lastindex for match in WEB_TOKEN.finditer(text)):
        return True
    spans = [match.span(1) for pattern, each in ((CASED, text), (ANY_CASE, lower)) for match in pattern.finditer(each)]
    return any(_is_body(text[start:end]) for start, end in spans)


def has_named_key(lower: str) -> bool:
    """Return whether a word for a key or token is followed by one, in a text without marks in lower case."""
    return any(not match[1] or not SAFE_VALUE.match(match[1]) for match in NAMED.finditer(lower))


def _is_body(body: str) -> bool:
    """Return whether what follows a known prefix is random: words joined by dashes are not."""
    return sum(map(body.count, "0123456789")) >= DIGITS_LEAST or changes(body) >= CHANGES_LEAST


def changes(word: str) -> int:
    """Return how often a small letter, a capital or a digit stands beside one of another class."""
    classes = word.translate(CHARACTER_CLASSES)
    return sum(map(classes.count, ("aA", "Aa", "a1", "1a", "A1", "1A")))


def _is_mixed(body: str) -> bool:
    """Return whether a body in small letters and digits mixes them as chance does; a hash in hex is no secret."""
    return changes(body) >= CHANGES_LEAST and re.fullmatch(r"[0-9a-f]+", body) is None


def _is_random(word: str) -> bool:
    """Return whether a word looks like a random string: words, names, paths, hashes and dates do not."""
    classes = word.translate(CHARACTER_CLASSES)
    if len(classes) < 20 or len(set(classes)) < 3:
        return False
    return changes(word) >= RANDOM_FROM * (len(classes) - 1)
