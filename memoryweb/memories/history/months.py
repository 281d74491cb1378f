"""Twelve months of memories: how many were in use in each category, and what was learned, replaced, faded, erased."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django.db import connection

from memoryweb.memories.history.change_log import ERASED, MARKS, mark_case
from memoryweb.people.models import User

MONTHS = 12
LANES_MAX = 8  # the smallest categories share the last one

# Reads the course of every memory in the order of the index course_of_memories, without sorting and without the table:
# 70 to 110 ms for 10,000 memories with 3 versions each, measured on a busy machine. Marks are told from the few groups,
# which is cheaper than from each version. Erased memories are not in it. Month 0 is everything before.
COURSE = f"""
SELECT month, category, old_category, status = 'active', coalesce(was = 'active', false),
       {mark_case(status="status", was="was", action="verb")}, count
FROM (
    SELECT width_bucket(at, %(starts)s::timestamptz[]) AS month, category, old_category, status, was, verb, count(*)
    FROM (
        SELECT history_date AS at, category, status, changed_verb AS verb,
               lag(status) OVER earlier AS was, lag(category) OVER earlier AS old_category
        FROM memories_historicalmemory WHERE person_id = %(person)s AND label <> ''
        WINDOW earlier AS (PARTITION BY id ORDER BY history_id)
    ) AS version
    WHERE status <> was OR was IS NULL OR category <> old_category OR verb = 'edit'
    GROUP BY 1, 2, 3, 4, 5, 6
) AS course
"""
ERASURES = """
SELECT width_bucket(history_date, %(starts)s::timestamptz[]), count(*) FROM memories_historicalmemory
WHERE person_id = %(person)s AND history_type = '-' GROUP BY 1
"""


@dataclass
class Lane:
    """A category's monthly numbers in use and marks."""

    category: str
    joins_others: bool = False  # it stands for all that are too small for a lane of their own
    in_use: list[int] = field(default_factory=lambda: [0] * MONTHS)
    marks: list[Counter[str]] = field(default_factory=lambda: [Counter() for _ in range(MONTHS)])

    def add(self, other: "Lane") -> None:
        self.in_use = [a + b for a, b in zip(self.in_use, other.in_use, strict=True)]
        self.marks = [a + b for a, b in zip(self.marks, other.marks, strict=True)]

    @property
    def is_empty(self) -> bool:
        return not any(self.in_use) and not any(self.marks)


@dataclass(frozen=True)
class Year:
    """Twelve months: their first days, a lane for each category, and what was erased in each month."""

    starts: Sequence[date]
    lanes: list[Lane]
    erased: list[int]

    @property
    def in_use(self) -> list[int]:
        return [sum(lane.in_use[month] for lane in self.lanes) for month in range(MONTHS)]

    def marks(self, month: int) -> Counter[str]:
        """Return a month's marks, all categories together."""
        counts = sum((lane.marks[month] for lane in self.lanes), Counter[str]())
        return counts + Counter({ERASED: self.erased[month]})

    @property
    def total(self) -> Counter[str]:
        counts = sum((self.marks(month) for month in range(MONTHS)), Counter[str]())
        return Counter({name: counts[name] for name in (*MARKS, ERASED)})

    @property
    def is_empty(self) -> bool:
        return not self.lanes and not any(self.erased)


def month_starts(today: date) -> list[date]:
    """Return the first days of the twelve months that end with this one."""
    first = today.year * 12 + today.month - 1
    return [date(month // 12, month % 12 + 1, 1) for month in range(first - MONTHS + 1, first + 1)]


def read_year(person: User, today: date, zone: ZoneInfo) -> Year:
    """Read the twelve months up to today, the largest category first."""
    starts = month_starts(today)
    moments = [datetime.combine(day, time(), zone) for day in starts]
    values: dict[str, Any] = {"person": person.pk, "starts": moments}
    lanes: dict[str, Lane] = {}
    erased = [0] * MONTHS
    with connection.cursor() as cursor:
        cursor.execute(COURSE, values)
        for month, category, old_category, is_in_use, was_in_use, mark, count in cursor.fetchall():
            for name, step in ((category, is_in_use), (old_category, -was_in_use)):
                if step:
                    _step(lanes.setdefault(name, Lane(name)), month, step * count)
            if mark in MARKS and month:
                lanes.setdefault(category, Lane(category)).marks[month - 1][mark] += count
        cursor.execute(ERASURES, values)
        for month, count in cursor.fetchall():
            if month:
                erased[month - 1] = count
    shown = [lane for lane in lanes.values() if not lane.is_empty]
    return Year(starts, _join_smallest(shown), erased)


def _step(lane: Lane, month: int, count: int) -> None:
    """Count memories that came into use, or left it, in this month and in all that follow."""
    for later in range(max(month - 1, 0), MONTHS):
        lane.in_use[later] += count


def _join_smallest(lanes: list[Lane]) -> list[Lane]:
    lanes.sort(key=lambda lane: (-lane.in_use[-1], -max(lane.in_use), lane.category))
    if len(lanes) <= LANES_MAX:
        return lanes
    others = Lane("", joins_others=True)
    for lane in lanes[LANES_MAX - 1 :]:
        others.add(lane)
    return [*lanes[: LANES_MAX - 1], others]
