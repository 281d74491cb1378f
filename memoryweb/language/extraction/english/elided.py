"""The forms of English statements without a subject: "Vegetarian here", "Tabs over spaces, always"."""

import re

from memoryweb.language.extraction.english.words import RESTRICTED
from memoryweb.language.extraction.types import StatementType, forms
from memoryweb.language.locales.base import one_of

# How a statement begins whose subject and auxiliary verb are left out, and what they were.
LEFT_OUT = (
    (
        "I'm ",
        re.compile(
            r"(?:currently |now |still |just )?(?:based(?! on)|living|working (?:as|at|for|from home|remotely|"
            r"nights|part)|learning(?! (?:is|was|from|by|how))|studying|allergic|training for|saving up|retired|"
            r"married|originally from|fluent in|passionate about|obsessed with|lactose|(?:particular|strict|"
            r"meticulous|casual|selective|mindful|specific|obsessive|relaxed|fussy) about)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "I've ",
        re.compile(
            r"(?:always |never )?been (?:an? |into |living|playing|learning|working|vegan|vegetarian|sober)",
            re.IGNORECASE,
        ),
    ),
    ("I was ", re.compile(r"(?:born|raised)(?: and raised)? (?:in|on)\b", re.IGNORECASE)),
    ("I'd ", re.compile(r"rather (?!than|not\b|you)", re.IGNORECASE)),
    (
        "I ",
        re.compile(
            r"(?:usually|mostly|normally|typically|generally|rarely) (?!\w+(?:s|ing|ed)\b|(?:up|not|just|good|fine|"
            r"bad)\b)[a-z]+ ",
            re.IGNORECASE,
        ),
    ),
    (
        "I ",
        re.compile(
            r"(?:live (?:in|near|with|alone)|work (?:at|for|as)|(?:sleep|work|focus|think|learn|concentrate|study) "
            r"best|can't do)\b",
            re.IGNORECASE,
        ),
    ),
    ("I ", re.compile(r"(?:just |recently )?(?:moved to|relocated to|grew up (?:in|on|with))\b", re.IGNORECASE)),
)
NO_THING = one_of(r"""
    idea, clue, problem, way, worries, doubt, wonder, rush, pressure, I, I'm, we, we're, you, you're, he, she, it,
    its, it's, they, this, that, these, those, there, here, what, who, how, why, when, where, which, if, is, are,
    was, were, do, does, did, can, could, will, would, should, may, must, have, has, had, let's, love, hate, thanks,
    thank, sorry, yes, yeah, good, great, best, nice, happy, glad, proud, stay, keep, be, go, get, as, not, same,
    sure, ok(?:ay)?, well, just, so, and, but, or, please, always, never, together, forever, too, more, one, two,
    three, any, some, all, every\w*, for, from, to, in, on, at, my, your, his, her, their, our
""")
THING = rf"(?!{NO_THING}\b)[\w'’ /+#-]{{2,50}}?"
ELIDED = forms(
    (
        StatementType.IDENTITY,
        rf"(?:(?:fellow|proud|strict|total|lifelong|long-?time) )?(?P<about>{RESTRICTED}|(?:mum|mom|mother|dad|"
        rf"father|parent) of \w+|lefty|southpaw) here\b(?!')",
    ),
    (
        StatementType.PREFERENCE,
        rf"(?P<about>{THING}) over {THING},? (?:always|any ?day|every (?:single )?time|hands down|forever|all the "
        rf"way)\W*$",
    ),
    (
        StatementType.PREFERENCE,
        rf"(?P<about>{THING})(?:,? for me,? (?:always|every time|no matter what)|,? only,? (?:please|pls|thanks|for "
        rf"me)(?:, (?:in|on|for|at) [^?]{{3,40}})?|,? please,? (?:always|every time)|, (?:always|every time|no "
        rf"exceptions|no matter what))\W*$",
    ),
    (
        StatementType.DISLIKE,
        rf"no (?P<about>{THING})(?:,? for me,? (?:ever|please,? ever)|,? (?:ever|in my (?:food|coffee|tea|drinks?|"
        rf"salads?|burgers?|pizza|"
        r"house|home|room|bed|inbox)|on my (?:pizza|burgers?|food|desk|skin|screen)))(?:,? (?:please|thanks|"
        r"ever))?\W*$",
    ),
    (
        StatementType.PREFERENCE,
        r"(?P<about>(?:dark|light) (?:mode|theme))(?:,? (?:everywhere|always|on everything|all the way))\W*$",
    ),
)
