"""The times of day and of the week: which a condition or a request names, and which a clock shows. No database."""

import re
from datetime import datetime

from memoryweb.language.lazy_pattern import LazyPattern

DAYS = {
    "monday": r"\bmondays?\b|周一|星期一|礼拜一",
    "tuesday": r"\btuesdays?\b|周二|星期二|礼拜二",
    "wednesday": r"\bwednesdays?\b|周三|星期三|礼拜三",
    "thursday": r"\bthursdays?\b|周四|星期四|礼拜四",
    "friday": r"\bfridays?\b|周五|星期五|礼拜五",
    "saturday": r"\bsaturdays?\b|周六|星期六|礼拜六",
    "sunday": r"\bsundays?\b|周日|周天|星期日|星期天|礼拜天",
}
WEEK = {
    "weekend": r"\bweekends?\b|周末",
    "weekday": r"\b(?:week|work)days?\b|工作日",
}
PARTS_OF_DAY = {
    "morning": r"\bmornings?\b|早上|上午|早晨|今早",
    "afternoon": r"\bafternoons?\b|下午",
    "evening": r"\bevenings?\b|\btonight\b|晚上|今晚",
    "night": r"\bnights?\b|\btonight\b|深夜|夜里|今晚",
}
TIME_WORDS = WEEK | DAYS | PARTS_OF_DAY
TIME_PATTERNS = {name: LazyPattern(pattern, re.IGNORECASE) for name, pattern in TIME_WORDS.items()}
# Of each of these only one is so at a time.
EXCLUSIVE_TIMES = (frozenset(DAYS), frozenset(WEEK), frozenset(PARTS_OF_DAY))
# What a clock shows from each hour on. Where one part of the day goes over into the next, it shows both.
FROM_HOUR = (
    (0, ("night",)),
    (4, ("night", "morning")),
    (6, ("morning",)),
    (12, ("afternoon",)),
    (17, ("afternoon", "evening")),
    (18, ("evening",)),
    (21, ("evening", "night")),
    (23, ("night",)),
)
# A request about another day than this one: nothing that a clock shows holds for it.
OTHER_DAY = LazyPattern(
    r"\b(?:tomorrow|yesterday|next|last|coming|following|in \w+ (?:days?|weeks?|months?)|\d{4}-\d\d-\d\d)\b"
    r"|明天|后天|昨天|前天|下周|下个|上周|上个",
    re.IGNORECASE,
)
# "not in the morning", "except on Mondays and Fridays", 不在早上, 除了周末
NEGATED_TIMES = LazyPattern(
    r"(?:\b(?:not|never|except|unless|excluding|other than|outside)\s+|不在|不是|别在|除了|除)"
    r"(?:(?:in|on|at|during|for|the|it|is|it's|early|late|every|my|of)\s+)*"
    rf"(?:(?:{'|'.join(TIME_WORDS.values())})(?:\s*(?:,|，|、|\band\b|\bor\b|和|或)?\s*(?:(?:in|on|at|the)\s+)*))+",
    re.IGNORECASE,
)


def times_in(text: str) -> frozenset[str]:
    """Return the times of day and week that the text names, without those that it rules out.

    A day names whether it is one of the weekend, too.
    """
    return _named(NEGATED_TIMES.sub(" ", text))


def times_of(local: datetime) -> frozenset[str]:
    """Return the times of day and week of a moment, which is in the person's own time zone."""
    day = list(DAYS)[local.weekday()]
    parts = next(names for hour, names in reversed(FROM_HOUR) if local.hour >= hour)
    return _with_week({day, *parts})


def times_of_request(query: str, local: datetime) -> frozenset[str]:
    """Return the times that a request made at this moment is about: what its words name goes before the clock."""
    named = times_in(query)
    if OTHER_DAY.search(query):
        return named
    shown = times_of(local)
    for times in (frozenset((*DAYS, *WEEK)), frozenset(PARTS_OF_DAY)):
        if named & times:
            shown -= times
    return named | shown


def is_other_time(condition: str, times: frozenset[str]) -> bool:
    """Return whether the condition excludes these times of day or week: it names others, or rules them out."""
    if _ruled_out(condition) & times:
        return True
    holds = times_in(condition)
    return any(holds & each and times & each and not holds & times & each for each in EXCLUSIVE_TIMES)


def _ruled_out(condition: str) -> frozenset[str]:
    """Return the times that a condition rules out. To rule out Mondays rules out no other weekday."""
    found = " ".join(NEGATED_TIMES.findall(condition))
    return frozenset(name for name, pattern in TIME_PATTERNS.items() if found and pattern.search(found))


def _named(text: str) -> frozenset[str]:
    return _with_week({name for name, pattern in TIME_PATTERNS.items() if pattern.search(text)})


def _with_week(names: set[str]) -> frozenset[str]:
    return frozenset(names | {_week_of(name) for name in names & DAYS.keys()})


def _week_of(day: str) -> str:
    return "weekend" if day in ("saturday", "sunday") else "weekday"
