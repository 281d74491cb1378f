"""Files out."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from memoryweb.interchange import exporting


@require_GET
@login_required
def memory_md(request: HttpRequest) -> HttpResponse:
    assert request.user.is_authenticated
    return HttpResponse(
        exporting.memory_md(request.user),
        content_type="text/markdown; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="MEMORY.md"', "Cache-Control": "no-store"},
    )
