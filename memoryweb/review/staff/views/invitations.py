"""Invitations: staff invite a person by a one-time link, and whoever opens it gets an account."""

from uuid import UUID

from allauth.account.utils import perform_login
from allauth.decorators import rate_limit
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from memoryweb.people import invitations as invited
from memoryweb.people.models import Invitation, User
from memoryweb.review.http import PersonRequest, get_own_or_404, signed_in
from memoryweb.review.notices import answer_with, notice
from memoryweb.review.staff.forms import AcceptForm, InvitationForm
from memoryweb.review.staff.staff_pages import staff_only

NEWEST = 50


@never_cache
@signed_in
@staff_only
def invitations(request: PersonRequest) -> HttpResponse:
    """List a staff member's invitations, and make one. Its link is in this one answer only."""
    form, link, status = InvitationForm(request.POST or None), "", 200
    if request.method == "POST" and form.is_valid():
        token = Invitation.invite(request.user.pk, form.cleaned_data["email"], now=timezone.now())[1]
        link = f"{settings.BASE_URL}{reverse('review:accept_invitation')}?token={token}"
        form = InvitationForm()
    elif request.method == "POST":
        status = 422
    newest = Invitation.objects.filter(person=request.user).order_by("-created_at")[:NEWEST]
    context = {"form": form, "link": link, "invitations": newest, "now": timezone.now()}
    return render(request, "staff/invitations.html", context, status=status)


@require_POST
@signed_in
@staff_only
def revoke_invitation(request: PersonRequest, pk: UUID) -> HttpResponse:
    invitation = get_own_or_404(request, Invitation, pk)
    invitation.revoke(now=timezone.now())
    shown = notice(_("The link for %(email)s no longer works.") % {"email": invitation.email})
    return answer_with(request, shown, then=reverse("review:invitations"))


@never_cache
@rate_limit(action="login")  # type: ignore[untyped-decorator]  # allauth ships no types
def accept_invitation(request: HttpRequest) -> HttpResponse:
    """Create the invited account with a password or for a passkey, and sign its person in."""
    token = request.POST.get("token") or request.GET.get("token", "")
    email = invited.invited_by(token)
    form = AcceptForm(request.POST if request.method == "POST" else None, email=email)
    context = {"form": form, "email": email, "token": token}
    if not email:
        return render(request, "staff/accept_invitation.html", context, status=403)
    if request.method != "POST":
        return render(request, "staff/accept_invitation.html", context)
    if not form.is_valid():
        return render(request, "staff/accept_invitation.html", context, status=422)
    then = reverse("mfa_add_webauthn") if form.by_passkey else None
    with transaction.atomic():
        if created := invited.accept(token, form.cleaned_data["password"] or None):
            response: HttpResponse = perform_login(request, User.objects.get(pk=created), redirect_url=then)
            return response
    return render(request, "staff/accept_invitation.html", context | {"email": ""}, status=403)
