"""The archive: memories no longer in use, why, and a button that restores each."""

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from memoryweb.memories import archive_entry
from memoryweb.memories.actions import rivals
from memoryweb.memories.models import Memory, Status
from memoryweb.review import paging
from memoryweb.review.http import PersonRequest, signed_in

PAGE = 50


@require_GET
@signed_in
def archive(request: PersonRequest) -> HttpResponse:
    """Show the newest first. The index memories_page serves every page of it."""
    archived = Memory.objects.of(request.user).filter(status=Status.ARCHIVED)
    page = paging.paginate(archived, request.GET.get("cursor", ""), by="changed_at", size=PAGE)
    rivals.read_ended(page.rows)
    return render(
        request,
        "memories/archive.html",
        {
            "entries": [(memory, archive_entry.archive_entry(memory)) for memory in page.rows],
            "older": "?" + urlencode({"cursor": page.next_cursor}) if page.next_cursor else "",
        },
    )
