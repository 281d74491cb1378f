"""S0's task types with the keys and categories each needs, and the times of day a condition may name. No database."""

import re
from dataclasses import dataclass
from functools import cache, cached_property

from memoryweb.rules.lazy_pattern import LazyPattern
from memoryweb.rules.tokens import normalize


@dataclass(frozen=True)
class TaskType:
    """A kind of work that agents do. It needs memories of its keys; memories of its categories may be useful."""

    name: str
    keys: tuple[str, ...]  # dotted keys or their first parts
    categories: tuple[str, ...]
    aliases: tuple[str, ...] = ()  # other names agents use

    @cached_property
    def key_prefixes(self) -> tuple[str, ...]:
        """Its keys with a dot, to compare whole parts: `a.b.` is a prefix of `a.b.` and `a.b.c.`, not of `a.bc.`."""
        return tuple(f"{key}." for key in self.keys)

    @property
    def all_categories(self) -> list[str]:
        """Its categories and those of its keys: a key starts with its category."""
        return sorted({*self.categories, *(key.split(".")[0] for key in self.keys)})


TASK_TYPES = (
    TaskType("reply_message",
         ("communication.style", "communication.tone", "communication.language"), ("communication",),
         ("reply", "message", "email", "mail", "chat", "write reply", "answer message", "回复")),
    TaskType("generate_report", ("technical.formats.document", "content.depth", "communication.response_format"), (),
         ("report", "document", "generate document", "write report", "报告")),
    TaskType("schedule", ("workstyle.time_preference", "workstyle.priority_framework", "personal.schedules"),
         ("schedule",), ("scheduling", "calendar", "plan meeting", "meeting", "日程")),
    TaskType("code_task", ("technical",), ("technical",), ("code", "coding", "programming", "code review", "代码")),
    TaskType("search_information", ("content.sources", "content.interests", "content.depth"), ("content",),
         ("search", "research", "search info", "look up", "搜索")),
    TaskType("news_briefing", ("content.news_focus", "content.interests", "content.depth"), (),
         ("news", "briefing", "news digest", "新闻")),
)  # fmt: skip
KEY_RELEVANCE, CATEGORY_RELEVANCE = 1.0, 0.5  # of a memory with a key, or only a category, of the task


@cache
def _by_name() -> dict[str, TaskType]:
    return {normalize(name.replace("_", " ")): task for task in TASK_TYPES for name in (task.name, *task.aliases)}


def find_task(task_type: str) -> TaskType | None:
    """Return the task type of this name or alias; None if it is unknown."""
    return _by_name().get(normalize(task_type.replace("_", " "))) if task_type else None


def task_relevance(task: TaskType | None, *, key: str, category: str) -> float:
    """Return how much the task needs a memory of this key and category, 0 to 1."""
    if task is None:
        return 0.0
    if f"{key}.".startswith(task.key_prefixes):
        return KEY_RELEVANCE
    return CATEGORY_RELEVANCE if category in task.categories else 0.0


TIME_WORDS = {
    "weekend": r"\bweekends?\b|\bsaturdays?\b|\bsundays?\b|周末",
    "weekday": r"\b(?:week|work|mon|tues|wednes|thurs|fri)days?\b|工作日",
    "morning": r"\bmornings?\b|早上|上午",
    "afternoon": r"\bafternoons?\b|下午",
    "evening": r"\bevenings?\b|晚上",
    "night": r"\bnights?\b|深夜",
}
TIME_PATTERNS = {name: LazyPattern(pattern, re.IGNORECASE) for name, pattern in TIME_WORDS.items()}
EXCLUSIVE_TIMES = (  # only one of each set is true at a time
    {"weekend", "weekday"},
    {"morning", "afternoon", "evening", "night"},
)


# "not in the morning", "except on Mondays and Fridays", 不在早上, 除了周末
NEGATED_TIMES = LazyPattern(
    r"(?:\b(?:not|never|except|unless|excluding|other than|outside)\s+|不在|不是|别在|除了|除)"
    r"(?:(?:in|on|at|during|for|the|it|is|it's|early|late|every|my|of)\s+)*"
    rf"(?:(?:{'|'.join(TIME_WORDS.values())})(?:\s*(?:,|，|、|\band\b|\bor\b|和|或)?\s*(?:(?:in|on|at|the)\s+)*))+",
    re.IGNORECASE,
)


def times_in(text: str) -> set[str]:
    """Return the times of day and week that the text names, without those that it rules out."""
    text = NEGATED_TIMES.sub(" ", text)
    return {name for name, pattern in TIME_PATTERNS.items() if pattern.search(text)}


def is_ruled_out(condition: str, when: str) -> bool:
    """Return whether the condition rules out the time in `when`, in the same word: "not in the morning"."""
    ruled_out = " ".join(NEGATED_TIMES.findall(condition))
    return any(
        _time_words(pattern, ruled_out) & _time_words(pattern, NEGATED_TIMES.sub(" ", when))
        for pattern in TIME_PATTERNS.values()
    )


def _time_words(pattern: LazyPattern, text: str) -> set[str]:
    return {word.casefold().removesuffix("s") for word in pattern.findall(text)}


def is_other_time(condition: str, when: str) -> bool:
    """Return whether the condition excludes the time of day or week in `when`: it names another, or rules it out."""
    if is_ruled_out(condition, when):
        return True
    condition_times, current_times = times_in(condition), times_in(when)
    return any(
        condition_times & times and current_times & times and not condition_times & current_times & times
        for times in EXCLUSIVE_TIMES
    )
