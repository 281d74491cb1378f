"""Allergies and diets are read from what a person says, exactly: no database."""

from collections.abc import Iterable
from types import ModuleType

from memoryweb.language import dietary
from memoryweb.language.filing import classifier
from tests import effort
from tests.cases import for_each
from tests.corpora import Tally
from tests.language.dietary import dietary_grammar, dietary_grammar_zh
from tests.language.dietary.dietary_cases import CASES, MORE, UNSEEN, Case

EXACT = 0.98  # of the sentences; of those kept aside, too


def read(text: str) -> tuple[str, object]:
    return dietary.find_value(text) or ("", None)


def check(name: str, told: Iterable[tuple[str, str, object]], *, least: int, is_exact: bool = True) -> None:
    """Read each sentence, with the key and the value that it tells, and compare how many are read right."""
    tally = Tally(f"dietary {name}")
    for sentence, key, value in told:
        found = read(sentence)
        is_right = found == (key, value) if is_exact else _small(found) == _small((key, value))
        tally.add(f"{sentence} → {found}", wanted=True, found=is_right)
    assert tally.count >= least
    tally.check(recall=EXACT)


def _told(cases: list[Case]) -> list[tuple[str, str, object]]:
    return [(case.sentence, case.key, case.value) for case in cases]


def _small(found: tuple[str, object]) -> tuple[str, str]:
    return found[0], str(found[1]).lower()


def test_what_a_person_is_allergic_to_and_eats_is_read_exactly() -> None:
    check("cases", _told(CASES), least=200)


def test_other_words_for_the_same_are_read_too() -> None:
    check("more", _told(MORE), least=1)


def test_sentences_of_somebody_who_saw_no_rule_are_read_too() -> None:
    check("texts", _told(UNSEEN), least=400, is_exact=False)
    invented = [case.sentence for case in UNSEEN if read(case.sentence)[0] and not case.key]
    assert not invented, invented


@for_each([dietary_grammar, dietary_grammar_zh])
def test_every_way_to_say_it_is_read_whatever_the_substance(grammar: ModuleType) -> None:
    check(grammar.__name__.rpartition(".")[2], grammar.cases(), least=380)


def classify(name: str, details: str, *, key: str = "") -> classifier.Classification:
    return classifier.classify(
        category="dietary", name=name, details=details, value=None, key=key, kind="", label="", quote=""
    )


@for_each(
    [
        ("Allergies", "peanuts, shellfish", "dietary.allergies", ["peanuts", "shellfish"]),
        ("Allergies", "I avoid kiwi", "dietary.allergies", "I avoid kiwi"),
        ("No satay", "I'm allergic to peanuts", "dietary.allergies", "peanuts"),
        ("过敏", "花生、虾", "dietary.allergies", ["花生", "虾"]),
        ("Allergies", "My son is allergic to eggs", "", "My son is allergic to eggs"),
        ("Allergies", "I'm no longer allergic to eggs", "", "I'm no longer allergic to eggs"),
        ("vegan", "I'm vegan", "dietary.diet", "Vegan"),
        ("vegan", "My wife is vegan", "", "My wife is vegan"),
        ("diet", "I used to be vegan", "", "I used to be vegan"),
        ("diet", "Vegan, but no soy", "dietary.diet", "Vegan"),
        ("diet", "Vegetarian now", "dietary.diet", "Vegetarian"),
        ("vegan", "", "dietary.diet", "Vegan"),
        ("lunch", "I want my lunch vegan", "dietary.lunch", "I want my lunch vegan"),
    ],
)
def test_a_statement_about_food_gets_a_key_only_where_it_is_certain(
    name: str, details: str, key: str, value: object
) -> None:
    result = classify(name, details)
    assert (result.key, result.value) == (key, value)


def test_a_key_that_was_given_stays_whatever_the_words_say() -> None:
    result = classify("Allergies", "none", key="dietary.allergies")
    assert (result.key, result.value) == ("dietary.allergies", "none")


@for_each(
    [
        "I'm allergic to ",
        "allergy ",
        "a, ",
        "my ",
        "I have a ",
        "vegan ",
        "我对",
        "过敏",
        "对花生",
        "吃素",
        " ",
        "as ",
        "i and ",
        "my a allergy ",
    ]
)
def test_a_long_text_costs_no_time(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    with effort.at_most(2):
        dietary.find_value(text)
