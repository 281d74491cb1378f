"""What the clock did."""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from memoryweb.people.ids import uuid7


class UpkeepRun(models.Model):
    """What the clock did in one sweep, also when that was nothing. No person's words, no person.

    `counts` and `kinds` grow with each batch, in the batch's own transaction: a killed worker's run never
    says more or less than what was done.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=40)
    for_hour = models.DateTimeField(null=True, blank=True)  # of beat's ring; empty: somebody asked for it
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    milliseconds = models.PositiveIntegerField(default=0, db_default=0)  # of work, over all workers
    counts = models.JSONField(default=dict)  # {"archived": 3, …}
    kinds = models.JSONField(default=dict)  # {"event": 2, "fact": 1}: of the memories it touched (S2)
    open_shards = ArrayField(models.PositiveSmallIntegerField(), default=list)  # still to sweep
    dry_run = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [
            # Two beats ring for the same hour: one run.
            models.UniqueConstraint(fields=["name", "for_hour"], name="one_upkeep_run_per_hour"),
            models.CheckConstraint(
                condition=Q(finished_at=None) | Q(open_shards=[]), name="finished_runs_have_no_open_shards"
            ),
        ]
        indexes = [models.Index(fields=["-started_at", "-id"], name="newest_upkeep_runs")]

    def __str__(self) -> str:
        return f"{self.name}: {self.said}"

    @property
    def said(self) -> str:
        """What it did, in counts; that it was nothing is said too."""
        return ", ".join(f"{count} {name}" for name, count in self.counts.items()) or "nothing was due"

    def add(self, counts: dict[str, int], kinds: dict[str, int]) -> None:
        _add(self.counts, counts)
        _add(self.kinds, kinds)


def _add(total: dict[str, Any], more: dict[str, int]) -> None:
    for name, count in more.items():
        total[name] = total.get(name, 0) + count
