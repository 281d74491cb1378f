"""What the clock did."""

from django.db import models

from memoryweb.people.ids import uuid7


class UpkeepRun(models.Model):
    """What the clock did in one sweep, also when that was nothing. No person's words, no person."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=40)
    started_at = models.DateTimeField()
    milliseconds = models.PositiveIntegerField()
    counts = models.JSONField()
    dry_run = models.BooleanField(default=False, db_default=False)

    class Meta:
        indexes = [models.Index(fields=["-started_at"], name="newest_upkeep_runs")]

    def __str__(self) -> str:
        return f"{self.name} {self.counts}"
