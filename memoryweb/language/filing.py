"""Files a statement where no word, tag or field says how: its kind.

A head judges it that was taught labelled statements; docs/learning.md has its figures.
"""

import re

from memoryweb.language import heads
from memoryweb.language.clauses import CJK
from memoryweb.language.features import TOKEN, features_of_texts
from memoryweb.rules import readings
from memoryweb.rules.policy import Kind

RULE_THRESHOLD = 0.7  # a rule stands in every prompt and is never archived: in doubt it is none
AROUND = " \t\n\"'“”‘’「」『』.。!！"  # what changes no meaning at the ends of a statement
POLITE = re.compile(r"(?:(?:please|pls|kindly|bitte)\b[\s,]*|请|麻烦)+", re.IGNORECASE)  # nor does this before it
WORDS_LEAST, SIGNS_LEAST = 3, 4  # of what says more than a name


def kind_of(text: str) -> Kind:
    """Return the kind that a statement is most likely of; a fact where it is no more than a name."""
    text = text.strip(AROUND)
    text = POLITE.sub("", text, count=1) if POLITE.match(text) else text
    words = TOKEN.findall(text)
    if len(words) < (SIGNS_LEAST if CJK.search(text) else WORDS_LEAST):
        return Kind.FACT
    likely = _answers("kind", text)
    if likely[Kind.RULE] < RULE_THRESHOLD:
        likely = {kind: share for kind, share in likely.items() if kind != Kind.RULE}
    return Kind(max(likely, key=lambda kind: likely[kind]))


def _answers(name: str, text: str) -> dict[str, float]:
    """Return how likely each answer of a head is, which a call finds once."""
    return readings.once((name, text), lambda: _judged(name, text))


def _judged(name: str, text: str) -> dict[str, float]:
    head = heads.load(name)
    return dict(zip(head.answers, map(float, head.judge(features_of_texts([text]))[0]), strict=True))
