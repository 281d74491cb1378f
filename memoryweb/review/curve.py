"""A drawing of a memory's importance over time: its past, today, and the days it goes dormant and is archived."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from memoryweb.memories.models import Memory
from memoryweb.rules import decay, policy

WIDE, NARROW = 600, 320  # units; the page shows the one that fits
HEIGHT, TOP, BOTTOM, SIDE = 170, 26, 26, 4
AHEAD = 30  # days shown when nothing is due
RESETS = {"boost", "still_true", "edit", "restore", "undo"}  # verbs that may set the importance again


@dataclass(frozen=True)
class Mark:
    """A named day. `anchor` keeps its text inside the drawing."""

    x: float
    name: str  # today, dormant, archived
    day: date
    points: float
    anchor: str = "start"
    text_y: float = 0

    @property
    def text_x(self) -> float:
        return self.x + (5 if self.anchor == "start" else -5)


@dataclass(frozen=True)
class Curve:
    """One drawing, in units of its viewBox."""

    width: int
    past: str
    future: str
    lifts: list[tuple[float, float]]
    marks: list[Mark]
    dormant_y: float
    name: str
    height: int = HEIGHT
    base_y: float = HEIGHT - BOTTOM
    top_y: float = TOP


@dataclass(frozen=True)
class Course:
    """Importance by day, from the versions. Between the days it is set, importance fades."""

    stretches: list[tuple[date, Any]]  # a first day, and the version that applies from then on
    today: date
    end: date
    lifts: list[date] = field(default_factory=list)

    @property
    def start(self) -> date:
        return self.stretches[0][0]

    def on(self, day: date) -> float:
        """Return the importance on a day."""
        earlier = (version for since, version in reversed(self.stretches) if since <= day)
        return points(next(earlier, self.stretches[0][1]), day)

    def corners(self, since: date, until: date) -> list[tuple[date, float]]:
        """Return the days on which the line bends between two days, with the importance there."""
        corners = [(since, self.on(since))]
        for index, (first, version) in enumerate(self.stretches):
            last = self.stretches[index + 1][0] if index + 1 < len(self.stretches) else until
            low, high = max(first, since), min(last, until)
            if low > high:
                continue
            if low > since:
                corners.append((low, points(version, low)))
            if (empty := _empty_on(version)) and low < empty < high:
                corners.append((empty, 0.0))
            corners.append((high, points(version, high)))
        return corners


def points(version: Any, day: date) -> float:
    return decay.effective_importance(
        version.importance_base, version.kind, version.importance_as_of, day, assumed=version.importance_assumed
    )


def _empty_on(version: Any) -> date | None:
    """Return the day on which nothing of the importance is left."""
    return decay.first_day_below(
        0.01, base=version.importance_base, kind=version.kind, as_of=version.importance_as_of,
        assumed=version.importance_assumed,
    )  # fmt: skip


def course(memory: Memory, versions: Sequence[Any], today: date, *, ends: date | None) -> Course:
    """Read the course off the versions, which are in order of time. `ends` is the day it is archived, if any."""
    stretches: list[tuple[date, Any]] = []
    lifts = []
    for version in (row for row in versions if row.label):  # an erased version has no label
        day = version.history_date.date() if stretches else min(version.importance_as_of, version.history_date.date())
        fields = ("importance_base", "importance_as_of", "importance_assumed", "kind")
        if stretches and all(getattr(stretches[-1][1], name) == getattr(version, name) for name in fields):
            continue
        if stretches and version.changed_verb in RESETS:
            lifts.append(day)
        stretches.append((day, version))
    stretches = stretches or [(memory.importance_as_of, memory)]
    if not memory.is_live:
        ended = memory.expired_on or memory.changed_at.date()
        return Course(stretches, min(ended, today), max(ended, decay.days_after(stretches[0][0], 1)), lifts)
    end = ends if ends and ends > today else max(memory.dormant_on or today, today + timedelta(days=AHEAD))
    return Course(stretches, today, decay.days_after(end, max(1, (end - stretches[0][0]).days // 40)), lifts)


def draw(
    memory: Memory, versions: Sequence[Any], today: date, *, ends: date | None, width: int, name: str
) -> Curve:  # fmt: skip
    """Draw the course `width` units wide."""
    line = course(memory, versions, today, ends=ends)
    days = max(1, (line.end - line.start).days)

    def x(day: date) -> float:
        return round(SIDE + (width - 2 * SIDE) * (day - line.start).days / days, 1)

    def y(importance: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - importance / policy.IMPORTANCE_MAX), 1)

    def polyline(corners: list[tuple[date, float]]) -> str:
        return " ".join(f"{x(day)},{y(importance)}" for day, importance in corners)

    dormant_on = memory.dormant_on if memory.is_live else None
    days_marked = [("today" if memory.is_live else memory.status, line.today)]
    if dormant_on and today < dormant_on < (ends or decay.days_after(line.end, 1)):
        days_marked.append(("dormant", dormant_on))
    if ends and today < ends:
        days_marked.append(("archived", ends))
    marks = [
        Mark(x(day), mark, day, line.on(day), "end" if x(day) > width * 0.62 else "start", text_y(mark))
        for mark, day in days_marked
    ]
    return Curve(
        width=width,
        past=polyline(line.corners(line.start, line.today)),
        future=polyline(line.corners(line.today, ends if ends and ends > today else line.end))
        if memory.is_live
        else "",
        lifts=[(x(day), y(line.on(day))) for day in line.lifts if day <= line.today],
        marks=marks,
        dormant_y=y(policy.DORMANT_BELOW),
        name=name,
    )


def text_y(mark: str) -> float:
    """Return the height of a mark's text: today above the drawing, the days to come below it."""
    return {"dormant": HEIGHT - 14.0, "archived": HEIGHT - 3.0}.get(mark, TOP - 12.0)
