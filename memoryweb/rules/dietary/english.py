"""Allergies in English: each mention is read with its subject, its verb, what it names, and whether it holds now."""

import re
from collections.abc import Iterator

from memoryweb.rules.dietary.asserted import QUOTED, is_asserted
from memoryweb.rules.dietary.english_items import BEFORE_ITEM, NEXT_ITEM, SELF, find_items, is_allergen, read_items
from memoryweb.rules.dietary.english_words import DOCTORS, GREETINGS, NO_NOUN, OTHERS, RESERVED
from memoryweb.rules.lazy_pattern import LazyPattern

SENTENCE = LazyPattern(r"(?P<said>[^\n]+?)(?P<mark>[.!?]+(?=\s|$)|(?=\n|$))")
ALLERGIC = r"(?:al{1,2}er?gic|anaphyla[ck]tic)"
ALLERGY = LazyPattern(r"\bal{1,2}er?g(?:ic|y|ies|en|ens)\b|\banaphyla[ck]tic\b|\bintoleran\w+", re.IGNORECASE)

# Who, and whether it holds: "I am", not "I was"
NAMED = r"(?:my|our|the) [a-z][a-z' -]{0,30}?"
BOTH_OF_US = (
    rf"(?:{NAMED},? and (?:i|me|myself)|(?:i|me|myself) and {NAMED}|[a-z]+ and i|we|both of us|all of us"
    rf"|{NAMED},? (?:including (?:me|myself)|myself included|me included),?)"
)
I_OR_WE = rf"(?:i|(?:the )?user|{BOTH_OF_US})"
ADVERB = rf"(?:(?!{RESERVED})[a-z]+ly|very|so|quite|rather|"
ADVERB += r"super|also|still|always|both|all|just|too|somewhat|a bit|a little|now|fully|100%|seriously|badly)"
ADVERBS = rf"(?:{ADVERB},? ){{0,3}}"
I_AM = (
    r"(?:(?:i'm|im|i am|i(?:'ve| have)(?: always)? been|i've become|i have become|i became|i turned out to be|"
    r"i (?:just )?happen to be|i, [^,]{2,40}, am|(?:the )?user (?:is|has been))"
    rf"|{BOTH_OF_US}(?:'re| are| is|'ve been| have been))"
)
BESIDES = r"(?:(?!\b(?:not|no|never|who|whose|if|he|she|they|with|used|anything|far)\b)[\w' -]){1,60}?"
IS_ALLERGIC = LazyPattern(
    rf"\b(?P<subject>{I_AM}),? (?:{BESIDES},? (?:and|but) |(?:{BESIDES}, ){{1,2}}(?:and"
    rf" )?)?{ADVERBS}(?:not (?:only|just) )?(?P<not>not )?{ADVERBS}$"
    rf"|(?P<am>(?:^|\b(?:i|me)\b[^.;!?]{{1,60}} )(?:and|but) (?:i )?am) {ADVERBS}(?P<isnt>not )?{ADVERBS}$"
    r"|(?P<one>\bi'?\s?a?m (?:someone|somebody|an?|the|one of)(?: (?!\b(?:with|for|of|to|not)\b)[\w-]+){0,4} "
    rf"(?:who|that)(?:'s| is| are| am)) {ADVERBS}$"
    r"|(?P<me>\b(?:me|myself|i) \()$",
    re.IGNORECASE,
)
ALONE = LazyPattern(
    rf"^(?:\W*(?:(?:(?!(?:{OTHERS}|my|our|the|for|with|is|are|allergic)\b)[\w-]+ ?){{1,3}}, ){{1,4}}"
    r"|[^:]{0,40}\b(?:profile|memory|save|store|record|update"
    rf"|diet)\b[^:]{{0,20}}:)?\W*(?:(?:{GREETINGS}|as (?:someone|somebody|a person)(?: who(?:'s| is))?"
    rf"|being|since|because|and|but|also|(?:strict |lifelong )?(?:{SELF})(?: since \w+)?)\b\W*)*"
    rf"{ADVERBS}$",
    re.IGNORECASE,
)
TO = LazyPattern(r",?(?: [a-z]+ly,| not (?:only|just))? (?:to|2|against):? (?P<rest>[^\n]{2,240})", re.IGNORECASE)
TO_IT = LazyPattern(
    r"(?: to (?:it|them|those|these|that|this|both(?: of them)?|all (?:\w+ )?(?:of )?(?:it|them)?))?"
    r"\s*(?:[\W_]*$|[,;—–])",
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
    r"^\W*(?P<rest>[^,;:]{2,80}?) (?:is|are) (?:(?:the|about|pretty|much|only|one|two|three|few|main|all) ){0,4}"
    r"(?:things?|foods?|stuff|what|ones?|everything)(?: that| which)?\W*$",
    re.IGNORECASE,
)
TO_IS = LazyPattern(r"\W*to (?:are|is|includes?|would be|being):? (?P<rest>[^\n]{2,240})", re.IGNORECASE)
ONLY_TO = LazyPattern(r"\b(?:only|but|just|rather|instead)(?: allergic)? to (?P<rest>[^\n]{2,240})", re.IGNORECASE)
NOW_TO = LazyPattern(
    rf"\b(?:but|now|and)[, ]+(?:(?:i'm|i am|now|only|just|still|{ADVERB}) ){{1,3}}(?:allergic )?to"
    rf" (?P<rest>[^\n]{{2,240}})",
    re.IGNORECASE,
)
AFTER_FIRST = LazyPattern(r"[,;]|\bbut\b", re.IGNORECASE)
NO_MORE = LazyPattern(
    r"\b(?:no longer|not any ?more|any ?more|any longer|until i was|as a joke|just kidding|jk|to get out of)\b",
    re.IGNORECASE,
)
# What stands before "I'm allergic": "Peanuts: I'm allergic", "Please don't suggest shrimp, I'm allergic to it"
NAMED_BEFORE = LazyPattern(
    r"^(?P<rest>[^\n]{2,160}?)(?:\s*[,:;—–]|\s+-|(?:,|\s)+(?:because|since|as|cause|cuz|but|even"
    r" though|although|though))\s*$",
    re.IGNORECASE,
)
AVOIDING = LazyPattern(
    r"^\W*(?:(?:please|pls|so|also|and|remember|note|sorry)\b\W*)*"
    r"(?:(?:(?:don't|do not|dont|never|can you not|i'd rather you (?:didn't|don't))(?: ever)? (?:suggest|recommend|add|"
    r"use|include|put|give(?: me)?|offer(?: me)?|serve(?: me)?|order|bring|buy|cook|make|get(?: me)?|feed(?: me)?|want)"
    r"|no(?: more)?|avoid|skip|leave out|hold|without|nothing with|stay away from|keep me away from"
    r"|[^,;:]{0,40}?\bwithout"
    r"|(?:i|we) (?:can't|cannot|can not|don't|do not|must not|mustn't|shouldn't|never|have to|must|should|need to)"
    r"(?: (?:eat|have|touch|drink|do|take|wear|use|avoid|skip|tolerate|be near|go near|stay away from))"
    r"|(?:i|we)(?:'d| would)? (?:love|like|want|adore|enjoy|miss|have|own|crave)(?: to (?:have|own|get|eat|keep))?"
    r"|(?:i|we) (?:avoid|skip|stay away from|steer clear of|stay clear of)"
    r"|(?:i|we) (?:always )?(?:break out|swell up|swell|itch|sneeze|get (?:hives|a rash|itchy|rashes))"
    r"[^,;:]{0,20}? (?:from|with|after|around)) )",
    re.IGNORECASE,
)
LONE = LazyPattern(rf"{I_AM} {ADVERBS}{ALLERGIC}(?: to (?:it|them|those))?$", re.IGNORECASE)
FOR_ME = LazyPattern(
    r"(?:,? (?:for me|to me|(?:in|on|with) (?:my|the|our|any|anything) ?[a-z ]{0,20}|at all|again"
    r"|anymore|please|pls))+$",
    re.IGNORECASE,
)

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
    rf"\b(?:{I_OR_WE}(?:'ve|, \w+,)? (?:(?:(?:have|has)|{ADVERB}|do) ){{0,3}}(?:have|has|got|had(?<=ve"
    rf" had)(?<!we had)|suffers? from|live with|lived with|share|deal with|cope with|"
    rf"developed|been diagnosed with|was diagnosed with|am diagnosed with|got diagnosed with|(?:was|were) born with)"
    rf"|(?:i've|we've) (?:{ADVERB} )?(?:got|had|developed|been diagnosed with|always had)|(?:i've|we've)(?=\W*$))"
)
HAVING = LazyPattern(
    rf"(?P<verb>{HAVE})(?: (?:both|just|only|this|these|the|such))?"
    rf"(?: (?:(?!\b(?:with|who|whose|that|he|she|they|his|her|their|used|not|no|never|but|is|are"
    rf"|whom)\b)[\w ',&-]){{1,80}}?"
    rf"(?:,|\band|\bplus|\band also|\bas well as))?\W*$",
    re.IGNORECASE,
)
WITH = LazyPattern(
    r"(?:^|[,;]\s*|\b(?:as|i'm|i am|im) (?:someone|somebody|(?:a|the) (?:person|man|woman|guy|girl"
    r"|mom|dad|student|one)|one of those people) )"
    r"with$|^(?:got|have|having)$|(?:^|[\s,;])(?:because of|due to|given|despite|owing to|thanks to"
    r"|diagnosed with)$|^diagnosed with$",
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
    r"\b(?:outgr[eo]w\w*|(?:g[eo]t(?:ten)?|am|'m|been) (?:over|rid of)|grew out of|overc[oa]me"
    r"|beat(?:en)?|lost|cured|conquered|"
    r"defeated|shook(?: off)?|recovered from|free of|without|(?<!ve )had|used to have|doubt|imagined"
    r"|faked?)(?: of)?(?: \w+ly)?$",
    re.IGNORECASE,
)
ENDED = LazyPattern(
    r"^[^,;:]{0,40}?\b(?:gone|went away|go away|disappeared|vanished|cleared up|clear up|passed|over(?! here)"
    r"|thing of the past|history|"
    r"cured|resolved|faded|ended|in the past|went|stopped|outgrown|got better)\b",
    re.IGNORECASE,
)
FORMER = LazyPattern(r"\b(?:former|childhood)\b", re.IGNORECASE)
BEFORE_NUMBER = LazyPattern(r"(?:\b(?:a|couple|lot|of|few|the|these|this|following|\d+)\b\s*)*$", re.IGNORECASE)
DENIED = LazyPattern(r"\b(?:no|not|isn't)$", re.IGNORECASE)
NEGATED = LazyPattern(r"\b(?:not|never|no|hardly|neither|nor|without)\b|n't\b", re.IGNORECASE)
OF_OTHERS = LazyPattern(rf"\b(?:{OTHERS})\b|\b(?!cow's|goat's|sheep's|baker's|brewer's|hen's)[a-z]+'s\b", re.IGNORECASE)
PHRASE = LazyPattern(
    r"\b(?:who|whose|with|about|for|from|on|at|to|in|read|studied|research\w*|heard|seen|been)\b", re.IGNORECASE
)
I_HAVE = LazyPattern(r" (?:that )?(?:i|we) have (?:is|are):? (?:to )?(?P<rest>[^\n]{2,240})", re.IGNORECASE)
# "it's for a nut allergy I've had for years", "when you have a wheat allergy like I do"
I_HAVE_IT = LazyPattern(
    r" (?:(?:that |which )?(?:i have|i've (?:had|got)|i suffer from|i live with|of mine)|like (?:i do|me|mine))\b",
    re.IGNORECASE,
)
LISTED = LazyPattern(r"\s*(?::|,? (?:namely|specifically):?|\(|—|–)\s*(?P<rest>[^\n]{2,240})", re.IGNORECASE)
NAMED_AFTER = LazyPattern(r"(?:,?| is| are) to:? (?P<rest>[^\n]{2,240})", re.IGNORECASE)
LABELED = LazyPattern(
    r"^\W*(?:my |our |known |food |drug |medication |medicine |main |current |only |one |two |three |four )*"
    r"al{1,2}erg(?:y|ies|ens?)(?: list| info)?(?: to (?:note|remember|know(?: about)?|consider))?\s*"
    r"(?:[:=：]|-\s|\binclude\b:?|\b(?:are|is)\b:?"
    r"(?! (?:empty|blank|fine|short|long|bad|terrible|awful|horrible|worse|acting|killing|so|really|getting|gone|"
    r"under|back|the|mild|severe|over|cured|pretty|quite|very|on|common|rare|no longer|"
    r"annoying|not|no|seasonal|a)\b))\s*(?:to )?(?P<rest>[^\n]{2,240})",
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
        yield from _of_noun(sentence[: match.start()], sentence[match.end() :], mark, is_many=bool(match["many"]))


def _of_adjective(left: str, right: str, mark: str) -> list[str]:
    """Return what the speaker is "allergic" to, by what stands to the left and the right of that word."""
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
        return [] if negated or OF_OTHERS.search(named["rest"]) else read_items(_small(named["rest"]))
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
    return list(find_items(_small(named))) if not OF_OTHERS.search(named) and not PHRASE.search(named) else []


def _small(text: str) -> str:
    """Return a text without the capital that a sentence begins with."""
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def _of_noun(left: str, right: str, mark: str, *, is_many: bool) -> list[str]:
    """Return what the speaker has an "allergy" to: before the word, "to" something, or after a colon."""
    if (listed := I_HAVE.match(right)) and "?" not in mark:
        return read_items(listed["rest"])
    start, stop = _begin_noun(left, is_many=is_many)
    if I_HAVE_IT.match(right) and stop in ("a", "an", "the") and is_asserted("", right, mark):
        return _items_before_noun(left[start:])
    if not _is_own(left[:start], left[start:], stop, right, mark):
        return []
    if to := NAMED_AFTER.match(right):
        return read_items(to["rest"], is_subject=True)
    items = _items_before_noun(left[start:] if start else _small(left))
    if not items and (
        listed := LISTED.match(right) or (NUMBER.match(stop) and re.match(r",\s*(?P<rest>.{2,240})", right))
    ):
        return read_items(listed["rest"])
    return items


def _begin_noun(left: str, *, is_many: bool) -> tuple[int, str]:
    """Return where the words that name it begin, and the word before them: "a", "my", "have"."""
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
