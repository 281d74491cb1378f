"""A memory's importance over time as a drawing: what it was, today, and the days it goes dormant and away."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from memoryweb.memories.models import Memory
from memoryweb.rules import decay, policy

WIDE, NARROW = 600, 320  # units; the page shows the one that fits
HEIGHT, TOP, BOTTOM, SIDE = 170, 26, 26, 4
AHEAD = 30  # days shown when nothing is due
LIFTS = {"boost", "still_true", "edit", "restore", "undo"}  # verbs that may set the importance anew


@dataclass(frozen=True)
class Mark:
    """A day with a name. `anchor` keeps its text inside the drawing."""

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
    """One drawing in units of its viewBox."""

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
    """Importance by day, read off the versions: stretches of fading between the days it was set."""

    stretches: list[tuple[date, Any]]  # from this day on, as this version says
    today: date
    end: date
    lifts: list[date] = field(default_factory=list)

    @property
    def start(self) -> date:
        return self.stretches[0][0]

    def on(self, day: date) -> float:
        version = next((v for since, v in reversed(self.stretches) if since <= day), self.stretches[0][1])
        return points(version, day)

    def corners(self, since: date, until: date) -> list[tuple[date, float]]:
        """The days on which the line bends between two days, with the points there."""
        found = [(since, self.on(since))]
        for index, (first, version) in enumerate(self.stretches):
            last = self.stretches[index + 1][0] if index + 1 < len(self.stretches) else until
            low, high = max(first, since), min(last, until)
            if low > high:
                continue
            if low > since:
                found.append((low, points(version, low)))
            if (empty := _empty_on(version)) and low < empty < high:
                found.append((empty, 0.0))
            found.append((high, points(version, high)))
        return found


def points(version: Any, day: date) -> float:
    return decay.effective_importance(
        version.importance_base, version.kind, version.importance_as_of, day, assumed=version.importance_assumed
    )


def _empty_on(version: Any) -> date | None:
    return decay.first_day_below(
        0.01, base=version.importance_base, kind=version.kind, as_of=version.importance_as_of,
        assumed=version.importance_assumed,
    )  # fmt: skip


def course(memory: Memory, versions: Sequence[Any], today: date, *, ends: date | None) -> Course:
    """Versions in order of time, those that were erased left out; `ends` is the day it is archived, if there is one."""
    stretches: list[tuple[date, Any]] = []
    lifts = []
    for version in (each for each in versions if each.label):
        day = version.history_date.date() if stretches else min(version.importance_as_of, version.history_date.date())
        same = ("importance_base", "importance_as_of", "importance_assumed", "kind")
        if stretches and all(getattr(stretches[-1][1], name) == getattr(version, name) for name in same):
            continue
        if stretches and version.changed_verb in LIFTS:
            lifts.append(day)
        stretches.append((day, version))
    stretches = stretches or [(memory.importance_as_of, memory)]
    if not memory.is_live:
        over = memory.expired_on or memory.changed_at.date()
        return Course(stretches, min(over, today), max(over, stretches[0][0] + timedelta(days=1)), lifts)
    end = ends if ends and ends > today else max(memory.dormant_on or today, today + timedelta(days=AHEAD))
    return Course(stretches, today, end + timedelta(days=max(1, (end - stretches[0][0]).days // 40)), lifts)


def draw(
    memory: Memory, versions: Sequence[Any], today: date, *, ends: date | None, width: int, name: str
) -> Curve:  # fmt: skip
    way = course(memory, versions, today, ends=ends)
    days = max(1, (way.end - way.start).days)

    def x(day: date) -> float:
        return round(SIDE + (width - 2 * SIDE) * (day - way.start).days / days, 1)

    def y(importance: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - importance / policy.IMPORTANCE_MAX), 1)

    def line(corners: list[tuple[date, float]]) -> str:
        return " ".join(f"{x(day)},{y(importance)}" for day, importance in corners)

    dims = memory.dormant_on if memory.is_live else None
    named = [("today" if memory.is_live else memory.status, way.today)]
    named += [("dormant", day) for day in [dims] if day and today < day < (ends or way.end + timedelta(days=1))]
    named += [("archived", day) for day in [ends] if day and today < day]
    marks = [
        Mark(x(day), word, day, way.on(day), "end" if x(day) > width * 0.62 else "start", y_of(word))
        for word, day in named
    ]
    return Curve(
        width=width,
        past=line(way.corners(way.start, way.today)),
        future=line(way.corners(way.today, ends if ends and ends > today else way.end)) if memory.is_live else "",
        lifts=[(x(day), y(way.on(day))) for day in way.lifts if day <= way.today],
        marks=marks,
        dormant_y=y(policy.DORMANT_BELOW),
        name=name,
    )


def y_of(word: str) -> float:
    """Where a mark's name stands: today above, what comes below, one under the other."""
    return {"dormant": HEIGHT - 14.0, "archived": HEIGHT - 3.0}.get(word, TOP - 12.0)
