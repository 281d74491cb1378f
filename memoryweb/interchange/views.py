"""Files out."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from memoryweb.interchange import exporting
from memoryweb.people.models import User


@require_GET
@login_required
def memory_md(request: HttpRequest) -> HttpResponse:
    return _file(request, "MEMORY.md", "text/markdown; charset=utf-8", exporting.memory_md)


@require_GET
@login_required
def archive_json(request: HttpRequest) -> HttpResponse:
    return _file(request, "archive.json", "application/json", exporting.archive_json)


def _file(request: HttpRequest, name: str, kind: str, write: Callable[[User], str]) -> HttpResponse:
    assert request.user.is_authenticated
    return HttpResponse(
        write(request.user),
        content_type=kind,
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
    )
