"""Each gated pattern of the guard is tried on whatever text it matches: texts are made from the patterns themselves."""

import random
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

from memoryweb.language.lazy_pattern import all_patterns
from memoryweb.language.sensitive.guard import inspect
from memoryweb.language.sensitive.needed_words import needed_words
from memoryweb.language.sensitive.word_lists import Form
from tests.cases import check_each, for_each

TRIES = 40  # texts made of one pattern
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789 "


def made_text(items: Any, choose: random.Random) -> str:
    return "".join(_made(code, value, choose) for code, value in items)


def _made(code: Any, value: Any, choose: random.Random) -> str:
    if code is codes.BRANCH:
        return made_text(choose.choice(value[1]), choose)
    if code is codes.SUBPATTERN:
        return made_text(value[3], choose)
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
        least, most, repeated = value
        return "".join(made_text(repeated, choose) for _ in range(choose.randint(least, min(most, least + 2))))
    return _made_sign(code, value, choose)


def _made_sign(code: Any, value: Any, choose: random.Random) -> str:
    if code is codes.LITERAL:
        return chr(value)
    if code is codes.IN and all(each is codes.LITERAL for each, _ in value):
        return chr(choose.choice(value)[1])
    if code is codes.IN and value[0][0] is codes.RANGE:
        return chr(choose.randint(*value[0][1]))
    return choose.choice(LETTERS) if code in (codes.IN, codes.ANY, codes.NOT_LITERAL) else ""


def test_a_pattern_is_tried_on_every_text_that_it_matches() -> None:
    inspect("the guard's modules are read when the first text comes")
    forms = sorted({(each.pattern, each.flags) for each in all_patterns() if isinstance(each, Form)})
    assert len(forms) > 100
    matched = 0

    def check(pattern: str, flags: int) -> None:
        nonlocal matched
        form, choose = Form(pattern, flags), random.Random(pattern)
        for _ in range(TRIES):
            text = made_text(parser.parse(pattern, flags), choose)
            if form.search(text):
                matched += 1
                assert form.may_be_in(text.lower()), text

    check_each(check, forms)
    assert matched > 1000


@for_each(
    [
        ("abc|xyz", ("abc", "xyz")),
        ("(?i:MFA|totp) code", (" code",)),
        (r"a?bc\d", ("bc",)),
        (r"(?:red|blue)(?= wine)[^.]{0,9}(?:cask|barrel)s?", ("barrel", "cask")),
        (r"(?:x|\d+)y?", ()),
        (r"(?<!un)lock(?:s|ed)?", ("lock",)),
    ]
)
def test_the_words_are_those_of_every_match(pattern: str, words: tuple[str, ...]) -> None:
    assert needed_words(pattern) == words


@for_each(
    [
        ("mfa JBSW Y3DP EHPK 3PXP", "password"),
        ('Disk odszyfrujesz haslem "zielony kon 77"', "password"),
        ("metamask starts with apple pony river candle", "password"),
        ("my ledger starts with apple pony river candle", "password"),
        ("She pays me $900 for spousal maintenance", "financial"),
    ]
)
def test_no_other_word_has_to_stand_beside_a_secret(text: str, category: str) -> None:
    finding = inspect(text)
    assert finding is not None
    assert finding.category == category
