"""How a new statement about a person stands to one in use, as learned from labelled pairs in five languages."""

from collections.abc import Sequence

from memoryweb.language.heads import heads
from memoryweb.language.heads.features import features_of_pairs

UNRELATED = "unrelated"
RELATIONS = ("same", "update", "contradiction", UNRELATED)


def relations(pairs: Sequence[tuple[str, str]]) -> list[dict[str, float]]:
    """Return each relation's probability for pairs of an old and a new statement."""
    if not pairs:
        return []
    head = heads.load("pair")
    return [dict(zip(head.answers, map(float, likely), strict=True)) for likely in head.judge(features_of_pairs(pairs))]


def closeness(pairs: Sequence[tuple[str, str]]) -> list[float]:
    """Return each pair's probability (0 to 1) of being about the same thing."""
    return [1 - likely[UNRELATED] for likely in relations(pairs)]
