"""Tells whether a reader of one English statement alone knows what its words point to."""

import re
from itertools import takewhile

from memoryweb.learning.extraction.english.directives import OUTPUT
from memoryweb.learning.extraction.types import Candidate, StatementType
from memoryweb.learning.extraction.worth_asking.english.words import (
    BOUNDARIES,
    COUNTING,
    DESCRIBING,
    DETERMINERS,
    END_OF_NOUNS,
    GENERIC,
    OBJECTS,
    OF_TIME,
    PRONOUN_THINGS,
    RESTRICTING,
    SMALL,
    THIRD,
    WITH_IN,
    words,
)
from memoryweb.rules.languages.base import one_of

POINTING = frozenset(
    {
        StatementType.PREFERENCE,
        StatementType.DISLIKE,
        StatementType.HABIT,
        StatementType.NEED,
        StatementType.WISH,
        StatementType.CHANGE,
        StatementType.GOAL,
        StatementType.FACT,
        StatementType.CORRECTION,
    }
)
DEFINITE = frozenset({StatementType.PREFERENCE, StatementType.DISLIKE, StatementType.CHANGE})
WORD = re.compile(r"[\w'-]+|\x00+|[,;:.!?()—–]")
LIFTED = one_of("really, also, just, very much, so, always, still, truly, especially, all, even, generally, actually")
EXPLETIVE = re.compile(
    r"^\W*(?:(?:really|very|so|too|quite|much|always|especially|absolutely) )*it(?:'s)? "
    r"(?:(?:(?!(?:and|but|or)\b)[\w-]+ ){0,3}?(?:when|"
    r"if|to (?!(?:understand|believe|follow|say|tell|explain|imagine|"
    r"describe|see|hear)\W*$)|that|how|whenever)\b)",
    re.IGNORECASE,
)
ASSISTANT = re.compile(
    rf"\byou(?:'d|'re|r)?\b(?: \w+){{0,3}}? (?:answer|reply|respond|write|explain|summari[sz]e|give|use|used|using|"
    rf"show|include|add|ask|call|address|"
    rf"start|begin|end|speak|talk|say|suggest|recommend|skip|avoid|keep|kept|format|translate|cite|send|remind|"
    rf"apologi[sz]e|repeat|list|"
    rf"put|tell|treat|get (?:straight )?to the point|go straight|didn't|wouldn't|don't|to)\w*\b|\byour? "
    rf".{{0,30}}\b{OUTPUT}\b|\b{OUTPUT}\b.{{0,40}}\byou",
    re.IGNORECASE,
)
ANYBODY = re.compile(
    r"\byou (?:can|can't|cannot|have to|get to|need to|must|don't have to|want|never know|build|play|could|might|"
    r"feel|learn)\b|\bwhere you\b|\byour (?:own|imagination|mind|mood|day|body|brain|health|home|skin|heart|soul|"
    r"senses|feet|hands|hair)\b|\b(?:let|lets|help|helps|make|makes|give|gives|keep|keeps|tell|tells|force|forces) "
    r"you\b",
    re.I,
)
SECOND = re.compile(r"\b(?:you|your|yours|yourself|you're|you've|you'd|ya|ur)\b", re.IGNORECASE)
# The subject of a verb, after what it might stand for: "Dancing is hard work, plus they" give me energy.
ENDS_WITH_PRONOUN = re.compile(
    r"(?:,|\band|\bplus|\bbut|\bso|\bthat|^) (?:they|it|this|that|these|those|he|she)$",
    re.IGNORECASE,
)
OUR_TALK = re.compile(
    r"\bour (?:\w+ )?(?:chats?|conversations?|talks?|discussions?|friendship|time together|sessions?|calls?)\b",
    re.IGNORECASE,
)
HERE = re.compile(
    r"\b(?:here|there|(?<!and )then|over there|nearby)(?: anymore| any more| now| again| too| either)?\W*$|"
    r"\bfrom here\b|\b(?:around|out|over|up|down|in|back|go|going|went) "
    r"(?:here|there)\b",
    re.IGNORECASE,
)
OF_THAT = re.compile(
    r"\b(?:of|in|at|from|with|about|on) that (?!(?:way|year|month|kind|sort|type|order|sense|case)\b)[\w-]+\W*$",
    re.IGNORECASE,
)
# Without a clause before it that may name the thing: "I play cello on it", "We do ours in the bathtub".
OF_IT = re.compile(
    r"^(?:(?!\b(?:and|but|because|since|when|that|which|who|if|so|while)\b|[,;:–—]).)*"
    r"(?:\b(?:on|for|of|to|without|at|from|about|after|around|near|through|behind|into|over|by) "
    r"(?:(?-i:it)|them|ours|her|him)"
    r"(?: any ?more| again| too| either| now)?\W*$|"
    r"\b(?:do|have|use|take|keep|make|making|made|bring|wear|grow|get) (?:ours|mine|one (?:out|too|in|at|myself|like|"
    r"already)|ones)\b|\b(?:not|n't) (?:\w+ )?(?:into|like|want) [a-z]{3,20}y ones\W{0,5}$)",
    re.IGNORECASE,
)
ON_THE_WALL = re.compile(r"\b(?:on the walls?|in the (?:photo|picture|pic))\W*$", re.IGNORECASE)
GO_WITHOUT_PLACE = re.compile(
    r"^\W*(?:(?:I|we) )?(?:(?:usually|always|often|only|sometimes) )?go (?:every|each|once|twice|a lot|all the time|"
    r"often|back|there)\b(?!.*\b(?:to|for|[a-z]{3,}ing)\b)",
    re.IGNORECASE,
)
WHAT_I_DO = re.compile(r"^\W*what (?:I|we)(?:'m|'ve|'re)? [\w ]{2,20}\W*$", re.IGNORECASE)
MANNER = re.compile(r"^\W*(?:how|what|where|why|the way|the thought|the idea(?! of))\b(?P<rest>.*)", re.IGNORECASE)
PAST_OR_POINTING = re.compile(
    r"\b(?:\w{3,}ed|was|were|did|got|came|made|went|said|turned|looks|look|it's|it|they|they've|they're|she|he|he's|"
    r"she's|this|that|you|you've|"
    r"you're|we|is going|are going|done)\b",
    re.IGNORECASE,
)
PRONOUNS = re.compile(
    r"^ ?(?:the )?(?:pronouns )?(?:she|he|they|it|xe|ze|ey|fae)(?:/\w|,? (?:and )?(?:her|him|them|they|she|he)\b|(?: "
    r"pronouns)?[.! ]*$)",
    re.I,
)


DEFINITE_THING = re.compile(
    rf"^\W*(?:(?:to|for|of|in|on|at|with|by|about|from) )?(?:{LIFTED} )*the (?P<noun>[\w' -]+)", re.IGNORECASE
)
OF_THE = re.compile(r"of the (?P<noun>[a-z][\w'-]*)")  # the structure "of the language"
ONLY_POINTED_AT = frozenset({"kind", "sort", "type", "one", "stuff", "much"}) | BOUNDARIES
OPENS_CLAUSE = frozenset({"when", "if", "that", "to", "how"})  # after "it": "I hate it when people are late"
NAMED_BY_NEXT = frozenset({"colour", "color", "aisle", "window"})  # "the colour blue", "the aisle seat"
SHOWN = (DETERMINERS - {"that"}) | THIRD | {"here", "there", "picture", "photo", "pic", "video"}
ALSO = frozenset({"and", "but", "or"})
BEFORE_VERBS = words("sure, able, try, trying, ready, glad, happy, way, ways, time, chance, effort, point")
TRANSITIVE = words("share, do, use, make, give, take, bring, try, pass, prefer")
WITH_OBJECT = words("with, to, for, at, by, into, from, in, on")  # "sharing that with others"
PLACES = words("near, by, at, in, next, across, behind, around, close, outside, from")
OWN = frozenset({"my", "our"})  # "this park near my house"
DESCRIBED_FROM = 3  # words: "this chocolate raspberry tart" can be understood, "these desserts" cannot


def lacks_referent(candidate: Candidate) -> bool:
    """ "I love how they can fly around", "I like his humour", "I love the texture"."""
    clause = candidate.clause
    about = clause.about
    if clause.type not in POINTING or PRONOUNS.match(about):
        return False
    if _speaks_to_the_other(candidate):
        return True
    if EXPLETIVE.match(about):
        return False
    words = [word.lower() for word in WORD.findall(about)][:40]
    return (
        ENDS_WITH_PRONOUN.search(about) is not None
        or OUR_TALK.search(about) is not None
        or HERE.search(about) is not None
        or OF_THAT.search(about) is not None
        or OF_IT.search(candidate.text) is not None
        or ON_THE_WALL.search(about) is not None
        or GO_WITHOUT_PLACE.match(candidate.text) is not None
        or _has_pointing_manner(about)
        or _begins_with_pronoun(words)
        or _has_unexplained_pronoun(words)
        or _has_demonstrative(words)
        or (clause.type in DEFINITE and _is_definite_without_reason(about))
    )


def _speaks_to_the_other(candidate: Candidate) -> bool:
    about = candidate.clause.about
    if candidate.clause.type is StatementType.CORRECTION or not SECOND.search(about):
        return False
    return not (ANYBODY.search(about) or ASSISTANT.search(about))


def _has_pointing_manner(about: str) -> bool:
    """Return whether "how …" or "the way …" is about something seen or told: "how it turned out"."""
    manner = MANNER.match(about)
    if manner is None or ANYBODY.search(about):
        return False
    if WHAT_I_DO.match(about):
        return True
    return PAST_OR_POINTING.search(manner["rest"]) is not None or _is_definite_without_reason(manner["rest"])


def _begins_with_pronoun(words: list[str]) -> bool:
    """Return whether the thing itself is a pronoun, after verbs and small words: "watching them play"."""
    for place, word in enumerate(words):
        if word in PRONOUN_THINGS or word in THIRD:
            return _stands_for_a_thing(word, words[place + 1 :])
        if (word in BOUNDARIES and place) or (word not in SMALL and not word.endswith(("ing", "ly"))):
            return False
    return False


def _stands_for_a_thing(word: str, following: list[str]) -> bool:
    after = following[0] if following else "."
    if word == "that":
        return not _begins_clause(following)
    if word in DETERMINERS:
        return False  # "this cake": _has_demonstrative decides
    if word in COUNTING:
        return after in BOUNDARIES
    return word != "you" and not (word in ("it", "it's") and after in OPENS_CLAUSE)


def _begins_clause(words: list[str]) -> bool:
    """Return whether words after "that" have a subject of their own: "that people lie", not "that song"."""
    if len(words) < 2:
        return False
    subject = words[0]
    is_plural = subject == "people" or (subject.endswith("s") and not subject.endswith("ss"))
    return is_plural or subject in SMALL or subject in THIRD


def _has_unexplained_pronoun(words: list[str]) -> bool:
    """Return whether a pronoun comes before any noun it can stand for."""
    has_noun = has_verb = in_other_clause = False
    for place, word in enumerate(words):
        if word in THIRD:
            if word in ("it", "it's") and OPENS_CLAUSE.intersection(_same_clause(words[place + 1 : place + 5])):
                return False
            before = words[place - 1] if place else ""
            gives_reason = word in ("their", "its") and before == "for"  # "clay pots for their look"
            is_own_object = word in OBJECTS and not in_other_clause and before not in WITH_IN and not gives_reason
            return not has_noun or is_own_object
        if place and words[place - 1] == "to" and word not in SMALL:
            has_verb = True  # "to read": no noun
        elif word in BOUNDARIES or word in ("to", "that", "who", "which"):
            # A verb in -ing is meant only from another clause: "dancing, and it …", but not "watching it".
            has_noun, in_other_clause = has_noun or has_verb, True
        elif word.endswith("ing") and len(word) > 4:
            has_verb = True
        elif word not in SMALL and not word.endswith("ly") and not _leads_to_verb(word, words[place + 1 :]):
            has_noun = has_noun or word[0].isalnum() or word[0] == "\x00"
    return False


def _same_clause(words: list[str]) -> list[str]:
    return list(takewhile(lambda word: word not in ALSO, words))


def _leads_to_verb(word: str, following: list[str]) -> bool:
    """Return whether a word is no noun that a pronoun stands for: "sure" in "make sure to walk them"."""
    return word in BEFORE_VERBS and following[:1] == ["to"]


def _has_demonstrative(words: list[str]) -> bool:
    """Return whether something is only pointed at: "these little ones", but not "this chocolate raspberry tart"."""
    return any(_points_at(words, place) for place, word in enumerate(words) if word in DETERMINERS)


def _points_at(words: list[str], place: int) -> bool:
    following = words[place + 1 :]
    if words[place] == "that":
        before = words[place - 1] if place else ""
        after = following[0] if following else "."
        is_object = before.endswith("ing") or before in TRANSITIVE
        if is_object and after in WITH_OBJECT:
            return True
        return after in ONLY_POINTED_AT and before != "like" and before not in BOUNDARIES
    nouns = list(takewhile(lambda word: word not in END_OF_NOUNS | BOUNDARIES | SMALL | PLACES, following))
    is_placed = OWN.intersection(following[len(nouns) + 1 : len(nouns) + 6]) and following[len(nouns)] in PLACES
    return len(nouns) < DESCRIBED_FROM and not (nouns and (nouns[-1] in OF_TIME or is_placed))


def _is_definite_without_reason(about: str) -> bool:
    """Return whether "the …" points at something seen: "the texture", but not "the sea" or "the smell of rain"."""
    match = DEFINITE_THING.match(about)
    if not match:
        return False
    nouns: list[str] = []
    words = match["noun"].split()
    for place, word in enumerate(words):
        if place and word.lower() in RESTRICTING:
            if (named := OF_THE.fullmatch(" ".join(words[place:]))) and named["noun"].lower() not in GENERIC:
                return True
            return any(each.lower() in SHOWN for each in words[place : place + 6])
        if place and word.lower() in END_OF_NOUNS - {"and", "or"}:
            break
        nouns.append(word)
    if nouns[0][0].isupper() or (nouns[0].lower() in NAMED_BY_NEXT and len(nouns) > 1 and nouns[1] != "and"):
        return False
    return nouns[-1].lower() not in GENERIC or any(noun.lower() in DESCRIBING for noun in nouns)
