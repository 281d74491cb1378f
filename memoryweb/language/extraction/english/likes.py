"""The forms in which people tell their goals, likes and dislikes in English.

The group `about` is what the statement is about, as far as the clause goes.
"""

from memoryweb.language.extraction.english.words import (
    ADVERB,
    ADVERBS,
    BY_WHEN,
    CANNOT,
    DISLIKES,
    DO_NOT,
    FEELING,
    FEELS,
    GOAL,
    I_AM,
    I_HAVE,
    LIKES,
    NOT,
    NOT_WORTH,
    RESTRICTED,
)
from memoryweb.language.extraction.types import StatementType, forms

GOALS_AND_LIKES = forms(
    (
        StatementType.GOAL,
        rf"{I_AM} (?:currently |now |still )?(?:training for|saving(?: up)? (?:for|to)|working towards?|studying for|"
        rf"preparing for my|learning|brushing up on my|teaching myself|taking(?= [\w-]+ (?:lessons|classes|courses))|"
        rf"aiming (?:to|"
        rf"for)|hoping to (?=.*{BY_WHEN}))(?P<about> .+)",
    ),
    (
        StatementType.GOAL,
        rf"{I_AM} (?:currently |now |still )?(?:trying|attempting) to (?:be more|eat|lose|quit|stop|cut|"
        rf"learn(?! more)|save|reduce|get better|get fit|drink|sleep|spend less|exercise|avoid|live|wake|"
        rf"stay)(?P<about> .+)",
    ),
    (
        StatementType.GOAL,
        r"(?:my (?:[\w-]+ ){0,2}(?:goal|aim|dream|ambition|resolution|objective|target)s? (?:(?:this|next) \w+ |"
        r"right now )?(?:for [\w ]{1,30} )?(?:is|are)|I aim (?:to|for)|I(?:'ve|"
        r" have) set (?:myself )?a goal)(?P<about> .+)",
    ),
    (
        StatementType.GOAL,
        rf"I(?: really)? (?:want|hope|plan|intend|would like|would love)(?= to {GOAL}\b[^?]*\b{BY_WHEN})(?P<about> .+)",
    ),
    (
        StatementType.GOAL,
        rf"(?:{I_AM} (?:planning|hoping|going)|I'd (?:like|love))(?= to {GOAL}\b[^?]*\b{BY_WHEN})(?P<about> .+)",
    ),
    (
        StatementType.GOAL,
        r"I(?: really| always)? (?:want|have wanted)(?= to (?:become|quit|lose|master|retire|move to|"
        r"learn (?:how )?to (?!use)\w+ (?!in\b)))(?P<about> .+)",
    ),
    # liking and not liking
    (
        StatementType.PREFERENCE,
        rf"I(?:'ve| have)? (?:{ADVERBS}{LIKES}|(?:always|never|long|grown to|come to|since) (?:\w+ )?(?:loved|liked|"
        rf"enjoyed|preferred|hated|disliked|avoided|wanted|love|like|hate|prefer))\b(?: {NOT_WORTH})(?P<about>.+)",
    ),
    (
        StatementType.PREFERENCE,
        rf"I {ADVERBS}(?:work|learn|focus|concentrate|think|do|perform|sleep|study|write|feel|function) (?:much |far |"
        rf"my )?(?:best|better|worst|worse|most)\b(?P<about>.*)",
    ),
    (
        StatementType.DISLIKE,
        rf"I(?:'ve| have)? {ADVERBS}{DISLIKES}\b (?!to (?:say|ask|bother|admit|break|interrupt|"
        rf"be the)){NOT_WORTH}(?P<about>.+)",
    ),
    (
        StatementType.DISLIKE,
        rf"I {ADVERBS}(?:(?:{NOT}) (?:{ADVERB} )?(?:{CANNOT})|(?:can't|cannot|can not) have)\b (?!(?:it|this|that|"
        rf"with|without|my (?:computer|file|code))\b(?! when))(?P<about>.+)",
    ),
    (
        StatementType.DISLIKE,
        r"I (?:really |just )?(?:can't|cannot|don't) do (?P<about>(?:spicy|dairy|gluten|mornings|heights|crowds|"
        r"small talk|caffeine|sugar|meetings|"
        r"phone calls|cardio|cold|heat|seafood|loud|horror|drama|alcohol|early|late|public|surprises)\b.*)",
    ),
    (
        StatementType.PREFERENCE,
        r"(?:I(?:'d| would)|I)(?: always| definitely)? (?:pick|choose|take)(?= (?!this|that|the (?:first|"
        r"second))[^.?!]{2,60}? over\b)(?P<about> .+)",
    ),
    (
        StatementType.DISLIKE,
        rf"I {ADVERBS}(?:{NOT}) {DO_NOT}\b(?:(?: (?!to (?:the|say)|without\b){NOT_WORTH})(?P<about>.+)|[.! ]*$)",
    ),
    (
        StatementType.DISLIKE,
        r"I(?: really| absolutely)? (?:don't|do not|won't|will not|no longer) (?:want|need)(?= (?:any|my|to (?:be|"
        r"hear|receive|get) )(?!help))(?P<about> .+)",
    ),
    (
        StatementType.PREFERENCE,
        r"I(?:'d| would) (?:(?:much|far|always|definitely|really|generally) ){0,2}(?:rather|sooner|"
        r"prefer)(?: (?:it )?(?:if|that))?(?P<about> (?!this|that one|the (?:first|second)).+)",
    ),
    (
        StatementType.DISLIKE,
        r"I(?:'d| would) (?:never|not|always|hate to|only)(?P<about> (?!have (?:guessed|thought|known)|felt|seen|been|"
        r"had|thought|heard|\w+ed\b|be able).+)",
    ),
    (
        StatementType.DISLIKE,
        rf"{I_AM} (?:{ADVERBS})not (?:really |particularly |much |exactly |at all )?(?:a|an|one|"
        rf"the)(?: [\w-]+){{0,2}} (?:fan|lover|person|drinker|eater|one|type|kind|believer|big)\b(?P<about>.*)",
    ),
    (StatementType.DISLIKE, rf"{I_AM} {ADVERBS}(?:not|no(?!w)\b|never|neither)\b {FEELS}(?P<about>.*)"),
    (
        StatementType.IDENTITY,
        rf"(?:as )?(?:{I_AM}|I(?:'ve| have)(?: always| never)? been|I was born|I (?:became|went|"
        rf"turned)) {ADVERBS}(?:not (?:a |an )?)?(?P<about>{RESTRICTED}.*)",
    ),
    (
        StatementType.PREFERENCE,
        rf"(?:{I_AM}|I(?:'ve| have)(?: always| never)? been|I (?:get|become|feel|grew|have grown|"
        rf"have become)) {ADVERBS}{FEELS}(?! (?:this|that|it)\b)(?P<about>.*)",
    ),
    (
        StatementType.DISLIKE,
        r"I (?:(?:get|feel|become|start feeling) )(?:(?:easily|really|very|so|extremely|too|quickly|often|always|"
        r"rather|pretty|incredibly) ){0,2}(?:anxious|uncomfortable|nervous|overwhelmed|stressed|distracted|bored|"
        r"annoyed|frustrated|irritated|claustrophobic|seasick|carsick|motion sick|airsick|dizzy|nauseous|sick|queasy|"
        r"irritable|sleepy|tired|lost|lonely)\b(?P<about> .+)",
    ),
    (
        StatementType.PREFERENCE,
        rf"{I_HAVE} {ADVERBS}{FEELING}(?: (?:for|to|of|in|with|against|towards?|when|on|that)\b(?! (?:this|"
        rf"that) (?:code|problem|question|file|error)))?(?P<about>.*)",
    ),
    (
        StatementType.DISLIKE,
        rf"I {ADVERBS}(?:don't|do not|have never|never)(?: really)? (?:have|had) (?:(?:much|any|the|a lot of|an|"
        rf"a) )?(?:time for|patience|interest|taste|stomach|use for|car|pets?|kids|children|tv|television|driver|"
        rf"driving)\b(?P<about>.*)",
    ),
    (
        StatementType.DISLIKE,
        r"I (?:(?:have|lack|lost|have lost) )(?:no|any|all|little|zero)? ?(?:interest|patience|tolerance|desire|use|"
        r"time)\b(?P<about>.*)",
    ),
    (
        StatementType.PREFERENCE,
        r"I (?:\w+ly )?(?:find|consider|think)(?! (?:this|that|it (?:hard|difficult|strange|weird|odd|"
        r"interesting) that|a|an|out|the (?:error|bug|answer|code|file)|my|any|some|where|how|i|we|"
        r"you)\b)(?P<about> (?:[\w',-]+ ){0,14}?(?:to be |too |very |so |quite |more |rather |really |incredibly |"
        r"extremely |highly |a bit |overly |not )*\b(?:[\w-]+(?:ing|ive|ful|able|ible|less|ous|ant|ent|tic|ish)|hard|"
        r"difficult|easy|easier|boring|dull|bland|gross|cheap|off-putting|tedious|loud|ugly|useless|slow|unsafe|"
        r"unnatural|stale|generic|shallow|cheesy|harsh|predictable|impersonal|artificial|superficial|sad|bad|good|"
        r"great|best|better|cute|fun|cool|unhealthy|dry|dated|outdated|cliched|overrated|therapeutic|"
        r"disorienting)\b.*)",
    ),
    (
        StatementType.PREFERENCE,
        r"I find (?:it )?(?:[\w-]+ly |too |very |so |really |quite |hard |more ){0,3}(?:hard|difficult|easier|easy|"
        r"challenging|impossible|helpful|relaxing|boring|annoying|frustrating|distracting|stressful|exhausting|"
        r"uncomfortable|overwhelming|motivating)\b (?:to|when|if)(?P<about> (?!understand (?:this|the)|find|"
        r"follow (?:this|the|your)).+)",
    ),
    (
        StatementType.PREFERENCE,
        r"I (?:(?:very )?(?:firmly|strongly|truly|deeply|genuinely|really)) (?:believe|feel|"
        r"think)(?: that)?(?P<about> .+)",
    ),
)
