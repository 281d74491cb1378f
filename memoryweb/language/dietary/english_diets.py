"""Diets in English: each mention of a diet is read with its subject, its verb, and whether it holds always and now."""

import re

from memoryweb.language.dietary.asserted import QUOTED, is_asserted
from memoryweb.language.dietary.english import SENTENCE
from memoryweb.language.dietary.english_speaker import ADVERB, I_AM, I_OR_WE
from memoryweb.language.dietary.english_words import (
    AFTER_DIET,
    DIETS,
    GREETINGS,
    NOT_QUITE,
    OTHERS,
    RESERVED,
    SUITS_A_DIET,
    TIMES_OF_A_DIET,
)
from memoryweb.language.lazy_pattern import LazyPattern

DIET = r"(?P<diet>" + "|".join(f"(?P<{value}>{words})" for value, words in DIETS.items()) + ")"
MENTION = LazyPattern(
    rf"(?<![\w'])(?:raw[ -]|(?:lacto|ovo)[ -]){{0,2}}{DIET}(?![\w'])(?!-(?!based|free))", re.IGNORECASE
)
ADVERBS = rf"(?:{ADVERB} ){{0,3}}"
# "I'm a nurse and a", "I am 30,": what else one is
BESIDES = (
    rf"(?:(?!(?:not|no|never|who|whose|with|for|at|if|that|he|she|they|than|from|to|{NOT_QUITE})\b)[\w'-]+,? ){{0,4}}"
    r"(?:(?<=, )|and (?:also )?|but (?:also )?)"
)
JOINING = "and|or|but|of|for|with|to|by|like|from|off|into|not|no|in|at|on|the|an?"
A = rf"(?:an? |the )?(?:(?!(?:{NOT_QUITE}|(?:{RESERVED})\w*|{JOINING})\b)[\w%-]+ ){{0,2}}?"
KIND = (
    "(?:strict|lifelong|life-long|committed|devout|proud|practicing|practising|ethical|full"
    "|full-time|hardcore|dedicated|"
    "happy|raw|longtime|long-time|observant|100%)"
)
IS = LazyPattern(
    rf"(?P<subject>\b(?:{I_AM}|i(?:'ve| have)? (?:went|gone|turned|been|always been)|i(?:'ve| have) (?:now "
    rf")?(?:gone|turned)|i (?:went|turned|identify as|consider myself|call myself)|i(?:'m| am) back to being|i(?:'d|"
    rf" would)? describe myself as|(?:my|our) diet(?: is|'s(?: been)?| has been)|(?:the )?user (?:went|became)|"
    rf"i\b[^.;!?]{{1,60}} (?:and|but) (?:am|became|went|turned))) {ADVERBS}(?:{BESIDES}(?:am "
    rf")?)?{ADVERBS}(?P<noun>{A})$|(?P<instead>\b{I_AM} not [\w -]{{2,40}}(?:,? but|;|,) (?:rather )?(?:a )?)$|"
    rf"(?P<raised>\bi (?:was raised|was born|grew up|started out) (?:an? )?)$|(?P<now>\bi (?:used to be|was) [\w "
    rf"-]{{2,40}},? (?:but |and )?now (?:a )?)$",
    re.IGNORECASE,
)
CHANGED = LazyPattern(
    rf"(?P<subject>\b(?:{I_OR_WE}|i've)(?: have| just| recently)* (?:switched|went|moved|changed|gone|turned|"
    rf"converted|returned)"
    r" (?:from [\w -]{3,30} )?(?:over )?to (?:being )?(?:an? )?(?:\w+ )?)$",
    re.IGNORECASE,
)
EATS = LazyPattern(
    rf"(?P<subject>\b(?:{I_OR_WE}|i've|we've)(?:(?: have| been| do| (?:have|need|prefer) to| must)|(?: {ADVERB}| "
    rf"only| strictly| exclusively))*|(?:i'm|i am|i|we're)\b[^.;:!?]{{1,40}} (?:and|so i|so we|so) (?:{ADVERB} |"
    rf"only |strictly )*)"
    r" ?(?P<verb>eats?|eating|lives?|keeps?|(?<=only )(?:order|buy|cook)|need|require) (?:only |strictly |"
    r"exclusively |entirely |purely |completely |strict |an? |fully )*$",
    re.IGNORECASE,
)
EATEN = LazyPattern(
    r" ?(?:(?:-style )?(?:foods?|meals?|meat|products|dishes|cuisine|diet|stuff|options|at home|home|house|"
    r"household|kitchen|only)\b)*",
    re.IGNORECASE,
)
FOLLOWS = LazyPattern(
    rf"(?P<subject>\b(?:i'm|im|i am|we're|i've|i have|{I_OR_WE})|^\W*(?:been|(?:\w+ )?\w+ (?:years?|months?|"
    rf"weeks?))) (?:(?:now|currently|still|strictly|always|all|both|been|just|{ADVERB}|have|has|need to|have to|"
    rf"must) ){{0,3}}"
    r"(?:\w+ (?:years?|months?|weeks?) (?:strong |in )?)?(?P<verb>on|into|living(?: the| that| a)?|follow|follows|"
    r"following|followed(?<=ve followed)|observe|observes|keep to|stick to|sticking to|maintain|maintains|adhere to|"
    rf"live|live on|lived on(?<=ve lived on)|lead|have|switched to|moved to|adopted|changed to|committed to|doing|"
    rf"do|chose|practi[cs]e) (?P<noun>{A})$",
    re.IGNORECASE,
)
FOLLOWED = LazyPattern(
    r" (?:diet|lifestyle|life|way of (?:eating|life|living)|eating plan|food plan|rules|laws|dietary (?:laws|rules)|"
    r"kitchen)\b",
    re.IGNORECASE,
)
ALONE = LazyPattern(
    rf"^\W*(?:(?:{GREETINGS}|(?:my |our )?(?:(?:eating (?:pattern|habits?|style|plan)|way of eating|"
    rf"diet(?:ary)?)(?: (?:preferences?|restrictions?|needs?|choice))?|food preferences?)\s*(?:is|[:=])|as|being|"
    rf"since|because|been|went|gone|turned)(?!\w)\W*)*(?:{ADVERB} )*(?:an? )?(?:{KIND} )*$",
    re.IGNORECASE,
)
AS = LazyPattern(r"^\W*(?:as|being)\b|[,;] (?:as|being) (?:an? )", re.IGNORECASE)
STANDS_ALONE = LazyPattern(
    r"\W*$| diet(?=\W*$|[,;.!]| (?:here|please|since)\W*)(?! please for\b)|(?: eater)? (?:here|now|since|in \d{4}|"
    r"only|please|pls)\b| for (?:\w+ )?years\b|[,;!]",
    re.IGNORECASE,
)
IS_EATEN = LazyPattern(
    r"(?:-style)?(?: food)? (?:is (?:what|how|all) (?:i|we) (?:eat|live|cook)|(?:is|has been) my (?:diet|way of "
    r"(?:eating|life)|lifestyle))\b",
    re.IGNORECASE,
)
GOES_ON = LazyPattern(rf"\W*$|\s*[.,;:!?()—–\n]|\s-\s|\s*(?:{AFTER_DIET})\b", re.IGNORECASE)
LIMITED = LazyPattern(
    r"\W*(?:(?:\w+ ){0,4}?(?:but|except|though|although)\b(?! (?:my|our|he|she|the|his|they|"
    r"everyone)\b)(?!.{0,40}\b(?:don't|do not|can't|cannot|never)\b).{0,60}\b(?:eats?|eating|cheat|quit|stopped|"
    r"sometimes|allow|exceptions?|(?:fish|meat|eggs?|dairy|honey) (?:is|are))\b|and .{0,20}\bquit\b|-ish|ish\b|"
    r"sometimes\b|now and then\b|once in a while\b|at times\b|-curious|(?:\w+ )?(?:except|unless)\b|\"|until\b|to "
    r"annoy|as a joke)",
    re.IGNORECASE,
)
STILL = LazyPattern(r",?(?: and| but)?(?: i)? (?:still am|am still|always have been|never stopped)\b", re.IGNORECASE)
STOPPED = LazyPattern(
    r"\b(?:and|but|then|until)(?: then| i| later| we)* (?:stopped|quit|gave (?:it )?up|went back|dropped it)\b",
    re.IGNORECASE,
)
THEN_ASKS = LazyPattern(r"[^,;]*[,;] (?:\S+ ){3}", re.IGNORECASE)  # "halal only for me, so which ramen is ok?"
SOMETIMES = LazyPattern(rf"\W*(?:{TIMES_OF_A_DIET})\b", re.IGNORECASE)
BEGAN = LazyPattern(r"\b(?:went|turned|gone|became|become|switched|moved|changed|adopted|been)\b", re.IGNORECASE)
NO_OWN_DIET = LazyPattern(
    rf"\b(?:not|isn't|no longer|neither|never been|used to|stopped|quit|gave up|anymore|was|were|wish|thinking|"
    rf"trying|considering|might|may|{OTHERS}|if|whether|{SUITS_A_DIET})\b|n't be\b|\?\s*$|"
    rf"\b[a-z]+'s\b(?<!it's)(?<!user's)",
    re.IGNORECASE,
)


def find_diet(text: str) -> str:
    text = QUOTED.sub(lambda match: " " * len(match[0]), text)
    for sentence in SENTENCE.finditer(text):
        for match in MENTION.finditer(sentence["said"]):
            if _is_own(sentence["said"][: match.start()], match, sentence["said"][match.end() :], sentence["mark"]):
                return next(value.replace("_", "-") for value in DIETS if match[value])
    return ""


def _is_own(left: str, mention: re.Match[str], right: str, mark: str) -> bool:
    """Return whether the speaker is, eats or follows a diet, always and now, and says so as true."""
    if found := IS.search(left):
        after, is_noun = right, bool(re.match("an? ", found["noun"] or "", re.IGNORECASE))
        fits = _fits(right, is_noun=is_noun) and (not found["raised"] or bool(STILL.match(right)))
    elif found := CHANGED.search(left):
        after = FOLLOWED.sub("", right, count=1)
        fits = bool(GOES_ON.match(after))
    elif (found := EATS.search(left)) and (
        not found["verb"].lower().startswith("keep") or mention["diet"].lower() in ("kosher", "halal")
    ):
        after = EATEN.sub("", right, count=1)
        needs = found["verb"].lower() in ("need", "require")
        fits = bool(GOES_ON.match(after)) and not (needs and (after == right or re.match(" for", after)))
    elif found := FOLLOWS.search(left):
        followed = FOLLOWED.match(right)
        is_name = mention["diet"].lower() in ("keto", "paleo", "whole30", "low-carb", "low carb") and found[
            "verb"
        ].lower() in (
            "on",
            "into",
            "do",
            "doing",
            "follow",
            "following",
        )
        after = right[followed.end() :] if followed else right
        fits = bool((followed and GOES_ON.match(after)) or (is_name and GOES_ON.match(right)))
    elif (found := ALONE.match(left)) and (AS.search(left) or STANDS_ALONE.match(right)):
        return (
            not _is_limited(right, left)
            and ("?" not in mark or bool(THEN_ASKS.match(right)))
            and _fits(right, is_noun=bool(AS.search(left)) or True)
        )
    else:
        return bool(ALONE.match(left) and IS_EATEN.match(right))
    before = left[: found.start()]
    return fits and not _is_limited(after, found[0]) and is_asserted(before, right, mark)


def _fits(right: str, *, is_noun: bool) -> bool:
    """Return whether a diet describes a person: "a vegan", not "a vegan chef"."""
    return bool(GOES_ON.match(right)) or (not is_noun and bool(re.match(r" (?:in|at|on|for|by) ", right)))


def _is_limited(rest: str, before: str) -> bool:
    """Return whether the words after a diet limit it. A time that tells since when does not: went vegan in May."""
    return bool(LIMITED.match(rest) or STOPPED.search(rest)) or (
        bool(SOMETIMES.match(rest)) and not BEGAN.search(before)
    )
