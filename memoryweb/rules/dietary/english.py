"""Allergies and diets in English."""

import re
from collections.abc import Iterator

from memoryweb.rules.dietary.english_words import (
    ABSTRACT,
    CLAUSE_STARTS,
    DEGREES,
    DIETS,
    DOUBTS,
    LIST_ENDS,
    NO_ALLERGENS,
    OTHERS,
    RESERVED,
    SUBSTANCES,
    SUITS_A_DIET,
    TIMES_OF_A_DIET,
)
from memoryweb.rules.lazy_pattern import LazyPattern

SENTENCE_END = LazyPattern(r"[.!?\n]+(?=\s|$)")
ALLERGIC = r"al{1,2}er?gic"
ALLERGY = LazyPattern(r"\bal{1,2}er?g(?:ic|y|ies|en|ens)\b|\bintoleran\w+", re.IGNORECASE)
NAMED = r"(?:my|our) [a-z][a-z' -]{0,30}?"
BOTH_OF_US = rf"(?:{NAMED} and (?:i|me|myself)|(?:i|me|myself) and {NAMED}|[a-z]+ and i|we|both of us|all of us)"
ADVERB = rf"(?:(?!{RESERVED})[a-z]+ly|very|so|quite|rather|"
ADVERB += r"super|also|still|always|both|all|just|too|somewhat|a bit|a little|now|fully|100%)"
ADVERBS = rf"(?:{ADVERB} ){{0,3}}"
I_AM = (
    r"(?:(?:i'm|im|i am|i(?:'ve| have)(?: always)? been|i've become|i have become|i became|i turned out to be|"
    r"(?:the )?user (?:is|has been))"
    rf"|{BOTH_OF_US}(?:'re| are|'ve been| have been))"
)
A_DEGREE = rf"(?:{DEGREES} (?:and )?){{0,3}}"
I_HAVE = (
    r"(?:(?:i|we|(?:the )?user)(?:'ve| also| both| all| do| still)? (?:have|has|got|have got|suffer from|suffers from|"
    r"live with|developed|have developed|have had|had since childhood)"
    r"|i've (?:got|had|developed|always had)|my|(?:^|as someone |i'm someone |diagnosed )with|due to|because of|"
    r"given|despite)"
)

# "I'm lactose intolerant and", but nobody else's and nothing denied
AND = r"(?:(?:(?!\b(?:not|no|never|who|whose|if|he|she|they)\b)[a-z' -]){2,50}?,? (?:and|but) )?"
BEING = LazyPattern(
    rf"\b(?P<subject>{I_AM}) {AND}{ADVERBS}(?P<not>not )?{ADVERBS}{ALLERGIC} to (?P<rest>[^\n]{{2,240}})", re.IGNORECASE
)
BARE = LazyPattern(
    rf"^\W*(?:(?:as|being|since|because)? ?(?:someone|somebody|a person)?(?: who(?:'s|"
    rf" is))? ?)?{ADVERBS}{ALLERGIC} to:? "
    rf"(?P<rest>[^\n]{{2,240}})",
    re.IGNORECASE,
)
WHAT_I_AM = LazyPattern(
    rf"\b(?:things?|foods?|what) (?:that )?{I_AM} {ADVERBS}{ALLERGIC} to (?:are|is|include):? (?P<rest>[^\n]{{2,240}})",
    re.IGNORECASE,
)
# What stands before "I'm allergic": "Peanuts: I'm allergic", "Please don't suggest shrimp, I'm allergic to it"
NAMED_BEFORE = LazyPattern(
    rf"^(?P<rest>[^\n]{{2,160}}?)(?:\s*[,:;—–]|\s+-|\s+(?:because|since|as|cause|cuz))\s*{I_AM} {ADVERBS}{ALLERGIC}"
    r"(?: to (?:it|them|those|these|that|both(?: of them)?|all of (?:it|them)))?\W*$",
    re.IGNORECASE,
)
AVOIDING = LazyPattern(
    r"^\W*(?:(?:please|pls|so|also|and|remember|note|sorry)\b\W*)*"
    r"(?:(?:(?:don't|do not|dont|never|can you not|i'd rather you (?:didn't|don't))(?: ever)? (?:suggest|recommend|add|"
    r"use|include|put|give(?: me)?|offer(?: me)?|serve(?: me)?|order|bring|buy|cook|make|get(?: me)?|feed(?: me)?|want)"
    r"|no(?: more)?|avoid|skip|leave out|hold|without|nothing with"
    r"|(?:i|we) (?:can't|cannot|can not|don't|do not|must not|mustn't|shouldn't|never|have to|must|should|need to)"
    r"(?: (?:eat|have|touch|drink|do|take|wear|use|avoid|skip|tolerate|be near|go near))|(?:i|we) (?:avoid|skip)) )",
    re.IGNORECASE,
)
FOR_ME = LazyPattern(
    r" (?:for me|to me|(?:in|on|with) (?:my|the|our|any) [a-z ]{2,20}|at all|again|anymore)$", re.IGNORECASE
)
ONLY_TO = LazyPattern(r"\b(?:only|but|just|rather)(?: allergic)? to (?P<rest>[^\n]{2,240})", re.IGNORECASE)
ALLERGY_TO = LazyPattern(
    rf"(?:\b{I_HAVE}\b|^\W*)\s*(?:an?|the|this|one|two|three)?\s*{A_DEGREE}"
    rf"al{{1,2}}erg(?:y|ies)(?:,? (?:namely|specifically)|,)? to (?P<rest>[^\n]{{2,240}})",
    re.IGNORECASE,
)
OF_ALLERGY = LazyPattern(
    rf"(?:\b{I_HAVE} |^\W*)(?!no\b|zero\b|nobody)(?P<of>[a-z][a-z ',&/-]{{1,80}}) al{{1,2}}erg(?:y|ies)\b"
    r"(?![ -](?:to|friendly|season|test\w*|free|doctor|clinic|warning|label\w*|shots?|pills?|meds?|research|card|"
    r"info)\b)",
    re.IGNORECASE,
)
LABELED = LazyPattern(
    r"^\W*(?:my |our |known |food |drug |medication |medicine |main |current |only |one |two |three |four )*"
    r"al{1,2}erg(?:y|ies|ens?)(?: list| info)?(?: to (?:note|remember|know(?: about)?|consider))?\s*"
    r"(?:[:=：]|\binclude\b:?|\b(?:are|is)\b:?"
    r"(?! (?:empty|blank|fine|short|long|bad|terrible|awful|horrible|worse|acting|killing|so|really|getting|gone|"
    r"under|back|the|mild|severe|"
    r"annoying|not|no|seasonal|a)\b))\s*(?P<rest>[^\n]{2,240})",
    re.IGNORECASE,
)
ENDED = LazyPattern(
    r"\b(?:gone|went away|disappeared|outgr[eo]wn?|g[eo]t(?:ten)? over|grew out|cured|no longer|not any ?more|anymore|"
    r"used to|vanished|"
    r"cleared up|has passed|is over)\b",
    re.IGNORECASE,
)
DOUBTED = LazyPattern(rf"\b(?:{DOUBTS})\b[^.;!?]{{0,40}}$", re.IGNORECASE)
VOUCHED = LazyPattern(
    r"\b(?:(?:doctor|doctors|doc|allergist|dermatologist|pediatrician|physician|nurse|tests?|results?|hospital)\b"
    r"[^.;!?]{0,20}\b(?:says?|said|confirmed|told me|found|found out|showed?|shows|established)|i(?:'ve|"
    r" have)?(?: already)? "
    r"(?:said|mentioned|told (?:you|them|him|her|the \w+))|(?:if|in case) you[^.;!?]{0,30},)(?: that)?\W*$",
    re.IGNORECASE,
)
OF_OTHERS = LazyPattern(rf"\b(?:{OTHERS})\b|\b(?!cow's|goat's|sheep's|baker's|brewer's|hen's)[a-z]+'s\b", re.IGNORECASE)
PHRASE = LazyPattern(r"\b(?:who|whose|with|about|for|from|on|at|to|in|read|studied|research\w*|heard|seen|been)\b")

# A list of allergens
LIST_END = LazyPattern(rf"[.;:!?()\n—–]|\s-+\s|\b(?:{LIST_ENDS})\b", re.IGNORECASE)
NEXT_ITEM = LazyPattern(
    r",\s*(?:and |or |& |plus |then )?|\s+(?:and|or|plus|as well as|along with|&|\+)\s+|\s*[&/+]\s*", re.IGNORECASE
)
BEFORE_ITEM = LazyPattern(
    rf"^(?:\W|(?:to|both|the|an?|any|all|every|also|even|my|our|(?:all )?(?:kinds?|types?|sorts?) of|"
    rf"(?:things?|stuff|foods?|products?) (?:like|such as)|{DEGREES})\s)+",
    re.IGNORECASE,
)
AND_A = LazyPattern(r"(?:,|\band\b)\s+an?\s+", re.IGNORECASE)
LIKE_THINGS = LazyPattern(r"^\W*(?:things?|stuff|foods?|products?) (?:like|such as) ", re.IGNORECASE)
CLAUSE_START = LazyPattern(rf"(?:{CLAUSE_STARTS}|(?:my|our) (?:{OTHERS}))\b", re.IGNORECASE)
NO_ALLERGEN = LazyPattern(
    rf"(?:{NO_ALLERGENS})$|(?:your|his|her|their|people|everything|anything|something)\b", re.IGNORECASE
)
ABSTRACT_ENDING = LazyPattern(rf"(?!(?:[\w-]+ )*(?:{SUBSTANCES})$)[\w -]*(?:{ABSTRACT})$", re.IGNORECASE)
ITEM_WORDS_MAX = 5

# A diet
DIET = r"(?P<diet>" + "|".join(f"(?P<{value}>{words})" for value, words in DIETS.items()) + ")"
A_KIND_OF = (
    r"(?:an? |the )?(?:(?:strict|strictly|lifelong|life-long|committed|devout|proud|practicing|practising|ethical|full|"
    r"full-time|"
    r"hardcore|dedicated|happy|raw|longtime|long-time|observant|lacto-ovo|ovo-lacto|lacto|very strict) ){0,2}"
)
AFTER_DIET = (
    r"(?=\s*(?:$|[.,;:!?()—–\n]|\s-\s|(?:and|but|so|because|since|for|by|btw|now|too|as|though|although|lol|haha|here|"
    r"myself|who|which|also|if|thanks|please|ever|today|diet|diets|only|mostly|mainly|purely|partly|out of|due|"
    r"lifestyle|household|family|couple|person|eater|all|"
    r"after|again|except|these|when|on|in|at|during|until|most|at)\b))"
)
IS_DIET = LazyPattern(
    rf"\b(?P<subject>{I_AM}|i (?:went|turned)|i've (?:gone|turned|always been)|i have (?:gone|always been)|"
    rf"i identify as|i consider myself|i(?:'d| would)? describe myself as|my diet is|"
    rf"(?:the )?user (?:went|became)) {ADVERBS}{A_KIND_OF}{DIET}{AFTER_DIET}(?P<rest>[^.!?\n]{{0,80}})",
    re.IGNORECASE,
)
EATS_DIET = LazyPattern(
    rf"\b(?:i|we|i've|i have|{BOTH_OF_US}|(?:the )?user) (?:(?:only|strictly|always|exclusively|just|both|all|now|"
    rf"also) ){{0,2}}"
    rf"(?:(?:eats?|been eating) (?:only |strictly |exclusively )?{A_KIND_OF}{DIET}(?: (?:food|foods|meals|meat|"
    rf"products|"
    r"dishes|cuisine))?|(?:keeps?) (?:strictly |strict |an? )?(?P<kept>kosher|halal)(?: (?:at home|home|house|"
    r"household|kitchen))?"
    r")(?P<end>" + AFTER_DIET + r")(?P<rest>[^.!?\n]{0,80})",
    re.IGNORECASE,
)
FOLLOWS_DIET = LazyPattern(
    rf"\b(?:i'm|im|i am|i|we|we're|i've|i have|{BOTH_OF_US}|(?:the )?user(?: is)?) "
    r"(?:(?:now|currently|still|strictly|always|all|both|been) ){0,2}"
    r"(?:on|follow|follows|following|observe|observes|keep to|stick to|maintain|maintains|adhere to|live on|have|"
    rf"switched to|moved to|adopted|changed to|committed to|doing|do) {A_KIND_OF}{DIET}"
    rf"(?: (?:diet|lifestyle|way of (?:eating|life)|eating plan)|(?<=keto){AFTER_DIET}|"
    rf"(?<=paleo){AFTER_DIET})(?P<rest>[^.!?\n]{{0,80}})",
    re.IGNORECASE,
)
BARE_DIET = LazyPattern(
    rf"^\W*(?:diet\s*[:=]\s*|(?:as|being|since|because) )?{ADVERBS}{A_KIND_OF}{DIET}"
    rf"(?= here\b| since\b| for (?:\w+ )?years\b| now\b|,|\W*$| diet\W*$)(?P<rest>[^.!?\n]{{0,80}})",
    re.IGNORECASE,
)
LIMITED = LazyPattern(
    r"\W*(?:(?:but|except|though|although)\b(?!.{0,40}\b(?:don't|do not|can't|cannot|never)\b).{0,60}"
    r"\b(?:eats?|fish|meat|eggs?|cheese|dairy|cheat|quit|stopped|sometimes|honey|chicken|bacon)\b"
    r"|and .{0,20}\bquit\b|-ish|(?:\w+ )?(?:except|unless)\b)",
    re.IGNORECASE,
)
SOMETIMES = LazyPattern(rf"\W*(?:{TIMES_OF_A_DIET})\b", re.IGNORECASE)
BEGAN = LazyPattern(r"\b(?:went|turned|gone|became|become|switched|moved|changed|adopted)\b", re.IGNORECASE)
NO_OWN_DIET = LazyPattern(
    rf"\b(?:not|isn't|no longer|neither|never been|used to|stopped|quit|gave up|anymore|was|were|wish|thinking|trying|"
    rf"considering|might|may|{OTHERS}|if|whether|{SUITS_A_DIET})\b|n't be\b|\?\s*$|\b[a-z]+'s\b(?<!it's)(?<!user's)",
    re.IGNORECASE,
)


def find_allergens(text: str) -> Iterator[str]:
    for sentence in SENTENCE_END.split(text):
        yield from _allergens_of(sentence)


def _allergens_of(sentence: str) -> Iterator[str]:
    if not ALLERGY.search(sentence) or ENDED.search(sentence):
        return
    if match := LABELED.match(sentence) or WHAT_I_AM.search(sentence):
        yield from _items(match["rest"])
        return
    if match := NAMED_BEFORE.match(sentence):
        yield from _items_before(match["rest"])
        return
    if match := BARE.match(sentence):
        yield from _items(match["rest"])
        return
    for match in BEING.finditer(sentence):
        if _is_doubted(sentence[: match.start()]):
            continue
        if not match["not"]:
            yield from _items(match["rest"])
        elif only := ONLY_TO.search(match["rest"]):
            yield from _items(only["rest"])
    for match in ALLERGY_TO.finditer(sentence):
        if not _is_doubted(sentence[: match.start()]):
            yield from _items(match["rest"])
    if (match := OF_ALLERGY.search(sentence)) and not _is_doubted(sentence[: match.start()]):
        yield from _items_before_allergy(match["of"])


def _is_doubted(before: str) -> bool:
    """Return whether what stands before "I'm allergic" makes it a guess, a wish or somebody's opinion."""
    return bool(DOUBTED.search(before)) and not VOUCHED.search(before)


def _items_before_allergy(of: str) -> list[str]:
    """Return "cat" and "dust" for "a cat allergy and a dust": the words before each "allergy"."""
    each = (AND_A.split(part)[-1] for part in re.split(r"\bal{1,2}erg(?:y|ies)\b", of))
    parts = [part for several in each for part in NEXT_ITEM.split(several)]
    items = [BEFORE_ITEM.sub("", f"{part.strip()} ").strip() for part in parts]
    if any(OF_OTHERS.search(item) or PHRASE.search(item.lower()) or CLAUSE_START.match(item) for item in items):
        return []
    return [item for item in items if item and _is_allergen(item)]


def _items_before(text: str) -> list[str]:
    """Return the items of what is avoided or merely named before "I'm allergic"."""
    named = FOR_ME.sub("", AVOIDING.sub("", text, count=1).strip(" ,:;"))
    named = named[:1].lower() + named[1:] if named[1:2].islower() else named
    return list(find_items(named)) if not OF_OTHERS.search(named) and not PHRASE.search(named.lower()) else []


def _items(rest: str) -> list[str]:
    """Return the items of the list that a text begins with."""
    rest = LIKE_THINGS.sub("", rest)
    if rest.lower().startswith("either "):
        return []
    end = LIST_END.search(rest)
    items = []
    for part in NEXT_ITEM.split(rest[: end.start()] if end else rest):
        item = BEFORE_ITEM.sub("", f"{part.strip()} ").strip(" ,'\"*_`“”")
        if not item:
            continue
        if CLAUSE_START.match(part.strip()) or CLAUSE_START.match(item) or len(item.split()) > ITEM_WORDS_MAX:
            break
        if _is_allergen(item):
            items.append(item)
    return items


def _is_allergen(item: str) -> bool:
    return not NO_ALLERGEN.match(item) and not ABSTRACT_ENDING.match(item)


def find_items(text: str) -> tuple[str, ...]:
    items = _items(text.strip(" .")) if not LIST_END.search(text.strip(" .")) else []
    return tuple(items) if items and sum(len(item.split()) for item in items) <= len(items) * 3 else ()


def find_diet(text: str) -> str:
    for sentence in re.split(r"(?<=[.!?\n])\s*", text):
        for pattern in (BARE_DIET, IS_DIET, EATS_DIET, FOLLOWS_DIET):
            for match in pattern.finditer(sentence):
                if not _is_doubted(sentence[: match.start()]) and not _is_unsure(match):
                    return _diet_of(match)
    return ""


def _is_unsure(match: re.Match[str]) -> bool:
    """Return whether the words after a diet limit it. A time that tells since when does not: went vegan in May."""
    rest = match["rest"]
    return bool(LIMITED.match(rest)) or (bool(SOMETIMES.match(rest)) and not BEGAN.search(match[0]))


def _diet_of(match: re.Match[str]) -> str:
    groups = match.groupdict()
    return str(groups.get("kept") or "").lower() or next(value.replace("_", "-") for value in DIETS if groups[value])
