"""What must not be kept of what agents send and messages say.

Shapes, check digits and words find what has them (language/sensitive). A secret or a state that is told in a plain
sentence ("you get in with …", "six weeks after the operation") has none: a head judges it that was taught both and what
only looks like them. It does not judge what a person types: they know what they save.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from memoryweb.language import readings, sensitive
from memoryweb.language.sensitive import Finding, Sensitive
from memoryweb.language.text.clauses import says_more_than, sentences

if TYPE_CHECKING:
    from memoryweb.language.heads.features import Floats

HARMLESS = "harmless"
ANSWERS = (HARMLESS, Sensitive.PASSWORD.value, Sensitive.FINANCIAL.value, Sensitive.HEALTH.value)
# How likely each has to be: docs/learning.md has what is caught, and what is refused wrongly. What looks like a
# password is in many harmless sentences.
THRESHOLDS = {Sensitive.PASSWORD: 0.9, Sensitive.FINANCIAL: 0.8, Sensitive.HEALTH: 0.8}
WORDS, SIGNS = 2, 4  # of a sentence that is too short to say anything
SENTENCES_MAX = 100  # of a text: each takes about half a millisecond
READ_MAX = 400  # characters of a sentence


def inspect(value: object, *, allow_allergy: bool = False) -> Finding | None:
    """Return the first reason why a value must not be stored, or None. Raises nothing, whatever the value is."""
    return sensitive.inspect(value, allow_allergy=allow_allergy) or told(value)


def told(value: object) -> Finding | None:
    """Return the finding of a secret, health or money told in a sentence of these texts; None without one."""
    said = tuple(dict.fromkeys(each for text in sensitive.iter_strings(value) for each in _plain_sentences(text)))
    return readings.once(("told", said), lambda: _judge([said])[0]) if said else None


def told_each(texts: Sequence[str]) -> list[Finding | None]:
    """Return the same for each text: together they take a third of the time."""
    return _judge([tuple(_plain_sentences(text)) for text in texts])


def _plain_sentences(text: str) -> Iterator[str]:
    for each in sentences(text):
        sentence = each.strip()[:READ_MAX]
        if says_more_than(sentence, words=WORDS, signs=SIGNS):
            yield sentence


def _judge(texts: Sequence[Sequence[str]]) -> list[Finding | None]:
    """Return the first category that a sentence of each text tells, of the first SENTENCES_MAX of each."""
    from memoryweb.language.heads import heads  # numpy: most commands need none
    from memoryweb.language.heads.features import features_of_texts

    said = [sentence for text in texts for sentence in text[:SENTENCES_MAX]]
    if not said:
        return [None] * len(texts)
    head = heads.load("guard")
    rows = iter(head.judge(features_of_texts(said)))
    return [_first_told(head.answers, [next(rows) for _ in text[:SENTENCES_MAX]]) for text in texts]


def _first_told(answers: Sequence[str], likely: "Sequence[Floats]") -> Finding | None:
    """Return the first category that is the likeliest of a sentence, and likely enough that it is not harmless."""
    for place, category in enumerate(map(Sensitive, answers[1:]), 1):
        if any(row[place] == max(row[1:]) and 1 - row[0] >= THRESHOLDS[category] for row in likely):
            return Finding(category)
    return None
