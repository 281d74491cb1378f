"""Upkeep, for staff: what each sweep did, and starting one by hand. It shows counts, never anybody's memories."""

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST
from kombu.exceptions import OperationalError

from memoryweb.embedded.backup import backup_status
from memoryweb.memories import tasks
from memoryweb.memories import upkeep as clock
from memoryweb.memories.models import UpkeepRun
from memoryweb.review import notices
from memoryweb.review.http import PersonRequest, signed_in
from memoryweb.review.staff.staff_pages import staff_only

NEWEST = 60
RUNNING_AT_MOST = timedelta(minutes=10)  # a run that is not finished by then has failed


@require_GET
@signed_in
@staff_only
def upkeep(request: PersonRequest) -> HttpResponse:
    newest = list(UpkeepRun.objects.order_by("-started_at", "-id")[:NEWEST])
    context = {"runs": newest, "sweeps": clock.SWEEPS, "busy": _is_any_running(newest)}
    if settings.EMBEDDED_DATABASE:
        context |= {"backup": backup_status.read(settings.DATA), "backups_kept": settings.BACKUPS_KEPT}
    return render(request, "staff/upkeep.html", context)


def _is_any_running(runs: list[UpkeepRun]) -> bool:
    """Return whether a recent run is unfinished, so that the page refreshes soon."""
    return any(run.finished_at is None and timezone.now() - run.started_at < RUNNING_AT_MOST for run in runs)


@require_GET
@signed_in
@staff_only
def upkeep_run(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Show one run: its counts by name and by kind. For a dry run this is the report."""
    run = get_object_or_404(UpkeepRun, pk=pk)
    return render(request, "staff/upkeep_run.html", {"run": run, "busy": _is_any_running([run])})


@require_POST
@signed_in
@staff_only
def ring(request: PersonRequest, name: str) -> HttpResponse:
    """Start a sweep on the worker, or a dry run that changes nothing. Its row appears on the page."""
    if name not in clock.SWEEPS:
        raise Http404
    dry_run = request.POST.get("dry_run") == "yes"
    try:
        tasks.start_upkeep.delay(name, hourly=False, dry_run=dry_run)
    except OperationalError:
        notices.queue_notice(request, _("The task queue doesn’t answer. Nothing was started."), warning=True)
        return redirect("review:upkeep")
    text = _("Dry run of “%(name)s” started. It changes nothing.") if dry_run else _("“%(name)s” started.")
    notices.queue_notice(request, text % {"name": name})
    return redirect("review:upkeep")
