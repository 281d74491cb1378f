"""S0's task types: which keys and categories each needs, and the times of day a condition may name. No database."""

import re
from dataclasses import dataclass
from functools import cache, cached_property

from memoryweb.rules.tokens import normalize


@dataclass(frozen=True)
class TaskType:
    """A kind of work agents do. A memory of one of its keys is what it needs; of its categories, may be."""

    name: str
    keys: tuple[str, ...]  # beginnings of dotted keys
    categories: tuple[str, ...]
    called: tuple[str, ...] = ()  # what agents call it

    @cached_property
    def beginnings(self) -> tuple[str, ...]:
        """Of its keys, to the end of a part: `a.b.` begins `a.b.` and `a.b.c.`, not `a.bc.`."""
        return tuple(f"{key}." for key in self.keys)

    @property
    def all_categories(self) -> list[str]:
        """Every category one of its memories can be in: a key begins with its own."""
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
NEEDED, NEAR = 1.0, 0.5  # relevance of a key of the task, and of its category


@cache
def _by_name() -> dict[str, TaskType]:
    return {normalize(name.replace("_", " ")): task for task in TASK_TYPES for name in (task.name, *task.called)}


def find_task(task_type: str) -> TaskType | None:
    """The task this name means; None for one nobody has heard of."""
    return _by_name().get(normalize(task_type.replace("_", " "))) if task_type else None


def task_relevance(task: TaskType | None, *, key: str, category: str) -> float:
    if task is None:
        return 0.0
    if f"{key}.".startswith(task.beginnings):
        return NEEDED
    return NEAR if category in task.categories else 0.0


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
