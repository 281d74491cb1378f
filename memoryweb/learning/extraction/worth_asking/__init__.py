"""Decides whether a statement that a form found is worth a person's attention, by grammar alone (SPEC §9).

A statement is worth asking about if it speaks of the person, holds beyond the moment, and can be understood by somebody
who did not read the conversation. Only this message is known: not what the other side asked before it.
"""

import re
from dataclasses import replace

from memoryweb.learning.extraction.types import Candidate
from memoryweb.learning.extraction.worth_asking import chinese, english
from memoryweb.learning.extraction.worth_asking.english.passing import is_passing
from memoryweb.learning.extraction.worth_asking.english.referents import lacks_referent
from memoryweb.rules import tokens

__all__ = ["part_worth_asking"]

REFUSALS = {"en": english.REFUSALS, "zh": chinese.REFUSALS}
# Where the first part of an English statement ends, and for what reasons it may be asked about without the rest.
FIRST_PART = re.compile(
    r"[,;:–—]\s|\s-\s|\s(?=(?:because|since|so|but|and (?:I|we|it|they|he|she|that|this|my))\b)", re.IGNORECASE
)
OF_THE_REST = frozenset({is_passing, lacks_referent})
WORDS_MIN = 4


def part_worth_asking(candidate: Candidate) -> Candidate | None:
    """Return what of a statement to ask the person about: all of it, its first part alone, or nothing.

    "We keep bees, hope that's alright when you come": the first part stands alone, the rest is about this talk.
    """
    language = tokens.detect_language(candidate.sentence)
    refused = [refuses for refuses in REFUSALS[language] if refuses(candidate)]
    if not refused:
        return candidate
    first = _first_part(candidate) if language == "en" and OF_THE_REST.issuperset(refused) else None
    return first if first and not any(refuses(first) for refuses in REFUSALS[language]) else None


def _first_part(candidate: Candidate) -> Candidate | None:
    text, about = candidate.text, candidate.clause.about
    place = text.find(about) if about else -1
    end = FIRST_PART.search(text, place + 2) if place >= 0 else None  # not after "By the way"
    if not end or len(text[: end.start()].split()) < WORDS_MIN:
        return None
    clause = replace(candidate.clause, about=about[: end.start() - place])
    return replace(candidate, clause=clause, text=text[: end.start()], after=text[end.start() :] + candidate.after)
