"""Runs of upkeep."""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from memoryweb.people.ids import uuid7


class UpkeepRun(models.Model):
    """One run of a sweep and what it did, even if nothing was due. It names no person and holds no words of memories.

    `counts` and `kinds` grow with each batch, in the batch's own transaction. So even a killed worker's run counts
    exactly what was done.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=40)
    for_hour = models.DateTimeField(null=True, blank=True)  # of beat's schedule; empty: started by hand
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    milliseconds = models.PositiveIntegerField(default=0, db_default=0)  # of work, summed over all workers
    counts = models.JSONField(default=dict)  # {"archived": 3, …}
    kinds = models.JSONField(default=dict)  # {"event": 2, "fact": 1}: of the memories it changed (S2)
    open_shards = ArrayField(models.PositiveSmallIntegerField(), default=list)  # still to sweep
    dry_run = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [
            # Two beats that start the same hour's sweep share one run.
            models.UniqueConstraint(fields=["name", "for_hour"], name="one_upkeep_run_per_hour"),
            models.CheckConstraint(
                condition=Q(finished_at=None) | Q(open_shards=[]), name="finished_runs_have_no_open_shards"
            ),
        ]
        indexes = [models.Index(fields=["-started_at", "-id"], name="newest_upkeep_runs")]

    def __str__(self) -> str:
        return f"{self.name}: {self.summary}"

    @property
    def summary(self) -> str:
        """Return the counts as text, or "nothing was due"."""
        return ", ".join(f"{count} {name}" for name, count in self.counts.items()) or "nothing was due"

    def add(self, counts: dict[str, int], kinds: dict[str, int]) -> None:
        _add(self.counts, counts)
        _add(self.kinds, kinds)


def _add(total: dict[str, Any], more: dict[str, int]) -> None:
    for name, count in more.items():
        total[name] = total.get(name, 0) + count
