"""Reads which of several somebody uses: Vim or Emacs, British or American spelling, tabs or spaces."""

import re
from collections.abc import Mapping

from memoryweb.language.comparing.attributes import CLAUSE, ZH_CLAUSE, ZH_HEDGES, Attribute, Words, readable
from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales import LANGUAGES, compile_words
from memoryweb.language.locales.en import choices as en
from memoryweb.language.locales.zh import attributes as zh
from memoryweb.language.text import tokens

Option = tuple[str, str, LazyPattern]  # what is chosen, the name of the choice, what finds it


def _options(choices: Mapping[str, Mapping[str, str]], flags: re.RegexFlag) -> tuple[Option, ...]:
    return tuple(
        (slot, name, LazyPattern(each, flags)) for slot, options in choices.items() for name, each in options.items()
    )


CHOICES = _options(en.CHOICES, re.IGNORECASE | re.ASCII)  # ASCII: in 我用Vim a word begins with V
ZH_CHOICES = _options(zh.CHOICES, re.IGNORECASE)
ANY_CHOICE = LazyPattern("|".join(pattern.pattern for _, _, pattern in CHOICES), re.IGNORECASE | re.ASCII)
CONTRAST = compile_words([language.contrasts for language in LANGUAGES])
STARTS = LazyPattern(rf"^\W*(?:{en.STARTS}\b,?\s*)*", re.IGNORECASE)
SUBJECT = LazyPattern(r"^(?:(?:i|we)\b(?:'\w+)?|the user\b|user\b)\s?", re.IGNORECASE)
MINE = LazyPattern(r"^(?:my|our) (?:\w+ ){1,3}(?:is|are)(?: now)? ", re.IGNORECASE)
CHOOSES = LazyPattern(rf"^{en.CHOOSES}(?!\w)\s?", re.IGNORECASE)
ARTICLE = LazyPattern(r"an?\s(?!\w+$)", re.IGNORECASE)
NO_LONGER = LazyPattern(rf"\b{en.NO_LONGER}\b", re.IGNORECASE)
OTHERS = LazyPattern(rf"(?:he|she|they|my|our|his|her|their)\b|(?-i:[A-Z]\w+) {en.CHOOSES_THIRD}\b", re.IGNORECASE)
ZH_CHOICE_WORDS = LazyPattern(zh.CHOICE_WORDS)
ZH_OTHERS = LazyPattern(zh.OTHERS)


def parse(text: str) -> list[Attribute]:
    """Return the tools a statement says are used, or no longer used; empty for questions and other people's words."""
    text = readable(text)
    if not text:
        return []
    found = _read_chinese(text) if tokens.CJK.search(text) else []
    for slot, name, pattern in CHOICES if ANY_CHOICE.search(text) else ():
        read = (_choice(text, slot, name, match) for match in pattern.finditer(text))
        found += [each for each in read if each]
    return [each for each in found if not any(each.slot == other.slot and each.gone & other.values for other in found)]


def _choice(text: str, slot: str, name: str, match: re.Match[str]) -> Attribute | None:
    """Return the chosen value as an attribute; None if somebody else chooses, or the choice is just mentioned."""
    before = text[: match.start()]
    clause = before if ", not" in before else CLAUSE.split(before)[-1]
    if tokens.CJK.search(clause) and not _is_chinese_speaker(clause):
        return None
    rest = STARTS.sub("", clause)
    if subject := SUBJECT.match(rest):
        if not _may_choose(rest[subject.end() :]):
            return None
    elif not MINE.match(rest) and OTHERS.match(rest):
        return None
    value = frozenset({frozenset({name})})
    if CONTRAST.search(before) or NO_LONGER.search(rest):
        return Attribute(f"choice {slot}", frozenset(), gone=value)
    return Attribute(f"choice {slot}", frozenset(), value, when=_surroundings(text, slot))


def _may_choose(predicate: str) -> bool:
    """Return whether what stands between "I" and the choice says that it is used or wanted."""
    predicate = NO_LONGER.sub("", predicate).strip()
    return not predicate or bool(CHOOSES.match(predicate) and not ARTICLE.match(predicate))


def _surroundings(text: str, slot: str) -> Words:
    """Return the words of a choice's sentence that say where or when it holds."""
    for of_slot, _, pattern in CHOICES:
        if of_slot == slot:
            text = pattern.sub(" ", text)
    chinese = ZH_CHOICE_WORDS.sub("", "".join(tokens.CJK.findall(text)))
    words = set(tokens.word_counts(tokens.CJK.sub(" ", text))) - en.CHOICE_WORDS
    return frozenset(words | ({chinese} if chinese else set()))


def _is_chinese_speaker(before: str) -> bool:
    clause = ZH_CLAUSE.split(before)[-1]
    return not ZH_HEDGES.search(clause) and not ZH_OTHERS.search(ZH_CHOICE_WORDS.sub("", clause))


def _read_chinese(text: str) -> list[Attribute]:
    return [
        Attribute(f"choice {slot}", frozenset(), frozenset({frozenset({name})}))
        for slot, name, pattern in ZH_CHOICES
        if (match := pattern.search(text)) and _is_chinese_speaker(text[: match.start()])
    ]
