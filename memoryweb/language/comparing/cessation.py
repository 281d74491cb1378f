"""Parses what somebody no longer does, and compares it with what they do: "I quit smoking" ends "I smoke"."""

import re
from dataclasses import dataclass

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales.en import attributes as en
from memoryweb.language.locales.zh import attributes as zh
from memoryweb.language.text import tokens

READ_MAX = 600
ENDED = tuple(LazyPattern(pattern, re.IGNORECASE) for pattern in en.ENDED)
ZH_ENDED = tuple(LazyPattern(pattern) for pattern in zh.ENDED)
ANY = LazyPattern("|".join(re.sub(r"\?P<\w+>", "?:", pattern) for pattern in (*en.ENDED, *zh.ENDED)), re.IGNORECASE)
ENDING = LazyPattern(r"(?:ing|ies|ied|ed|es|s|e|y)$")
DOUBLED = LazyPattern(r"([bdgmnprt])\1$")
EVERYDAY = frozenset(("do", "doing", "go", "going", "use", "using", "anything", "much", "so", "them", "these", "those"))
SPEAKER = LazyPattern(
    r"^\W*(?:(?:well|so|and|but|actually|honestly|now|yes|no|oh|by the way|recently|last \w+|in \w+),?\s)*"
    r"(?:i|we|the user|user)(?:'\w+)?\b",
    re.IGNORECASE,
)
ZH_SPEAKER = LazyPattern(
    "^(?:其实|现在|最近|今年|去年|但|不过|[，,])*(?:我(?![妈爸爷奶哥姐弟妹儿女朋丈妻爱舅叔姑姨孩表堂岳同老的])|用户)"
)


@dataclass(frozen=True)
class Ending:
    """An ended activity: the stems of its English words, or its Chinese characters; and the speaker."""

    who: str
    words: frozenset[str]
    chinese: str = ""

    @property
    def marks(self) -> list[str]:
        """Return word parts found in every statement that this may end."""
        return [self.chinese] if self.chinese else [max(self.words, key=len)]

    def ends(self, text: str) -> bool:
        """Return whether a statement says that the ended thing continues."""
        if ANY.search(text) or text.endswith(("?", "？", "吗")) or _who(text) != self.who:
            return False
        if self.chinese:
            return self.chinese in text and not tokens.NEGATION.search(text)
        return not tokens.is_negative(text) and self.words <= _stems(text)


def parse(text: str) -> Ending | None:
    """Parse a statement that ends something: "I quit smoking"; None for others."""
    text = text[:READ_MAX].replace("’", "'")
    if not ANY.search(text) or text.endswith(("?", "？", "吗")):
        return None
    if tokens.detect_language(text) == "zh":
        match = next((found for pattern in ZH_ENDED if (found := pattern.search(text))), None)
        return Ending(_who(text), frozenset(), match[match.lastgroup or 0]) if match else None
    match = next((found for pattern in ENDED if (found := pattern.search(text))), None)
    words = _stems(match[match.lastgroup or 0]) if match else frozenset()
    return Ending(_who(text), words) if words else None


def _who(text: str) -> str:
    """Return "" for the speaker, else how the statement begins: "my sister"."""
    if SPEAKER.search(text) or ZH_SPEAKER.search(text):
        return ""
    return " ".join(tokens.normalize(text).split()[:2])


def _stems(text: str) -> frozenset[str]:
    words = (word for word in tokens.subject_words(text) if word not in EVERYDAY)
    return frozenset(_stem(word) for word in words)


def _stem(word: str) -> str:
    return DOUBLED.sub(r"\1", ENDING.sub("", word)) if len(word) > 3 else word.removesuffix("e")
