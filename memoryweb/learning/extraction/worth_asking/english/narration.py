"""Tells what happened once, and what is wanted for one task only, from what lasts in an English statement."""

import re

from memoryweb.learning.extraction.types import Candidate, StatementType
from memoryweb.learning.extraction.worth_asking.english.advice import ASSISTANTS, LASTING_START
from memoryweb.rules.languages.base import one_of

# What makes "I said …" a correction: what it is to be instead, or a word for what an assistant makes.
CORRECTS = re.compile(
    r"^\W*(?:no|nope|wrong|incorrect|actually)\b[,.!—-]|\bnot\b|\binstead\b|\brather than\b|\btoo \w",
    re.IGNORECASE,
)
OF_ME = re.compile(r"\b(?:I|I'm|I've|me|my|mine)\b")
DID_NOT_MEAN = re.compile(r"\bI (?:didn't|did not|never) (?:want|mean|meant) to [\w-]+\W*$", re.IGNORECASE)
ALREADY = re.compile(r"^\W*(?:I|we)(?:'ve|'m)? already\b|\bI think I already\b", re.IGNORECASE)
AND_THEN = re.compile(
    r"\b(?:gave|given) up (?:and|but|on (?:it|that|this|you|him|her|them)|so|then|trying)\b", re.IGNORECASE
)
EVENTS = one_of("""
    gig, test, exam, appointment, meeting, interview, date, party, wedding, flight, tournament, dentist, match, show,
    concert, presentation, call, audition, rehearsal, race, performance, recital, surgery, check-?up, midterm, finals?,
    deadline, hearing, viewing, reservation, booking, trip, shift
""")
WHEN = one_of(r"""
    on the \d+(?:st|nd|rd|th), on (?:mon|tues|wednes|thurs|fri|satur|sun)day(?!s), next \w+, tomorrow, tonight, today,
    this \w+, coming up, in (?:two|three|four|a few|an?|\d+) (?:hours?|days?|weeks?|months?), at \d+, soon, then
""")
EVENT = re.compile(
    rf"\b(?:I|we)(?:'ve| have)(?: got)? (?:an?|my|the|our|another|one more|two|three) (?:[\w'-]+ ){{0,3}}?{EVENTS}s? "
    rf"(?:[\w' -]{{1,40}} )?{WHEN}\b",
    re.IGNORECASE,
)
FIGURES = re.compile(
    r"(?:a (?:lump in|knot in|frog in|feeling|hunch|point|moment|second|minute|lot (?:on|going|to)|ton (?:of|to)|"
    r"list of everything|confession|theory|plan|surprise|secret)|a job to|butterflies|goosebumps|tears in|no idea|"
    r"no clue|no words|cold feet|so (?:much|many)|my (?:hands|plate) full|"
    r"an? (?:[\w-]+ ){0,2}?(?:context|component|function|loop|array|data ?frame|table|list|class|"
    r"variable|string|script|file|query|column|dict(?:ionary)?|container|endpoint|schema|regex|csv|error|bug))\b",
    re.IGNORECASE,
)
WITHOUT_OBJECT = re.compile(
    r"^\W*(?:(?:I|we) )?(?:just )?(?:can't|can ?not|couldn't|don't|do not) (?:even )?(?:sleep|think|breathe|focus|"
    r"concentrate|wait|believe|stop|plan|eat|go|work|talk|move|decide|tell|explain|complain|remember|lie|care)\W*$",
    re.IGNORECASE,
)
ONE_OF_PEOPLE = re.compile(
    r"an? (?:very |really |pretty )?(?:simple|changed|different|new|grown|good|bad|terrible|lucky|happy|proud|"
    r"strong|better|grateful|broken|free|lost|weird|nice) (?:man|woman|person|guy|girl|human|soul|human being)\b",
    re.IGNORECASE,
)
JOKES = re.compile(r"\b(?:haha+|hehe+|lol|lmao|rofl)\b|[😂🤣😅]", re.IGNORECASE)
# "I follow the woman", "I wash the dishes", "I loop over self.items": not again and again, and not of any such thing.
DOES_WITH_THE_THING = re.compile(
    r"^\W*(?:(?:and|so|then|now)\W+)?(?:I|we) (?!(?:play|take|watch|read|walk|drive|run|ride|use|speak|sing|teach|own|"
    r"have|want|like|love|support|attend|captain|lead|manage|head|chair|coach|edit|repair|restore|make|visit)\b)"
    r"[a-z]{3,}(?<!ing) (?:(?:over|at|on|in|into|through|out|up|open|down|off) )?(?:the (?!news\b)|self\b|\w+\.\w)"
    r"(?!.*\b(?:usually|always|often|never|only|mostly|every|each|sometimes|rarely|twice|once|mornings?|evenings?|"
    r"nights?|weekends?|\w+days|after|before|when|whenever)\b)",
    re.IGNORECASE,
)
MOSTLY = re.compile(r"^\W*mostly\b", re.IGNORECASE)
REMARKS = re.compile(
    r"^\W*(?:(?:of course|well|yes|no|so|and|but)\W+)?(?:you can always|no ?(?:one|body)|"
    r"(?:I|we)(?:'d| would) (?:never (?:forgive|say|think|trade|ask|guess)|rather (?:be safe|check|not say))|"
    r"(?:I|we)(?:'ve| have) never wanted|(?:I|we) (?:don't plan to (?:start|stop)|complain|always say|should always)|"
    r"(?:I|we) keep (?:looking|thinking|telling|going|wondering|checking|hearing|replaying|finding|waiting|hoping|"
    r"forgetting))\b",
    re.IGNORECASE,
)
THE_FIRST = re.compile(
    r"the (?:youngest|oldest|eldest|only one|first|last|worst|best)(?! (?:of|in|child|sibling|daughter|son|brother|"
    r"sister|kid))\b",
    re.IGNORECASE,
)
OF_OTHERS = re.compile(
    r"(?:\bwill|'ll|\bwould|\bmight|\bmay) (?!always|never|only)\w|\b(?:has|have|is|are) already\b|'s already\b",
    re.IGNORECASE,
)
TO_KNOW = re.compile(
    r"^ ?(?:to )?(?:understand|know|find|figure|decide|see|check|write|send|finish|fix|get|make|submit|prepare|buy|"
    r"book|call|talk|tell|pick|pack|clean|wash|print|hand|return|explain|convince|choose|compare|calculate)\b",
    re.IGNORECASE,
)
# After a request, what its result is to have in it.
REQUESTED = re.compile(
    r"^\W*(?:(?:please|now|hi|hello|hey|ok|so)\W+){0,2}(?:(?:can|could|would|will) you|write|create|make|generate|"
    r"draft|suggest|give me|list|design|plan|implement|build|compose|prepare|help me|I need|I want)\b",
    re.IGNORECASE,
)
ITS_PARTS = re.compile(
    r"^\W*(?:(?:please|also|and|so|then)\W+){0,2}(?:add|include|skip|mention|cover|exclude|use|start|end|make (?:it|"
    r"them|sure)|give (?:it|me|each))\b",
    re.IGNORECASE,
)
ITS_TOPIC = re.compile(
    r"^\W*(?:(?:please|now|and)\W+){0,2}(?:explain|describe|define|translate|compare) (?!(?:things|everything|it|all|"
    r"any|each|every|your|in|with|using|code|concepts|terms|to me|me|briefly|simply|how|why|what|new|technical|medical|"
    r"legal|complex|complicated|hard|difficult|numbers|words|into|to|as|like)\b)\w",
    re.IGNORECASE,
)
EVER = re.compile(
    r"\b(?:always|never|from now|whenever|every time|in future|by default|any ?more|ever|all (?:my|your))\b", re.I
)


OF_ONESELF = frozenset({StatementType.HABIT, StatementType.PREFERENCE, StatementType.DISLIKE, StatementType.FACT})
REMARKED = OF_ONESELF | {StatementType.DIRECTIVE, StatementType.GOAL}
# By the type of a statement, what in its text or at the beginning of what it is about makes it a narration.
IN_TEXT = {
    StatementType.CORRECTION: DID_NOT_MEAN,
    StatementType.HABIT: re.compile(rf"{ALREADY.pattern}|{DOES_WITH_THE_THING.pattern}", re.IGNORECASE),
    StatementType.CHANGE: AND_THEN,
    StatementType.FACT: EVENT,
    StatementType.DISLIKE: WITHOUT_OBJECT,
    StatementType.FAMILY: OF_OTHERS,
}
IN_ABOUT = {
    StatementType.FACT: re.compile(rf"{FIGURES.pattern}|{THE_FIRST.pattern}", re.IGNORECASE),
    StatementType.IDENTITY: re.compile(rf"{ONE_OF_PEOPLE.pattern}|{THE_FIRST.pattern}", re.IGNORECASE),
}


def is_narration(candidate: Candidate) -> bool:
    """Return whether this tells of one event: "I said yes to it", "I already spilled it", "We've got a gig tonight"."""
    clause, text = candidate.clause, candidate.text
    if clause.type in OF_ONESELF and (JOKES.search(text + candidate.after[:8]) or MOSTLY.match(text)):
        return True
    if clause.type in REMARKED and REMARKS.match(text):
        return True
    in_text, in_about = IN_TEXT.get(clause.type), IN_ABOUT.get(clause.type)
    if (in_text and in_text.search(text)) or (in_about and in_about.match(clause.about.strip())):
        return True
    return clause.type is StatementType.CORRECTION and not (
        CORRECTS.search(text) or ASSISTANTS.search(text) or OF_ME.search(clause.about)
    )


def is_for_one_task(candidate: Candidate) -> bool:
    """ "Write a parser. Add type hints and a few tests", "I need to understand what a power of attorney is"."""
    clause, text = candidate.clause, candidate.text
    if clause.type is StatementType.NEED:
        return TO_KNOW.match(clause.about) is not None
    if clause.type is not StatementType.DIRECTIVE or LASTING_START.match(text) or EVER.search(text):
        return False
    return ITS_TOPIC.match(text) is not None or (
        ITS_PARTS.match(text) is not None and REQUESTED.match(candidate.previous) is not None
    )
