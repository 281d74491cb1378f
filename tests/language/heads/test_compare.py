"""How a new statement stands to an older one, on pairs kept aside, which no training has seen."""

from memoryweb.language.heads import compare
from tests.rings import same_part
from tools import train_heads

CLOSE = 0.4


def test_what_is_about_the_same_thing_is_told_from_what_is_not() -> None:
    rows = same_part([row for row in train_heads.pairs() if row.is_kept_aside], 3)
    likely = compare.relations([row.read for row in rows])
    relations = [max(each, key=lambda name: each[name]) for each in likely]
    right = sum(name in row.answers for name, row in zip(relations, rows, strict=True))
    close = [each[compare.UNRELATED] <= 1 - CLOSE for each in likely]
    wanted = [compare.UNRELATED not in row.answers for row in rows]
    both = sum(one and other for one, other in zip(close, wanted, strict=True))
    contradictions = [is_close for is_close, row in zip(close, rows, strict=True) if "contradiction" in row.answers]
    figures = right / len(rows), both / sum(close), both / sum(wanted), sum(contradictions) / len(contradictions)
    print("relation {:.3f}, close: precision {:.3f}, recall {:.3f}, contradictions {:.3f}".format(*figures))
    assert all(figure >= least for figure, least in zip(figures, (0.7, 0.85, 0.87, 0.87), strict=True)), figures


def test_a_pair_is_judged_alike_alone_and_among_others() -> None:
    pairs = [("Lives in Ghent", "Has a dog"), ("Likes tea", "Prefers coffee"), ("", "x")]
    together, alone = compare.closeness(pairs), [compare.closeness([pair])[0] for pair in pairs]
    assert all(abs(one - other) < 0.01 for one, other in zip(together, alone, strict=True))
    assert compare.closeness([]) == []
