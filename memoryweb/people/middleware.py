"""Around every page: one transaction in the scope of whoever is signed in."""

from collections.abc import Callable

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from memoryweb.people.models import MemorySettings
from memoryweb.rls import scope

AGENTS_DOOR = "/api/"  # knows tokens only: a cookie that happens to come along opens no scope there
Answer = Callable[[HttpRequest], HttpResponse]


def person_scope(get_response: Answer) -> Answer:
    """Views and their templates run inside the person's scope; a 5xx answer keeps no row.

    Agents' calls have their own transaction (operations.run), so that what must be logged
    survives a failure; anonymous pages touch no person's table and need none.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path.startswith(AGENTS_DOOR) or not request.user.is_authenticated:
            return get_response(request)
        with scope.acting_as(request.user.pk):
            settings = request.memory_settings = MemorySettings.for_person(request.user.pk)  # type: ignore[attr-defined]
            with timezone.override(settings.zone):
                response = get_response(request)
            if response.status_code >= 500:
                transaction.set_rollback(True)
        return response

    return middleware
