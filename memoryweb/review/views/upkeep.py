"""Upkeep, for staff: what the clock did, sweep by sweep, and a sweep rung for by hand. Nobody's words."""

from datetime import timedelta
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST
from kombu.exceptions import OperationalError

from memoryweb.memories import tasks
from memoryweb.memories import upkeep as clock
from memoryweb.memories.models import UpkeepRun
from memoryweb.review import notices
from memoryweb.review.http import PersonRequest, signed_in

NEWEST = 60
GOES_ON = timedelta(minutes=10)  # what has not finished by then will not


def _staff(request: PersonRequest) -> None:
    """For everyone else the page does not exist."""
    if not request.user.is_staff:
        raise Http404


@require_GET
@signed_in
def upkeep(request: PersonRequest) -> HttpResponse:
    _staff(request)
    newest = list(UpkeepRun.objects.order_by("-started_at", "-id")[:NEWEST])
    return render(request, "review/upkeep.html", {"runs": newest, "sweeps": clock.SWEEPS, "busy": _going_on(newest)})


def _going_on(newest: list[UpkeepRun]) -> bool:
    """Whether the page should look again soon: a run of the last minutes has not finished."""
    return any(run.finished_at is None and timezone.now() - run.started_at < GOES_ON for run in newest)


@require_GET
@signed_in
def upkeep_run(request: PersonRequest, pk: UUID) -> HttpResponse:
    """One run: what was counted, by name and by kind. Of a dry run it is the report."""
    _staff(request)
    found = get_object_or_404(UpkeepRun, pk=pk)
    return render(request, "review/upkeep_run.html", {"run": found, "busy": _going_on([found])})


@require_POST
@signed_in
def ring(request: PersonRequest, name: str) -> HttpResponse:
    """Ask the worker for a sweep, or for a trial that changes nothing. Its row appears on the page."""
    _staff(request)
    if name not in clock.SWEEPS:
        raise Http404
    dry_run = request.POST.get("dry_run") == "yes"
    try:
        tasks.start_upkeep.delay(name, hourly=False, dry_run=dry_run)
    except OperationalError:
        notices.leave(request, _("The broker does not answer, so nothing was started."), warning=True)
        return redirect("review:upkeep")
    said = _("A trial of “%(name)s” was rung for. It changes nothing.") if dry_run else _("“%(name)s” was rung for.")
    notices.leave(request, said % {"name": name})
    return redirect("review:upkeep")
