"""Downloads of a person's memories as files."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from memoryweb.interchange.everything import zipped
from memoryweb.interchange.formats import WRITTEN


@require_GET
@login_required
def download(request: HttpRequest, name: str) -> HttpResponse:
    assert request.user.is_authenticated
    file_format = WRITTEN[name]
    return HttpResponse(
        file_format.export(request.user),
        content_type=file_format.content_type,
        headers={
            "Content-Disposition": f'attachment; filename="{file_format.file_name}"',
            "Cache-Control": "no-store",
        },
    )


@require_GET
@login_required
def everything(request: HttpRequest) -> StreamingHttpResponse:
    """Send all data of the person as a zip, which is made while it is sent."""
    assert request.user.is_authenticated
    return StreamingHttpResponse(
        zipped(request.user),
        content_type="application/zip",
        headers={
            "Content-Disposition": f'attachment; filename="memoryweb-{timezone.localdate()}.zip"',
            "Cache-Control": "no-store",
        },
    )
