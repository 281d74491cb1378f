"""Tells facts about the person from figures of speech and remarks that use the same English words."""

import re

from memoryweb.learning.extraction.types import Candidate, StatementType
from memoryweb.rules.languages.base import one_of

# What the clause is about, by its type, where it is no fact: "I moved on", "call me crazy", "I work with them".
NO_HOME = re.compile(
    r"^ (?:on (?:to|from|with|opposite|different|peanut|instant|toast|cereal|snacks|pizza|"
    r"bread|coffee|caffeine|adrenaline|the edge|a budget|borrowed|it|that|this|my own terms|"
    r"already)|from (?:it|that|this)|"
    r"in (?:fear|hope|denial|peace|harmony|pain|bliss|awe|an? (?:\w+ )?(?:bubble|dream|mess|society|world|age|era|"
    r"time|simulation)|the (?:\w+ )?(?:past|"
    r"present|future|now|moment|age|era|world))|with (?:the|it|that|this|regrets?|pain|anxiety|guilt|no|passion|"
    r"purpose|intention|gusto|fear|"
    r"hope|joy|myself)|by (?:the|my|that|this) (?:rules?|mottos?|words?|principles?|saying|mantra|book)|to (?:the "
    r"next|work|fight|see|tell|learn|serve|"
    r"please|help|regret|a new (?:chapter|level|phase)))\b",
    re.IGNORECASE,
)
NO_WORK = re.compile(
    r"^ (?:for (?:hours|days|weeks|months|ages|me|us|now|a while|it|that|this|free|\d+ hours)|with (?:them|him|her|"
    r"it|you|this|that|what|these|those|"
    r"the|some|an?(?! (?:team|\w+ team|company|firm|charity|shelter|ngo)))|at (?:it|this|that|the moment|home today|"
    r"getting)|in (?:the (?:yard|garden|"
    r"background|kitchen)|progress|harmony|pairs|my favou?r)|as (?:expected|intended|a team|one|well|hard|much|fast|"
    r"long)|full (?:of|steam)|"
    r"on \w+day\W*$)\b",
    re.IGNORECASE,
)
NO_NAME = one_of("""
    crazy, old-fashioned, silly, weird, biased, lazy, maybe, tomorrow, today, tonight, soon, anytime, asap,
    sometime, please, on, from, an?, the, first, again, now, out, names?, picky, paranoid, boring, cynical, spoiled,
    spoilt, nuts, stupid, dramatic, nostalgic, selfish, naive, s[ck]eptical, old, mad, in, not, spelled, missing,
    wrong, misspelled, all, being, hard, difficult, pronounced, after, up, over, around, before, during, by, every,
    any, at, when(?:ever)?, if, later, back, whatever, anything, what, sometimes, once, often, that, this,
    impatient, superstitious, sentimental, nerdy, greedy, jealous, surprised, impressed, curious, intrigued
""")
NAMELESS = re.compile(rf"^ {NO_NAME}\b", re.IGNORECASE)
JUDGED = one_of("""
    so, really, very, great, good, going, stressful, hard, tough, amazing, awesome, fun, crazy, hectic, busy,
    demanding, rewarding, exhausting, tiring, boring, killing, driving, doing, fine, ok, okay, bad, terrible,
    horrible, awful, nice, cool, incredible, fantastic, wonderful, the best, the worst,
    my (?:life|passion|everything|rock|world|happy|inspiration|priority), everything, growing, coming,
    around the corner, tomorrow, today, next week, over, done, finally, here, there, always there, not, still,
    already, almost, getting, making, taking, keeping, giving, looking, feeling, all over, up, down, full, pretty,
    quite, too, super, such, insane, intense, slow, dead
""")
CALLED = re.compile(
    r"\b(?:my|our) (?:team|company|employer|city|country|work|job|occupation|profession|major|religion|hobby|hobbies|"
    r"birthday|address)(?:'s| is| are) ",
    re.IGNORECASE,
)
JUDGEMENT = re.compile(rf"^ ?{JUDGED}\b", re.IGNORECASE)
ALWAYS_IS = re.compile(
    r"^ (?:so |very |really )?(?:there|here|happy|supportive|ready|by my side|on my mind|willing|open|welcome|up for|"
    r"a pleasure|great|fun|good|nice|"
    r"trying|looking|in my|right|wrong|worth|been|my|the|excited|proud|full|going|growing|changing|evolving|with me)\b",
    re.IGNORECASE,
)
NO_CHANGE = re.compile(
    r"\b(?:into (?:an? )?(?:accident|fight|argument|trouble|car|taxi|bed|traffic|the|it|this|character|position|"
    r"shape again)|become (?:(?:so|more|very|really|"
    r"quite|much|a lot|less) )*(?:confident|better|stronger|happier|closer|aware|patient|comfortable|good|clear|"
    r"obvious|popular|close|friends|"
    r"a (?:better|part|bit)|the|my|who|what|one)|switched (?:it|the|off|on|over|seats)|started (?:the|my|a new "
    r"(?:chat|file|game)|to (?:feel|think|wonder|"
    r"cry|laugh|rain|panic|realize|realise|see|notice|get|understand|worry)|crying|laughing|feeling|getting|"
    r"thinking)|quit the|"
    r"stopped (?:by|at|for|to|in|the|crying|laughing|worrying|me))\b",
    re.IGNORECASE,
)
NOT_HAVING = re.compile(
    r"\b(?:have|'ve)(?: got)? (?:an?|no|one|two) (?:\w+ ){0,2}(?:family (?:dinner|gathering|reunion|emergency|"
    r"meeting|trip|event|member|friend|tradition|"
    r"photo|vacation|wedding)|(?:kid|baby|boy|girl|dog|cat|child|horse|cousin) (?:party|shower|show|seat|sitter|"
    r"walker|race|friend))\b",
    re.IGNORECASE,
)
# What has lasted for years is no remark: "I've played the oboe since I was ten".
LASTED = re.compile(
    r"\bsince (?:I was|(?:19|20)\d\d|college|school|childhood|university)\b|\bfor (?:\w+ ){0,3}(?:years|decades)\b|"
    r"\ball my life\b",
    re.IGNORECASE,
)
NO_FACTS = {
    StatementType.HOME: NO_HOME,
    StatementType.WORK: NO_WORK,
    StatementType.NAME: NAMELESS,
}
OTHERS = {StatementType.CHANGE: NO_CHANGE, StatementType.FAMILY: NOT_HAVING}
CALLS_ME = re.compile(r"(?<!n't )(?<!not )(?<!never )\b(?:call|calls) me(?P<name> .*)", re.IGNORECASE)


def is_no_fact(candidate: Candidate) -> bool:
    """ "I moved on to the next level", "Call me crazy", "My job is so rewarding"."""
    clause, text = candidate.clause, candidate.text
    if pattern := NO_FACTS.get(clause.type):
        return pattern.match(clause.about) is not None
    if clause.type is StatementType.FACT:
        judges = JUDGEMENT if CALLED.search(text) else ALWAYS_IS
        return judges.match(clause.about) is not None and not LASTED.search(clause.about)
    if clause.type is StatementType.DIRECTIVE:
        called = CALLS_ME.search(text)
        return called is not None and NAMELESS.match(called["name"]) is not None
    others = OTHERS.get(clause.type)
    return others is not None and others.search(text) is not None
