"""The English forms of who somebody is and what is theirs: a trade, a club, a language they speak, a laptop."""

from memoryweb.learning.extraction.english.words import NO_ROLE
from memoryweb.learning.extraction.types import StatementType, forms

# What follows speaks of neither this talk nor this day.
TIMELESS = (
    r"(?!(?:(?!\b(?:and|but|so)\b)[^.!?])*\b(?:this|that one|you|your|today|tonight|tomorrow|yesterday|right now)\b)"
)
ROLE_GOES_ON = (
    r"(?=(?:,? (?:in|at|of|to|by|from|based|with|who|and|but|so|for|on|near|here|now|these days|since|myself)\b|"
    r"[.!,;]|\W*$))"
)
OF_MY_WORK = r"my (?:drafts|code|emails?|texts|writing|essays|designs|slides|pitch(?:es)?|questions|articles|poems)"

ONESELF = forms(
    (
        StatementType.IDENTITY,
        rf"I(?:'m| am) (?:(?:usually|actually|basically|also|both|currently|just|only|now) )?(?P<about>an? "
        rf"(?!(?:[\w'-]+ )?(?:{NO_ROLE})\b)(?:(?!(?:that|who|which|but|and)\b)[\w'/.-]+ "
        rf"){{0,4}}?[a-z][\w'/-]+{ROLE_GOES_ON}{TIMELESS}(?! (?:of (?:this|that|you)|for (?:this|that|you|now)|"
        rf"and (?:i )?(?:need|want|just)|looking|trying)\b)[^?]*)$",
    ),
    (
        StatementType.FACT,
        r"I(?:'m| am) in an? (?P<about>(?:[\w-]+ ){0,2}(?:club|band|choir|league|orchestra|union|co-?op|cult|long[- "
        r"]distance relationship|marriage|wheelchair|wind ensemble|flat|apartment|house|walk-?up|bungalow|cottage|"
        r"village|city|town|suburb|houseboat|caravan|dorm)\b[^?]*)",
    ),
    (
        StatementType.FACT,
        r"I(?:'m| am) on (?P<about>(?:an? )?(?-i:[A-Z]|i(?:OS|Phone|Pad)|macOS|mac|linux|"
        r"android)(?!oW\b)[\w-]*\b(?! (?:way|at \d))[^?]*)",
    ),
    (
        StatementType.WORK,
        r"I do (?P<about>(?:freelance|contract|volunteer|part-time|consulting|seasonal|remote) [^?]{3,}|[\w ]{3,30} "
        r"for (?:a living|work|nonprofits?|charities|small \w+|startups|clients)\b[^?]*)",
    ),
    (
        StatementType.FACT,
        r"my (?:(?:spoken|written) )?(?P<about>(?-i:[A-Z])[a-z]+ is (?:(?:around|about|at|still|pretty|roughly|only|"
        r"quite|very) )*(?:[abc][12]\b|rusty|basic|fluent|conversational|intermediate|beginner|native|terrible|"
        r"better than)[^?]*)",
    ),
    (
        StatementType.FACT,
        rf"I know (?P<about>(?!(?:it|this|that|you|how|what|why|the)\b){TIMELESS}[\w +#-]{{2,40}} (?:very "
        rf")?well\b(?: but| and|[,.;]|$)[^?]*)",
    ),
    (
        StatementType.HABIT,
        r"I (?:write|sing|dance|paint|draw|coach|perform|act|sew|bake|brew|restore|breed|grow|raise|farm|repair|sell) "
        rf"(?P<about>(?!(?:this|that|it|to|about|you|down|up|back|him|her|them|in)\b){TIMELESS}[\w' -]{{3,50}} "
        r"(?:in|for|under|at|with|on|from) (?:my|our|an?|the|all|small|local)\b[^?]*)",
    ),
    (
        StatementType.HABIT,
        rf"I (?:grow|raise|farm|breed|keep|homeschool|foster|rent out) (?P<about>(?!(?:this|that|it|them|up|the|"
        rf"getting|having|seeing|going|on)\b){TIMELESS}[^?]{{4,}} (?:in|on|at|for|near) [^?]{{3,}})",
    ),
    (
        StatementType.HOME,
        r"home(?: for me| these days| now)? is (?P<about>(?:an?|in|on|near|just) (?!(?:good|bad|great)\b)[^?]{4,})",
    ),
    (
        StatementType.DIRECTIVE,
        rf"(?:please )?(?:don't|do not|never) (?P<about>[a-z]+(?<!mind)(?<!worry) (?:[\w-]+ ){{0,3}}?(?:on|in|about|"
        rf"with|of|to)? ?{OF_MY_WORK}\b[^?]*)",
    ),
    (
        StatementType.FACT,
        r"I(?:'ve| have)(?: got)? (?P<about>(?:an?|two|three|four|\d+) [\w -]{3,30} (?:called|named) (?-i:[A-Z])[^?]*)",
    ),
    (
        StatementType.FACT,
        r"my (?P<about>(?:[\w-]+ )?(?:laptop|phone|computer|camera|car|bike|monitor|keyboard|editor|browser|shell|"
        r"tablet|watch|console|desk|oven|piano|guitar|van)(?:'s| is) an? (?!(?:bit|mess|total|nightmare|"
        r"problem)\b)[^?]{3,})",
    ),
    (StatementType.FACT, r"I(?:'m| am) (?P<about>(?:[\w-]+ (?:foot|feet|ft)\b|\d{3} ?cm|\d\.\d+ ?m\b|\d'\d)[^?]*)"),
    (
        StatementType.HABIT,
        r"(?:on|at|during|in) (?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends|weekdays|the (?:mornings|"
        r"evenings)|mornings|evenings|winter|summer),? (?P<about>I(?:'m| am) (?!(?:so|not sure|going|"
        r"just)\b)[^?]{3,})",
    ),
    (
        StatementType.WISH,
        r"(?:whatever [\w ]{2,30}, )?I want (?P<about>[\w -]{3,40} (?:in|on|with|for) (?:every|all|each|any) [\w "
        r"]{2,30} you (?:show|give|send|write)[^?]*)",
    ),
    (
        StatementType.FACT,
        r"(?P<about>(?-i:[A-Z])[\w+#.-]+ is my (?:(?:native|first|second|main|default|only|daily|go-to|mother) "
        r")?(?:language|tongue|editor|shell|browser|os|framework|database|terminal|ide|distro|operating "
        r"system)\b[^?]*)",
    ),
    (
        StatementType.HABIT,
        rf"(?:at|in) (?:work|home|the office|(?:our|my) [\w-]+),? we (?P<about>(?!(?:have a|had|were|are|just|got|"
        rf"need|want|found|see)\b){TIMELESS}[a-z]+(?<!ed) [^?]{{4,}})",
    ),
    (StatementType.FACT, r"I(?:'m| am) in (?P<about>(?:the|my) (?:\w+ )?year of [^?]{4,})"),
    (StatementType.NAME, r"I(?:'m| am) (?P<about>(?-i:[A-Z])\w+, an? [^?]{4,})"),
    (
        StatementType.HABIT,
        r"I (?:run|use|put|write|keep|set|add) (?P<about>(?!(?:this|that|it|the)\b)[^?]{3,60} (?:on|in|for|to) "
        r"(?:all|every|each)(?: of)? (?:my|our) [^?]{3,})",
    ),
    (
        StatementType.GOAL,
        r"I(?:'m| am) trying to (?P<about>(?:read|watch|visit|finish|run|climb|cook|see|walk|write|learn) (?:all|"
        r"every|the whole) [^?]{4,} (?:before|by|in|this) [^?]{3,})",
    ),
)
