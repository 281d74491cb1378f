"""The forms in which people ask in English that something is done for themselves, or never done to them."""

from memoryweb.language.extraction.english.directives import POLITE
from memoryweb.language.extraction.types import StatementType, forms
from memoryweb.language.locales.base import one_of

OF_MINE = r"(?:me|my|mine|us|our)"
DAYS = "(?:mon|tues|wednes|thurs|fri|satur|sun)days"
# times that come again
AGAIN = (
    rf"(?:{DAYS}|(?:mon|tues|wednes|thurs|fri|satur|sun)day (?:mornings|afternoons|evenings|nights)|weekends|"
    rf"weekdays|mornings|"
    r"afternoons|evenings|nights|lunch ?(?:times?|hours?|breaks?)|holidays|vacations?|days off|school runs?)"
)
TIMES = (
    rf"(?:{AGAIN}|lunch|"
    r"(?:before|after|until|past|between) (?:\d|noon|midnight|lunch|work|dinner|six|seven|eight|nine|ten|eleven|"
    r"twelve|one|two|"
    r"three|four|five))"
)
CONTACTS = one_of("""
    book, schedule, put, plan, call, text, phone, ring, message, invite, seat, contact, e-?mail, disturb, wake,
    bother, ping, send, serve, page, visit, arrange, sign, quote, tag, set, give
""")
APPOINTMENTS = one_of(
    "calls?, meetings?, visits?, deliver(?:y|ies), appointments?, e-?mails?, messages?, notifications?, flights?, "
    "visitors"
)
FOOD = one_of("""
    food, meals?, dish(?:es)?, coffee, tea, drinks?, water, salads?, burgers?, pizzas?, sandwich(?:es)?, soups?,
    smoothies?, sushi, orders?, lunch(?:es)?, dinners?, breakfasts?, plate
""")
REQUESTS = forms(
    (
        StatementType.DIRECTIVE,
        rf"{POLITE}(?:keep|leave|hold|block|protect|reserve|"
        rf"guard)(?=[^.?!]{{0,60}}\b{OF_MINE}\b)"
        rf"(?=[^.?!]{{0,80}}\b(?:{AGAIN}\b|(?:free|clear|open|off|calls?|meetings?|calendar|schedule) "
        rf"{TIMES}))(?P<about> .+)",
    ),
    (
        StatementType.DIRECTIVE,
        rf"{POLITE}(?:don't|do not|never|avoid|stop)(?: ever)? (?:{CONTACTS}|{CONTACTS}ing|putting|booking)(?= "
        rf"(?:[\w-]+ ){{0,4}}?{OF_MINE}\b"
        rf"[^.?!]{{0,60}}\b(?:{TIMES}|(?:on|during|at|near|next to|by|between|with|without|unless|in) ))(?! (?:me "
        rf")?(?:on hold|in charge|"
        rf"words|down|with (?:that|this|it)))(?P<about> .+)",
    ),
    (
        StatementType.DIRECTIVE,
        rf"{POLITE}(?:don't|do not|never|no)(?: ever)? (?:put|add|adding|putting|include)(?P<about> [^.?!]{{2,50}}? "
        rf"(?:in|on|to|into) {OF_MINE} "
        rf"(?:[\w-]+ )?{FOOD}\b.*)",
    ),
    (
        StatementType.DIRECTIVE,
        rf"{POLITE}no (?=(?:[\w-]+ )?{APPOINTMENTS} (?:for me )?(?:(?:on|during|in the) )?{TIMES})(?P<about>.+)",
    ),
    (
        StatementType.DIRECTIVE,
        rf"{POLITE}(?:schedule|book|plan|put|set|arrange|place|send|seat|ship|deliver|"
        rf"order)(?=[^.?!]{{0,40}}\b{OF_MINE}\b)"
        rf"(?=[^.?!]{{0,80}}\b(?:{AGAIN}|(?:only|always|by default|whenever|every (?:time|week|month|"
        rf"day)))\b)(?P<about> .+)",
    ),
)
