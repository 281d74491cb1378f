"""What is told in plain sentences and must not be kept, on rows kept aside, which no training has seen."""

from collections import Counter

from memoryweb.language.heads import guard
from memoryweb.language.sensitive import Sensitive
from tests import effort
from tests.cases import for_each
from tests.rings import same_part
from tools import train_heads
from tools.rows import is_kept_aside, lines

# Of what has no shape and no word of its own, the least that is caught by words and head together.
CAUGHT_LEAST = {Sensitive.PASSWORD: 0.45, Sensitive.FINANCIAL: 0.6, Sensitive.HEALTH: 0.55}


def test_most_of_what_is_told_is_caught() -> None:
    found: Counter[tuple[str, bool]] = Counter()
    rows = [row for row in lines("guarded") if row["source"] == "told" and row["category"] in CAUGHT_LEAST]
    for row in same_part([row for row in rows if is_kept_aside(row["text"])], 3):
        found[row["category"], guard.inspect(row["text"]) is not None] += 1
    shares = {each: found[each, True] / (found[each, True] + found[each, False]) for each in CAUGHT_LEAST}
    print(shares)
    assert all(shares[each] >= least for each, least in CAUGHT_LEAST.items()), shares


def test_little_of_what_is_ordinary_is_refused_by_the_head() -> None:
    rows = same_part([row for row in train_heads.guarded() if row.is_kept_aside and guard.HARMLESS in row.answers], 9)
    refused = [row.read for row in rows if guard.told(row.read)]
    print(len(refused), "of", len(rows))
    assert len(refused) <= 0.012 * len(rows), refused


@for_each(
    [
        ("six weeks after my hip operation I still can't lift anything", Sensitive.HEALTH),
        ("I put 500 a month into ETFs", Sensitive.FINANCIAL),
        ("my son has ADHD and starts school in May", Sensitive.HEALTH),
        ("I weigh 92 kg", Sensitive.HEALTH),
        ("I am allergic to meetings", None),
        ("We use the second door on the left", None),
        ({"id": "01a22993-154c-7190-a608-0a850f68fafe", "at": "2026-11-29T21:42:31Z", "key": "a-b-c-1"}, None),
        ("", None),
        (None, None),
    ]
)
def test_a_plain_sentence_is_refused_for_what_it_tells(value: object, category: Sensitive | None) -> None:
    finding = guard.inspect(value)
    assert (finding.category if finding else None) == category


def test_a_long_text_is_read_fast() -> None:
    guard.inspect("I live in Ghent")  # the head is loaded once
    with effort.at_most(2):
        guard.told("I live in Ghent. " * 5_000)
