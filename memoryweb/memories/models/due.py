"""Filters for memories that are due: pages, forecasts and upkeep share them."""

from datetime import date
from typing import Self, TypeVar

from django.db import models
from django.db.models import Expression, F, Func, Q, Value

from memoryweb.memories.models.enums import ARCHIVED_BY_AGE, ASKED_ABOUT_BY_AGE, EARNS_PROMOTION, RIPE, Status

Row_co = TypeVar("Row_co", bound=models.Model, covariant=True)


class DueQuerySet(models.QuerySet[Row_co]):
    """Memories that upkeep asks about or archives, by the conditions that the partial indexes have too."""

    def earning_promotion(self) -> Self:
        """Came up often enough, or holds long enough, to ask whether to keep it for good; whatever its status."""
        return self.filter(EARNS_PROMOTION)

    def ripe(self) -> Self:
        """Ripe for promotion: short memories in use that have earned the question. One-day memories never are."""
        return self.filter(RIPE, day=None)

    def due_for_archive(self, today: date) -> Self:
        """Memories whose time is over. Upkeep leaves candidates out that the person is still asked about."""
        return self.filter(ARCHIVED_BY_AGE, archive_on__lte=today)

    def goals_to_ask_about(self, today: date) -> Self:
        """Unfinished goals whose time is over: the person is asked whether they still hold."""
        return self.filter(ASKED_ABOUT_BY_AGE, archive_on__lte=today)

    def faded_by(self, day: date, *, below: float | Expression) -> Self:
        """Memories that are archived for their importance on this day or before, if the person wants that below this.

        `dormant_on` is what an index can find; `below` is never above that line (people.MemorySettings).
        """
        kept_until = Q(valid_until=None) | Q(valid_until__lt=day)
        memories = self.filter(kept_until, status=Status.ACTIVE, contested=False, pinned=False, ttl_days__isnull=False)
        return memories.filter(dormant_on__lte=day).alias(fades_on=fades_on(below)).filter(fades_on__lte=day)


def fades_on(below: float | Expression) -> Func:
    """Return an expression for the first day on which a memory's importance is below so many points."""
    points = below if isinstance(below, Expression) else Value(round(below * 100))
    return Func(
        points, F("importance_base"), F("kind"), F("importance_as_of"), F("importance_assumed"),
        function="memories_first_day_below", output_field=models.DateField(),
    )  # fmt: skip
