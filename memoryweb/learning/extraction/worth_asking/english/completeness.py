"""Tells whether an English statement has an object that says something: "I always lose" has none."""

import re

from memoryweb.learning.extraction.topics import category_of
from memoryweb.learning.extraction.types import Candidate, Clause, StatementType

CONTENT = re.compile(r"[^\W_]{2,}|\x00")
EMPTY_WORDS = re.compile(
    r"\b(?:too|either|so|more|again|much|a lot|very|really|also|though|anyway|now|well|at all|as well|tbh|lol|haha|"
    r"the most|most|"
    r"best|better|often|sometimes|anymore|any more|to|and|or|of|in|for|with|just|all|every (?:minute|moment|second|"
    r"bit|memory)|"
    r"together|fun|a (?:ton|bunch|lot|bit|little|few)|things?|stuff|something|anything|everything|nothing|someone|"
    r"success|dreams?|"
    r"some|new|a|an|the|as|I|can|we|my|is|are|being|having|doing|getting|from|you|me)\b",
    re.IGNORECASE,
)
ALONE = re.compile(
    r"\b(?:drink|smoke|drive|fly|gamble|vape|swim|cook|bake|ski|dance|sing|date|vote|snore|nap|cycle|multitask|travel|"
    r"party|oversleep|overpack|overthink|procrastinate|shop|tip|text|iron)\W*$|\b(?:eat out|work out|sleep in|stay "
    r"up late)\W*$",
    re.IGNORECASE,
)
VAGUE_GOALS = re.compile(
    r"^ ?(?:to )?(?:a ton|so much|as much|a lot|more|(?:a |some |many |lots of )?new (?:skills?|things?|stuff|one)|"
    r"become an? (?:better|best)|(?:become |be )?the best|from (?:you|this|that)|how(?! to \w+ \w)|that|not to|"
    r"by doing)\b",
    re.IGNORECASE,
)
COMING_TRUE = re.compile(
    r"\b(?:stay|be|remain|keep|get|feel)(?: more| as)? (?:positive|upbeat|calm|strong|optimistic|motivated|focused|"
    r"hopeful|awake|alert|better)\b|\b(?:is|are|'re|'s) (?:\w+ )?(?:com(?:ing|in'?)|falling|within|closer|finally|"
    r"dead|over|happening)\b",
    re.I,
)
ELIDED_LIKE = re.compile(
    r"^\W*(?:[\w']+, )?(?:love|hate)s? (?:(?:to (?:hear|see|have|know|chat|be))|is|are|was|were|has|have|had|can|"
    r"will|would|"
    r"may|must|should|does|did|your\w*|you|me|him|her|them|it|at|in|for|and|or|how|what|that|hurts?|conquers?|wins?|"
    r"exists?|"
    r"exist|heals?|finds?|lasts?|never|always|takes?|makes?|brings?|knows|songs?|letters?|stor(?:y|ies)|life|island|"
    r"crimes?|speech|mail|triangle|affairs?|interests?|groups?|seats?)\b",
    re.IGNORECASE,
)
PAST_FAVORITE = re.compile(
    r"\b(?:favou?rites?|faves?|favs?)\b(?:(?!\b(?:since|when|ever)\b).){0,60}?\b(?:was|were)\b", re.IGNORECASE
)
BARE_FAVORITE = re.compile(
    r"\b(?:my|our|all-time) (?:\w+ )?favou?rites?(?: one)?(?: is| are|'s) (?!\x00|(?-i:[A-Z]))(?P<thing>.*)",
    re.IGNORECASE | re.DOTALL,
)
POINTED_AT = re.compile(
    r"(?:the|this|that|these|those|when|how|what|one|it|my|your|probably|definitely)\b", re.IGNORECASE
)
# One of many, and not which: "my favorite is a park with tall trees", but not "… is a flat white".
UNNAMED_ONE = re.compile(
    r"(?:an?|one|some) (?:(?!of\b)[\w-]+ ){0,2}?(?:place|park|spot|beach|trail|caf[eé]|restaurant|shop|town|city|"
    r"village|lake|book|movie|film|show|song|tune|piece|game|poem|story|photo|picture|painting|recipe|quote)\b",
    re.IGNORECASE,
)
# What is announced and not told: "I use a certain method", "two projects in particular".
WITHHELD = re.compile(
    r"\ban? (?:certain|special|particular|specific) [\w-]+\W*$|\b(?:one|two|three|four|a few|several|some|a couple of) "
    r"(?:[\w-]+ ){1,2}in particular\W*$|\b(?:read|saw|heard|watched)\b.{0,40}\babout (?:someone|somebody|some|a "
    r"(?:man|woman|guy|girl|boy|person)) ",
    re.IGNORECASE,
)
LOOKS_FOR = re.compile(r"\blook for (?!.*\b(?:in|when|that|with|who|whenever)\b)", re.IGNORECASE)
BARE_NEED = re.compile(r"^ to (?:get some )?\w+\W*$", re.IGNORECASE)
MEANS_A_LOT = re.compile(
    r"^\W*(?:my|our|the|this|his|her|their) [\w -]{2,30} means? (?:a lot|everything|so much|the world)\b",
    re.IGNORECASE,
)
NEVER_STOPS = re.compile(
    r"\b(?:never|don't|won't|can't) (?:ever )?(?:stop|cease|quit|give up|get enough)\b",
    re.IGNORECASE,
)
POINTS_AT_ONE = re.compile(r"\b(?:ones?|version|other|latter|former)\b", re.IGNORECASE)
PLAYS_WHAT = re.compile(
    r"\bbeen (?:playing|practi[cs]ing|learning|studying|doing|making|using|collecting|training) (?:ever since|since "
    r"then|for (?:[\w-]+ ){1,4}?(?:years|months|weeks|days|decades))\b(?: now| already)?(?:\W*$|,? and (?:it|that))",
    re.IGNORECASE,
)
FAN_OF_WHAT = re.compile(r"\ba (?:such a )?(?:(?:huge|big|massive|great|real|true|die-?hard) )*fan\W*$", re.IGNORECASE)
FAVORITE_ONE = re.compile(r"\bfavou?rite ones?\b(?! of\b|(?: is| are|'s) (?-i:[A-Z]))", re.IGNORECASE)
WITHOUT_OBJECT = frozenset(
    {StatementType.PREFERENCE, StatementType.DISLIKE, StatementType.HABIT, StatementType.NEED, StatementType.GOAL,
     StatementType.CHANGE, StatementType.WISH}
)  # fmt: skip


def is_incomplete(candidate: Candidate) -> bool:
    """ "I always lose", "Love exists", "I'm learning a ton": no object, or one that says nothing."""
    clause, text = candidate.clause, candidate.text
    if ELIDED_LIKE.match(text) or PAST_FAVORITE.search(text) or _is_favorite_of_nothing(text):
        return True
    if clause.type in WITHOUT_OBJECT and WITHHELD.search(text):
        return True
    if PLAYS_WHAT.search(text) or FAN_OF_WHAT.search(text) or FAVORITE_ONE.search(text):
        return True
    if clause.type is StatementType.CORRECTION:
        return POINTS_AT_ONE.search(clause.about) is not None
    if clause.type is StatementType.GOAL:
        return bool(VAGUE_GOALS.match(clause.about) or COMING_TRUE.search(text))
    return clause.type in WITHOUT_OBJECT and _says_nothing(clause, text)


def _is_favorite_of_nothing(text: str) -> bool:
    """Return whether nobody can tell what is meant: "my favorite is the second one", but not "… is green tea"."""
    bare = BARE_FAVORITE.search(text)
    if bare is None:
        return False
    thing = bare["thing"]
    return bool(POINTED_AT.match(thing) or UNNAMED_ONE.match(thing)) or not category_of(thing)


def _says_nothing(clause: Clause, text: str) -> bool:
    if MEANS_A_LOT.match(text) or NEVER_STOPS.search(text) or LOOKS_FOR.search(text):
        return True
    if clause.type is StatementType.NEED and BARE_NEED.match(clause.about):
        return True
    if ALONE.search(text):
        return False
    if not CONTENT.search(clause.about):
        return clause.type is StatementType.HABIT
    return not CONTENT.search(EMPTY_WORDS.sub(" ", clause.about))
