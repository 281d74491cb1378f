"""A drawing of a memory's importance over time: its past, today, and the days it goes dormant and is archived."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from memoryweb.memories.models import Memory
from memoryweb.rules import decay, policy


@dataclass(frozen=True)
class Sheet:
    """The size of a drawing, in units of its viewBox, and how many ticks fit. The page shows the one that fits."""

    name: str
    width: int
    height: int
    ticks: int
    top: int = 34
    below: int = 34  # for the days under the line

    @property
    def base(self) -> int:
        return self.height - self.below

    @property
    def depth(self) -> int:
        return self.base - self.top

    @property
    def text_y(self) -> int:
        """Return the y position of the day labels."""
        return self.base + 17


WIDE, NARROW = Sheet("wide", 640, 200, ticks=6), Sheet("narrow", 326, 190, ticks=3)
AHEAD = 30  # days shown when nothing is due
APART = 54  # units between the middles of two texts in one line
RESETS = {"boost", "still_true", "edit", "restore", "undo"}  # verbs that may set the importance again


@dataclass(frozen=True)
class Lift:
    """A day when importance was reset, and the verb."""

    day: date
    verb: str


@dataclass(frozen=True)
class Mark:
    """A named day. `anchor` and `text_x` keep its text inside the drawing."""

    name: str  # today, dormant, archived, expired, superseded
    day: date
    points: float
    x: float
    y: float
    text_x: float
    text_y: float
    anchor: str = "middle"

    @property
    def text_middle(self) -> float:
        return self.text_x - (APART / 2 if self.anchor == "end" else 0)


@dataclass(frozen=True)
class LiftMark:
    """A dot on the curve; no text if there is no room."""

    x: float
    y: float
    verb: str
    anchor: str = "middle"
    text_x: float = 0
    text_y: float = 0


@dataclass(frozen=True)
class Tick:
    x: float
    day: date
    form: str  # of the date: a day, a month or a year
    anchor: str = "middle"


@dataclass(frozen=True)
class Curve:
    """One drawing."""

    sheet: Sheet
    past: str
    area: str
    future: str
    lifts: list[LiftMark]
    marks: list[Mark]
    ticks: list[Tick]
    today_x: float
    dormant_y: float

    @property
    def limit_text(self) -> tuple[float, float]:
        """Return the position of the words under the limit: in the past if there is room, else in the future."""
        has_room = self.today_x > self.sheet.width * 0.4
        return (8 if has_room else round(self.today_x + 8, 1)), self.dormant_y + 15

    @property
    def future_width(self) -> float:
        return round(self.sheet.width - self.today_x, 1)


@dataclass(frozen=True)
class Course:
    """Importance by day, from the versions. Between the days it is set, importance fades."""

    stretches: list[tuple[date, Any]]  # a first day, and the version that applies from then on
    today: date
    end: date
    lifts: list[Lift] = field(default_factory=list)

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
            if low < version.importance_as_of < high:  # what is for a coming day fades from then on
                corners.append((version.importance_as_of, points(version, version.importance_as_of)))
            if (empty := _empty_on(version)) and low < empty < high:
                corners.append((empty, 0.0))
            corners.append((high, points(version, high)))
        return corners


def points(version: Any, day: date) -> float:
    return decay.effective_importance(
        version.importance_base, version.kind, version.importance_as_of, day, assumed=version.importance_assumed
    )


def _empty_on(version: Any) -> date | None:
    """Return the day when no importance is left; None if never."""
    return decay.first_day_below(
        0.01,
        base=version.importance_base,
        kind=version.kind,
        as_of=version.importance_as_of,
        assumed=version.importance_assumed,
    )


def course(memory: Memory, versions: Sequence[Any], today: date, *, ends: date | None) -> Course:
    """Read the course off the versions, which are in order of time. `ends` is the day it is archived, if any."""
    stretches: list[tuple[date, Any]] = []
    lifts: list[Lift] = []
    for version in (row for row in versions if row.label):  # an erased version has no label
        day = version.history_date.date() if stretches else min(version.importance_as_of, version.history_date.date())
        fields = ("importance_base", "importance_as_of", "importance_assumed", "kind")
        if stretches and all(getattr(stretches[-1][1], name) == getattr(version, name) for name in fields):
            continue
        if stretches and version.changed_verb in RESETS:
            lifts.append(Lift(day, version.changed_verb))
        stretches.append((day, version))
    stretches = stretches or [(min(memory.importance_as_of, memory.changed_at.date()), memory)]
    if not memory.is_live:
        ended = memory.expired_on or memory.changed_at.date()
        return Course(stretches, min(ended, today), max(ended, decay.days_after(stretches[0][0], 1)), lifts)
    end = ends if ends and ends > today else max(memory.dormant_on or today, today + timedelta(days=AHEAD))
    return Course(stretches, today, decay.days_after(end, max(1, (end - stretches[0][0]).days // 40)), lifts)


def draw(memory: Memory, versions: Sequence[Any], today: date, *, ends: date | None, sheet: Sheet) -> Curve:
    """Draw the course on a sheet."""
    line = course(memory, versions, today, ends=ends)
    days = max(1, (line.end - line.start).days)

    def x(day: date) -> float:
        return round(sheet.width * (day - line.start).days / days, 1)

    def y(importance: float) -> float:
        return round(sheet.top + (sheet.base - sheet.top) * (1 - importance / policy.IMPORTANCE_MAX), 1)

    def polyline(corners: list[tuple[date, float]]) -> str:
        return " ".join(f"{x(day)},{y(importance)}" for day, importance in corners)

    past = polyline(line.corners(line.start, line.today))
    until = ends if ends and ends > today else line.end
    due = _due(memory, today, ends=ends, last=line.end)
    marks = [_today_mark(memory, line, x(line.today), y(line.on(line.today)), sheet)]
    marks += _marks_below([(name, day, line.on(day), x(day), y(line.on(day))) for name, day in due], sheet)
    lifts = [(lift, x(lift.day), y(line.on(lift.day))) for lift in line.lifts if lift.day <= line.today]
    return Curve(
        sheet=sheet,
        past=past,
        area=f"{x(line.start)},{sheet.base} {past} {x(line.today)},{sheet.base}",
        future=polyline(line.corners(line.today, until)) if memory.is_live else "",
        lifts=_lift_marks(lifts, x(line.today), sheet),
        marks=marks,
        ticks=list(_ticks(line.start, line.end, x, [mark.text_middle for mark in marks[1:]], sheet)),
        today_x=x(line.today),
        dormant_y=y(policy.DORMANT_BELOW),
    )


def _due(memory: Memory, today: date, *, ends: date | None, last: date) -> list[tuple[str, date]]:
    """Return upcoming days with their events' names."""
    dormant_on = memory.dormant_on if memory.is_live else None
    due = []
    if dormant_on and today < dormant_on < (ends or decay.days_after(last, 1)):
        due.append(("dormant", dormant_on))
    if ends and today < ends:
        due.append(("archived", ends))
    return due


def _today_mark(memory: Memory, line: Course, x: float, y: float, sheet: Sheet) -> Mark:
    """Return the mark of today, or of the day it ended; its text is at the top, beside the line."""
    is_right = x > sheet.width * 0.7
    text_x, anchor = (x - 6, "end") if is_right else (x + 6, "start")
    name = "today" if memory.is_live else memory.status
    return Mark(name, line.today, line.on(line.today), x, y, round(text_x, 1), 24, anchor)


def _marks_below(due: list[tuple[str, date, float, float, float]], sheet: Sheet) -> list[Mark]:
    """Return the marks of days to come. Where two texts would touch, the second one stands a line lower."""
    marks: list[Mark] = []
    right_edge = -1.0 * APART  # of the text to the left
    for name, day, importance, x, y in due:
        is_last = x > sheet.width - APART / 2
        left = x - APART if is_last else x - APART / 2
        text_y = sheet.text_y + (14 if left < right_edge else 0)
        right_edge = left + APART
        marks.append(Mark(name, day, importance, x, y, min(x, sheet.width), text_y, "end" if is_last else "middle"))
    return marks


def _lift_marks(lifts: list[tuple[Lift, float, float]], today_x: float, sheet: Sheet) -> list[LiftMark]:
    """Return a dot for every lift, and its verb where it touches no other text; the newest comes first."""
    marks: list[LiftMark] = []
    left_edge = 2.0 * sheet.width  # of the text to the right
    for lift, x, y in reversed(lifts):
        if today_x - x < APART:  # beside the line of today
            anchor, text_x, text_y, left, right = "end", x - 8, y + 4, x - 8 - APART, x - 8
        elif x < APART:
            anchor, text_x, text_y, left, right = "start", x, y - 10, x, x + APART
        else:
            anchor, text_x, text_y, left, right = "middle", x, y - 10, x - APART / 2, x + APART / 2
        if right > left_edge or left < 0:
            marks.append(LiftMark(x, y, ""))
            continue
        left_edge = left
        marks.append(LiftMark(x, y, lift.verb, anchor, round(text_x, 1), round(text_y, 1)))
    return marks[::-1]


def _ticks(start: date, end: date, x: Any, taken: list[float], sheet: Sheet) -> Iterator[Tick]:
    """Yield the days under the line: the first one, then months or weeks, where they touch no other text."""
    days, months = (end - start).days, 0
    if days < 75:
        step = max(1, days // sheet.ticks)
        dates = [start + timedelta(days=n) for n in range(0, days, step)]
        form = "j M"
    else:
        months = next((n for n in (1, 2, 3, 6, 12, 24, 60, 120) if days / 30.4 / n <= sheet.ticks), 240)
        dates, form = [start, *_months(start, end, months)], "M"
    last = -APART
    for day in dates:
        anchor = "start" if day == start else "middle"
        place = x(day) + (APART / 2 if day == start else 0)
        if place - last < APART or any(abs(place - other) < APART for other in taken) or place > sheet.width - 10:
            continue
        last = place
        is_year = form == "M" and (day.month == 1 or months >= 12)
        yield Tick(x(day), day, "M Y" if day == start and form == "M" else "Y" if is_year else form, anchor)


def _months(start: date, end: date, step: int) -> Iterator[date]:
    """Yield the first day of every so many months between two days, counted from January."""
    number = (start.year * 12 + start.month - 1) // step * step + step
    while (day := date(number // 12, number % 12 + 1, 1)) < end:
        yield day
        number += step
        if number // 12 > date.max.year:
            return
