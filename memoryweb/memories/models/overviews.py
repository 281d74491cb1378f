"""What staff may list of everybody: refusals added up, sweeps, and tasks that failed. Counts and names of our own only.

The refusals are a view of the owner's function memories_refusaloverview_rows, which answers staff only.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from memoryweb.people.ids import uuid7

NAME_MAX = 120  # characters of a task's or an error's name


class RefusalOverview(models.Model):
    """How often the guard refused a category on one day, of everybody together."""

    id = models.CharField(max_length=40, primary_key=True)  # day and category
    day = models.DateField(_("day"))
    category = models.CharField(_("category"), max_length=20)
    refused = models.IntegerField(_("refused"))
    people = models.IntegerField(_("people"))

    class Meta:
        managed = False
        verbose_name = _("refusal")
        verbose_name_plural = _("refusals")

    def __str__(self) -> str:
        return self.id


class SweepOverview(models.Model):
    """What the log of runs says about one sweep."""

    name = models.CharField(_("sweep"), max_length=40, primary_key=True)
    last_started_at = models.DateTimeField(_("last started"))
    last_finished_at = models.DateTimeField(_("last finished"), null=True)
    runs_today = models.IntegerField(_("runs in 24 hours"))
    unfinished = models.IntegerField(_("not finished"))
    oldest_unfinished_at = models.DateTimeField(_("oldest not finished"), null=True)

    class Meta:
        managed = False
        verbose_name = _("sweep")
        verbose_name_plural = _("sweeps")

    def __str__(self) -> str:
        return self.name


class FailedTask(models.Model):
    """A background task that ended with an error: which, when, and the error's class. Never its words or arguments."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    at = models.DateTimeField(_("when"))
    task = models.CharField(_("task"), max_length=NAME_MAX)
    error = models.CharField(_("error"), max_length=NAME_MAX)

    class Meta:
        verbose_name = _("failed task")
        verbose_name_plural = _("failed tasks")
        indexes = [models.Index(fields=["at"], name="failed_tasks_to_purge")]  # upkeep.purge_logs, and the newest

    def __str__(self) -> str:
        return self.task
