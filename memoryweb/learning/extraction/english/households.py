"""The English forms of what holds for somebody's household or team: tastes of those at home, things, customs."""

from memoryweb.learning.extraction.english.oneself import TIMELESS
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

HOUSEHOLDS = forms(
    (
        StatementType.FAMILY,
        rf"my (?:(?:older|younger|little|big|eldest|youngest|oldest|elder|twin|step|foster) )?(?:{KIN}|"
        rf"{PETS}){NAMED} (?:(?:still|also|really|absolutely|only|never|always) )?(?:{TASTES})\b{TIMELESS}"
        r"(?! (?:it|me|him|her|them|the (?:idea|way|look))\b)(?P<about> [^?]{3,})",
    ),
    (
        StatementType.FACT,
        rf"my (?:(?!new\b)[\w&-]+ ){{0,2}}(?:{BELONGINGS})(?: at work| at home| here)? (?:(?:all|always|only|"
        rf"mostly) )?(?:{HOLDS})\b(?! (?:{MOMENTARY})\b){TIMELESS}(?P<about> [^?]{{3,}})",
    ),
    (
        StatementType.FACT,
        r"(?:all|most|half|much)(?: of)? (?:our|my) (?P<about>[\w-]+(?: [\w-]+){0,3} (?:is|are|run|live|use|go|"
        r"sit)\b(?! \w+ing\b)"
        rf"{TIMELESS}(?! (?:{MOMENTARY})\b)[^?]{{4,}})",
    ),
    (
        StatementType.FACT,
        r"(?:neither|none|both|all|some) of us (?!(?:can|could|will|would|is|are|was|were|had|wants?|needs?|knows?|"
        rf"thinks?|got|went) )(?P<about>[a-z]+\b{TIMELESS}[^?]{{3,}})",
    ),
    (
        StatementType.FACT,
        r"(?:at|in|on) (?:our|my) (?:(?!last\b)[\w-]+ )?(?:company|office|work(?:place)?|team|lab|school|family|"
        r"house|household|home|flat|department|firm|shop|club|village|town|street|building|church|culture|band|"
        r"country|region)"
        rf",? (?!(?:we|i|i'm|there(?:'s| is) (?:a|this)|someone|somebody|they|he|she|"
        rf"it)\b){TIMELESS}(?P<about>[\w' -]{{3,60}}? (?:{HOLDS}|eats?|takes?|gets?|does|do|pays?|writes?|"
        rf"reviews?|celebrates?)\b(?! (?:{MOMENTARY})\b)[^?]{{3,}})",
    ),
    (
        StatementType.FACT,
        r"(?:every|each) (?:summer|winter|spring|autumn|fall|year|christmas|easter|august|july|weekend|sunday|"
        r"saturday|friday|month|morning|evening|night|day)(?: morning| evening| night)?,? (?:we|i|my \w+ and i) "
        rf"(?!(?:think|hope|wonder|get|see|have to|need|was|were|went|had|did)\b){TIMELESS}"
        r"(?P<about>[a-z]+(?<!ed) [^?]{3,})",
    ),
    (
        StatementType.HABIT,
        rf"I only (?:have|own|keep|cook with|speak) (?!(?:an? )?(?:one|few|question|minute|hour|"
        rf"problem)\b){TIMELESS}(?P<about>[^?]{{4,}})",
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
