"""Allergies in English: each mention is read with its subject, its verb, what it names, and whether it holds now."""

import re
from collections.abc import Iterator

from memoryweb.language.dietary.asserted import QUOTED, is_asserted
from memoryweb.language.dietary.english_items import find_items, read_items
from memoryweb.language.dietary.english_noun import ALLERGY_NOUN, of_noun
from memoryweb.language.dietary.english_speaker import (
    ADVERB,
    ADVERBS,
    ALONE,
    I_AM,
    NO_MORE,
    OF_OTHERS,
    PHRASE,
    without_capital,
)
from memoryweb.language.lazy_pattern import LazyPattern

SENTENCE = LazyPattern(r"(?P<said>[^\n]+?)(?P<mark>[.!?]+(?=\s|$)|(?=\n|$))")
ALLERGIC = r"(?:al{1,2}er?gic|anaphyla[ck]tic)"
ALLERGY = LazyPattern(r"\bal{1,2}er?g(?:ic|y|ies|en|ens)\b|\banaphyla[ck]tic\b|\bintoleran\w+", re.IGNORECASE)

BESIDES = r"(?:(?!\b(?:not|no|never|who|whose|if|he|she|they|with|used|anything|far)\b)[\w' -]){1,60}?"
IS_ALLERGIC = LazyPattern(
    rf"\b(?P<subject>{I_AM}),? (?:{BESIDES},? (?:and|but) |(?:{BESIDES}, ){{1,2}}(?:and )?)?{ADVERBS}(?:not (?:only|"
    rf"just) )?(?P<not>not )?{ADVERBS}$|(?P<am>(?:^|\b(?:i|me)\b[^.;!?]{{1,60}} )(?:and|but) (?:i )?am) "
    rf"{ADVERBS}(?P<isnt>not )?{ADVERBS}$"
    r"|(?P<one>\bi'?\s?a?m (?:someone|somebody|an?|the|one of)(?: (?!\b(?:with|for|of|to|not)\b)[\w-]+){0,4} "
    rf"(?:who|that)(?:'s| is| are| am)) {ADVERBS}$"
    r"|(?P<me>\b(?:me|myself|i) \()$",
    re.IGNORECASE,
)
TO = LazyPattern(r",?(?: [a-z]+ly,| not (?:only|just))? (?:to|2|against):? (?P<rest>[^\n]{2,240})", re.IGNORECASE)
TO_IT = LazyPattern(
    r"(?: to (?:it|them|those|these|that|this|both(?: of them)?|all (?:\w+ )?(?:of )?(?:it|them)?))?\s*(?:[\W_]*$|"
    r"[,;—–])",
    re.IGNORECASE,
)
IS_WHAT = LazyPattern(r"(?P<what>\b(?:things?|foods?|what|everything) (?:that )?)$", re.IGNORECASE)
# "it's only horses I'm allergic to"
CLEFT = LazyPattern(
    r"\bit(?:'s| is) (?:(?:only|just|mainly|really) )?(?!not\b)(?P<rest>[^,;:]{2,60}?)(?: that)?\s*$", re.IGNORECASE
)
TO_END = LazyPattern(r" to\W*$", re.IGNORECASE)
# "Ragweed and birch are the two things I'm allergic to"
ARE_WHAT = LazyPattern(
    r"^\W*(?P<rest>[^,;:]{2,80}?) (?:is|are) (?:(?:the|about|pretty|much|only|one|two|three|few|main|all) "
    r"){0,4}(?:things?|foods?|stuff|what|ones?|everything)(?: that| which)?\W*$",
    re.IGNORECASE,
)
TO_IS = LazyPattern(r"\W*to (?:are|is|includes?|would be|being):? (?P<rest>[^\n]{2,240})", re.IGNORECASE)
ONLY_TO = LazyPattern(r"\b(?:only|but|just|rather|instead)(?: allergic)? to (?P<rest>[^\n]{2,240})", re.IGNORECASE)
NOW_TO = LazyPattern(
    rf"\b(?:but|now|and)[, ]+(?:(?:i'm|i am|now|only|just|still|{ADVERB}) ){{1,3}}(?:allergic )?to "
    rf"(?P<rest>[^\n]{{2,240}})",
    re.IGNORECASE,
)
AFTER_FIRST = LazyPattern(r"[,;]|\bbut\b", re.IGNORECASE)
# What stands before "I'm allergic": "Peanuts: I'm allergic", "Please don't suggest shrimp, I'm allergic to it"
NAMED_BEFORE = LazyPattern(
    r"^(?P<rest>[^\n]{2,160}?)(?:\s*[,:;—–]|\s+-|(?:,|\s)+(?:because|since|as|cause|cuz|but|even though|although|"
    r"though))\s*$",
    re.IGNORECASE,
)
AVOIDING = LazyPattern(
    r"^\W*(?:(?:please|pls|so|also|and|remember|note|sorry)\b\W*)*(?:(?:(?:don't|do not|dont|never|can you not|i'd "
    r"rather you (?:didn't|don't))(?: ever)? (?:suggest|recommend|add|use|include|put|give(?: me)?|offer(?: me)?|"
    r"serve(?: me)?|order|bring|buy|cook|make|get(?: me)?|feed(?: me)?|want)|no(?: more)?|avoid|skip|leave out|hold|"
    r"without|nothing with|stay away from|keep me away from|[^,;:]{0,40}?\bwithout|(?:i|we) (?:can't|cannot|can not|"
    r"don't|do not|must not|mustn't|shouldn't|never|have to|must|should|need to)(?: (?:eat|have|touch|drink|do|take|"
    r"wear|use|avoid|skip|tolerate|be near|go near|stay away from))|(?:i|we)(?:'d| would)? (?:love|like|want|adore|"
    r"enjoy|miss|have|own|crave)(?: to (?:have|own|get|eat|keep))?|(?:i|we) (?:avoid|skip|stay away from|steer "
    r"clear of|stay clear of)|(?:i|we) (?:always )?(?:break out|swell up|swell|itch|sneeze|get (?:hives|a rash|"
    r"itchy|rashes))[^,;:]{0,20}? (?:from|with|after|around)) )",
    re.IGNORECASE,
)
LONE = LazyPattern(rf"{I_AM} {ADVERBS}{ALLERGIC}(?: to (?:it|them|those))?$", re.IGNORECASE)
FOR_ME = LazyPattern(
    r"(?:,? (?:for me|to me|(?:in|on|with) (?:my|the|our|any|anything) ?[a-z ]{0,20}|at all|again|anymore|please|"
    r"pls))+$",
    re.IGNORECASE,
)

LABELED = LazyPattern(
    r"^\W*(?:my |our |known |food |drug |medication |medicine |main |current |only |one |two |three |four "
    r")*al{1,2}erg(?:y|ies|ens?)(?: list| info)?(?: to (?:note|remember|know(?: about)?|consider))?\s*(?:[:=：]|-\s|"
    r"\binclude\b:?|\b(?:are|is)\b:?(?! (?:empty|blank|fine|short|long|bad|terrible|awful|horrible|worse|acting|"
    r"killing|so|really|getting|gone|under|back|the|mild|severe|over|cured|pretty|quite|very|on|common|rare|no "
    r"longer|annoying|not|no|seasonal|a)\b))\s*(?:to )?(?P<rest>[^\n]{2,240})",
    re.IGNORECASE,
)


def find_allergens(text: str) -> Iterator[str]:
    text = QUOTED.sub(lambda match: " " * len(match[0]), text)
    before = ""
    for sentence in SENTENCE.finditer(text):
        said = sentence["said"].strip()
        if ALLERGY.search(said):
            named = before if LONE.match(said) and AVOIDING.match(before) else ""  # "No nuts! I'm allergic"
            yield from _allergens_of(f"{named}: {said}" if named else said, sentence["mark"])
        before = said


def _allergens_of(sentence: str, mark: str) -> Iterator[str]:
    if match := LABELED.match(sentence):
        if "?" not in mark:
            yield from read_items(match["rest"])
        return
    for match in re.finditer(rf"\b{ALLERGIC}\b", sentence, re.IGNORECASE):
        yield from _of_adjective(sentence[: match.start()], sentence[match.end() :], mark)
    for match in ALLERGY_NOUN.finditer(sentence):
        yield from of_noun(sentence[: match.start()], sentence[match.end() :], mark, is_many=bool(match["many"]))


def _of_adjective(left: str, right: str, mark: str) -> list[str]:
    """Return the speaker's allergens around the word "allergic"."""
    if found := IS_ALLERGIC.search(left):
        before, negated = left[: found.start()], bool(found["not"] or found["isnt"])
    elif ALONE.match(left) and TO.match(right):
        before, negated = "", False
    elif now := NOW_TO.search(right):
        return read_items(now["rest"]) if re.search(r"\b(?:i|we)\b", left, re.IGNORECASE) else []
    else:
        return []
    if (cleft := CLEFT.search(before)) and TO_END.match(right):
        return [] if negated or OF_OTHERS.search(cleft["rest"]) else read_items(cleft["rest"])
    if (named := ARE_WHAT.match(before)) and TO_END.match(right):
        return [] if negated or OF_OTHERS.search(named["rest"]) else read_items(without_capital(named["rest"]))
    if what := IS_WHAT.search(before):
        before, named = before[: what.start()], TO_IS.match(right)
    else:
        named = TO.match(right)
        if negated or (named and NO_MORE.search(AFTER_FIRST.split(named["rest"])[0])):
            named = ONLY_TO.search(right)
        elif TO_IT.match(right):
            return _items_before(before) if is_asserted(before, right, mark) else []
    return read_items(named["rest"]) if named and is_asserted(before, right, mark) else []


def _items_before(text: str) -> list[str]:
    """Return the items of what is avoided or merely named before "I'm allergic"."""
    before = NAMED_BEFORE.match(text)
    named = FOR_ME.sub("", AVOIDING.sub("", before["rest"], count=1).strip(" ,:;")) if before else ""
    return list(find_items(without_capital(named))) if not OF_OTHERS.search(named) and not PHRASE.search(named) else []
