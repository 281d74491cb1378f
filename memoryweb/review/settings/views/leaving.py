"""Leaving: a person asks for the deletion of their account, and may stay after all for some days."""

import time
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate, get_reauthentication_flows
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from memoryweb.communities import reading
from memoryweb.memories.erasing import account_deletion
from memoryweb.people import deletion
from memoryweb.people.models import ACCOUNT_DELETION_AFTER
from memoryweb.review import console, notices
from memoryweb.review.http import PersonRequest, signed_in

RECENT = 15 * 60  # seconds since a sign-in by link, for people who have nothing to type again


@signed_in
def delete_account(request: PersonRequest) -> HttpResponse:
    """Say what would go, to whoever just showed that they are the person; a POST asks for it and ends all sessions."""
    is_sure = _showed_who_they_are(request)
    if not is_sure and get_reauthentication_flows(request.user):
        return redirect(f"{reverse('account_reauthenticate')}?{urlencode({'next': reverse('review:delete_account')})}")
    now = timezone.now()
    counts = account_deletion.counts(request.user.pk)
    context = {"account_counts": counts, "until": now + ACCOUNT_DELETION_AFTER, "is_sure": is_sure}
    context |= {"shared_count": reading.shared_by(request.user).count()} | console.ways_to_sign_in()
    if request.method != "POST" or not is_sure:
        return render(request, "settings/delete_account.html", context)
    person = request.user
    deletion.ask(person, now=now)
    transaction.on_commit(lambda: deletion.mail_receipt(person, counts=counts))
    request.session.flush()
    response = render(
        request,
        "settings/deletion_asked.html",
        context | {"number": person.deletion_number},
    )
    response["Cache-Control"] = "no-store"
    return response


def _showed_who_they_are(request: PersonRequest) -> bool:
    """Return whether the person showed in this session, minutes ago, who they are.

    They typed their password or used their second factor again; without either, they signed in by a link.
    """
    if get_reauthentication_flows(request.user):
        return bool(did_recently_reauthenticate(request))
    times = [float(each["at"]) for each in get_authentication_records(request, request.user)]
    return bool(times) and time.time() - times[-1] < RECENT


@signed_in
def stay(request: PersonRequest) -> HttpResponse:
    """Show an account's deletion date and a button to stay; all other pages are closed."""
    if not request.user.deletion_asked_at:
        return redirect("review:review")
    if request.method != "POST":
        return render(request, "settings/stay.html", {"until": request.user.deletion_due_at})
    deletion.keep(request.user)
    notices.queue_notice(request, _("Welcome back. Nothing was deleted, and your agents work again."))
    return redirect("review:review")
