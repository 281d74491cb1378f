"""Requests of signed-in people, and the rows they may open."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django_htmx.middleware import HtmxDetails

from memoryweb.language.text import unstorable
from memoryweb.memories import actions
from memoryweb.memories.acts import recording
from memoryweb.people.models import MemorySettings, User
from memoryweb.review import kept_forms

NO_VERSION = "none"  # a yes that names no version is never the one that was shown
P = ParamSpec("P")
M = TypeVar("M", bound=Model)


class PersonRequest(HttpRequest):
    """Types of the attributes that middlewares add to a request; no request is an instance of this class."""

    user: User
    htmx: HtmxDetails
    memory_settings: MemorySettings
    act: recording.OpenAct | None


def signed_in(view: Callable[Concatenate[PersonRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Let only signed-in people call the view; others are sent to sign in, and then back, with what they had typed.

    All that one press changes is one act, which Undo takes back as a whole.
    """

    @wraps(view)
    def recorded(request: PersonRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if cast("User | AnonymousUser", request.user).is_anonymous:
            return kept_forms.send_to_sign_in(request)
        if kept_forms.was_sent_before(request):
            return kept_forms.leave(request)
        request.act = None
        leave_out_nul(request)
        if request.method != "POST":
            return kept_forms.mark(view(request, *args, **kwargs), request)
        name = request.resolver_match.url_name if request.resolver_match else ""
        with recording.recording(actions.Person(request.user), name or "", now=timezone.now()) as request.act:
            return kept_forms.mark(view(request, *args, **kwargs), request)

    return cast("Callable[..., HttpResponse]", recorded)


def leave_out_nul(request: HttpRequest) -> None:
    """Take U+0000 out of what was sent: pasted text has it, and a form with it would be refused as a whole."""
    if all(unstorable.is_storable(value) for _, values in request.POST.lists() for value in values):
        return
    kept = QueryDict(mutable=True)
    for name, values in request.POST.lists():
        kept.setlist(name, list(map(unstorable.leave_out, values)))
    request.POST = kept  # type: ignore[assignment]  # Django takes any


def shown_version(request: PersonRequest) -> str:
    """Return the version of what the page showed and a yes was said to: it comes with the button."""
    return request.POST.get("version") or NO_VERSION


def get_own_or_404(request: PersonRequest, model: type[M], pk: UUID, *related: str) -> M:
    """Return the person's own row with its `related` rows. Another person's row is as missing as one that never was."""
    rows: Any = model._default_manager.filter(person=request.user)
    return cast(M, get_object_or_404(rows.select_related(*related), pk=pk))
