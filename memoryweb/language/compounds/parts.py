"""Takes a statement that is in use apart, where one of its parts changes: "Ada lives in Rome, works at Acme".

A statement is split when it is saved only where nobody could mean one thing by it. Here it is known that one part
changes, so more is split: what others do, what has no subject, several sentences and lines.
"""

import re
from itertools import pairwise

from memoryweb.language.compounds import chinese, english
from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales.en import compounds as en
from memoryweb.language.locales.zh import compounds as zh
from memoryweb.language.text import tokens

READ_MAX = 1200  # characters
LINES = LazyPattern(r"\s*\n\s*(?:[-*•]\s+)?")
BULLET = LazyPattern(r"^\s*[-*•]\s+")
SENTENCES = LazyPattern(r"(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bSt)(?<=[.!])\s+(?=\S)|(?<=[。！])\s*(?=\S)")
OF_SOMEBODY = LazyPattern(r"^(?P<who>[^\W\d][\w' -]{0,30}): (?P<rest>\S.*)$")
PRONOUN = LazyPattern(r"^(?:he|she|they)(?='|\s)", re.IGNORECASE)
SUBJECT = rf"(?P<subject>(?:i|we|you|he|she|they|(?:the )?user|(?:my|our|the) [\w-]+|{en.NAME})(?:'(?:s|m|re|ve))?)"
BASE = rf"(?:don't )?(?:{en.STATE})"
THIRD = (
    rf"(?:doesn't (?:{en.STATE})|isn't|(?:{en.STATE})e?s|is|has|does|goes|carries|studies|flies|{en.STATE_WITH_LINK})"
)
BY_OTHERS = LazyPattern(rf"^{en.ADVERBS}{THIRD} (?=\S)", re.IGNORECASE)
BY_SPEAKER = LazyPattern(rf"^{en.ADVERBS}{BASE} (?=\S)", re.IGNORECASE)
BEGIN = LazyPattern(rf"^{en.LEAD}{SUBJECT} (?P<rest>\S.*)$", re.IGNORECASE)
HEADS = LazyPattern(r"[:：]\s*$|\b(?:th(?:is|ese)|following|below)\b", re.IGNORECASE)  # what follows hangs on it
SPEAKS = LazyPattern(r"^(?:i|we|you|they)(?:'\w+)?$", re.IGNORECASE)
IS_PART = LazyPattern(r"'(?:s|m|re)$")  # the verb is a part of the subject: "I'm", "she's"
HAPPENED = LazyPattern(rf"^(?:{en.PAST})$", re.IGNORECASE)  # "Moved to Rome" names nobody
AT_PLACE = LazyPattern(r"\bat (?:home|work|school|church|university)\b", re.IGNORECASE)  # no time of day
JOINT = LazyPattern(r"; (?:and )?|,? (?:and|but|n) (?:also )?|, (?!\d)", re.IGNORECASE)
LIKES = LazyPattern(r"\b(?:like|love|enjoy|prefer|hate|dislike|want|need)s?\b", re.IGNORECASE)
ALSO_NOUN = LazyPattern(
    r"^(?:walk|run|talk|drink|book|play|film|record|hike|plant|visit|dance|cook|ride|drive|swim|travel|shop|paint"
    r"|cycle|call|meet|work of|stud(?:y|ie))s\b",
    re.IGNORECASE,
)
ZH_JOINT = LazyPattern("[，,；;](?:而且?|并且|同时|另外)?")
ZH_PART = LazyPattern(f"^(?P<subject>{zh.SUBJECT}|她|他)?(?P<rest>{zh.PREDICATE}..*)$")
ZH_VETO = LazyPattern(f"{zh.NEGATED}|{zh.TOGETHER}|^也")
VETO = LazyPattern(rf"[\"“”„«»「」『』`(){{}}\[\]?？：（）:]|\b{en.TOGETHER}\b", re.IGNORECASE)


def parts(text: str) -> list[str]:
    """Return what a statement says, each with its subject; the text alone if it says one thing, or cannot be split."""
    text = text.strip()
    if not text or len(text) > READ_MAX:
        return [text]
    lines = [each for each in LINES.split(BULLET.sub("", text)) if each]
    sentences = [each.strip() for line in lines for each in SENTENCES.split(line) if each.strip()]
    if any(HEADS.search(each) for each in [*lines[:-1], sentences[0]]):
        return [text]
    subject = _name_of(sentences[0])
    named = [sentences[0], *(_with_name(each, subject) for each in sentences[1:])]
    if any(english.REFERS.search(each) for each in named[1:]):
        return [text]
    return [part for each in named for part in _of_sentence(each)] if len(named) > 1 else _of_sentence(named[0], text)


def split_subject(text: str) -> tuple[str, str]:
    """Split a text into subject and rest: ("Ada", "lives in Rome"); "Lives in Rome" has no subject."""
    begin = None if BY_OTHERS.match(text) or BY_SPEAKER.match(text) else BEGIN.match(text)
    if begin is None or (HAPPENED.match(begin["subject"]) and not BY_OTHERS.match(begin["rest"])):
        return "", text
    return begin["subject"], begin["rest"]


def _name_of(sentence: str) -> str:
    """Return the name at the start of a sentence; empty for the speaker and pronouns."""
    subject, _ = split_subject(sentence)
    return "" if SPEAKS.match(subject) or PRONOUN.match(f"{subject} ") else subject


def _with_name(sentence: str, name: str) -> str:
    return PRONOUN.sub(name, sentence) if name and "'" not in name else sentence


def _of_sentence(sentence: str, whole: str = "") -> list[str]:
    if begin := OF_SOMEBODY.match(sentence):
        found = _of_clause(begin["rest"].rstrip(".。"))
        return [f"{begin['who']}: {part}" for part in found] if len(found) > 1 else [whole or sentence]
    found = _of_clause(" ".join(sentence.replace("’", "'").split()).rstrip(".。"))
    return found if len(found) > 1 else [whole or sentence]


def _of_clause(clause: str) -> list[str]:
    if tokens.detect_language(clause) == "zh":
        return chinese.split(clause) or _predicates_chinese(clause) or [clause]
    if VETO.search(clause):
        return [clause]
    return _predicates(clause) or english.split(clause) or [clause]


def _predicates(clause: str) -> list[str]:
    """Split what one person does in turn; what is no verb belongs to the part before it: "in Bonn, Germany"."""
    subject, first = split_subject(clause)
    is_base = bool(SPEAKS.match(subject)) or not (subject or BY_OTHERS.match(first))
    predicate = BY_SPEAKER if is_base else BY_OTHERS
    if not (IS_PART.search(subject) or predicate.match(first)):
        return []
    found, start = [], 0
    for joint in JOINT.finditer(clause):
        rest = clause[joint.end() :]
        if predicate.match(rest) or _own_clause(rest):
            found.append(clause[start : joint.start()])
            start = joint.end()
    found.append(clause[start:])
    pairs = list(pairwise(found))
    if not pairs or any(_belong_together(one, other) for one, other in pairs):
        return []
    doer = IS_PART.sub("", subject)
    name = doer if _name_of(clause) else ""
    others = [_with_name(part, name) if _own_clause(part) else f"{doer} {part}".strip() for part in found[1:]]
    return [found[0], *(each[:1].upper() + each[1:] for each in others)]


def _own_clause(text: str) -> bool:
    """Return whether the text is a clause with its own subject: "and she works at Acme"."""
    subject, rest = split_subject(text)
    does = BY_SPEAKER if SPEAKS.match(subject) else BY_OTHERS
    return bool(subject and (IS_PART.search(subject) or does.match(rest)))


def _belong_together(one: str, other: str) -> bool:
    """Return whether the second part may mean nothing without the first, or may be meant by its verb or time."""
    if english.REFERS.search(other) or english.RELATIVE.search(one) or english.INFINITIVE.search(one):
        return True
    is_object = bool(LIKES.search(one) and ALSO_NOUN.match(other))  # "likes runs and walks in the park"
    return is_object or bool(english.NEGATED.search(one)) or english.shares_time(one, AT_PLACE.sub("", other))


def _predicates_chinese(clause: str) -> list[str]:
    found = [ZH_PART.match(each.strip()) for each in ZH_JOINT.split(clause)]
    if len(found) < 2 or not all(found) or ZH_VETO.search(clause):
        return []
    subject = next((each["subject"] for each in found if each and each["subject"]), "")
    return [f"{each['subject'] or subject}{each['rest']}" for each in found if each]
