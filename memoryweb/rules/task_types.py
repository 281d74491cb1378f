"""S0's task types with the keys and categories each needs. No database."""

from dataclasses import dataclass
from functools import cache, cached_property

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
