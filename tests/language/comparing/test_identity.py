"""What counts as the same, in texts, values, places and words: no database."""

import json

from hypothesis import given
from hypothesis import strategies as st

from memoryweb.language.comparing import identity
from memoryweb.language.filing import known_fields
from tests.cases import for_each
from tests.language.comparing import identity_cases, identity_held_out

pairs = identity_held_out.pairs
DIFFERENT = pairs(identity_cases.DIFFERENT) + pairs(identity_held_out.DIFFERENT)
SAME = pairs(identity_cases.SAME) + pairs(identity_held_out.SAME)
NOT_SEEN_AS_SAME = {("I prefer to write in the evening", "I prefer writing in the evening")}  # held out, not tuned on
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9),
    lambda values: st.lists(values, max_size=4) | st.dictionaries(st.text(max_size=4), values, max_size=4),
    max_leaves=9,
)


def says_the_same(one: str, other: str) -> bool:
    return identity.same_value(one, other) or identity.is_repetition(one, other)


def test_there_are_enough_cases() -> None:
    assert (len(set(DIFFERENT)) >= 400, len(set(SAME))) == (True, 100)


@for_each(DIFFERENT)
def test_what_differs_in_a_word_or_sign_is_told_apart(one: str, other: str) -> None:
    assert not says_the_same(one, other)
    assert not says_the_same(other, one)
    assert identity.canonical(one) != identity.canonical(other)


@for_each(SAME)
def test_a_repetition_in_other_words_is_the_same(one: str, other: str) -> None:
    expected = (one, other) not in NOT_SEEN_AS_SAME
    assert (says_the_same(one, other), says_the_same(other, one)) == (expected, expected)
    if expected and not identity.same_value(one, other):
        assert identity.words_key(one) == identity.words_key(other) != ""
        assert identity.Wording(one).may_repeat(other)


@for_each(
    [
        ("PDF", "pdf."),
        ("ＰＤＦ　ok", "pdf ok"),
        ("ｶﾞ", "ガ"),
        ("cafe\u0301", "café"),
        ("Straße", "STRASSE"),
        ("完成。", "完成"),
        (5, 5.0),
        (1e23, 100_000_000_000_000_000_000_000),
        (0, -0.0),
        (["a", "B"], ["b", "A."]),
        ({"a": 1, "b": [True]}, {"b": [True], "a": 1.0}),
    ],
)
def test_equal_values_are_the_same(one: object, other: object) -> None:
    assert identity.same_value(one, other)


@for_each(
    [
        (True, "true"),
        (True, 1),
        (False, 0),
        (None, "null"),
        (None, ""),
        (5, "5"),
        (["a"], "a"),
        (["a"], ["a", "a"]),
        (["a", "b"], ["a, b"]),
        ({"a": "b"}, ["a", "b"]),
        ({"a": 1}, {"A": 1}),
        ({}, []),
        (9_007_199_254_740_993, 9_007_199_254_740_992),
        (0.1, 0.10000000000000002),
        ("PDF", "PDF.."),
        ("ℌ", "H"),
        ("ﬁ", "f i"),
    ],
)
def test_values_that_differ_in_type_or_content_are_not(one: object, other: object) -> None:
    assert not identity.same_value(one, other)


@given(JSON)
def test_what_the_database_gives_back_is_the_same_value(value: object) -> None:
    assert identity.canonical(json.loads(json.dumps(value))) == identity.canonical(value)


@given(JSON, JSON)
def test_values_are_the_same_either_way_round(one: object, other: object) -> None:
    assert identity.same_value(one, one)
    assert identity.same_value(one, other) == identity.same_value(other, one)


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_two_texts_can_be_compared(one: str, other: str) -> None:
    assert identity.is_repetition(one, other) == identity.is_repetition(other, one)
    assert identity.normal_text(identity.narrow(one)) == identity.normal_text(one)
    if identity.is_repetition(one, other):
        assert identity.Wording(one).may_repeat(other)


def test_the_deepest_value_that_json_can_carry_is_compared() -> None:
    value: object = "x"
    for _ in range(400):
        value = [value]
    assert identity.same_value(value, value)


@for_each(["When tired", "when tired.", "when  tired", " WHEN TIRED "])
def test_one_place_has_many_spellings(other: str) -> None:
    assert identity.same_place("when tired", other)


@for_each(["", "when not tired", "when tired!", "when tire"])
def test_other_places_are_others(other: str) -> None:
    assert not identity.same_place("when tired", other)


@for_each([("C", "C++"), ("C++", "C#"), ("A+", "A-"), ("दिन", "दान"), ("ดี", "ดู"), ("🍎", "🍐"), ("-5", "5")])
def test_names_that_differ_in_a_sign_are_two_keys(one: str, other: str) -> None:
    keys = {known_fields.match_field("learning", name).key for name in (one, other)}
    assert len(keys) == 2
    assert "" not in keys


@for_each(
    [
        ("technical", "Technical.Formats.Document", "technical.formats.document"),
        ("travel", "TECHNICAL.formats.document.", "technical.formats.document"),
        ("technical", "formats.document", "technical.formats.document"),
        ("travel", "Travel.Seat", "travel.seat"),
        ("travel", "Seat.Long flights", "travel.seat.long_flights"),
        ("travel", "travel", "travel.travel"),
    ],
)
def test_a_key_is_one_however_it_is_spelled(category: str, key: str, matched: str) -> None:
    assert known_fields.match_field(category, "", key).key == matched
