"""Who is spoken of in an English sentence about food, and whether it holds: "I am", "my wife and I", "no longer"."""

import re

from memoryweb.language.dietary.english_items import SELF
from memoryweb.language.dietary.english_words import GREETINGS, OTHERS, RESERVED
from memoryweb.language.lazy_pattern import LazyPattern

NAMED = r"(?:my|our|the) [a-z][a-z' -]{0,30}?"
BOTH_OF_US = (
    rf"(?:{NAMED},? and (?:i|me|myself)|(?:i|me|myself) and {NAMED}|[a-z]+ and i|we|both of us|all of us|{NAMED},? "
    rf"(?:including (?:me|myself)|myself included|me included),?)"
)
I_OR_WE = rf"(?:i|(?:the )?user|{BOTH_OF_US})"
ADVERB = rf"(?:(?!{RESERVED})[a-z]+ly|very|so|quite|rather|"
ADVERB += r"super|also|still|always|both|all|just|too|somewhat|a bit|a little|now|fully|100%|seriously|badly)"
ADVERBS = rf"(?:{ADVERB},? ){{0,3}}"
I_AM = (
    r"(?:(?:i'm|im|i am|i(?:'ve| have)(?: always)? been|i've become|i have become|i became|i turned out to be|i "
    r"(?:just )?happen to be|i, [^,]{2,40}, am|(?:the )?user (?:is|has been))"
    rf"|{BOTH_OF_US}(?:'re| are| is|'ve been| have been))"
)
ALONE = LazyPattern(
    rf"^(?:\W*(?:(?:(?!(?:{OTHERS}|my|our|the|for|with|is|are|allergic)\b)[\w-]+ ?){{1,3}}, ){{1,4}}"
    r"|[^:]{0,40}\b(?:profile|memory|save|store|record|update"
    rf"|diet)\b[^:]{{0,20}}:)?\W*(?:(?:{GREETINGS}|as (?:someone|somebody|a person)(?: who(?:'s| is))?|being|since|"
    rf"because|and|but|also|(?:strict |lifelong )?(?:{SELF})(?: since \w+)?)\b\W*)*{ADVERBS}$",
    re.IGNORECASE,
)
NO_MORE = LazyPattern(
    r"\b(?:no longer|not any ?more|any ?more|any longer|until i was|as a joke|just kidding|jk|to get out of)\b",
    re.IGNORECASE,
)
OF_OTHERS = LazyPattern(rf"\b(?:{OTHERS})\b|\b(?!cow's|goat's|sheep's|baker's|brewer's|hen's)[a-z]+'s\b", re.IGNORECASE)
PHRASE = LazyPattern(
    r"\b(?:who|whose|with|about|for|from|on|at|to|in|read|studied|research\w*|heard|seen|been)\b", re.IGNORECASE
)


def without_capital(text: str) -> str:
    """Return a text without the capital that a sentence begins with."""
    return text[:1].lower() + text[1:] if text[1:2].islower() else text
