"""Finds identifiers in a text: e-mail addresses, domains, files, paths, versions, order numbers, handles.

Two spellings are one identifier if they differ in case, width, a plus tag, or the separators of a number: AB-123 45 is
ab12345. Separators that tell two things apart stay: 3.11 is not 31.1, my-shop.com is not myshop.com. An identifier is
found as a whole: 2024-1001 is not in 2024-10012, and shop.com is not in shop.com.br.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from memoryweb.language import readings
from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.text import tokens

FOUND_MAX = 60  # of one text
READ_MAX = 24_000  # characters: more than a memory has
KEY_MAX = 120  # characters
PARTS_MAX = 4  # words that may be one identifier: AB 123 456 7
LETTER = rf"[^\W_\u3040-\u30ff{tokens.HAN}]"
TOKEN = LazyPattern(rf"[#@~]?[/\\.]{{0,2}}{LETTER}(?:{LETTER}|_|[-._@+/\\:~%&=?#]{{1,3}}(?={LETTER}))*")
SCHEME = LazyPattern(r"^(?:[a-z]{2,6}://|mailto:)")
EMAIL = LazyPattern(r"([^@/\s]+)@([\w-]+(?:\.[\w-]+)+)")
DOMAIN = LazyPattern(r"(?=[\w-])[\w.-]*[\w-]\.[^\W\d_]{2,24}")
VERSION = LazyPattern(r"v?(\d+(?:\.\d+)+)([-.]?(?:a|b|rc|alpha|beta|pre|dev|post)\.?\d*)?")
DRIVE = LazyPattern(r"^[a-z]:[\\/]")
SEPARATORS = LazyPattern(r"[-_.#:/]")
DIGIT = LazyPattern(r"\d")
YEAR = r"(?:19|20)\d\d"
NO_CODE = LazyPattern(
    rf"\d{{1,3}}[-/]\d{{1,3}}|{YEAR}|{YEAR}[-/]{YEAR}|{YEAR}[-/.]\d\d?[-/.]\d\d?|\d\d?[-/.]\d\d?[-/.](?:\d\d|{YEAR})"
    r"|\d\d?:\d\d(?::\d\d)?[ap]?m?|\d{1,3}|\d+(?:st|nd|rd|th)|\d{1,3}[^\W\d_]{1,3}|\d+[:.]\d+|\d+%"
)
VERSION_WORDS = frozenset(("version", "release", "ver", "v"))
ENDINGS = """
    7z avi bak bash bat bin bmp bz2 c cfg conf cpp cs css csv dat db dll dmg doc docx dockerfile ebook env eps epub exe
    flac fig gif go gz h heic htm html ico ics img ini ipynb iso java jar jpeg jpg js json jsx key kt less lock log m4a
    m4v markdown md mkv mov mp3 mp4 mpg msi numbers odp ods odt ogg otf pages parquet pdf php png ppt pptx ps1 psd py
    rar rb rs rst rtf scss sh sql sqlite svg swift tar tex tgz tif tiff toml ts tsv tsx ttf txt vcf vue wav webm webp
    wmv woff xls xlsm xlsx xml yaml yml zip zsh
"""
FILE_ENDINGS = frozenset(ENDINGS.split())
WHOLE, INSIDE = "id:", "of:"  # how lexemes begin: an identifier, and what only is a part of one
EXACT_FROM = 4  # digits that make a code one of many of its kind: an order, a ticket, an invoice
HOST_LEAST = 5  # letters of the part of a host by which two are taken for each other


@dataclass(frozen=True)
class Identifier:
    """`key` is equal for all spellings of one identifier. `parts` are keys that it contains as a whole."""

    key: str
    parts: tuple[str, ...] = ()  # the host of an address, the parents of a domain

    @cached_property
    def is_address(self) -> bool:
        return "@" in self.key[1:]

    @cached_property
    def digits(self) -> int:
        return sum(map(str.isdigit, self.key))

    def is_like(self, key: str) -> bool:
        """Return whether identifiers are easily confused: one extends the other, or numbers of the same form."""
        if key == self.key:
            return False
        if self.is_address and "@" in key[1:]:
            return bool(set(key.split("@")) & set(self.key.split("@"))) or _extends(key, self.key)
        if _extends(key, self.key) or _has_like_host(key, self.key):
            return True
        return self.digits > 0 and _form(key) == _form(self.key)

    def excludes(self, keys: Iterable[str]) -> bool:
        """Return whether a text with these identifiers can't be about this one, since they only look like it."""
        is_one_of_many = self.is_address or (self.digits >= EXACT_FROM and "." not in self.key and "/" not in self.key)
        return is_one_of_many and self.key not in keys and any(map(self.is_like, keys))


def _extends(one: str, other: str) -> bool:
    """Return whether one begins or ends with the other; of two files with one ending, whether one's name does."""
    (stem, _, ending), (other_stem, _, other_ending) = one.rpartition("."), other.rpartition(".")
    if stem and other_stem and ending == other_ending:
        one, other = stem, other_stem
    short, long = sorted((one, other), key=len)
    return len(short) >= 3 and (long.startswith(short) or long.endswith(short))


def _has_like_host(one: str, other: str) -> bool:
    """Return whether the longest part of one host is in the other's: my-company.com and notmycompany.com."""
    if not all("." in key and not {"/", "@"} & set(key) for key in (one, other)):
        return False
    short, long = sorted((max(key.replace("-", "").split("."), key=len) for key in (one, other)), key=len)
    return len(short) >= HOST_LEAST and short in long


def _form(key: str) -> str:
    """Return a number's form: all numbers with four or more digits after the same letters share one."""
    return re.sub(r"\d{4,}", "0000", re.sub(r"\d", "0", key))


def fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def find(text: str) -> list[Identifier]:
    """Return the identifiers of a text, each once, the longest first."""
    found = {
        each.key: each for each in _find(unicodedata.normalize("NFKC", text[:READ_MAX])) if len(each.key) <= KEY_MAX
    }
    return sorted(found.values(), key=lambda each: -len(each.key))[:FOUND_MAX]


def lexemes(text: str) -> list[str]:
    """Return search lexemes for a text's identifiers, distinct from all words."""
    found = readings.once(("identifiers", text), lambda: find(text))
    parts = {part for each in found for part in each.parts}
    return [lexeme(each.key) for each in found] + [f"{INSIDE}{part}" for part in sorted(parts)]


def lexeme(key: str) -> str:
    return f"{WHOLE}{key}"


def as_array(key: str) -> str:
    """Return, as PostgreSQL reads an array, the lexemes of a text that has this identifier, alone or inside another."""
    escaped = key.replace("\\", "\\\\").replace('"', '\\"')
    return f'{{"{WHOLE}{escaped}","{INSIDE}{escaped}"}}'


def keys_in(lexemes: Iterable[str]) -> list[str]:
    """Return the keys of the identifiers in a search document."""
    return [each.removeprefix(WHOLE) for each in lexemes if each.startswith(WHOLE)]


def is_in(identifier: Identifier, text: str) -> bool:
    """Return whether a text contains this identifier, or a longer one that includes it: an address of the domain."""
    text = unicodedata.normalize("NFKC", text)  # all of it: nothing may be overlooked that is to be erased
    return any(identifier.key == each.key or identifier.key in each.parts for each in _find(text))


def from_text(text: str) -> Identifier | None:
    """Return the identifier that a text consists of; None if it says anything else."""
    text = " ".join(text.split())
    whole = "".join(char for char in fold(text) if char.isalnum())
    for each in find(text):
        is_whole = "".join(filter(str.isalnum, each.key)) == whole
        if is_whole or (each.is_address and EMAIL.fullmatch(fold(text))) or _is_url_of(each, fold(text)):
            return each
    return None


def _is_url_of(identifier: Identifier, folded: str) -> bool:
    return SCHEME.sub("", folded).removeprefix("www.").rstrip("/") == identifier.key


def _find(text: str) -> Iterator[Identifier]:
    previous: list[re.Match[str]] = []
    for match in TOKEN.finditer(text):
        yield from _read(match[0])
        if previous and text[previous[-1].end() : match.start()] != " ":
            previous = []
        previous = [*previous, match][-PARTS_MAX:]
        yield from _joined([each[0] for each in previous])


def _joined(words: list[str]) -> Iterator[Identifier]:
    """Yield what the last words are as one code: AB-123 45, order 4711, version 2."""
    last = words[-1].casefold()
    if not last[-1].isdigit() or len(words) < 2:
        return
    if words[-2].casefold() in VERSION_WORDS and re.fullmatch(r"[\d.]+", last):
        yield Identifier(last if "." in last else f"v{last}")
    for first in range(len(words) - 2, -1, -1):
        if not DIGIT.search(words[first + 1]):
            return
        if _begins_code(words[first], words[first + 1]):
            key = SEPARATORS.sub("", "".join(words[first:]).casefold())
            if key.isalnum() and len(key) >= 4:
                yield Identifier(key)


def _begins_code(first: str, second: str) -> bool:
    """Return whether two neighboring words may be one code: AB 12, BA 2490, 2024 1001. Not "at 2490"."""
    if DIGIT.search(first):
        return len(first) >= 2 and len(second) >= 2 and "." not in first + second
    is_short = first.isalpha() and len(first) <= 5 and first.casefold() not in tokens.FILLERS
    return is_short and (first.isupper() or sum(map(str.isdigit, second)) >= 3)


def _read(token: str) -> Iterator[Identifier]:
    """Yield what one token is: mostly nothing, for a URL its domain too, for a path its file too."""
    folded = token.casefold()
    bare = SCHEME.sub("", folded).removeprefix("www.").rstrip("/\\")
    if address := EMAIL.fullmatch(bare):
        host = address[2]
        yield Identifier(f"{address[1].partition('+')[0]}@{host}", (host, *_parents(host)))
    elif folded.startswith("@"):
        name = folded[1:]
        yield Identifier(_plain(name) if not name.isalpha() else folded)
    elif "/" in bare or "\\" in bare:
        yield from _read_path(bare, is_url=bare != folded and "://" in folded)
    elif version := VERSION.fullmatch(bare):
        yield Identifier(version[1] + _plain(version[2] or ""))
    elif "." in bare.strip("."):
        yield from _read_dotted(bare)
    else:
        yield from _read_code(bare)


def _read_path(bare: str, *, is_url: bool) -> Iterator[Identifier]:
    segments = [each for each in re.split(r"[/\\]+", bare) if each and each not in ("~", ".", "..")]
    if not segments:
        return
    host, last = segments[0].partition(":")[0], segments[-1]
    if not bare.startswith(("/", "~", ".", "\\")) and DOMAIN.fullmatch(host) and (is_url or not _is_file(host)):
        path = "/".join(segments).partition("?")[0]
        yield Identifier(host, tuple(_parents(host)))
        yield Identifier(path, (host, *_parents(host)))
    elif bare.startswith(("/", "~", ".", "\\")) or DRIVE.match(bare) or len(segments) >= 3 or _is_file(last):
        if len(segments) > 1:
            yield Identifier("/".join(segments))
        yield from _read_dotted(last) if "." in last else ()
    else:
        yield from _read_code(bare)


def _read_dotted(bare: str) -> Iterator[Identifier]:
    bare = bare.lstrip(".")
    if _is_file(bare):
        yield Identifier(re.sub(r"[-_]", "", bare))
    elif DOMAIN.fullmatch(bare) and "_" not in bare:
        yield Identifier(bare, tuple(_parents(bare)))
    else:
        yield from _read_code(bare)


def _read_code(bare: str) -> Iterator[Identifier]:
    plain, has_digit = _plain(bare), DIGIT.search(bare) is not None
    is_joined = "_" in bare.strip("_") and len(plain) >= 4
    is_code = has_digit and plain.isalnum() and len(plain) >= 2 and not NO_CODE.fullmatch(bare)
    if is_code or is_joined or (has_digit and bare.startswith("#")):
        yield Identifier(plain)


def _plain(text: str) -> str:
    return SEPARATORS.sub("", text)


def _is_file(name: str) -> bool:
    stem, dot, ending = name.rpartition(".")
    return bool(dot and stem) and ending in FILE_ENDINGS


def _parents(host: str) -> Iterator[str]:
    """Yield the domains that a host belongs to: shop.com for blog.shop.com, but not com."""
    labels = host.split(".")
    yield from (".".join(labels[n:]) for n in range(1, len(labels) - 1))
