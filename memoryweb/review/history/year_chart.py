"""A drawing of twelve months: a lane for each category with how many were in use, and marks for what changed."""

from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from memoryweb.memories.history.change_log import ERASED, MARKS
from memoryweb.memories.history.months import Lane, Year

WIDE, NARROW = 960, 326  # units; the page shows the one that fits
TOP, BOTTOM = 26, 24  # above the lanes: the chosen day; below them: the months
LABELS = 124  # left of the lanes, if wide
LANE_HEIGHTS = {WIDE: 34, NARROW: 42}
AREA_HEIGHTS = {WIDE: 24, NARROW: 20}
MARK_RADIUS = 6
LARGEST_MARKS = {WIDE: 1.5, NARROW: 0.75}  # scales: three marks stand side by side in a month
LABEL_WIDTH = 132  # of the chosen day
PLACES = {"learned": 0.22, "replaced": 0.5, "faded": 0.78, ERASED: 0.5}  # of a mark within its month
COUNTED = {
    "learned": gettext_lazy("%(n)s learned"),
    "replaced": gettext_lazy("%(n)s replaced or fixed"),
    "faded": gettext_lazy("%(n)s faded or stopped"),
    ERASED: gettext_lazy("%(n)s erased"),
}


@dataclass(frozen=True)
class Mark:
    name: str
    count: int
    x: float
    y: float
    largest: float  # scale

    @property
    def scale(self) -> float:
        """Return the size: larger if it stands for several."""
        return self.largest * (0.68 if self.count == 1 else 0.84 if self.count < 5 else 1)

    @property
    def text_y(self) -> float:
        """Return where its number begins: above it, because beside it stands the next mark."""
        return round(self.y - MARK_RADIUS * self.scale - 2, 1)


@dataclass(frozen=True)
class DrawnLane:
    """One lane: its name, the line it stands on, the outline of its area, and its marks."""

    category: str
    label: str
    y: float
    label_y: float
    area: str
    marks: list[Mark] = field(default_factory=list)


@dataclass(frozen=True)
class Handle:
    """The chosen day."""

    x: float
    box_x: float
    text_x: float
    day: date
    in_use: int


@dataclass(frozen=True)
class Drawing:
    """One drawing, in units of its viewBox."""

    name: str
    width: int
    height: float
    left: float
    bottom: float
    months: list[tuple[float, date, bool]]  # where each begins, and whether its name is shown
    lanes: list[DrawnLane]
    handle: Handle | None
    top: int = TOP

    @property
    def months_y(self) -> float:
        return self.height - 6

    @property
    def rest(self) -> float:
        """Return the width of what comes after the chosen day."""
        return round(self.width - self.handle.x, 1) if self.handle else 0


def last_day(year: Year) -> date:
    """Return the last day of the drawing: the end of the newest month."""
    return (year.starts[-1] + timedelta(days=31)).replace(day=1) - timedelta(days=1)


def category_label(category: str) -> str:
    return category.replace("_", " ").capitalize() or _("No category")


def describe(year: Year) -> str:
    """Return in words what the drawing shows."""
    now, then = year.in_use[-1], year.in_use[0]
    text = ngettext("%(n)s memory in use", "%(n)s memories in use", now) % {"n": intcomma(now)}
    month = date_format(year.starts[0], "F Y")
    text = _("%(now)s, %(then)s at the end of %(month)s.") % {"now": text, "then": intcomma(then), "month": month}
    counted = [count for name, words in COUNTED.items() if (count := _counted(words, year.total[name]))]
    return f"{text} {_('In between: %(what)s.') % {'what': ', '.join(counted)}}" if counted else text


def _counted(words: Any, number: int) -> str:
    return str(words) % {"n": intcomma(number)} if number else ""


def draw(year: Year, *, width: int, today: date, chosen: date | None, in_use: int) -> Drawing:
    """Draw the year up to today, `width` units wide; `in_use` memories were in use at the end of the chosen day."""
    left = LABELS if width == WIDE else 0
    first = year.starts[0]
    days = (last_day(year) - first).days + 1

    def x(day: date) -> float:
        return round(left + (width - left) * (day - first).days / days, 1)

    edges = [*map(x, year.starts), x(today + timedelta(days=1))]
    mark_edges = [*edges[:-1], float(width)]  # the newest month has room for its marks from its first day
    tallest = max([1, *(max(lane.in_use) for lane in year.lanes)])
    height = LANE_HEIGHTS[width]
    lanes = [
        _draw_lane(
            lane, edges, mark_edges, y=TOP + height * (n + 1) - 3, unit=AREA_HEIGHTS[width] / tallest, width=width
        )
        for n, lane in enumerate(year.lanes)
    ]
    if any(year.erased):
        lanes.append(_draw_erased(year.erased, mark_edges, y=TOP + height * (len(lanes) + 1) - 3, width=width))
    bottom = TOP + height * len(lanes) + 4
    months = [(edges[n], day, width == WIDE or n % 2 == 0) for n, day in enumerate(year.starts)]
    handle = _handle(x(chosen + timedelta(days=1)), chosen, in_use, width) if chosen else None
    name = "wide" if width == WIDE else "narrow"
    return Drawing(name, width, bottom + BOTTOM, left, bottom, months, lanes, handle)


def _handle(x: float, day: date, in_use: int, width: int) -> Handle:
    box_x = min(max(x - LABEL_WIDTH / 2, 0), width - LABEL_WIDTH)
    return Handle(x, round(box_x, 1), round(box_x + LABEL_WIDTH / 2, 1), day, in_use)


def _draw_lane(
    lane: Lane, edges: list[float], mark_edges: list[float], *, y: float, unit: float, width: int
) -> DrawnLane:
    corners = [
        f"{edge:g},{y - count * unit:.1f}"
        for month, count in enumerate(lane.in_use)
        for edge in (edges[month], edges[month + 1])
    ]
    area = " ".join([f"{edges[0]:g},{y:g}", *corners, f"{edges[-1]:g},{y:g}"])
    marks = [
        _mark(name, counts[name], mark_edges[month : month + 2], y, width)
        for month, counts in enumerate(lane.marks)
        for name in MARKS
        if counts[name]
    ]
    label = _("Others") if lane.joins_others else category_label(lane.category)
    return DrawnLane(lane.category, label, y, _label_y(y, width), area, marks)


def _draw_erased(erased: list[int], edges: list[float], *, y: float, width: int) -> DrawnLane:
    """Draw erased memories on their own lane: their categories are no longer known."""
    marks = [_mark(ERASED, count, edges[month : month + 2], y, width) for month, count in enumerate(erased) if count]
    return DrawnLane("", _("Erased"), y, _label_y(y, width), "", marks)


def _label_y(y: float, width: int) -> float:
    return y - 6 if width == WIDE else y - 22


def _mark(name: str, count: int, edges: list[float], y: float, width: int) -> Mark:
    begins, ends = edges
    x = begins + (ends - begins) * PLACES[name]
    return Mark(name, count, round(x, 1), y, LARGEST_MARKS[width])
