"""What a change leaves of a statement that says several things: it replaces only what it speaks of.

"I live in Rome now" speaks of one half of "lives in Bonn and works at Acme". So each part of the old statement is
compared with each part of the new one: is it about the same, has it the same verb, does it share a word.
"""

import re
from enum import IntEnum

from memoryweb.language import readings
from memoryweb.language.comparing import identity, subjects
from memoryweb.language.compounds import parts as compound_parts
from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales.en import compounds as en
from memoryweb.language.locales.zh import compounds as zh
from memoryweb.language.text import tokens

# By these a statement that cannot be split seems to say more than one thing.
SEEMS_MORE = LazyPattern(
    r"[;\n]|, (?![A-Z]\w+\W*$)|\b(?:and|but|who|which|whose|with|plus|as well as)\b|[，；、]|\. (?=\S)", re.IGNORECASE
)
COMPARED_MAX = 2_500  # pairs of a part and a change: of more, nobody can tell what speaks of what
WORDS_LEAST = 4  # in a statement that seems to say more than one thing
MANY = frozenset({"have", "own", "like", "love", "enjoy", "prefer", "use", "hate", "dislike", "want", "need", "am"})
LINKS = frozenset({"in", "at", "for", "with", "to", "on", "as", "from", "by", "about"})
ADVERBS = LazyPattern(rf"^{en.ADVERBS}", re.IGNORECASE)
ANYBODY = LazyPattern(r"^(?:he|she|they|(?:the )?user)(?:'\w+)?$", re.IGNORECASE)
SPEAKER = LazyPattern(r"^(?:i|we|you)(?:'\w+)?$", re.IGNORECASE)
IRREGULAR = {"is": "am", "are": "am", "has": "have", "does": "do", "goes": "go"}
ZH_SPOKEN_BY = LazyPattern(f"^(?:{zh.SUBJECT}|她|他)?(?:现在|如今|目前)?{zh.ADVERBS}(?P<verb>{zh.VERBS})")


class Closeness(IntEnum):
    """How surely a change speaks of a part."""

    NONE = 0
    WORD = 1
    VERB = 2
    SUBJECT = 3


def left_over(old: str, new: str) -> list[str] | None:
    """Return the parts of a statement not mentioned in its change; None if unclear."""
    return readings.once(("left over", old, new), lambda: _left_over(old, new[: compound_parts.READ_MAX]))


def _left_over(old: str, new: str) -> list[str] | None:
    parts, changes = compound_parts.parts(old), compound_parts.parts(new)
    if len(parts) == 1:
        return None if _seems_more(old, new) else []
    if len(parts) * len(changes) > COMPARED_MAX:
        return None
    spoken: set[int] = set()
    for change in changes:
        closeness = [_closeness(change, part) for part in parts]
        best = max(closeness)
        closest = {number for number, each in enumerate(closeness) if each == best}
        if best == Closeness.NONE:
            continue
        if best != Closeness.SUBJECT and len(closest) > 1:
            return None
        spoken |= closest
    return [part for number, part in enumerate(parts) if number not in spoken] if spoken else None


def is_cut(old: str, new: str) -> bool:
    """Return whether the new text only repeats parts of the old one."""
    parts = compound_parts.parts(old)
    return all(any(_same_words(change, part) for part in parts) for change in compound_parts.parts(new))


def speaks_of(new: str, old: str) -> bool:
    """Return whether a part of the new statement is about the subject of the old one."""
    return any(_closeness(each, old) > Closeness.WORD for each in compound_parts.parts(new))


def _seems_more(old: str, new: str) -> bool:
    """Return whether the old statement may say more than the new one replaces, though it cannot be split."""
    if len(old.split()) < WORDS_LEAST and not tokens.CJK.search(old):
        return False
    return len(SEEMS_MORE.findall(old)) > len(SEEMS_MORE.findall(new))


def _same_words(one: str, other: str) -> bool:
    return identity.normal_text(one) == identity.normal_text(other) or identity.is_repetition(
        _as_speaker(one)[1], _as_speaker(other)[1]
    )


def _closeness(change: str, part: str) -> Closeness:
    """Return how surely a change speaks of a part, whoever of the same people it names."""
    (who, new), (whose, old) = _as_speaker(change), _as_speaker(part)
    if "?" not in (who, whose) and who != whose:
        return Closeness.NONE
    if _same_words(change, part):
        return Closeness.SUBJECT
    one, other = subjects.subject(new), subjects.subject(old)
    if subjects.is_alike(one, other) or one.contradicts(other) or one.agrees_with(other):
        return Closeness.SUBJECT
    verb, is_many = _verb(new)
    has_verb = bool(verb) and verb == _verb(old)[0]
    shares = _words(new) & _words(old)
    if has_verb and (shares or not is_many):
        return Closeness.VERB
    return Closeness.WORD if has_verb or shares else Closeness.NONE


def _as_speaker(text: str) -> tuple[str, str]:
    """Return the subject ("" the speaker, "?" anybody) and the sentence in first person: "I live in Rome"."""
    text = " ".join(text.replace("’", "'").split()).rstrip(".。")
    if tokens.detect_language(text) == "zh":
        return "?", text
    of_somebody = compound_parts.OF_SOMEBODY.match(text)
    who, rest = of_somebody.groups() if of_somebody else compound_parts.split_subject(text)
    rest = ADVERBS.sub("", rest)
    is_speaker = bool(SPEAKER.match(who))
    if compound_parts.IS_PART.search(who) and not of_somebody:
        rest = f"am {rest}"
    elif not is_speaker:
        verb, _, more = rest.partition(" ")
        rest = f"{_base(verb)} {more}"
    holder = "" if is_speaker else who.casefold().removesuffix("'s")
    return "?" if not who or ANYBODY.match(who) else holder, f"I {rest}".strip()


def _base(verb: str) -> str:
    """Return the form that the speaker would use: "study" for "studies"."""
    word = verb.casefold()
    if word in IRREGULAR:
        return IRREGULAR[word]
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("ches", "shes", "sses", "xes", "zzes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _verb(said: str) -> tuple[str, bool]:
    """Return the verb with its particle, and whether people do it with many things at once."""
    if tokens.detect_language(said) == "zh":
        match = ZH_SPOKEN_BY.match(said)
        return (match["verb"], False) if match else ("", False)
    words = said.casefold().split()[1:3]
    if not words:
        return "", False
    verb = " ".join(words) if words[-1] in LINKS else words[0]
    return verb, words[0] in MANY


def _words(said: str) -> set[str]:
    if tokens.detect_language(said) == "zh":
        return set()
    return set(tokens.subject_words(said)) - {said.casefold().split()[1:2][0] if said.split()[1:] else ""}
