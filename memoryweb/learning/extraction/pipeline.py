"""Finds the statements that a message makes about its writer, by rules only: the same message, the same result."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice, pairwise

from memoryweb.learning.extraction import chinese, english, labels
from memoryweb.learning.extraction.sentences import BLANK, Sentence, sentences
from memoryweb.learning.extraction.types import Candidate, Clause, Find, StatementType
from memoryweb.learning.extraction.worth_asking import part_worth_asking
from memoryweb.rules import fields, limits, policy, signs, subjects, tokens

KINDS = {
    StatementType.GOAL: "goal",
    StatementType.HOME: "fact",
    StatementType.WORK: "fact",
    StatementType.NAME: "fact",
    StatementType.FAMILY: "fact",
}
UNCONDITIONAL = frozenset({*KINDS, StatementType.FACT, StatementType.IDENTITY, StatementType.CHANGE})
JOINED = re.compile(
    r"^(?:(?:and|but|so|also|plus|since|because|given that|seeing as|although|though|while|as)\b,? (?=I\b|my\b|"
    r"please\b|always\b|never\b|don't\b))|^(?:而且|但是?|所以|因为|因此|不过|另外|还有|对了|既然|由于|"
    r"虽然)[，,]?(?=我)",
    re.IGNORECASE,
)
READERS = {"en": english, "zh": chinese}  # what reads the clauses of a sentence in this language
AROUND = " \t\n" + BLANK
AROUND_MAX = 200  # characters before and after a clause that may say whose words it is
END_OF_SENTENCE = ".!。！"
ENDS = ",;:—–-，；：、 "


def find(message: str) -> list[Find]:
    """Return at most STATEMENTS_MAX statements that the person makes about themselves, in their order."""
    finds: dict[str, Find] = {}
    for sentence, start, candidate in _candidates(message):
        part = part_worth_asking(candidate)
        if part is None:
            continue
        result = _to_find(sentence.text, start, start + len(part.text), part.clause)
        finds.setdefault(tokens.normalize(result.details), result)
        if len(finds) == limits.STATEMENTS_MAX:
            break
    return list(finds.values())


def describe(sentence: str) -> Find | None:
    """Return what a sentence says if one form recognizes the whole of it, and nothing else is in it."""
    found = list(islice(_candidates(sentence), 2))
    if len(found) != 1:
        return None
    read, start, candidate = found[0]
    is_whole = candidate.text.strip(AROUND + END_OF_SENTENCE) == sentence.strip(AROUND + END_OF_SENTENCE)
    return _to_find(read.text, start, start + len(candidate.text), candidate.clause) if is_whole else None


def _candidates(message: str) -> Iterator[tuple[Sentence, int, Candidate]]:
    """Yield every clause that a form recognizes, with its sentence and its place there. Repeated text is read once."""
    previous = ""
    read: set[tuple[str, str, str]] = set()
    for sentence, following in _with_following(sentences(message)):
        text = sentence.own_text
        if (previous, text, following) not in read:
            read.add((previous, text, following))
            for start, end, clause in _clauses(sentence):
                before, after = text[max(0, start - AROUND_MAX) : start], text[end : end + AROUND_MAX]
                yield sentence, start, Candidate(clause, before, text[start:end], after, previous, following)
        previous = text


def _with_following(all_sentences: Iterable[Sentence]) -> Iterator[tuple[Sentence, str]]:
    for sentence, following in pairwise(chain(all_sentences, (None,))):
        if sentence:
            yield sentence, following.own_text if following else ""


def _clauses(sentence: Sentence) -> Iterator[tuple[int, int, Clause]]:
    reader = READERS[tokens.detect_language(sentence.own_text)]
    if not reader.HYPOTHETICAL.search(sentence.own_text):
        yield from reader.statements(sentence.own_text, asks=sentence.asks)


def _to_find(sentence: str, start: int, end: int, clause: Clause) -> Find:
    text = JOINED.sub("", sentence[start:end].strip(AROUND)).rstrip(ENDS)
    text = signs.cut(text, limits.STATEMENT_MAX)
    subject = labels.describe(text, clause)
    return Find(
        details=f"I {text}" if clause.elided else text[:1].upper() + text[1:],
        quote=sentence if len(sentence) <= limits.QUOTE_MAX else _quote(text),
        category=subject.category,
        label=subject.label,
        key=subject.key,
        value=subject.value,
        condition="" if clause.type in UNCONDITIONAL else subjects.parse_condition(text),
        source=policy.Source.CORRECTION.value
        if clause.type is StatementType.CORRECTION
        else policy.Source.INSTRUCTION.value,
        kind=KINDS.get(clause.type) or ("" if subject.key in fields.fields_by_key() else subject.kind),
    )


def _quote(text: str) -> str:
    if len(text) <= limits.QUOTE_MAX:
        return text
    cut = signs.cut(text, limits.QUOTE_MAX)
    return cut[: cut.rfind(" ")] if " " in cut else cut
