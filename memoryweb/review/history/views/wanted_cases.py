"""What should have been given: a near miss marked on its receipt, all that was marked, taking it back, and the file."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from memoryweb.memories.actions import proposals
from memoryweb.recall import wanted_cases
from memoryweb.recall.models import Receipt, WantedCase
from memoryweb.review import paging
from memoryweb.review.history import receipt_text
from memoryweb.review.http import PersonRequest, get_own_or_404, shown_version, signed_in
from memoryweb.review.notices import act_of, answer_with, notice

PAGE = 50


@require_GET
@signed_in
def wanted(request: PersonRequest) -> HttpResponse:
    """Show all that the person said should have been given, the newest first."""
    cases = WantedCase.objects.of(request.user).select_related("memory")
    page = paging.paginate(cases, request.GET.get("before", ""), by="at", size=PAGE)
    shown = [(case, receipt_text.work_name(case.work, "")) for case in page.rows]
    return render(request, "history/wanted.html", {"page": page, "cases": shown})


@require_POST
@signed_in
def want(request: PersonRequest, pk: UUID, item: UUID) -> HttpResponse:
    """Say that a near miss should have been given."""
    receipt = get_own_or_404(request, Receipt, pk)
    row = get_object_or_404(receipt.items.filter(memory__isnull=False).select_related("receipt", "memory"), pk=item)
    then = reverse("review:receipt", args=[pk])
    if not wanted_cases.can_be_wanted(row):
        text = _("Only a memory in use that was not close enough can be marked so.")
        return answer_with(request, notice(text, warning=True, memory=row.memory_id), then=then)
    assert row.memory
    if shown_version(request) != proposals.memory_version(row.memory):
        return answer_with(request, notice(proposals.STALE, warning=True, memory=row.memory_id), then=then)
    case, is_new = wanted_cases.add(row, now=timezone.now())
    text = _consequence(case) if is_new else _("You said so already.")
    shown = notice(text, undo=act_of(request), warning=not is_new, memory=row.memory_id)
    return answer_with(request, shown, then=then)


def _consequence(case: WantedCase) -> str:
    """Return the case's effect as a sentence."""
    if work := receipt_text.work_name(case.work, ""):
        return _("Noted. It is given to agents that may see it when the work is the same: %(work)s.") % {"work": work}
    return _("Noted. Nothing tells which kind of work it was, so agents only get a little more than before.")


@require_POST
@signed_in
def take_back_wanted(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Take back that a memory should have been given."""
    case = get_own_or_404(request, WantedCase, pk)
    memory = case.memory_id
    case.delete()
    shown = notice(_("Taken back. It no longer counts as a case."), undo=act_of(request), memory=memory)
    return answer_with(request, shown, then=reverse("review:wanted"))


@require_GET
@signed_in
def wanted_file(request: PersonRequest) -> HttpResponse:
    """Return the cases as JSON lines, to share with whom one likes."""
    return HttpResponse(
        "".join(wanted_cases.exported(request.user)),
        content_type="application/jsonl; charset=utf-8",
        headers={
            "Content-Disposition": 'attachment; filename="should-have-been-given.jsonl"',
            "Cache-Control": "no-store",
        },
    )
