"""What a version of a memory says beyond the memory itself."""

from django.db import models
from django.db.models import Func
from django.db.models.functions import Cast


class HistoryOfATransaction(models.Model):
    """Which transaction wrote a version: the database itself checks that no change lacks one (migration 0003)."""

    transaction = models.BigIntegerField(
        editable=False,
        db_default=Cast(Cast(Func(function="pg_current_xact_id"), models.TextField()), models.BigIntegerField()),
    )

    class Meta:
        abstract = True
