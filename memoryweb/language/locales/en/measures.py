"""English words by which something is told by a number, a time, a weekday or a date."""

from memoryweb.language.locales import dates
from memoryweb.language.locales.base import one_of

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
DAY, MONTH = r"\d{1,2}(?:st|nd|rd|th)?", dates.MONTH
YEAR = r"(?:,? \d{4}\b)?"
VALUES = {
    "date": rf"\b\d{{4}}-\d\d-\d\d\b|\b(?:the )?{DAY} (?:of )?{MONTH}{YEAR}|\b{MONTH} (?:the )?{DAY}\b{YEAR}",
    "weekday": r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b",
    "time": r"\b\d{1,2}(?::\d\d)? ?(?:[ap]\.?m\b\.?|o'clock\b)|\b\d{1,2}:\d\d\b|\bnoon\b|\bmidnight\b",
    "number": r"(?<![\w.,-])\d+(?:[.,]\d+)?(?![\w-])",
}
IS = one_of("""
    is, are, 's, moved, changed, was moved, is moved, has been moved, has moved, takes place, happens, starts, begins
""")
LINKS = one_of("""
    now, always, usually, every, each, again, on, at, from, to, in, the, for, set, due, held, scheduled, moved, back,
    forward, until
""")
BETWEEN = rf"(?:(?:{LINKS}|,) ?)*"
ON = one_of("on, every, each, by")  # one weekday: to do something on Fridays is no other day's to do
# Things that happen at a time: "Team meeting on Tuesday" needs no verb.
EVENTS = one_of("""
    meeting, stand-?up, call, class, lesson, appointment, review, retro, retrospective, sync, deadline, birthday,
    anniversary, party, session, shift, practice, rehearsal, exam, training, course, seminar, lecture, one-on-one, 1:1,
    check-in, demo, planning, delivery, collection, market, jour fixe
""")
# What somebody says of themselves in a sentence of its own.
OWN = (
    ("birthday", r"^(?:i was|i'm|i am|user was|the user was)?\s*born (?:on|the)?\b"),
    ("birthday", r"^my (?:birthday|date of birth|dob|b-?day)\b(?! (?:party|dinner|present|cake))"),
    ("birthday", r"^(?:birthday|date of birth|dob)\b"),
    (
        "shoe size",
        r"^(?:i wear|i'm|i am|my shoes are|user wears)\b.*\bsize\b.*\bshoes?\b"
        r"|\bshoe size\b|^my feet are size\b",
    ),
    ("shoe size", r"^(?:i wear|i take) (?:a )?(?:size )?\d+(?:[.,]\d)? (?:in )?shoes\b"),
    ("clothing size", r"^(?:i'm|i am|i wear|i take)(?: now)? (?:a )?size \d+$"),
)
NEGATIONS = frozenset(("not", "no", "never"))
DROPPED = """
    my our the now always usually every each again on at from to in for set due held schedule scheduled moved moving
    back forward until be been has have take place happen start begin is are was 's change changed weekly daily monthly
    please by regular regularly and a an instead by it this am pm
"""
FIELDS = {
    frozenset(("birthday",)): "personal.birthday",
    frozenset(("shoe", "size")): "personal.sizes.shoes",
    frozenset(("clothing", "size")): "personal.sizes.clothing",
    frozenset(("team", "meeting")): "schedule.team_meeting",
}
