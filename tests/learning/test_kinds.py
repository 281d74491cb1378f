"""The kind and the category of statements as people and agents write them, without a database."""

from collections.abc import Iterator
from pathlib import Path

from memoryweb.language import classifier
from memoryweb.learning.extraction import find, topics
from memoryweb.rules import tokens
from tests.cases import for_each
from tests.corpora import Tally


def statements() -> Iterator[list[str]]:
    for line in Path(__file__).with_name("kind_statements.txt").read_text().splitlines():
        if not line.startswith("#"):
            yield [part.strip() for part in line.rsplit("|", 2)]


def filed(said: str) -> tuple[str, str]:
    """Return the kind and the category of a statement: as it is found in a message, else as its words alone tell."""
    for each in find(said):
        found = classifier.classify(
            category=each.category, name=each.label, details=each.details, value=each.value, key=each.key,
            kind=each.kind, label=each.label, quote=each.quote,
        )  # fmt: skip
        return found.kind, found.category
    return classifier.classify_kind(said)[0], topics.category_of(said) or "personal"


@for_each([("en", 880, 0.88, 0.78), ("zh", 320, 0.87, 0.78)])
def test_statements_that_nobody_tuned_to_get_their_kind_and_category(
    language: str, count: int, kinds: float, categories: float
) -> None:
    of_kinds, of_categories = Tally(f"kinds {language}"), Tally(f"categories {language}")
    for said, right_kinds, right_categories in statements():
        if (tokens.CJK.search(said) is not None) is not (language == "zh"):
            continue
        kind, category = filed(said)
        of_kinds.add(f"{said} → {kind}", wanted=True, found=kind in right_kinds.split())
        of_categories.add(f"{said} → {category}", wanted=True, found=category in right_categories.split())
    assert (of_kinds.count, of_categories.count) == (count, count)
    of_kinds.check(recall=kinds)
    of_categories.check(recall=categories)


@for_each(
    [
        ("Give me the short version first", "rule", "Give"),
        ("Don't ask me about the news", "rule", "Don't ask"),
        ("Don't eat meat", "fact", ""),
        ("User asked not to be sent quotes", "rule", "asked not to be"),
        ("Please stop apologising every time", "rule", "Please stop"),
        ("I'd like to play a nocturne", "goal", "I'd like to"),
        ("I'd like to be called Sam", "preference", "like"),
        ("Would like it shorter", "preference", "like"),
        ("My sister works at a bakery on Saturdays", "habit", "on Saturdays"),
        ("The vet is seeing our rabbit on Thursday", "event", "on Thursday"),
        ("I'm flying to Rome on 12 May", "event", "12 May"),
        ("I'm knitting a jumper", "context", "I'm knitting"),
        ("I'm living in Rome", "fact", ""),
        ("My team is called Heron", "fact", ""),
        ("User wants to write a novel", "goal", "wants to"),
        ("Not a fan of horror films", "preference", "Not a fan"),
        ("回答尽量简短", "rule", "回答尽量"),
        ("我想养一只边牧", "goal", "想养"),
        ("下周三去报到", "event", "下周三"),
        ("最近在赶方案", "context", "最近"),
        ("用户不爱吃甜食", "preference", "不爱"),
    ],
)
def test_the_form_of_a_sentence_tells_its_kind_where_no_word_does(said: str, kind: str, words: str) -> None:
    assert (classifier.classify_kind(said)[0], classifier.matched_signal(kind, said)) == (kind, words)
