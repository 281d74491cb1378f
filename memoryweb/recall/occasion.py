"""Times a memory may carry ("on weekends", "早上"), against the time the agent says it is. No clock of its own."""

import re

TIME_WORDS = {
    "weekend": r"\bweekends?\b|\bsaturdays?\b|\bsundays?\b|周末",
    "weekday": r"\b(?:week|work|mon|tues|wednes|thurs|fri)days?\b|工作日",
    "morning": r"\bmornings?\b|早上|上午",
    "afternoon": r"\bafternoons?\b|下午",
    "evening": r"\bevenings?\b|晚上",
    "night": r"\bnights?\b|深夜",
}
TIME_PATTERNS = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in TIME_WORDS.items()}
EXCLUSIVE_TIMES = (
    {"weekend", "weekday"},
    {"morning", "afternoon", "evening", "night"},
)  # one of each can be true at once


def times_in(text: str) -> set[str]:
    return {name for name, pattern in TIME_PATTERNS.items() if pattern.search(text)}


def is_other_time(condition: str, now: str) -> bool:
    """Whether the condition names a time of day or week that is plainly not the one said."""
    carried, said = times_in(condition), times_in(now)
    return any(carried & sort and said & sort and not carried & said & sort for sort in EXCLUSIVE_TIMES)
