"""One-time sign-in links: asking for one, and using one. Then a form goes first that was sent before signing in."""

import logging

from allauth.account.internal.flows.login import record_authentication
from allauth.account.utils import perform_login
from allauth.decorators import rate_limit
from django.core.mail import send_mail
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from memoryweb.people.models import User
from memoryweb.people.signing_in import waits
from memoryweb.people.signing_in.links import lock_person_of_token, sign_in_link
from memoryweb.review import console, kept_forms
from memoryweb.review.http import PersonRequest, signed_in
from memoryweb.review.settings.forms.sign_in import LinkForm

logger = logging.getLogger(__name__)


@never_cache
@rate_limit(action="login")  # type: ignore[untyped-decorator]  # allauth ships no types
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in on POST. GET only shows a button, because mail scanners follow links and would use the link up."""
    token = request.POST.get("token") or request.GET.get("token", "")
    if request.method != "POST":
        return render(request, "settings/sign_in.html", {"token": token})
    with transaction.atomic():
        if person := lock_person_of_token(token):
            response: HttpResponse = perform_login(request, person)
            record_authentication(request, person, method="link")
            return response
    return render(request, "settings/sign_in.html", {"token": "", "spent": True}, status=403)


@never_cache
def ask_for_link(request: HttpRequest) -> HttpResponse:
    """Send a sign-in link. The answer is the same for unknown addresses."""
    form = LinkForm(request.POST or None)
    context = {"form": form} | console.ways_to_sign_in()  # for somebody who is signed in, too
    if request.method != "POST":
        return render(request, "settings/ask_for_link.html", context)
    if not form.is_valid():
        return render(request, "settings/ask_for_link.html", context, status=422)
    if seconds := waits.consume(request, "sign_in_link", key=form.cleaned_data["email"].lower()):
        page = render(request, "settings/ask_for_link.html", context | {"minutes": waits.minutes(seconds)}, status=429)
        page["Retry-After"] = str(seconds)
        return page
    email = form.cleaned_data["email"]
    if person := User.objects.filter(email__iexact=email, is_active=True).first():
        text = render_to_string("settings/sign_in_link.txt", {"link": sign_in_link(person)})
        try:
            send_mail(_("Your sign-in link"), text, None, [person.email])
        except OSError as error:  # includes SMTP's errors; another answer would tell who has an account
            logger.warning("sign-in link not sent: %s", type(error).__name__)
    return render(request, "settings/ask_for_link.html", context | {"sent": True})


@never_cache
@signed_in
def kept_form(request: PersonRequest) -> HttpResponse:
    """Send the form that was kept while its person signed in. A POST throws it away."""
    kept = kept_forms.find(request)
    if request.method == "POST" or not kept:
        kept_forms.throw_away(request)
        return kept_forms.leave(request)
    return render(request, "settings/kept_form.html", {"kept": kept})
