"""Downloads of a person's memories as files."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from memoryweb.interchange.formats import FORMATS


@require_GET
@login_required
def download(request: HttpRequest, name: str) -> HttpResponse:
    assert request.user.is_authenticated
    file_format = FORMATS[name]
    return HttpResponse(
        file_format.export(request.user),
        content_type=file_format.content_type,
        headers={
            "Content-Disposition": f'attachment; filename="{file_format.file_name}"',
            "Cache-Control": "no-store",
        },
    )
