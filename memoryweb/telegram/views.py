"""The page in Settings: linking and unlinking one's chats and groups, and what the bot may do in a community."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from memoryweb.people.models import Membership, User
from memoryweb.telegram import configuration, linking, overview
from memoryweb.telegram.forms import ToolsForm
from memoryweb.telegram.models import ChatIdentity, GroupChat


@require_GET
@login_required
def telegram(request: HttpRequest) -> HttpResponse:
    return render(request, "telegram/telegram.html", _context(request))


@require_POST
@login_required
def link_chat(request: HttpRequest) -> HttpResponse:
    """Make a code for the person's own chat and show it. It is on this page only, and cannot be shown again."""
    _require_a_chat()
    code = linking.new_code(_person(request), now=timezone.now())
    return render(request, "telegram/telegram.html", _context(request, code=overview.Code.for_chat(code)))


@require_POST
@login_required
def link_group(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Make a code for a group of one of the person's communities and show it."""
    _require_a_chat()
    person = _person(request)
    mine = get_object_or_404(Membership.objects.select_related("community"), person=person, community=pk)
    code = linking.new_code(person, now=timezone.now(), community=mine.community)
    return render(
        request, "telegram/telegram.html", _context(request, code=overview.Code.for_group(code, mine.community))
    )


@require_POST
@login_required
def unlink_chat(request: HttpRequest, pk: UUID) -> HttpResponse:
    own = ChatIdentity.objects.filter(person=_person(request), community=None)
    linking.unlink(get_object_or_404(own, pk=pk), now=timezone.now())
    messages.success(request, _("Unlinked. What you write there no longer reaches memoryweb."))
    return redirect("telegram:telegram")


@require_POST
@login_required
def unlink_group(request: HttpRequest, pk: UUID) -> HttpResponse:
    get_object_or_404(GroupChat.objects.filter(person=_person(request)), pk=pk).delete()
    messages.success(request, _("The group is linked to no community any more."))
    return redirect("telegram:telegram")


@require_POST
@login_required
def switch_tools(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Switch what the bot may do for a community. Only its moderators may, as policies say, too."""
    person = _person(request)
    mine = get_object_or_404(Membership, person=person, community=pk)
    form = ToolsForm(request.POST)
    if not mine.moderates:
        raise Http404
    if not (form.is_valid() and linking.set_tools(pk, form.cleaned_data["tools"])):
        return render(request, "telegram/telegram.html", _context(request, failed=pk), status=422)
    messages.success(request, _("Changed what the bot may do there."))
    return redirect("telegram:telegram")


def _require_a_chat() -> None:
    if not (configuration.is_configured() or configuration.has_chat_agent()):
        raise Http404


def _person(request: HttpRequest) -> User:
    assert request.user.is_authenticated
    return request.user


def _context(request: HttpRequest, **more: Any) -> dict[str, Any]:
    return {"chats": overview.Chats.for_person(_person(request)), **more}
