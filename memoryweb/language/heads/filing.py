"""Files a statement where no word, label or field says where: its kind, and the part of life it is about.

Heads judge it that were taught labelled statements; docs/learning.md has their figures.
"""

import re

from memoryweb.language import readings
from memoryweb.language.heads import heads
from memoryweb.language.heads.features import features_of_texts
from memoryweb.language.text.clauses import says_more_than
from memoryweb.rules.policy import Kind

RULE_THRESHOLD = 0.7  # a rule stands in every prompt and is never archived: in doubt it is none
AROUND = " \t\n\"'“”‘’「」『』.。!！"  # what changes no meaning at the ends of a statement
POLITE = re.compile(r"^(?:(?:please|pls|kindly|bitte)\b[\s,]*|请|麻烦)+", re.IGNORECASE)  # nor does this before it
WORDS, SIGNS = 3, 3  # of a name, or a short list of names


def kind_of(text: str) -> Kind:
    """Return a statement's most likely kind; a fact for a bare name."""
    text = text.strip(AROUND)
    text = POLITE.sub("", text)
    if not says_more_than(text, words=WORDS, signs=SIGNS):
        return Kind.FACT
    likely = _answers("kind", text)
    if likely[Kind.RULE] < RULE_THRESHOLD:
        likely = {kind: share for kind, share in likely.items() if kind != Kind.RULE}
    return Kind(max(likely, key=lambda kind: likely[kind]))


def category_of(text: str, *, least: float = 0) -> str:
    """Return the part of life that a text is most likely about: one of fields.PARTS_OF_LIFE.

    Empty where it is less likely than `least`.
    """
    likely = _answers("category", text)
    category = max(likely, key=lambda category: likely[category])
    return category if likely[category] >= least else ""


def _answers(name: str, text: str) -> dict[str, float]:
    """Return how likely each answer of a head is, which a call finds once."""
    return readings.once((name, text), lambda: _judged(name, text))


def _judged(name: str, text: str) -> dict[str, float]:
    head = heads.load(name)
    return dict(zip(head.answers, map(float, head.judge(features_of_texts([text]))[0]), strict=True))
