"""Tells what happened once, and what is wanted for one task only, from what lasts in an English statement."""

import re

from memoryweb.learning.extraction.english.directives import LASTING, OUTPUT
from memoryweb.learning.extraction.types import Candidate, StatementType
from memoryweb.learning.extraction.worth_asking.english.advice import ASSISTANTS
from memoryweb.rules.languages.base import one_of

# What makes "I said …" a correction: what it is to be instead, a word for what an assistant makes, or oneself.
CORRECTS = re.compile(
    r"^\W*(?:no|nope|wrong|incorrect|actually)\b[,.!—-]|\bnot\b|\binstead\b|\brather than\b|\btoo \w",
    re.IGNORECASE,
)
OF_ME = re.compile(r"\b(?:I|me|my|mine)\b", re.IGNORECASE)
DID_NOT_MEAN = re.compile(r"\bI (?:didn't|did not|never) (?:want|mean|meant) to [\w-]{1,40}\W{0,5}$", re.IGNORECASE)
ALREADY = r"^\W*(?:I|we)(?:'ve|'m)? already\b|\bI think I already\b"
ALREADY_DONE = r"^\W*(?:I|we)(?:'ve|'d| have| had) already \w+(?:ed|ld|wn|en)\b"
# Of a game, a story or a program: "I follow the guard down the stairs", "I loop over self.rows".
ACTS = (
    r"^\W*(?:(?:and|so|then|now)\W+)?(?:I|we) (?:(?:loop|iterate|call|kick|push|grab|draw|aim|shout|whisper|count|nod|"
    r"sneak|approach) (?:(?:over|at|on|in|into|through|out|up|down|off) )?(?:the|my|self)\b|follow the [\w ]{1,40} "
    r"(?:down|through|into|out|up|in)\b)(?!.*\b(?:usually|always|often|never|every|each|sometimes|twice|once|"
    r"\w+days)\b)|\bself\.\w"
)
AND_THEN = re.compile(
    r"\b(?:gave|given) up (?:and|but|on (?:it|that|this|you|him|her|them)|so|then|trying)\b", re.IGNORECASE
)
EVENTS = one_of("""
    gig, test, exam, appointment, meeting, interview, date, party, wedding, flight, tournament, dentist, match, show,
    concert, presentation, call, audition, rehearsal, race, performance, recital, surgery, check-?up, midterm, finals?,
    deadline, hearing, viewing, reservation, booking, trip, shift
""")
WHEN = one_of(r"""
    on the \d+(?:st|nd|rd|th), on (?:mon|tues|wednes|thurs|fri|satur|sun)day(?!s| \w+s), next \w+, tomorrow, tonight,
    today, this \w+, coming up, in (?:two|three|four|a few|an?|\d+) (?:hours?|days?|weeks?|months?), at \d+, soon, then
""")
EVENT = (
    rf"\b(?:I|we)(?:'ve| have)(?: got)? (?:an?|my|the|our|another|one more|two|three) (?:[\w'-]+ ){{0,3}}?{EVENTS}s? "
    rf"(?:[\w' -]{{1,40}} )?{WHEN}\b"
)
IDIOMS = (
    r"\b(?:I've got|I have|we've got|we have) (?:a (?:lump|knot|frog) in|a (?:confession|theory|surprise|secret|job "
    r"to|list of everything)|so (?:much|many)|my (?:hands|plate) full)\b"
)
CODE = (
    r"\b(?:I've got|I have|we've got|we have) an? (?:[\w-]+ ){0,2}?(?:context|component|function|loop|array|"
    r"data ?frame|variable|string|query|column|dict(?:ionary)?|endpoint|schema|regex|csv)\b"
)
ONE_OF_MANY = r"\b(?:I'm|I am|we're|we are) the (?:youngest|oldest|eldest|only one|first|last)(?: by\b|\W*$)"
CANNOT_NOW = re.compile(
    r"^\W*(?:(?:I|we) )?(?:just )?(?:can't|can ?not|couldn't|don't|do not) (?:even )?(?:sleep|think|breathe|focus|"
    r"concentrate|wait|believe|stop|plan|eat|go|work|talk|move|decide|tell|explain|complain|remember|lie|care)\W*$",
    re.IGNORECASE,
)
ONE_OF_PEOPLE = (
    r"\ban? (?:very |really |pretty )?(?:simple|changed|different|new|grown|good|bad|terrible|lucky|happy|proud|"
    r"strong|better|grateful|broken|free|lost|weird|nice) (?:man|woman|person|guy|girl|human|soul|human being)\b"
)
RELATIVES_WILL = re.compile(
    r"^\W*(?:(?:and|but) )?(?:my|our) (?:[\w'-]+ ){1,2}?(?-i:will|would|might|may) (?!always|never|only)\w|"
    r"\b(?:has|have) already\b|'s already\b",
    re.IGNORECASE,
)
JOKES = re.compile(r"\b(?:haha+|hehe+|(?-i:lol|LOL)|lmao|rofl)\b", re.IGNORECASE)
MOSTLY = re.compile(r"^\W*mostly\b", re.IGNORECASE)
REMARKS = re.compile(
    r"^\W*(?:(?:of course|well|yes|no|so|and|but)\W+)?(?:you can always|no ?(?:one|body)(?!-)|"
    r"(?:I|we)(?:'d| would) (?:never (?:forgive|say|think|trade|ask|guess)|rather (?:be safe|check|not say))|"
    r"(?:I|we) (?:don't plan to (?:start|stop)|complain|always say|should always)|"
    r"(?:I|we) keep (?:looking|thinking|telling|going|wondering|checking|hearing|replaying|finding|waiting|hoping|"
    r"forgetting))\b",
    re.IGNORECASE,
)
OF_ONESELF = frozenset({StatementType.HABIT, StatementType.PREFERENCE, StatementType.DISLIKE, StatementType.FACT})
REMARKED = OF_ONESELF | {StatementType.DIRECTIVE, StatementType.GOAL}
TRIED_HARD = re.compile(
    r"\b(?:I|we) (?:studied|practi[cs]ed|trained|worked) (?:so |really |very )?hard\b", re.IGNORECASE
)
NARRATES = {  # by the type of a statement
    StatementType.CORRECTION: DID_NOT_MEAN,
    StatementType.PREFERENCE: re.compile(ALREADY_DONE, re.IGNORECASE),
    StatementType.HABIT: re.compile(rf"{ALREADY}|{ACTS}", re.IGNORECASE),
    StatementType.CHANGE: AND_THEN,
    StatementType.FACT: re.compile(rf"{EVENT}|{IDIOMS}|{CODE}|{ONE_OF_MANY}", re.IGNORECASE),
    StatementType.DISLIKE: CANNOT_NOW,
    StatementType.IDENTITY: re.compile(rf"{ONE_OF_PEOPLE}|{ONE_OF_MANY}", re.IGNORECASE),
    StatementType.FAMILY: RELATIVES_WILL,
}
TO_KNOW = re.compile(
    r"^ ?(?:to )?(?:understand|know|find|figure|decide|see|check|write|send|finish|fix|get|make|submit|prepare|buy|"
    r"book|call|talk|tell|pick|pack|clean|wash|print|hand|return|explain|convince|choose|compare|calculate)\b",
    re.IGNORECASE,
)
# After a request for something, what it is to have in it.
REQUESTED = re.compile(
    r"^\W*(?:(?:please|now|hi|hello|hey|ok|so|can you|could you|would you|will you|help me)\W+){0,3}(?:write|create|"
    r"make|generate|draft|suggest|list|design|plan|implement|build|compose|prepare) (?:me |up )?(?:an?|the|some|two|"
    r"three|five|ten|\d+)\b",
    re.IGNORECASE,
)
ADDED = re.compile(r"^\W*(?:(?:please|also|and|so|then)\W+){0,2}(?:add|include|mention|cover)\b", re.IGNORECASE)
ITS_PARTS = re.compile(
    r"^\W*(?:(?:please|also|and|so|then)\W+){0,2}(?:skip|exclude|use|start|end|make (?:it|them|sure)|"
    r"give (?:it|each))\b",
    re.IGNORECASE,
)
OF_ANSWERS = re.compile(rf"\b{OUTPUT}\b", re.IGNORECASE)
ITS_TOPIC = re.compile(
    r"^\W*(?:(?:please|now|and)\W+){0,2}(?:explain|describe|define|translate|compare) (?!(?:things|everything|it|all|"
    r"any|each|every|your|in|with|using|code|concepts|terms|to me|me|briefly|simply|how|why|what|new|technical|medical|"
    r"legal|complex|complicated|hard|difficult|numbers|words|into|to|as|like)\b)\w",
    re.IGNORECASE,
)
LASTS = re.compile(
    rf"\b(?:{LASTING}|when(?:ever)?|every|each|daily|always|twice|going forward|\w+days)\b", re.IGNORECASE
)


def is_narration(candidate: Candidate) -> bool:
    """Return whether this tells of one event: "I said yes to it", "I already spilled it", "We've got a gig tonight"."""
    clause, text = candidate.clause, candidate.text
    if clause.type in OF_ONESELF and (JOKES.search(text + candidate.after[:8]) or MOSTLY.match(text)):
        return True
    if TRIED_HARD.search(text) or (clause.type in REMARKED and REMARKS.match(text)):
        return True
    narrates = NARRATES.get(clause.type)
    if narrates and narrates.search(text):
        return True
    return clause.type is StatementType.CORRECTION and not (
        CORRECTS.search(text) or ASSISTANTS.search(clause.about) or OF_ME.search(clause.about)
    )


def is_for_one_task(candidate: Candidate) -> bool:
    """ "Write a parser. Add type hints and a few tests", "I need to understand what a power of attorney is"."""
    clause, text = candidate.clause, candidate.text
    if clause.type not in (StatementType.NEED, StatementType.DIRECTIVE) or LASTS.search(text):
        return False
    if clause.type is StatementType.NEED:
        return TO_KNOW.match(clause.about) is not None
    if ITS_TOPIC.match(text):
        return True
    is_part = bool(ADDED.match(text)) or (ITS_PARTS.match(text) is not None and not OF_ANSWERS.search(text))
    return is_part and REQUESTED.match(candidate.previous) is not None
