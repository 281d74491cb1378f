"""Allergies and diets are read from what a person says, exactly: no database."""

from types import ModuleType

from memoryweb.rules import classifier, dietary
from tests import effort
from tests.cases import for_each
from tests.rules import dietary_grammar, dietary_grammar_zh
from tests.rules.dietary_cases import CASES, MORE, UNSEEN, Case

EXACT = 0.98  # of the sentences; of those kept aside, too


def read(case: Case) -> tuple[str, object]:
    return dietary.find_value(case.sentence) or ("", None)


def test_what_a_person_is_allergic_to_and_eats_is_read_exactly() -> None:
    wrong = [(case.sentence, read(case)) for case in CASES if read(case) != (case.key, case.value)]
    assert len(CASES) >= 200
    assert len(wrong) <= (1 - EXACT) * len(CASES), wrong


def test_other_words_for_the_same_are_read_too() -> None:
    wrong = [(case.sentence, read(case)) for case in MORE if read(case) != (case.key, case.value)]
    assert len(wrong) <= (1 - EXACT) * len(MORE), wrong


def test_sentences_of_somebody_who_saw_no_rule_are_read_too() -> None:
    wrong = [(case.sentence, read(case)) for case in UNSEEN if _small(read(case)) != _small((case.key, case.value))]
    assert len(UNSEEN) == 400
    assert len(wrong) <= (1 - EXACT) * len(UNSEEN), wrong
    invented = [case.sentence for case in UNSEEN if read(case)[0] and not case.key]
    assert not invented, invented


def _small(found: tuple[str, object]) -> tuple[str, str]:
    return found[0], str(found[1]).lower()


@for_each([dietary_grammar, dietary_grammar_zh])
def test_every_way_to_say_it_is_read_whatever_the_substance(grammar: ModuleType) -> None:
    cases = list(grammar.cases())
    assert len(cases) >= 380
    wrong = [(text, value, found) for text, key, value in cases if (found := _found(text)) != (key, value)]
    assert len(wrong) <= (1 - EXACT) * len(cases), wrong


def _found(text: str) -> tuple[str, object]:
    return dietary.find_value(text) or ("", None)


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


@for_each([
    "I'm allergic to ", "allergy ", "a, ", "my ", "I have a ", "vegan ", "我对", "过敏", "对花生", "吃素", " ", "as ",
    "i and ", "my a allergy ",
])  # fmt: skip
def test_a_long_text_costs_no_time(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    with effort.at_most(2):
        dietary.find_value(text)
