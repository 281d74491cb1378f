"""Error responses: a page for people, JSON for agents and their hosts, never a stack trace."""

import sys
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFilesSent
from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.defaults import page_not_found, server_error
from psycopg.errors import DiskFull, ReadOnlySqlTransaction
from redis.exceptions import RedisError

from memoryweb.api.http import failure_response, not_found_response
from memoryweb.oauth import answers
from memoryweb.operations.errors import Failure
from memoryweb.people.middleware import FOR_AGENTS


def is_api_request(request: HttpRequest) -> bool:
    return request.path.startswith(FOR_AGENTS)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400, and say what was too much where a form had too many files or too long a text."""
    too_much: dict[type[Exception], str] = {
        TooManyFilesSent: _("That is more than %(most)d files. Bring them in parts, or put them in a zip.")
        % {"most": settings.DATA_UPLOAD_MAX_NUMBER_FILES},
        RequestDataTooBig: _("That text is too long to paste. Bring it as a file."),
    }
    if answers.is_of_client(request):
        return answers.failed("invalid_request", "This server doesn’t take that request.", 400)
    page = render_to_string("400.html", {"words": too_much.get(type(exception))})
    return HttpResponse(page, status=400)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if is_api_request(request):
        return not_found_response()
    if answers.is_of_client(request):
        return answers.failed("invalid_request", "There is nothing at this address.", 404)
    return page_not_found(request, exception)


def server_failed(request: HttpRequest) -> HttpResponse:
    """Answer 500, or 503 when a server did not answer or cannot write: nothing is lost and trying again helps.

    A RedisError comes from signing in, which cannot count its tries without the cache.

    Django calls this while it handles the exception, which may come from any middleware.
    """
    error = sys.exc_info()[1]
    is_database_down = isinstance(error, OperationalError | InternalError | InterfaceError)
    if is_api_request(request):
        code = "DB_ERROR" if is_database_down else "INTERNAL"
        return failure_response(Failure(code, "That didn’t work. Nothing was saved."))
    if answers.is_of_client(request):
        is_down = is_database_down or isinstance(error, RedisError)
        code, status = ("temporarily_unavailable", 503) if is_down else ("server_error", 500)
        return answers.failed(code, "That didn’t work. Try again.", status)
    if is_database_down or isinstance(error, RedisError):
        cannot_write = isinstance(error.__cause__, DiskFull | ReadOnlySqlTransaction) if error else False
        page = render_to_string("503.html", {"cannot_write": cannot_write, "is_database_down": is_database_down})
        return HttpResponse(page, status=503, headers={"Retry-After": "5"})
    return server_error(request)


def explain_buttons(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Give the empty answer to a GET of a button's address a page with a way out."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code == 405 and not response.content:
            response.content = render_to_string("405.html")
        return response

    return middleware
