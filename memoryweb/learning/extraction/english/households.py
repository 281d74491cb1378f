"""The English forms of who somebody is, and of what holds for their household or team: tastes, things, customs."""

from memoryweb.learning.extraction.english.words import KIN, PETS
from memoryweb.learning.extraction.types import StatementType, forms
from memoryweb.rules.languages.base import one_of

NAMED = r"(?:,? (?-i:[A-Z])[\w-]+,?)?"
# What a team or a house has, of which something can hold for long.
BELONGINGS = one_of("""
    infra(?:structure)?, (?:tech |software )?stack, back-?end, front-?end, apis?, databases?, db, repos?(?:itory)?,
    codebase, mono-?repo, services?, web ?site, servers?, pipelines?, ci, docs, documentation, tests, test suite,
    deployments?, builds?, clusters?, production, prod, staging, customers, clients, users, products?, newsletter,
    style guide, coding standard, branches, pull requests, commits, migrations, logs, dashboards?, releases,
    mailing list, stand-?ups?, fiscal year, office hours, wifi name, heating, oven, stove, hob, washing machine,
    plates, garden, car, bikes?, accounts?, invoices, contracts, paperwork, schools?, choir, shop, store, library
""")
MOMENTARY = one_of("""
    down, broken, failing, slow, slower, crashing, red, on fire, throwing, returning, not, still, giving, getting, so,
    too, really, out, stuck, late, due, over, full, empty, gone, missing, being, going, acting, refusing, leaking,
    making, taking, complaining, asking, timing, running (?!on\\b), now, currently, today, here, ready, done, live,
    a mess, a nightmare, up, back, growing, shrinking, supposed, wrong, weird, flaky, green, dead, offline
""")
HOLDS = one_of("""
    is, are, runs?, lives?, uses?, follows?, has, have, sits?, goes, go, speaks?, supports?, targets?, needs?,
    requires?, must, starts?, ends?, opens?, closes?, belongs?, stays?, comes?, works?, contains?, stores?, ships?,
    happens?
""")
TASTES = one_of("""
    loves?, hates?, can't stand, cannot stand, can't eat, cannot eat, can't have, doesn't eat, don't eat,
    doesn't drink, don't drink, doesn't like, don't like, doesn't drive,
    refuses?(?! to (?:give|answer|tell|let|talk)), only eats?, only drinks?, won't eat, won't touch, eats?, drinks?,
    adores?, dislikes?, prefers?, plays?, collects?, keeps? (?!(?:me|asking|saying|telling)\\b), spends?, sleeps?,
    goes to, go to, takes?(?= (?:\\w+ ){0,2}(?:lessons|classes)), commutes?, volunteers?, coaches, teaches, studies,
    runs?(?= an? )
""")
PLAIN = (
    r"(?!(?:(?!\b(?:and|but|so)\b)[^.!?])*\b(?:this|that one|you|your|today|tonight|tomorrow|yesterday|right now)\b)"
)

# What "I'm a …" is followed by where it tells nothing that lasts.
NO_ROLE = one_of("""
    bit, little, lot, mix, mess, wreck, fool, idiot, loser, genius, monster, zombie, disaster, burden, joke, liar,
    failure, fraud, firm, hundred, huge fan, big fan, fan, fan of, believer, sucker, total, complete, few, minute,
    step, week, day, loss, level, ghost, god, wizard, pirate, knight, robot, teapot, believer, lucky, terrible, great,
    good, bad, big boy, big girl, grown, sad, happy, nervous, new, hot, tad, goner, lost, victim, fly, bad person,
    good person
""")
ROLE_GOES_ON = (
    r"(?=(?:,? (?:in|at|of|to|by|from|based|with|who|and|but|so|for|on|near|here|now|these days|since|myself)\b|"
    r"[.!,;]|\W*$))"
)
OF_MY_WORK = r"my (?:drafts|code|emails?|texts|writing|essays|designs|slides|pitch(?:es)?|questions|articles|poems)"

HOUSEHOLDS = forms(
    # who one is
    (
        StatementType.IDENTITY,
        rf"I(?:'m| am) (?:(?:usually|actually|basically|also|both|currently|just|only|now) )?(?P<about>an? "
        rf"(?!(?:[\w'-]+ )?(?:{NO_ROLE})\b)(?:(?!(?:that|who|which|but|and)\b)[\w'/.-]+ "
        rf"){{0,4}}?[a-z][\w'/-]+{ROLE_GOES_ON}{PLAIN}(?! (?:of (?:this|that|you)|for (?:this|that|you|now)|and "
        rf"(?:i )?(?:need|want|just)|looking|trying)\b)[^?]*)$",
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
        rf"I know (?P<about>(?!(?:it|this|that|you|how|what|why|the)\b){PLAIN}[\w +#-]{{2,40}} (?:very )?well\b(?: "
        rf"but| and|[,.;]|$)[^?]*)",
    ),
    (
        StatementType.HABIT,
        r"I (?:write|sing|dance|paint|draw|coach|perform|act|sew|bake|brew|restore|breed|grow|raise|farm|repair|sell) "
        rf"(?P<about>(?!(?:this|that|it|to|about|you|down|up|back|him|her|them|in)\b){PLAIN}[\w' -]{{3,50}} "
        r"(?:in|for|under|at|with|on|from) (?:my|our|an?|the|all|small|local)\b[^?]*)",
    ),
    (
        StatementType.HABIT,
        rf"I (?:grow|raise|farm|breed|keep|homeschool|foster|rent out) (?P<about>(?!(?:this|that|it|them|up|the|"
        rf"getting|having|seeing|going|on)\b){PLAIN}[^?]{{4,}} (?:in|on|at|for|near) [^?]{{3,}})",
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
        rf"need|want|found|see)\b){PLAIN}[a-z]+(?<!ed) [^?]{{4,}})",
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
    # who is with them, and what belongs to them
    (
        StatementType.FAMILY,
        rf"my (?:(?:older|younger|little|big|eldest|youngest|oldest|elder|twin|step|foster) )?(?:{KIN}|"
        rf"{PETS}){NAMED} (?:(?:still|also|really|absolutely|only|never|always) )?(?:{TASTES})\b{PLAIN}"
        r"(?! (?:it|me|him|her|them|the (?:idea|way|look))\b)(?P<about> [^?]{3,})",
    ),
    (
        StatementType.FACT,
        rf"my (?:(?!new\b)[\w&-]+ ){{0,2}}(?:{BELONGINGS})(?: at work| at home| here)? (?:(?:all|always|only|"
        rf"mostly) )?(?:{HOLDS})\b(?! (?:{MOMENTARY})\b){PLAIN}(?P<about> [^?]{{3,}})",
    ),
    (
        StatementType.FACT,
        r"(?:all|most|half|much)(?: of)? (?:our|my) (?P<about>[\w-]+(?: [\w-]+){0,3} (?:is|are|run|live|use|go|"
        r"sit)\b(?! \w+ing\b)"
        rf"{PLAIN}(?! (?:{MOMENTARY})\b)[^?]{{4,}})",
    ),
    (
        StatementType.FACT,
        r"(?:neither|none|both|all|some) of us (?!(?:can|could|will|would|is|are|was|were|had|wants?|needs?|knows?|"
        rf"thinks?|got|went) )(?P<about>[a-z]+\b{PLAIN}[^?]{{3,}})",
    ),
    (
        StatementType.FACT,
        r"(?:at|in|on) (?:our|my) (?:(?!last\b)[\w-]+ )?(?:company|office|work(?:place)?|team|lab|school|family|"
        r"house|household|home|flat|department|firm|shop|club|village|town|street|building|church|culture|band|"
        r"country|region)"
        rf",? (?!(?:we|i|i'm|there(?:'s| is) (?:a|this)|someone|somebody|they|he|she|it)\b){PLAIN}(?P<about>[\w' "
        rf"-]{{3,60}}? (?:{HOLDS}|eats?|takes?|gets?|does|do|pays?|writes?|reviews?|celebrates?)\b(?! "
        rf"(?:{MOMENTARY})\b)[^?]{{3,}})",
    ),
    (
        StatementType.FACT,
        r"(?:every|each) (?:summer|winter|spring|autumn|fall|year|christmas|easter|august|july|weekend|sunday|"
        r"saturday|friday|month|morning|evening|night|day)(?: morning| evening| night)?,? (?:we|i|my \w+ and i) "
        rf"(?!(?:think|hope|wonder|get|see|have to|need|was|were|went|had|did)\b){PLAIN}"
        r"(?P<about>[a-z]+(?<!ed) [^?]{3,})",
    ),
    (
        StatementType.HABIT,
        rf"I only (?:have|own|keep|cook with|speak) (?!(?:an? )?(?:one|few|question|minute|hour|"
        rf"problem)\b){PLAIN}(?P<about>[^?]{{4,}})",
    ),
    (
        StatementType.HABIT,
        r"I go (?P<about>[a-z]+ing (?:[\w ]{0,20} )?(?:most|every|each|twice|once|on|at) [^?]{3,})",
    ),
    (
        StatementType.GOAL,
        r"I(?:'m| am) (?:slowly |gradually |still |currently )?(?:working|reading|eating|cooking|watching|baking) "
        r"(?P<about>(?:my|our) way (?:through|up to|down)\b [^?]{4,})",
    ),
    (
        StatementType.GOAL,
        r"I(?:'m| am) (?:hoping|planning|aiming|saving up|determined) to (?P<about>[^?]{4,} before I (?:retire|die|"
        r"turn|hit|reach|leave|finish|graduate|get too old|'m)\b[^?]*)",
    ),
    (
        StatementType.PREFERENCE,
        r"(?:(?:huge|big|massive|lifelong|devoted) )fan of (?P<about>(?!(?:this|that|it|your|the "
        r"way)\b)[^?,]{3,60}?) (?:here|over here)\b",
    ),
    (
        StatementType.PREFERENCE,
        r"(?P<about>(?!(?:it|this|that|i|we|you)\b)[\w' /-]{3,40}, (?:never|not) [\w' /-]{3,40},? (?:in all|in any|"
        r"everywhere|always|in every|for all|on all|in my|for my)\b[^?]*)",
    ),
)
