"""Filters for memories that are due: pages, forecasts and upkeep share them."""

from datetime import date
from typing import Self, TypeVar
from uuid import UUID

from django.db import models
from django.db.models import Case, Expression, F, Func, Value, When
from django.db.models.functions import Greatest
from django.db.models.lookups import IsNull

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

    def fading(self, below: float | Expression) -> Self:
        """Memories that are archived for their importance one day, with that day as `fade_day` (archive_below)."""
        memories = self.filter(status=Status.ACTIVE, contested=False, pinned=False, ttl_days__isnull=False)
        return memories.annotate(fade_day=fade_day(below)).filter(fade_day__isnull=False)

    def fade_days(self, below: float) -> dict[UUID, date]:
        """Return the day each of these memories is archived for its importance, by id."""
        return dict(self.fading(below).values_list("pk", "fade_day"))

    def faded_by(self, day: date, *, below: float | Expression) -> Self:
        """Memories that are archived for their importance on this day or before, soonest first.

        `dormant_on` is what an index can find; `below` is never above that line (people.MemorySettings).
        """
        return self.filter(dormant_on__lte=day).fading(below).filter(fade_day__lte=day).order_by("fade_day", "pk")


def fade_day(below: float | Expression) -> Case:
    """Return an expression for the first day importance is below so many points and the last day is over."""
    points = below if isinstance(below, Expression) else Value(round(below * 100))
    first = Func(
        points,
        F("importance_base"),
        F("kind"),
        F("importance_as_of"),
        F("importance_assumed"),
        function="memories_first_day_below",
        output_field=models.DateField(),
    )
    after_last_day = Func(
        F("valid_until"), template="%(expressions)s + 1", output_field=models.DateField()
    )  # NULL without one, which Greatest leaves out
    return Case(When(IsNull(first, False), then=Greatest(first, after_last_day)), output_field=models.DateField())
