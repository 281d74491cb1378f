"""Standing instructions without a verb are rules: a corpus, and what only looks like one."""

from memoryweb.language import classifier
from memoryweb.rules import standing
from memoryweb.rules.policy import Kind
from tests.corpora import Tally
from tests.rules.standing_cases import FRESH_OTHER, FRESH_STANDING, KEPT_ASIDE, NOT_STANDING, OTHER, STANDING


def test_standing_instructions_are_rules() -> None:
    tally = Tally("standing instructions")
    for texts, wanted in ((STANDING + FRESH_STANDING, True), (OTHER + FRESH_OTHER, False)):
        for text in texts:
            tally.add(text, wanted=wanted, found=classifier.classify_kind(text)[0] == Kind.RULE)
    tally.check(precision=0.97, recall=0.97)


def test_those_kept_aside_are_too() -> None:
    tally = Tally("standing instructions kept aside")
    for texts, wanted in ((KEPT_ASIDE, True), (NOT_STANDING, False)):
        for text in texts:
            tally.add(text, wanted=wanted, found=classifier.classify_kind(text)[0] == Kind.RULE)
    tally.check(precision=0.9, recall=0.6)


def test_the_words_that_tell_are_the_sentence() -> None:
    text = "Hello there.\nNo meetings after 15:00, please! Thanks"
    assert classifier.matched_signal(Kind.RULE, text) == "No meetings after 15:00, please"
    assert not standing.is_instruction("")
