"""What works in the background, in the administration: runs, sweeps, failed tasks, and refusals added up."""

from django.contrib.admin import display
from django.utils.translation import gettext_lazy

from memoryweb.memories.models import FailedTask, RefusalOverview, SweepOverview, UpkeepRun
from memoryweb.review.administration.pages import Overview
from memoryweb.review.administration.site import Administration


class UpkeepRunAdmin(Overview):
    list_display = ("name", "started_at", "finished_at", "summary", "milliseconds", "dry_run")
    list_filter = ("name", "dry_run")
    ordering = ("-started_at",)

    @display(description=gettext_lazy("what it did"))
    def summary(self, run: UpkeepRun) -> str:
        return run.summary


class SweepAdmin(Overview):
    list_display = ("name", "last_started_at", "last_finished_at", "runs_today", "unfinished", "oldest_unfinished_at")
    ordering = ("name",)


class FailedTaskAdmin(Overview):
    list_display = ("at", "task", "error")
    list_filter = ("task",)
    ordering = ("-at",)


class RefusalAdmin(Overview):
    list_display = ("day", "category", "refused", "people")
    list_filter = ("category",)
    ordering = ("-day", "category")


def register(site: Administration) -> None:
    site.register(UpkeepRun, UpkeepRunAdmin)
    site.register(SweepOverview, SweepAdmin)
    site.register(FailedTask, FailedTaskAdmin)
    site.register(RefusalOverview, RefusalAdmin)
