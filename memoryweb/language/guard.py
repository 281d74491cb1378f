"""What must not be kept of what agents send and messages say.

Shapes, check digits and words find what has them (rules/sensitive). A secret or a state that is told in a plain
sentence ("you get in with …", "six weeks after the operation") has none: a head judges it that was taught both and what
only looks like them. It does not judge what a person types: they know what they save.
"""

import re
from collections.abc import Iterator

from memoryweb.language.clauses import CJK
from memoryweb.rules import readings, sensitive
from memoryweb.rules.sensitive import Finding, Sensitive

HARMLESS = "harmless"
ANSWERS = (HARMLESS, Sensitive.PASSWORD.value, Sensitive.FINANCIAL.value, Sensitive.HEALTH.value)
# How likely each has to be: docs/learning.md has what is caught, and what is refused wrongly. What looks like a
# password is in many harmless sentences.
THRESHOLDS = {Sensitive.PASSWORD: 0.9, Sensitive.FINANCIAL: 0.8, Sensitive.HEALTH: 0.8}
SENTENCE = re.compile(r"[^.!?。！？\n]+(?:[.!?](?=\S)[^.!?。！？\n]*)*[.!?。！？]*")
WORD = re.compile(r"(?<![\w-])[^\W\d_]+(?:['’][^\W\d_]+)?(?![\w-])")  # no part of an id
WORDS_LEAST, SIGNS_LEAST = 3, 5  # of a sentence that says something
SENTENCES_MAX = 100  # of all texts together: each takes about half a millisecond
READ_MAX = 400  # characters of a sentence


def inspect(value: object, *, allow_allergy: bool = False) -> Finding | None:
    """Return the first reason why a value must not be stored, or None. Raises nothing, whatever the value is."""
    return sensitive.inspect(value, allow_allergy=allow_allergy) or told(value)


def told(value: object) -> Finding | None:
    """Return what a sentence of these texts tells of a secret, of health or of money."""
    sentences = tuple(dict.fromkeys(each for text in sensitive.iter_strings(value) for each in _sentences(text)))
    return readings.once(("told", sentences), lambda: _told(sentences)) if sentences else None


def _sentences(text: str) -> Iterator[str]:
    for match in SENTENCE.finditer(text):
        sentence = match[0].strip()[:READ_MAX]
        least = SIGNS_LEAST if CJK.search(sentence) else WORDS_LEAST
        said = len("".join(CJK.findall(sentence))) or len(WORD.findall(sentence))
        if said >= least:
            yield sentence


def _told(sentences: tuple[str, ...]) -> Finding | None:
    from memoryweb.language import heads  # numpy: most commands need none
    from memoryweb.language.features import features_of_texts

    head = heads.load("guard")
    likely = head.judge(features_of_texts(sentences[:SENTENCES_MAX]))
    for place, category in enumerate(map(Sensitive, head.answers[1:]), 1):
        mostly_it = likely[:, place] >= likely[:, 1:].max(axis=1)
        if (mostly_it & (1 - likely[:, 0] >= THRESHOLDS[category])).any():
            return Finding(category)
    return None
