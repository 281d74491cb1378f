"""The fields memoryweb knows by name: no database."""

from memoryweb.language.filing import known_fields
from memoryweb.language.text import value_text
from memoryweb.rules import fields
from memoryweb.rules.fields import FIELDS, Field, Shape
from memoryweb.rules.policy import Kind
from tests.cases import for_each


def test_every_key_is_one_field_and_the_categories_are_those_of_the_fields() -> None:
    assert len({field.key for field in FIELDS}) == len(FIELDS)
    assert fields.CATEGORIES == (
        "communication",
        "workstyle",
        "technical",
        "content",
        "personal",
        "dietary",
        "schedule",
    )


@for_each(FIELDS)
def test_a_field_is_found_by_its_key_and_its_label(field: Field) -> None:
    assert known_fields.match_field(field.category, field.key).field is field
    assert known_fields.match_field(field.category, "", field.key).field is field
    assert known_fields.match_field("", field.label).field is not None


@for_each([field for field in FIELDS if field.options])
def test_every_name_of_an_option_is_recognised_as_that_option(field: Field) -> None:
    for option in field.options:
        assert {known_fields.recognise(field, name) for name in option.names()} == {option}
        assert {known_fields.normalize_value(field.key, name) for name in option.names()} == {f'"{option.value}"'}


@for_each(
    [
        ("technical.formats.document", "Always Word!", '"docx"'),
        ("technical.formats.document", "not Word", '"not word"'),
        ("technical.formats.document", "PDF or Word", '"pdf or word"'),
        ("technical.formats.document", "LaTeX.", '"latex"'),
        ("communication.language.primary", "中文", '"zh"'),
        ("communication.punctuation.no_exclamation", True, "true"),
        ("communication.forbidden_words", ["Synergy", "alas"], '["alas","synergy"]'),
        ("travel.seat", "  Window-Seat ", '"window-seat"'),
        ("", None, "null"),
    ],
)
def test_one_value_has_one_spelling(key: str, value: object, normal: str) -> None:
    assert known_fields.normalize_value(key, value) == normal


@for_each(["not PDF", "Never PDF", "PDF, or Word"])
def test_what_is_turned_down_or_open_is_no_option(text: str) -> None:
    assert known_fields.recognise(fields.fields_by_key()["technical.formats.document"], text) is None


def test_free_text_in_a_known_field_is_kept() -> None:
    assert known_fields.find_option("technical.formats.document", "LaTeX") is None
    assert known_fields.match_field("technical", "document_format").option is None


@for_each([(True, "yes"), (False, "no"), (["a", 1], "a, 1"), (None, ""), ("x", "x"), (3, "3")])
def test_a_value_as_a_person_reads_it(value: object, shown: str) -> None:
    assert value_text.display_value(value) == shown


def test_lists_hold_many_and_the_rest_one() -> None:
    assert {field.many for field in FIELDS if field.shape == Shape.LIST} == {True}
    assert not any(field.many for field in FIELDS if field.shape != Shape.LIST)
    assert (fields.holds_many("travel.seat"), fields.holds_many("")) == (False, True)


def test_rules_among_the_fields_are_what_must_never_be_missed() -> None:
    rules = {field.key for field in FIELDS if field.kind == Kind.RULE}
    assert rules == {"communication.forbidden_words", "dietary.allergies"}
