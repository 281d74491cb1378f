"""Runs every page of a signed-in person in one transaction, in that person's scope."""

from collections.abc import Callable

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from memoryweb.people.models import MemorySettings
from memoryweb.rls import scope

FOR_AGENTS = ("/api/", "/hooks/")  # read tokens only: a session cookie opens no scope there
FOR_CHATS = ("/telegram/", "/chat/")  # read secrets only, likewise
WHILE_LEAVING = ("review:stay", "account_logout", "interchange:everything")  # open while an account is to be deleted
GetResponse = Callable[[HttpRequest], HttpResponse]


def person_scope(get_response: GetResponse) -> GetResponse:
    """Run views and their templates in the person's scope, and roll back when the response is a 5xx.

    Agents' calls have their own transaction (operations.dispatch), so that their log line survives a
    failure. Anonymous pages read no person's table and need no scope.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path.startswith((*FOR_AGENTS, *FOR_CHATS)) or not request.user.is_authenticated:
            return get_response(request)
        if request.user.deletion_asked_at and request.path not in (reverse(name) for name in WHILE_LEAVING):
            return redirect("review:stay")
        with scope.acting_as(request.user.pk):
            chosen = request.memory_settings = MemorySettings.for_person(request.user.pk)  # type: ignore[attr-defined]
            with timezone.override(chosen.zone):
                response = get_response(request)
            if response.status_code >= 500:
                transaction.set_rollback(True)
        if settings.HAS_TLS:  # a proxy or a shared computer keeps no page of a person
            response.setdefault("Cache-Control", "private, no-store")
        return response

    return middleware
