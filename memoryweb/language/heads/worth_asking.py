"""Finds the parts of a message that are worth asking the person about: which hold beyond the moment, and are theirs.

A head judges each sentence with the message around it. Of a sentence with several clauses only those are taken that
make it so: "I keep bees on our roof, so if you want honey just shout" is about the bees.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from memoryweb.language.heads import heads
from memoryweb.language.heads.features import Part, features_of
from memoryweb.language.text.clauses import clauses

HEAD = "worth_asking"
THRESHOLD = 0.6  # docs/learning.md has the precision and recall at each
# Less is enough for what a form recognizes: only whether it lasts is in doubt. A field is one that everybody has.
FORM_THRESHOLD, FIELD_THRESHOLD = 0.12, 0.02
BESIDE = 0.3  # a clause from here on belongs to the one next to it that is worth asking about
SENTENCES_MAX = 250  # of a message: each takes about 2 ms
Span = tuple[int, int]


@dataclass(frozen=True)
class Plain:
    """A clause that a form recognizes: the sentence's number, its place there, and the score that is enough for it."""

    sentence: int
    span: Span
    least: float


@dataclass(frozen=True)
class Found:
    """A part of a sentence: the sentence's number, where the part begins and ends in it, and its score."""

    sentence: int
    start: int
    end: int
    score: float

    def overlaps(self, other: "Found") -> bool:
        return self.sentence == other.sentence and self.start < other.end and other.start < self.end


def find(sentences: Sequence[str], plain: Sequence[Plain] = ()) -> list[Found]:
    """Return the parts of a message, given as its sentences, that are worth asking about, in their order.

    `plain` are clauses that a form recognizes: they need less.
    """
    sentences = sentences[:SENTENCES_MAX]
    plain = [each for each in plain if each.sentence < SENTENCES_MAX]
    pieces = [(number, span) for number, text in enumerate(sentences) for span in _spans(text)]
    parts = [_part(sentences, *piece) for piece in (*pieces, *((each.sentence, each.span) for each in plain))]
    alone = [Part(part.text) for part in parts[len(pieces) :]]
    scores = heads.load(HEAD).judge(features_of([*parts, *alone]))[:, 0]
    by_sentence: list[dict[Span, float]] = [{} for _ in sentences]
    for (number, span), score in zip(pieces, scores[: len(pieces)], strict=True):
        by_sentence[number][span] = float(score)
    found = [
        Found(number, start, end, score)
        for number, scored in enumerate(by_sentence)
        for (start, end), score in _chosen(scored)
    ]
    # What a form recognizes is also judged alone: the words around it say less of it than of other clauses.
    in_place, by_itself = scores[len(pieces) : len(parts)], scores[len(parts) :]
    more = [
        Found(each.sentence, *each.span, float(score))
        for each, score in zip(plain, (in_place + by_itself) / 2, strict=True)
        if score >= each.least
    ]
    more += [
        Found(number, *span, scored[span])
        for number, scored in enumerate(by_sentence)
        for span in list(scored)[-1:]  # the whole sentence, where only all of it together is worth asking about
        if scored[span] >= THRESHOLD
    ]
    for each in more:
        if not any(each.overlaps(other) for other in found):
            found.append(each)
    return sorted(found, key=lambda each: (each.sentence, each.start))


def warm_up() -> None:
    """Load the encoder and the head, so that the first message does not wait for them."""
    find(["Hello."])


def _spans(text: str) -> list[Span]:
    """Return a sentence's clauses and, if several, finally the whole sentence."""
    spans = clauses(text)
    return spans if len(spans) == 1 else [*spans, (spans[0][0], len(text))]


def _part(sentences: Sequence[str], number: int, span: Span) -> Part:
    text, (start, end) = sentences[number], span
    before = "".join(f"{each} " for each in sentences[:number])
    after = "".join(f" {each}" for each in sentences[number + 1 :])
    return Part(text[start:end], before + text[:start], text[end:] + after)


def _chosen(scored: dict[Span, float]) -> list[tuple[Span, float]]:
    """Return runs of clauses that are worth asking about."""
    spans = list(scored)[: max(1, len(scored) - 1)]
    runs: list[tuple[int, int]] = []
    for place, span in enumerate(spans):
        if scored[span] < THRESHOLD or (runs and place <= runs[-1][1]):
            continue
        first = last = place
        while first > (runs[-1][1] + 1 if runs else 0) and scored[spans[first - 1]] >= BESIDE:
            first -= 1
        while last + 1 < len(spans) and scored[spans[last + 1]] >= BESIDE:
            last += 1
        runs.append((first, last))
    return [
        ((spans[first][0], spans[last][1]), max(scored[span] for span in spans[first : last + 1]))
        for first, last in runs
    ]
