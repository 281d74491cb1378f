"""What words say beyond their subject: no database."""

from hypothesis import given
from hypothesis import strategies as st

from memoryweb.language.text import tokens
from tests.cases import for_each


@for_each(
    [
        ("I prefer reports as PDF", "prefers PDF reports", 1.0, 1.0),
        ("I like window seats", "Window seat, please", 1.0, 1.0),
        ("window seats", "aisle seats", 0.0, 0.6),
        ("喜欢绿茶", "喜欢绿茶。", 1.0, 1.0),
        ("喜欢绿茶", "喜欢红茶", 0.0, 0.7),
        ("", "", 1.0, 1.0),
        ("the", "a", 0.0, 0.0),
    ],
)
def test_sameness_counts_subject_words(one: str, other: str, least: float, most: float) -> None:
    assert least <= tokens.similarity(one, other) <= most


@for_each(
    [("我养猫", "我没有养猫"), ("我有猫", "我没有猫"), ("我喝咖啡", "我没喝咖啡"), ("用过Vim", "我没有用过Vim")],
)
def test_a_chinese_yes_and_no_are_about_the_same(yes: str, no: str) -> None:
    assert tokens.subject_terms(yes) == tokens.subject_terms(no)
    assert tokens.is_negative(no)
    assert not tokens.is_negative(yes)


@given(st.text(max_size=200), st.text(max_size=200))
def test_sameness_is_symmetric_and_full_for_itself(one: str, other: str) -> None:
    assert tokens.similarity(one, other) == tokens.similarity(other, one)
    assert tokens.similarity(one, one) == 1.0


@for_each(
    [
        ("I like coriander", False),
        ("I don't like coriander", True),
        ("I don’t like coriander", True),
        ("Never without coriander", False),
        ("no coriander", True),
        ("我不喜欢香菜", True),
        ("我喜欢香菜", False),
    ],
)
def test_an_odd_number_of_noes_says_no(text: str, negative: bool) -> None:
    assert tokens.is_negative(text) is negative


@for_each(
    [
        "Actually tea",
        "now tea",
        "tea instead",
        "no longer coffee",
        "from now on tea",
        "改成茶",
        "以后喝茶",
        "不再喝咖啡",
    ],
)
def test_words_that_carry_a_change(text: str) -> None:
    assert tokens.carries_change(text)


@for_each(["I know tea", "tea", "实际是茶", "Snow in May"])
def test_words_that_carry_none(text: str) -> None:
    assert not tokens.carries_change(text)


@for_each(
    [
        "this time as Word",
        "only once",
        "for now in English",
        "today in brief",
        "Tonight late",
        "这次用表格",
        "今天用英文",
    ],
)
def test_words_for_today_only(text: str) -> None:
    assert tokens.says_only_now(text)


@for_each(["every time this way", "always start with today's date", "sometimes", "以后今天的日期写在前面"])
def test_words_that_last(text: str) -> None:
    assert not tokens.says_only_now(text)


def test_language_is_that_of_most_characters() -> None:
    assert [tokens.detect_language(text) for text in ("green tea", "绿茶", "喝茶 tea", "tea 茶", "")] == [
        "en",
        "zh",
        "zh",
        "en",
        "en",
    ]
