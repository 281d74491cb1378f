"""Tells whether an English statement holds only for the moment: a wish for today, a mood, what somebody is doing."""

import re

from memoryweb.learning.extraction.types import Candidate, StatementType
from memoryweb.rules.languages.base import one_of

WISHES = frozenset(
    {
        StatementType.PREFERENCE,
        StatementType.DISLIKE,
        StatementType.HABIT,
        StatementType.NEED,
        StatementType.WISH,
        StatementType.GOAL,
        StatementType.DIRECTIVE,
        StatementType.CORRECTION,
        StatementType.WORK,
    }
)
DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
MOMENT = re.compile(
    rf"\b(?:today(?:'s)?|tonight(?:'s)?|right now|right away|at the moment|at present|for now|just (?:this )?once|"
    rf"tomorrow(?:'s)?|yesterday(?:'s)?|this (?:time|once|morning|afternoon|evening|week|weekend|minute|moment|round|"
    rf"{DAYS}|meeting|call|trip|flight)|(?:for|in|over|of) the (?:next|rest|coming|following) [\w "
    rf"]{{0,20}}?(?:minutes?|"
    rf"hours?|days?|weeks?|day|evening|reply|repl(?:y|ies)|messages?|emails?|meeting)|last (?:night|week|weekend|month|"
    rf"time|{DAYS})|the other day|(?:until|till) (?:tomorrow|tonight|later|then|"
    rf"{DAYS}|next)|next {DAYS}|"
    rf"(?:for|on) {DAYS} (?:night|evening|at)|earlier|a (?:moment|minute|second|while|few (?:minutes|hours|days)) "
    rf"ago)\b",
    re.IGNORECASE,
)
NOW_OF_A_GOAL = re.compile(r"\b(?:right now|at the moment|at present)\b", re.IGNORECASE)
THIS_TEXT = re.compile(
    r"\b(?:this|these|the (?:following|attached|above|current|last|next|first|second))(?! (?:way|day|year|time on|"
    r"case|project|chat|app))\b(?! (?:from|since))",
    re.IGNORECASE,
)
WHEN_READY = re.compile(
    r"\b(?:when(?:ever)? you (?:can|get (?:a|the|home|back|there|here)|have (?:a|time)|are (?:ready|done|free|back)|"
    r"arrive|land|wake|finish|'re)|as soon as|asap|"
    r"once you|(?<!from )(?<!right )now\W*$|now,|back later|later\W*$)\b",
    re.IGNORECASE,
)
FEELS = re.compile(
    r"\b(?:I|we)(?:'m|'re|'ve been| am| are)? (?:(?!(?:the|an?|that|this|love|like|hate|enjoy)\b)[\w-]+ "
    r"){0,3}?feel(?:ing)?\b",
    re.IGNORECASE,
)
OCCASION = re.compile(
    r"\b(?:when|whenever|while|around|near|after|before|without|among|during|if|unless|in|at|on|by|under|with|about|"
    r"from|"
    r"towards?) (?!(?:now|this|that|it|them|all|him|her|you|they|he|she|my|today|tomorrow|love|fact|everything)\b)\w|"
    r"\bspeaking\b|"
    r"\b(?:strongly|deeply)\b|\bfeel that\b",
    re.IGNORECASE,
)
AS_IF = re.compile(
    r"\bfeel(?:ing)? (?:like|as if|as though|so|(?:much |a (?:lot|bit|little) |way )?better|worse)\b(?! when)", re.I
)
# what one asks for help with, and is done with tomorrow
WRITES = re.compile(
    r"\b(?:writing|doing|preparing|finishing|researching) (?:an?|my|the|some) (?:[\w-]+ )?(?:essay|e-?mail|report|"
    r"letter|paper|summary|speech|article|post|"
    r"review|proposal|application|poem|homework|assignment|presentation|slides|blog|tweet|toast|resume|cv)\b",
    re.IGNORECASE,
)
ONCE = re.compile(
    r"\bI (?:once|learnt|learned|just realized|just realised) (?!a (?:day|week|month|year))",
    re.IGNORECASE,
)
# Over when it is done, or only considered: "stay late to catch up", "I think I need to slow down".
ONE_EFFORT = re.compile(
    r"\bto (?:catch up|make up for|meet (?:the|my|our|a) (?:\w+ )?deadline|get (?:it|this|that) done|prepare for)\b|"
    r"^\W*(?:and |but |so )?I (?:think|guess|suppose|feel like|know) (?:that )?(?:I|we) (?:really |just )?need to\b",
    re.IGNORECASE,
)
FOR_THE_EVENT = re.compile(
    r"\b(?:prepar|study|train|practi[cs]|revis|rehears|get)ing (?:ready )?for the (?-i:[a-z-]+)\W*$",
    re.IGNORECASE,
)
ONCE_MORE = re.compile(r"\bagain (?:next|soon|this|in)\b|\bagain\W*$", re.IGNORECASE)
SOON_OVER = {  # by the type of a statement
    StatementType.NEED: (ONE_EFFORT,),
    StatementType.GOAL: (WRITES, FOR_THE_EVENT, ONCE_MORE),
}
STRUGGLES = re.compile(
    r"\b(?:sometimes|often|always|still|just|keep) (?:struggle|struggling|doubt|worry|question|miss|find myself|"
    r"catch myself|regret|cry|stress|get (?:so )?"
    r"overwhelmed|wonder|hope|pray|try my|try to (?:see|be|do|stay|keep|make|remember|find|give|look|think)|wish)\b|"
    r"\b(?:get|got|gets|feel) (?:so |really |completely |totally )?lost\b",
    re.IGNORECASE,
)
AND_MOODS = re.compile(r"^ ?(?:and|but|or|now|right|so|already|too|again)\b", re.IGNORECASE)
STATES = one_of("""
    asleep, awake, crying, sick, ill, late, here, out, away, home, back, upset, angry, annoyed, mad, hungry, tired,
    excited, happy, proud, sad, busy, waiting, calling, coming, going, visiting, leaving, sleeping, asking,
    bothering, barking, screaming, yelling, shouting, playing, running, eating, sitting, standing, doing, making,
    trying, getting, feeling, on the (?:phone|way), at (?:work|school|home|the),
    in the (?:other|next|kitchen|bathroom|shower|garden|car|
    hospital|room), driving (?:me|us), so, such,
    convinced, sure, certain, afraid, worried, nervous, fine, ok(?:ay)?, well, better, gone, amazing, great,
    awesome, wonderful, adorable, lovely, cute, the best, everything, annoying, right, wrong, ready, stuck, lost,
    missing
""")
STATE_OF_OTHERS = re.compile(
    rf"\b(?:is|are|was|were|'s|'re)(?: (?:always|still|just|really|very|currently|already|also|all|quite|pretty|a bit|"
    rf"being|about to|now|not|kinda?|kind of)){{0,4}} {STATES}\b|\b(?:was|were|wasn't|weren't|had|did|came|went|got|"
    rf"told|"
    rf"asked|said|(?<!is )(?<!are )called|made|gave)\b(?! (?:born|married|raised|divorced))",
    re.IGNORECASE,
)
HAVING = re.compile(r"\b(?:I|we)(?:'ve| have)\b", re.IGNORECASE)


def is_passing(candidate: Candidate) -> bool:
    """ "I feel much better now", "Today I'd rather have soup", "My son is crying"."""
    statement_type, text = candidate.clause.type, candidate.text
    if statement_type is StatementType.FAMILY:
        return not HAVING.search(text) and bool(MOMENT.search(text) or STATE_OF_OTHERS.search(text))
    if ONCE.search(text):
        return True
    if statement_type not in WISHES:
        return False
    if statement_type in (StatementType.DIRECTIVE, StatementType.WISH, StatementType.CORRECTION):
        text = candidate.sentence
        if THIS_TEXT.search(text) or WHEN_READY.search(text):
            return True
    if any(pattern.search(text) for pattern in SOON_OVER.get(statement_type, ())):
        return True
    if statement_type is StatementType.GOAL:
        text = NOW_OF_A_GOAL.sub("", text)
    return bool(MOMENT.search(text)) or _is_mood(candidate)


def _is_mood(candidate: Candidate) -> bool:
    text, about = candidate.text, candidate.clause.about
    if STRUGGLES.search(text):
        return True
    if FEELS.search(text):
        return AS_IF.search(text) is not None or not OCCASION.search(text)
    return candidate.clause.type is StatementType.DISLIKE and bool(AND_MOODS.match(about)) and len(about) > 1
