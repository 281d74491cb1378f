"""A small drawing of one week: a bar for each day."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

WIDTH, HEIGHT = 248, 96  # units
TOP, BOTTOM = 16, 18  # above the bars: their numbers; below them: the days
BAR = 22


@dataclass(frozen=True)
class Bar:
    """One day, with its number above."""

    day: date
    count: int
    x: float
    y: float
    height: float

    @property
    def middle(self) -> float:
        return self.x + BAR / 2

    @property
    def text_y(self) -> float:
        return self.y - 4


@dataclass(frozen=True)
class Week:
    """A week's bars, and its highest one."""

    bars: list[Bar]
    most: Bar
    width: int = WIDTH
    height: int = HEIGHT
    bar: int = BAR
    ground: int = HEIGHT - BOTTOM
    days_y: int = HEIGHT - 4


def draw(monday: date, counts: Sequence[int]) -> Week:
    """Draw one number for each day from Monday on."""
    unit = (HEIGHT - TOP - BOTTOM) / max(1, *counts)
    step = (WIDTH - BAR) / 6
    bars = [
        Bar(
            day=monday + timedelta(days=n),
            count=count,
            x=round(n * step, 1),
            y=round(HEIGHT - BOTTOM - count * unit, 1),
            height=round(count * unit, 1),
        )
        for n, count in enumerate(counts)
    ]
    return Week(bars, max(bars, key=lambda bar: bar.count))
