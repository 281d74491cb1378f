"""Export in the browser: a person's memories as files, everything in one zip, and what takes it to another machine."""

from collections.abc import Iterator
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_GET

from memoryweb.interchange.account import sealing, writing
from memoryweb.interchange.account.schema import schema
from memoryweb.interchange.everything import NAMED_BY_CONTENT, zipped, zipped_formats
from memoryweb.interchange.formats import WRITTEN
from memoryweb.people.models import User

FIRST = "memory_md"  # in the list
NOTHING_CHOSEN = _("Choose at least one file.")
NOT_THE_SAME = _("The two passphrases differ.")
TOO_SHORT = format_lazy(_("Use at least {least} characters."), least=sealing.PASSPHRASE_MIN)


@sensitive_variables("passphrase", "again")
@sensitive_post_parameters()
@login_required
def export(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """Show what can be taken along, and send what was chosen."""
    person = cast(User, request.user)
    errors: dict[str, Any] = {}
    chosen = [name for name in (*WRITTEN, *NAMED_BY_CONTENT) if name in request.POST.getlist("format")]
    if request.method == "POST" and "complete" in request.POST:
        passphrase, again = request.POST.get("passphrase", ""), request.POST.get("again", "")
        errors = _wrong_with(passphrase, again)
        if not errors:
            pieces = (piece.encode() for piece in writing.pieces(person, passphrase))
            return _download(pieces, writing.FILE_NAME, "application/json")
    elif request.method == "POST":
        if not chosen:
            errors = {"format": NOTHING_CHOSEN}
        elif len(chosen) == 1 and chosen[0] in WRITTEN:
            return download(request, chosen[0])
        else:
            return _download(zipped_formats(person, chosen), f"memories-{timezone.localdate()}.zip", "application/zip")
    context = {
        "formats": {FIRST: WRITTEN[FIRST], **WRITTEN},
        "chosen": chosen,
        "errors": errors,
        "least": sealing.PASSPHRASE_MIN,
    }
    return render(request, "interchange/export.html", context, status=422 if errors else 200)


@sensitive_variables("passphrase", "again")
def _wrong_with(passphrase: str, again: str) -> dict[str, Any]:
    """Return the errors of a passphrase typed twice; an empty one is fine."""
    if passphrase and len(passphrase) < sealing.PASSPHRASE_MIN:
        return {"passphrase": TOO_SHORT}
    return {"again": NOT_THE_SAME} if passphrase != again else {}


@login_required
def download(request: HttpRequest, name: str) -> HttpResponse:
    """Send the person's file of one format."""
    file_format = WRITTEN[name]
    text = file_format.export(cast(User, request.user))
    return HttpResponse(text, content_type=file_format.content_type, headers=_headers(file_format.file_name))


@require_GET
@login_required
def everything(request: HttpRequest) -> StreamingHttpResponse:
    """Send all data of the person as a zip, which is made while it is sent."""
    person = cast(User, request.user)
    return _download(zipped(person), f"memoryweb-{timezone.localdate()}.zip", "application/zip")


@require_GET
def account_schema(request: HttpRequest) -> JsonResponse:
    """Send the schema of the complete JSON. It is public: it holds nothing of anybody."""
    return JsonResponse(schema(), json_dumps_params={"indent": 1})


def _download(pieces: Iterator[bytes], name: str, content_type: str) -> StreamingHttpResponse:
    return StreamingHttpResponse(pieces, content_type=content_type, headers=_headers(name))


def _headers(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
