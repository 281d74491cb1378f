"""Around every page: one transaction in the scope of whoever is signed in."""

import logging
from collections.abc import Callable

from django.db import OperationalError, transaction
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone

from memoryweb.people import scope
from memoryweb.people.models import MemorySettings

Answer = Callable[[HttpRequest], HttpResponse]
logger = logging.getLogger(__name__)


def person_scope(get_response: Answer) -> Answer:
    """Views and their templates run inside the person's scope; a 5xx answer keeps no row.

    Agents' calls have their own transaction (operations.run), so that what must be logged
    survives a failure; anonymous pages touch no person's table and need none.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated:
            return get_response(request)
        with scope.acting_as(request.user.pk):
            settings = request.memory_settings = MemorySettings.of(request.user.pk)  # type: ignore[attr-defined]
            with timezone.override(settings.zone):
                response = get_response(request)
            if response.status_code >= 500:
                transaction.set_rollback(True)
        return response

    return middleware


def database_down(get_response: Answer) -> Answer:
    """A page of its own when PostgreSQL does not answer: 503, nothing lost, try again."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if getattr(request, "database_down", False):
            return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": "5"})
        return response

    def process_exception(request: HttpRequest, exception: Exception) -> None:
        if isinstance(exception, OperationalError):
            request.database_down = True  # type: ignore[attr-defined]

    middleware.process_exception = process_exception  # type: ignore[attr-defined]
    return middleware
