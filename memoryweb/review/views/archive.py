"""The archive: what is no longer in use, why, and back again with one press."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from memoryweb.memories import archive_entry
from memoryweb.memories.models import Memory, Status
from memoryweb.operations import cursors
from memoryweb.review.http import PersonRequest, signed_in

PAGE = 50


@require_GET
@signed_in
def archive(request: PersonRequest) -> HttpResponse:
    """Newest first; index memories_page serves it at any depth."""
    found = rows = Memory.objects.of(request.user).filter(status=Status.ARCHIVED)
    if cursor := request.GET.get("cursor", ""):
        try:
            rows = cursors.seek_cursor(found, cursor)
        except ValueError:
            rows = found
    newest = list(rows.order_by("-changed_at", "-id")[: PAGE + 1])
    return render(
        request,
        "review/archive.html",
        {
            "entries": [(memory, archive_entry.archive_entry(memory)) for memory in newest[:PAGE]],
            "older": f"?cursor={cursors.cursor_after(newest[PAGE - 1])}" if len(newest) > PAGE else "",
        },
    )
