"""Each language brings everything the readers ask for: no database."""

import re

from memoryweb.language import locales
from memoryweb.language.locales import ENGLISH, LANGUAGES, Language
from memoryweb.language.locales.base import alternatives, one_of
from memoryweb.language.text import tokens
from memoryweb.rules.policy import Kind
from tests.cases import for_each

EXAMPLES = {"en": "I prefer my reports short", "zh": "我喜欢简短的报告"}


@for_each(LANGUAGES)
def test_a_language_has_words_for_every_kind_sort_and_topic(language: Language) -> None:
    assert set(language.signals) == set(Kind)
    assert set(language.sorts) == set(ENGLISH.sorts)
    for pattern in [*language.signals.values(), *language.sorts.values()]:
        assert re.compile(pattern).search("") is None


@for_each(LANGUAGES)
def test_a_language_is_recognized_and_asks_in_its_own_words(language: Language) -> None:
    questions = [
        language.promote_question,
        language.goal_question,
        language.remember_question(EXAMPLES[language.code], "a memory"),
        language.update_question.format(memory="M", label="L", old="O", new="N"),
        language.conflict_question.format(label="L", first="A", last="B"),
        language.which_now_question.format(label="L"),
        language.which_wanted_question.format(label="L"),
    ]
    assert tokens.detect_language(EXAMPLES[language.code]) == language.code
    assert {tokens.detect_language(question) for question in questions} == {language.code}


def test_an_unknown_code_gets_the_default_language() -> None:
    assert locales.for_code("xx") is ENGLISH
    assert locales.for_code("zh").code == "zh"


def test_a_short_statement_is_asked_about_in_the_second_person() -> None:
    question = ENGLISH.remember_question("I prefer my reports short", "Reports: short")
    assert question == "Remember: you prefer your reports short?"
    assert ENGLISH.remember_question("", "Reports: short") == "Remember “Reports: short”?"


def test_a_list_of_words_may_hold_phrases_and_patterns() -> None:
    assert alternatives("tea, green tea,\n    juices?") == "tea|green tea|juices?"
    assert one_of("tea, coffee") == "(?:tea|coffee)"
