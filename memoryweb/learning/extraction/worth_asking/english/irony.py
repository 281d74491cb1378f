"""Recognizes English irony: praise of what nobody likes, and the marks people put on it."""

import re

from memoryweb.learning.extraction.types import Candidate
from memoryweb.rules.languages.base import one_of

LIKES = re.compile(
    r"\b(?:lov(?:e|ing)|ador(?:e|ing)|enjoy|like|favou?rite|fan of|live for|cherish|treasure|appreciate|can't get "
    r"enough)\b",
    re.I,
)
DISLIKES = re.compile(r"\b(?:don't|do not|doesn't|hate|dislike|can't stand|never|not)\b", re.IGNORECASE)
MARKS = re.compile(
    r"(?:^|\s)/s\b|🙄|🙃|\(not\)|^\W*(?:not|jk|just kidding|kidding|as if|yeah,? right|sarcasm)[.! ]*$|#sarcasm|"
    r"\bNOT\b[.!]*$"
)
MARKS_BEFORE = re.compile(
    r"🙄|🙃|\byeah,? right\b|\bjust (?:great|what I needed|perfect|wonderful|fantastic)\b", re.IGNORECASE
)
EXCLAIMS = re.compile(
    r"^\W*(?:oh|ah|wow|yay|hooray|sure|right|great|fantastic|lovely|wonderful|brilliant|perfect|awesome|fabulous|"
    r"amazing|"
    r"marvell?ous|super|of course|thanks a (?:lot|bunch|million)|just what|don't you|who doesn't|yeah)\b",
    re.IGNORECASE,
)
EXCLAIMS_LOUDLY = re.compile(
    r"^\W*(?:oh,? (?:joy|great|good|goody|wonderful|lovely|perfect|fantastic)|what an? (?:treat|joy|delight|pleasure|"
    r"surprise|way to)|how (?:lovely|wonderful|"
    r"nice|delightful|convenient)|lucky me|yay|hooray|of course|typical|just what)\b",
    re.IGNORECASE,
)
EXAGGERATES = re.compile(
    r"\b(?:just|so|absolutely|totally|simply|really|completely|literally|truly|do) (?:lov|ador|enjoy)", re.IGNORECASE
)
# what nobody likes
SUFFERED = one_of("""
    ignored, interrupted, woken, yelled, shouted, stuck, lied, charged, overcharged, ripped off, left out,
    put on hold, kept waiting, fired, dumped, ghosted, stood up, blamed, rained on, soaked, bitten, scammed,
    spammed, treated like, talked down, talked over, micromanaged, rejected, cancell?ed on, delayed, bumped,
    hung up on, cut off, robbed, honked at, lectured, insulted, laughed at, stung, splashed, snapped at,
    screamed at, catcalled, late, sick, broke, double-booked, underpaid, overworked, told (?:what|how|off|to),
    audited, evicted, forgotten, lied to, stared at
""")
GOES_WRONG = one_of(r"""
    fails?, crash(?:es|ed|ing)?, breaks?(?: down)?, broke, freez\w+, froze, jams?, jammed,
    (?:is|are|gets?|was|were) (?:\w+ )?(?:late|cancell?ed|
    delayed|broken|down|gone|closed|sold out|overbooked|lost|stolen|ignored|empty|flat),
    doesn't work, don't work, won't (?:start|load|open|work), ignores? (?:me|my), deletes?, deleted,
    loses? (?:my|its), hangs?, cancels?, wakes? me, woke me, steals?, stole, forgets? (?:me|my),
    interrupts? (?:me|my), leaks?, stops? working, goes down, dies, died, disconnects?, runs? out,
    cuts? (?:out|me off), talks? over me, talk(?:s|ed)? (?:through|during), yells? at, shouts? at,
    chews? (?:with|loudly), spoils?, ruins?, honks?, parks? in my
""")
WRONG = re.compile(rf"\b{GOES_WRONG}\b", re.IGNORECASE)
MISFORTUNE = re.compile(
    rf"\b(?:(?:being|getting|having been|to be|to get) (?:\w+ )?{SUFFERED}|having to|(?:when|that|how|if|the way) "
    rf"[^,.]{{1,60}}\b{GOES_WRONG}|"
    rf"(?:standing|sitting|stuck|being stuck|waiting|queu(?:e)?ing) (?:around )?(?:in|on) (?:line|lines|traffic|"
    rf"queues?|a (?:long )?(?:line|queue)|"
    rf"the (?:queue|line|rain|cold)|hold)|(?:waiting|spending|wasting|losing) (?:for )?(?:[\w-]+ )?(?:hours?|ages|"
    rf"days|weeks)|traffic jams?|"
    rf"on hold|hold music|pay(?:ing)? (?:extra|double|more|fees|late fees|full price|for nothing|taxes twice)|"
    rf"(?:extra|hidden|late|"
    rf"overdraft|baggage) fees|(?:hour|day|flight|train|endless|long|another|constant) (?:delays?|layovers?)\b|"
    rf"spam(?: calls?| mails?| texts?)?|telemarketers|"
    rf"robocalls|root canals?|parking "
    rf"(?:tickets?|fines?)|"
    rf"stepping (?:in|on)|cleaning up after|(?:losing|wasting) (?:my|money|data|sleep|time)|stubbing|typing my|"
    rf"pop-?up ads|"
    rf"unskippable ads|flat tyres?|flat tires?|power cuts?|food poisoning|hangovers|toothaches?|mosquito bites|"
    rf"(?:drilling|hammering|roadworks|jackhammers?|car alarms?) at|could have been an email|no (?:hot water|heating|"
    rf"signal|sleep)|"
    rf"(?:four|five|six|seven|4|5|6|7) ?(?:am|a\.m\.|o'clock)? (?:drill|jackhammer|construction)|"
    rf"blue screens?|broken (?:links|elevators?|lifts?|chairs?)|passive[- ]aggressive|ghosting|bed ?bugs|"
    rf"cockroaches)\b",
    re.IGNORECASE,
)
CHORES = re.compile(
    r"\b(?:work(?:ing)? (?:late|overtime|weekends)|overtime|tax(?:es)?|monday|traffic|wait(?:ing)?|line|queue|"
    r"cleaning|ironing|laundry|"
    r"dishes|paperwork|homework|deadlines?|bills?|meetings?|forms?|filing|exams?|dentist|commut\w+|rush hour|delays?|"
    r"ads?|bugs?|"
    r"cold (?:coffee|food|pizza|tea|dinner|showers?)|leftovers|noise|passwords?|updates?|captchas?|rain|small talk|"
    r"layovers?|hours|"
    r"a\.?m\.?|again|"
    r"cancell?ed|late|hold|fees?|pay(?:ing)?|drill\w*|alarm)\b",
    re.IGNORECASE,
)


def is_ironic(candidate: Candidate) -> bool:
    """ "Oh great, I just love waiting two hours"."""
    text = candidate.text
    if not LIKES.search(text) or DISLIKES.search(text):
        return False
    around = f"{candidate.previous} {candidate.before}"
    if MISFORTUNE.search(text) or MARKS.search(text + candidate.after) or MARKS.search(candidate.following):
        return True
    if EXCLAIMS_LOUDLY.match(candidate.previous) or EXCLAIMS_LOUDLY.match(candidate.before + text):
        return CHORES.search(text) is not None or WRONG.search(candidate.previous) is not None
    if MARKS_BEFORE.search(around[-60:]) or MARKS_BEFORE.search(text[:30]):
        return bool(CHORES.search(text))
    exclaims = EXCLAIMS.match(text) or EXCLAIMS.match(candidate.before) or EXCLAIMS.match(candidate.previous)
    return bool(exclaims and EXAGGERATES.search(text) and CHORES.search(text))
