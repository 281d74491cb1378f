"""Runs every page of a signed-in person in one transaction and their scope, and agents' calls apart from pages."""

from collections.abc import Callable

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import resolve, reverse
from django.utils import timezone

from memoryweb.people.models import MemorySettings
from memoryweb.rls import scope

FOR_AGENTS = ("/api/", "/hooks/")  # read tokens only: a session cookie opens no scope there
FOR_CHATS = ("/telegram/", "/chat/")  # read secrets only, likewise
WHILE_LEAVING = ("review:stay", "account_logout", "interchange:everything")  # open while an account is to be deleted
GetResponse = Callable[[HttpRequest], HttpResponse]


def agents_apart(get_response: GetResponse) -> GetResponse:
    """Run agents' calls at once. What the middleware below is for, such as sessions and forms, belongs to pages.

    A call that does nothing takes a twenty-fifth less (tests.benchmarks.peers, before and after).
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(FOR_AGENTS):
            return get_response(request)
        request.get_host()  # raises for a host that is not ours, as CommonMiddleware does for pages
        request.resolver_match = match = resolve(request.path_info)
        response: HttpResponse = match.func(request, *match.args, **match.kwargs)
        response.headers["Content-Length"] = str(len(response.content))
        return response

    return middleware


def person_scope(get_response: GetResponse) -> GetResponse:
    """Run views and their templates in the person's scope, and roll back when the response is a 5xx.

    Chats have their own transactions, as agents' calls do (operations.dispatch), so that their log line survives a
    failure. Anonymous pages read no person's table and need no scope.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path.startswith(FOR_CHATS) or not request.user.is_authenticated:
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
