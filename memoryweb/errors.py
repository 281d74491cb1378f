"""What a failure looks like at each door: a page for people, an envelope for agents, never a stack trace."""

import sys

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import page_not_found, server_error

from memoryweb.api.http import failure_response, not_found_response
from memoryweb.operations.errors import Failure


def asks_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if asks_api(request):
        return not_found_response()
    return page_not_found(request, exception)


def broken(request: HttpRequest) -> HttpResponse:
    """500, or 503 where the database did not answer: then nothing is lost and trying again helps.

    Django calls this while the exception is being handled, wherever in the middleware it arose.
    """
    down = isinstance(sys.exc_info()[1], OperationalError)
    if asks_api(request):
        code = "DB_ERROR" if down else "INTERNAL"
        return failure_response(Failure(code, "It did not work; nothing was written."))
    if down:
        return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": "5"})
    return server_error(request)
