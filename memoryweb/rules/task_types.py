"""S0's task types with the keys and categories each needs. language/heads/work.py tells which a request asks for."""

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class TaskType:
    """A kind of work that agents do. It needs memories of its keys; memories of its categories may be useful.

    What is under its `seldom` keys is needed where a request has no words that could say more.
    """

    name: str
    keys: tuple[str, ...]  # dotted keys or their first parts
    categories: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()  # other names agents use
    seldom: tuple[str, ...] = ()
    answers: bool = True  # whether it is an answer or a text, so that it needs to know how to answer
    to_somebody: bool = False  # whether it is a letter

    @cached_property
    def key_prefixes(self) -> tuple[str, ...]:
        """Its keys with a dot, to compare whole parts: `a.b.` is a prefix of `a.b.` and `a.b.c.`, not of `a.bc.`."""
        return _with_dots(self.keys)

    @cached_property
    def seldom_prefixes(self) -> tuple[str, ...]:
        return _with_dots(self.seldom)

    @property
    def all_categories(self) -> list[str]:
        """Its categories and those of its keys: a key starts with its category."""
        return sorted({*self.categories, *(key.split(".")[0] for key in self.keys)})


def _with_dots(keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{key}." for key in keys)


TASK_TYPES = (
    TaskType(
        "reply_message",
        ("communication.style", "communication.tone", "communication.language"),
        ("communication", "writing"),
        ("reply", "message", "email", "mail", "chat", "write reply", "answer message", "回复"),
        to_somebody=True,
    ),
    TaskType(
        "generate_report",
        ("technical.formats.document", "content.depth", "communication.response_format"),
        (),
        ("report", "document", "generate document", "write report", "报告"),
    ),
    TaskType(
        "schedule",
        ("workstyle.time_preference", "workstyle.priority_framework", "personal.schedules"),
        ("schedule",),
        ("scheduling", "calendar", "plan meeting", "meeting", "日程"),
        answers=False,
    ),
    TaskType(
        "code_task",
        ("technical.code_style",),
        ("technical",),
        ("code", "coding", "programming", "code review", "代码"),
        seldom=("technical.formats",),
    ),
    TaskType(
        "search_information",
        ("content.sources", "content.interests", "content.depth"),
        ("content",),
        ("search", "research", "search info", "look up", "搜索"),
        seldom=("content.news_focus",),
    ),
    TaskType(
        "news_briefing",
        ("content.news_focus", "content.interests", "content.depth", "content.sources"),
        (),
        ("news", "briefing", "news digest", "新闻"),
    ),
    TaskType("explain", ("content.depth",), (), ("explanation", "teach", "解释")),
    TaskType(
        "summarize",
        ("content.depth", "communication.response_format"),
        (),
        ("summary", "summarise", "recap", "总结"),
    ),
    TaskType("export_data", ("technical.formats.data",), (), ("export", "spreadsheet", "导出")),
    TaskType("make_image", ("technical.formats.image",), (), ("image", "draw", "画图")),
    TaskType(
        "plan_meal",
        ("dietary.diet", "dietary.dislikes"),
        ("dietary", "food"),
        ("meal", "recipe", "restaurant", "cooking", "吃饭"),
        answers=False,
    ),
    TaskType("plan_journey", (), ("travel",), ("travel", "trip", "journey", "hotel", "旅行"), answers=False),
    # The beginning of a session, before anything was asked: how to answer, and nothing else.
    TaskType("any_work", (), (), ("any work", "session start")),
)
ANY_WORK = TASK_TYPES[-1]
KEY_RELEVANCE, CATEGORY_RELEVANCE = 1.0, 0.5  # of a memory with a key, or only a category, of the task


def task_relevance(tasks: tuple[TaskType, ...], *, key: str, category: str, has_words: bool = False) -> float:
    """Return how much the work needs a memory of this key and category, 0 to 1; it is the need of the task that needs
    it most. `has_words`: whether the request has words, so that what it seldom needs is left to them."""
    return max((_relevance(task, f"{key}.", category, has_words) for task in tasks), default=0.0)


def _relevance(task: TaskType, key: str, category: str, has_words: bool) -> float:
    if has_words and task.seldom and key.startswith(task.seldom_prefixes):
        return 0.0
    if key.startswith(task.key_prefixes):
        return KEY_RELEVANCE
    return CATEGORY_RELEVANCE if category in task.categories else 0.0
