"""Allergies that English names as such, "a severe nut allergy": what they are to, whose they are, if they last."""

import re

from memoryweb.language.dietary.asserted import is_asserted
from memoryweb.language.dietary.english_items import BEFORE_ITEM, NEXT_ITEM, is_allergen, read_items
from memoryweb.language.dietary.english_speaker import (
    ADVERB,
    ALONE,
    I_OR_WE,
    NO_MORE,
    OF_OTHERS,
    PHRASE,
    without_capital,
)
from memoryweb.language.dietary.english_words import DOCTORS, NO_NOUN
from memoryweb.language.lazy_pattern import LazyPattern

# "a severe nut allergy", "my allergy to nuts"
ALLERGY_NOUN = LazyPattern(
    r"\bal{1,2}erg(?:y|(?P<many>ies))\b(?![ -](?:friendly|season|test\w*|free|doctor|clinic|warning|label\w*|shots?|"
    r"pills?|meds?|research\w*|card|info|menu|charity|attacks?)\b)",
    re.IGNORECASE,
)
WORD = LazyPattern(r"[\w'&/%-]+|,")
STOP = LazyPattern(
    rf"(?:{NO_NOUN}|[\w-]+'(?:s|ve|re|m|ll|d|t))$(?<!cow's)(?<!goat's)(?<!sheep's)(?<!baker's)", re.IGNORECASE
)
NUMBER = LazyPattern(
    r"(?:an?|one|two|three|four|five|several|some|few|many|multiple|following|these|this|the|of|these)$", re.IGNORECASE
)
HAVE = (
    rf"\b(?:{I_OR_WE}(?:'ve|, \w+,)? (?:(?:(?:have|has)|{ADVERB}|do) ){{0,3}}(?:have|has|got|had(?<=ve had)(?<!we "
    rf"had)|suffers? from|live with|lived with|share|deal with|cope with|developed|been diagnosed with|was "
    rf"diagnosed with|am diagnosed with|got diagnosed with|(?:was|were) born with)|(?:i've|we've) (?:{ADVERB} "
    rf")?(?:got|had|developed|been diagnosed with|always had)|(?:i've|we've)(?=\W*$))"
)
HAVING = LazyPattern(
    rf"(?P<verb>{HAVE})(?: (?:both|just|only|this|these|the|such))?(?: (?:(?!\b(?:with|who|whose|that|he|she|they|"
    rf"his|her|their|used|not|no|never|but|is|are|whom)\b)[\w ',&-]){{1,80}}?(?:,|\band|\bplus|\band also|\bas well "
    rf"as))?\W*$",
    re.IGNORECASE,
)
WITH = LazyPattern(
    r"(?:^|[,;]\s*|\b(?:as|i'm|i am|im) (?:someone|somebody|(?:a|the) (?:person|man|woman|guy|girl|mom|dad|student|"
    r"one)|one of those people) )with$|^(?:got|have|having)$|(?:^|[\s,;])(?:because of|due to|given|despite|owing "
    r"to|thanks to|diagnosed with)$|^diagnosed with$",
    re.IGNORECASE,
)
A_WITH = LazyPattern(r"\b(?:i'm|i am|im) an? (?:[a-z-]+ ){1,3}with$", re.IGNORECASE)  # "I'm a baker with a …"
VOUCHED_FOR = LazyPattern(
    rf"\b(?:{DOCTORS})[a-z' ]{{0,20}}(?:confirmed|found|showed|revealed|established|diagnosed)$", re.IGNORECASE
)
NOW_ALONE = LazyPattern(
    r"\W*$|\s*[!,;:(—-]|\s+(?:(?:over |right )?here|so|please|pls|and|but|since|btw|fyi|too|alert|to)\b", re.IGNORECASE
)
SAYS_MORE = LazyPattern(
    r"[^,;:!?]*\b(?:is|are|was|were|can|could|may|might|will|affects?|runs?|makes?|seems?)\b", re.IGNORECASE
)
ENDS = LazyPattern(
    r"\b(?:outgr[eo]w\w*|(?:g[eo]t(?:ten)?|am|'m|been) (?:over|rid of)|grew out of|overc[oa]me|beat(?:en)?|lost|"
    r"cured|conquered|defeated|shook(?: off)?|recovered from|free of|without|(?<!ve )had|used to have|doubt|"
    r"imagined|faked?)(?: of)?(?: \w+ly)?$",
    re.IGNORECASE,
)
ENDED = LazyPattern(
    r"^[^,;:]{0,40}?\b(?:gone|went away|go away|disappeared|vanished|cleared up|clear up|passed|over(?! here)|thing "
    r"of the past|history|cured|resolved|faded|ended|in the past|went|stopped|outgrown|got better)\b",
    re.IGNORECASE,
)
FORMER = LazyPattern(r"\b(?:former|childhood)\b", re.IGNORECASE)
BEFORE_NUMBER = LazyPattern(r"(?:\b(?:a|couple|lot|of|few|the|these|this|following|\d+)\b\s*)*$", re.IGNORECASE)
DENIED = LazyPattern(r"\b(?:no|not|isn't)$", re.IGNORECASE)
NEGATED = LazyPattern(r"\b(?:not|never|no|hardly|neither|nor|without)\b|n't\b", re.IGNORECASE)
I_HAVE = LazyPattern(r" (?:that )?(?:i|we) have (?:is|are):? (?:to )?(?P<rest>[^\n]{2,240})", re.IGNORECASE)


# "it's for a nut allergy I've had for years", "when you have a wheat allergy like I do"
I_HAVE_IT = LazyPattern(
    r" (?:(?:that |which )?(?:i have|i've (?:had|got)|i suffer from|i live with|of mine)|like (?:i do|me|mine))\b",
    re.IGNORECASE,
)
LISTED = LazyPattern(r"\s*(?::|,? (?:namely|specifically):?|\(|—|–)\s*(?P<rest>[^\n]{2,240})", re.IGNORECASE)
NAMED_AFTER = LazyPattern(r"(?:,?| is| are) to:? (?P<rest>[^\n]{2,240})", re.IGNORECASE)


def of_noun(left: str, right: str, mark: str, *, is_many: bool) -> list[str]:
    """Return the speaker's allergens around the noun "allergy": before it, after "to", or after a colon."""
    if (listed := I_HAVE.match(right)) and "?" not in mark:
        return read_items(listed["rest"])
    start, stop = _begin_noun(left, is_many=is_many)
    if I_HAVE_IT.match(right) and stop in ("a", "an", "the") and is_asserted("", right, mark):
        return _items_before_noun(left[start:])
    if not _is_own(left[:start], left[start:], stop, right, mark):
        return []
    if to := NAMED_AFTER.match(right):
        return read_items(to["rest"], is_subject=True)
    items = _items_before_noun(left[start:] if start else without_capital(left))
    if not items and (
        listed := LISTED.match(right) or (NUMBER.match(stop) and re.match(r",\s*(?P<rest>.{2,240})", right))
    ):
        return read_items(listed["rest"])
    return items


def _begin_noun(left: str, *, is_many: bool) -> tuple[int, str]:
    """Return the start of the allergen's words, and the word before them: "a", "my", "have"."""
    start = len(left)
    for word in reversed(list(WORD.finditer(left))):
        is_joint = word[0] == "," or word[0].lower() in ("and", "or", "&")
        if (STOP.match(word[0]) and not is_joint) or (word[0] == "," and not is_many):
            return start, word[0].lower()
        start = word.start()
        if len(left) - start > 80:
            break
    return start, ""


def _is_own(before: str, named: str, stop: str, right: str, mark: str) -> bool:
    """Return whether an allergy is the speaker's, holds now, and is said as true."""
    before = before.rstrip()
    if stop in ("my", "our"):
        return _is_mine_still(before[: -len(stop)].rstrip(), named, right, mark)
    if stop in ("no", "any", "zero", "his", "her", "their", "your") or FORMER.search(named):
        return False
    if NUMBER.match(stop):
        before = BEFORE_NUMBER.sub("", before[: -len(stop)]).rstrip()
    if having := HAVING.search(before):
        return is_asserted(before[: having.start()], right, mark)
    if not before or ALONE.match(f"{before} "):
        says_more = SAYS_MORE.match(right) or ENDED.match(right)
        return bool(NOW_ALONE.match(right)) and not says_more and "?" not in mark
    if person := A_WITH.search(before):
        return bool(NOW_ALONE.match(right)) and is_asserted(before[: person.start()], right, mark)
    person = WITH.search(before)
    return bool(person and is_asserted(before[: person.start()], right, mark)) or bool(VOUCHED_FOR.search(before))


def _is_mine_still(before: str, named: str, right: str, mark: str) -> bool:
    """Return whether "my allergy" is mine, not my son's, and neither what precedes nor what follows ends it."""
    ended = ENDS.search(before)
    is_over = (ENDED.match(right) and not NEGATED.search(right[:40])) or (
        ended and not NEGATED.search(before[: ended.start()][-20:])
    )
    is_denied = NO_MORE.search(before) or DENIED.search(before) or OF_OTHERS.search(named)
    return not is_over and not is_denied and is_asserted(before, right, mark)


def _items_before_noun(named: str) -> list[str]:
    parts = [BEFORE_ITEM.sub("", f"{part.strip()} ").strip() for part in NEXT_ITEM.split(named)]
    if any(OF_OTHERS.search(part) or PHRASE.search(part) for part in parts):
        return []
    return [part for part in parts if part and is_allergen(part)]
