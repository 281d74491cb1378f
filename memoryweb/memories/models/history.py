"""A version's additional columns, and the memory's columns it lacks."""

from datetime import date
from typing import Any

from django.db import models
from django.db.models import Func
from django.db.models.functions import Cast
from simple_history.models import HistoricalRecords


def show_condition(day: date | None, condition: str) -> str:
    """Return when a memory holds, as people and agents read it: its one day, then its condition."""
    return ", ".join(part for part in (f"only on {day}" if day else "", condition) if part)


class HistoryOfATransaction(models.Model):
    """The transaction that wrote a version, by which the database checks that no change lacks one."""

    transaction = models.BigIntegerField(
        editable=False,
        db_default=Cast(Cast(Func(function="pg_current_xact_id"), models.TextField()), models.BigIntegerField()),
    )

    class Meta:
        abstract = True

    @property
    def shown_condition(self) -> str:
        version: Any = self  # simple-history adds the memory's own columns
        return show_condition(version.day, version.condition)


class Versions(HistoricalRecords):  # type: ignore[misc]  # simple-history ships no types
    """simple-history without history_user and history_change_reason.

    Who acted and why are ordinary columns of the memory (changed_by, changed_because). Two columns that are always
    empty would only widen the largest table. simple-history still sets both names on a new version, so they stay as
    properties that store nothing.
    """

    def get_extra_fields(self, model: Any, fields: Any) -> dict[str, Any]:
        extra: dict[str, Any] = super().get_extra_fields(model, fields)
        for name in ("history_user", "history_change_reason"):
            extra[name] = property(lambda _: None, lambda *_: None)
        return extra
