"""Notification settings: channels, subjects, frequency and quiet hours."""

import hashlib
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.staticfiles import finders
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST, require_safe

from memoryweb.notifications import browsers, channels
from memoryweb.notifications.models import Channel, Delivery, QuietHours
from memoryweb.notifications.sending import SENDERS, push
from memoryweb.people.signing_in import waits
from memoryweb.review.http import PersonRequest, get_own_or_404, signed_in
from memoryweb.review.notices import answer_with, notice
from memoryweb.review.settings.forms.notifications import ADD_FORMS, ChannelForm, QuietHoursForm
from memoryweb.review.templatetags.sign_in import browser_name

SENT_WITHIN = timedelta(seconds=45)  # a test that waits for longer has no worker: the page stops asking


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker from the root, so that it may show notifications for every page."""
    text = Path(str(finders.find("js/service_worker.js"))).read_bytes()
    response = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@require_GET
@signed_in
def notifications(request: PersonRequest) -> HttpResponse:
    return _show(request)


@dataclass(frozen=True)
class ChannelRow:
    """A channel on the page, its form, and the test that the person waits for."""

    channel: Channel
    form: Form | None
    test: Delivery | None

    @property
    def is_test_late(self) -> bool:
        return self.test is not None and self.test.created_at < timezone.now() - SENT_WITHIN

    @property
    def digest(self) -> str:
        """By which JavaScript finds the row of its own browser. The endpoint is a secret of push services."""
        return hashlib.sha256(self.channel.address.encode()).hexdigest()


def _show(request: PersonRequest, status: int = 200, *, changed: Form | None = None, of: Any = None) -> HttpResponse:
    """Show the page. `changed` needs a correction: it is the form `of` a channel, a kind to add, or quiet hours."""
    tests = channels.tests_of(request.user)  # before the channels: what ends in between is asked for once more
    own = list(Channel.objects.of(request.user).order_by("id"))
    rows = [
        ChannelRow(each, changed if of == each.pk else ChannelForm.from_channel(each), tests.get(each.pk))
        for each in own
    ]
    hours = QuietHours.objects.filter(person=request.user).first()
    page = {
        "rows": rows,
        "changed": of,
        "forms": {str(kind): changed if of == kind else form() for kind, form in ADD_FORMS.items()},
        "quiet_form": changed if of == "quiet_hours" else QuietHoursForm.from_hours(hours),
        "server_key": push.public_key(),
        "has": {str(each.kind) for each in own},
        "sends_mail": SENDERS[Channel.Kind.EMAIL].is_set_up(),
        "has_bot": SENDERS[Channel.Kind.TELEGRAM].is_set_up(),
        "has_chat": _can_reach(request, Channel.Kind.TELEGRAM),
        "may_be_private": settings.NOTIFY_PRIVATE_ADDRESSES,
    }
    return render(request, "settings/notifications.html", page, status=status)


def _can_reach(request: PersonRequest, kind: str) -> bool:
    sender = SENDERS[kind]
    return sender.is_set_up() and sender.can_reach(request.user.pk)


def _answer(request: PersonRequest, text: str, *, warning: bool = False) -> HttpResponse:
    return answer_with(request, notice(text, warning=warning), then=reverse("review:notifications"))


@require_POST
@signed_in
def add_channel(request: PersonRequest, kind: str) -> HttpResponse:
    """Add a channel, or restart the one with this address."""
    if kind not in ADD_FORMS:
        raise Http404
    form = ADD_FORMS[kind](request.POST)
    if not form.is_valid():
        return _show(request, 422, changed=form, of=kind)
    if not _can_reach(request, kind):
        return _answer(request, _("Nothing can be sent there yet."), warning=True)
    address = form.address(browser_name(request.headers.get("User-Agent", "")))
    is_browser = kind == Channel.Kind.PUSH
    if is_browser:
        address = replace(address, session=browsers.session_of(request), instead_of=browsers.channel_of(request))
    try:
        channel = channels.add(request.user, address)
    except channels.TooManyChannelsError:
        return _answer(request, _("You have as many channels as there can be. Remove one first."), warning=True)
    response = _answer(request, _("Added. Send a test to see whether it arrives."))
    if is_browser:
        browsers.mark(response, channel)
    return response


@require_POST
@signed_in
def change_channel(request: PersonRequest, pk: UUID) -> HttpResponse:
    channel = get_own_or_404(request, Channel, pk)
    form = ChannelForm.from_channel(channel, request.POST)
    if not form.is_valid():
        return _show(request, 422, changed=form, of=channel.pk)
    form.save(channel)
    return _answer(request, _("Saved."))


@require_POST
@signed_in
def test_channel(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Have a worker send a test. The page shows how it went."""
    if seconds := waits.consume(request, "test_notification"):
        return waits.refusal(request, seconds)
    if channels.test(get_own_or_404(request, Channel, pk), now=timezone.now()):
        return _answer(request, _("A test is on its way. Its channel says how it went."))
    return _answer(request, _("A test is on its way already."), warning=True)


@require_POST
@signed_in
def start_channel(request: PersonRequest, pk: UUID) -> HttpResponse:
    channels.start(get_own_or_404(request, Channel, pk))
    return _answer(request, _("This channel is on."))


@require_POST
@signed_in
def stop_channel(request: PersonRequest, pk: UUID) -> HttpResponse:
    channels.stop(get_own_or_404(request, Channel, pk))
    return _answer(request, _("This channel is off."))


@require_POST
@signed_in
def remove_channel(request: PersonRequest, pk: UUID) -> HttpResponse:
    get_own_or_404(request, Channel, pk).delete()
    return _answer(request, _("Removed. Nothing is sent there any more."))


@require_POST
@signed_in
def quiet_hours(request: PersonRequest) -> HttpResponse:
    form = QuietHoursForm(request.POST)
    if not form.is_valid():
        return _show(request, 422, changed=form, of="quiet_hours")
    channels.set_quiet_hours(request.user.pk, form.cleaned_data["starts"], form.cleaned_data["ends"])
    return _answer(request, _("Saved."))
