"""A message in, what it says about its writer out: no model, no state, the same every time."""

import re
from collections.abc import Iterator

from memoryweb.learning.extraction import chinese, english, labels
from memoryweb.learning.extraction.sentences import BLANK, Sentence, sentences
from memoryweb.learning.extraction.types import Find, Said, Sort
from memoryweb.rules import limits, policy, subjects, tokens

KINDS = {
    Sort.GOAL: "goal",
    Sort.HOME: "fact",
    Sort.WORK: "fact",
    Sort.NAME: "fact",
    Sort.FAMILY: "fact",
}
LASTING = frozenset({*KINDS, Sort.FACT, Sort.IDENTITY, Sort.CHANGE})  # true on every occasion
JOINED = re.compile(
    r"^(?:(?:and|but|so|also|plus|since|because|given that|seeing as|although|though|while|as)\b,? (?=I\b|my\b|"
    r"please\b|always\b|never\b|don't\b))|^(?:而且|但是?|所以|因为|因此|不过|另外|还有|对了|既然|由于|"
    r"虽然)[，,]?(?=我)",
    re.IGNORECASE,
)
AROUND = " \t\n" + BLANK
ENDS = ",;:—–-，；：、 "


def find(message: str) -> list[Find]:
    """At most STATEMENTS_MAX statements the person makes about themselves, in the order they were made."""
    found: dict[str, Find] = {}
    for sentence in sentences(message):
        for start, end, said in _statements(sentence):
            each = _made(sentence.text[start:end], said)
            found.setdefault(tokens.normalize(each.details), each)
            if len(found) == limits.STATEMENTS_MAX:
                return list(found.values())
    return list(found.values())


def _statements(sentence: Sentence) -> Iterator[tuple[int, int, Said]]:
    if tokens.CJK.search(sentence.said) and tokens.detect_language(sentence.said) == "zh":
        if not chinese.HYPOTHETICAL.search(sentence.said):
            yield from chinese.statements(sentence.said, asks=sentence.asks)
    elif not english.HYPOTHETICAL.search(sentence.said):
        yield from english.statements(sentence.said, asks=sentence.asks)


def _made(clause: str, said: Said) -> Find:
    said_so = JOINED.sub("", clause.strip(AROUND)).rstrip(ENDS)[: limits.STATEMENT_MAX]
    name = labels.name(said_so, said)
    return Find(
        details=f"I {said_so}" if said.elided else said_so[:1].upper() + said_so[1:],
        quote=_quote(said_so),
        category=name.category,
        label=name.label,
        key=name.key,
        value=name.value,
        condition="" if said.sort in LASTING else subjects.parse_condition(said_so),
        source=policy.Source.CORRECTION.value if said.sort is Sort.CORRECTION else policy.Source.INSTRUCTION.value,
        kind=KINDS.get(said.sort, ""),
    )


def _quote(clause: str) -> str:
    if len(clause) <= limits.QUOTE_MAX:
        return clause
    cut = clause[: limits.QUOTE_MAX]
    return cut[: cut.rfind(" ")] if " " in cut else cut
