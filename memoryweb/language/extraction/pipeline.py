"""Finds the statements that a message makes about its writer: a head says which parts are worth asking about, and forms
say what some of them mean. The same message, the same result.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from memoryweb.language.comparing import subjects
from memoryweb.language.extraction import chinese, english, labels
from memoryweb.language.extraction.sentences import BLANK, Sentence, sentences
from memoryweb.language.extraction.types import Clause, Find, StatementType
from memoryweb.language.heads import worth_asking
from memoryweb.language.heads.worth_asking import Plain
from memoryweb.language.text import signs, tokens
from memoryweb.language.text.clauses import without_joining_word
from memoryweb.rules import fields, limits, policy

KINDS = {
    StatementType.GOAL: "goal",
    StatementType.HOME: "fact",
    StatementType.WORK: "fact",
    StatementType.NAME: "fact",
    StatementType.FAMILY: "fact",
}
UNCONDITIONAL = frozenset({*KINDS, StatementType.FACT, StatementType.IDENTITY, StatementType.CHANGE})
Recognized = tuple[int, int, Clause]  # where a clause begins and ends in its sentence, and what it is
READERS = {"en": english, "zh": chinese}  # what reads the clauses of a sentence in this language
FILLED_LEAST = 0.7  # of a part, by clauses that are each a statement of their own
AROUND = " \t\n" + BLANK
END_OF_SENTENCE = ".!。！"
ENDS = ",;:—–-，；：、 "


def find(message: str) -> list[Find]:
    """Return at most STATEMENTS_MAX statements that the person makes about themselves, in their order."""
    finds: dict[str, Find] = {}
    seen: set[str] = set()  # as they stand in the message
    read = list(islice(sentences(message), worth_asking.SENTENCES_MAX))
    forms = [list(_clauses(sentence)) for sentence in read]
    for part in worth_asking.find([sentence.text for sentence in read], list(_plain_clauses(read, forms))):
        sentence = read[part.sentence]
        if not sentence.own_text[part.start : part.end].strip(AROUND + ENDS):
            continue  # words of others
        for start, end, clause in _clauses_in(forms[part.sentence], part.start, part.end):
            if sentence.text[start:end] in seen:
                continue
            seen.add(sentence.text[start:end])
            result = _to_find(sentence.text, start, end, clause)
            finds.setdefault(tokens.normalize(result.details), result)
            if len(finds) == limits.STATEMENTS_MAX:
                return list(finds.values())
    return list(finds.values())


def _plain_clauses(read: Sequence[Sentence], forms: Sequence[Sequence[Recognized]]) -> Iterator[Plain]:
    """Yield clauses recognized by a form, each with its shortest sufficient text."""
    for number, (sentence, recognized) in enumerate(zip(read, forms, strict=True)):
        for start, end, clause in recognized:
            text = without_joining_word(sentence.text[start:end])
            yield Plain(number, (end - len(text), end), _least(text, clause))


def _least(text: str, clause: Clause) -> float:
    return worth_asking.FIELD_THRESHOLD if labels.is_of_field(text, clause) else worth_asking.FORM_THRESHOLD


def _clauses_in(recognized: Sequence[Recognized], start: int, end: int) -> list[tuple[int, int, Clause | None]]:
    """Return clauses recognized in a part of a sentence: several that fill it, or the longest."""
    inside = [
        (max(first, start), min(last, end), clause)
        for first, last, clause in recognized
        if first < end and last > start
    ]
    filled = sum(last - first for first, last, _ in inside)
    if len(inside) > 1 and filled > FILLED_LEAST * (end - start):
        return [*inside]
    longest = max(inside, key=lambda each: each[1] - each[0], default=None)
    if longest and (longest[1] - longest[0]) * 2 > end - start:
        return [(start, end, longest[2])]
    return [(start, end, None)]


def describe(sentence: str) -> Find | None:
    """Return a sentence's content if one form recognizes all of it.

    Where no form knows it, the head decides, and its words are the label.
    """
    all_read = list(sentences(sentence))
    found = [(read, clause) for read in all_read for clause in islice(_clauses(read), 2)]
    if not found and len(all_read) == 1:
        return _describe_unknown(all_read[0])
    if len(found) != 1:
        return None
    read, (start, end, clause) = found[0]
    is_whole = read.text[start:end].strip(AROUND + END_OF_SENTENCE) == sentence.strip(AROUND + END_OF_SENTENCE)
    return _to_find(read.text, start, end, clause) if is_whole else None


def _describe_unknown(read: Sentence) -> Find | None:
    parts = worth_asking.find([read.text])
    is_whole = len(parts) == 1 and 2 * (parts[0].end - parts[0].start) > len(read.text)
    return _to_find(read.text, 0, len(read.text), None) if is_whole and BLANK not in read.own_text else None


def _clauses(sentence: Sentence) -> Iterator[Recognized]:
    reader = READERS[tokens.detect_language(sentence.own_text)]
    if not reader.HYPOTHETICAL.search(sentence.own_text):
        yield from reader.statements(sentence.own_text, asks=sentence.asks)


def _to_find(sentence: str, start: int, end: int, clause: Clause | None) -> Find:
    text = without_joining_word(sentence[start:end].strip(AROUND)).rstrip(ENDS)
    text = signs.cut(text, limits.STATEMENT_MAX)
    subject = labels.describe(text, clause) if clause else labels.in_own_words(text)
    type_ = clause.type if clause else None
    return Find(
        details=f"I {text}" if clause and clause.elided else text[:1].upper() + text[1:],
        quote=sentence if len(sentence) <= limits.QUOTE_MAX else _quote(text),
        category=subject.category,
        label=subject.label,
        key=subject.key,
        value=subject.value,
        condition="" if type_ in UNCONDITIONAL else subjects.parse_condition(text),
        source=policy.Source.CORRECTION.value if type_ is StatementType.CORRECTION else policy.Source.INSTRUCTION.value,
        kind=(KINDS.get(type_) if type_ else "") or ("" if subject.key in fields.fields_by_key() else subject.kind),
    )


def _quote(text: str) -> str:
    if len(text) <= limits.QUOTE_MAX:
        return text
    cut = signs.cut(text, limits.QUOTE_MAX)
    return cut[: cut.rfind(" ")] if " " in cut else cut
