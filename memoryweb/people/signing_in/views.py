"""allauth's views where they need something of ours: a scope, the right person, a proof that counts."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from allauth.account.internal.flows.login import record_authentication
from allauth.account.internal.stagekit import unstash_login
from allauth.account.views import ConfirmEmailView
from allauth.mfa.totp.views import ActivateTOTPView
from allauth.mfa.webauthn.views import AddWebAuthnView
from django.http import Http404, HttpRequest, HttpResponse

from memoryweb.people.signing_in.passkey_forms import person_named_by
from memoryweb.rls import scope

View = Callable[..., HttpResponse]


def in_scope_of_first_step(view: View) -> View:
    """Run the second step in the scope of who did the first one in this browser. Nobody is signed in yet."""

    def who(request: HttpRequest) -> UUID | None:
        login = unstash_login(request, peek=True)
        return login.user.pk if login and login.user else None

    return _in_scope_of(who, view)


def in_scope_of_passkey(view: View) -> View:
    """Run the view in the scope of whom the passkey names. It does nothing before it has checked the signature."""
    return _in_scope_of(lambda request: person_named_by(request.POST.get("credential", "")), view)


def _in_scope_of(who: Callable[[HttpRequest], UUID | None], view: View) -> View:
    @wraps(view)
    def scoped(request: HttpRequest) -> HttpResponse:
        person_id = None if request.user.is_authenticated else who(request)
        if person_id is None:
            return view(request)
        with scope.acting_as(person_id):
            return view(request)

    return scoped


class ConfirmOwnEmailView(ConfirmEmailView):  # type: ignore[misc]  # allauth ships no types
    """Confirms the address of the person who is signed in. allauth confirms anybody's for whoever opens the link."""

    def get_object(self, queryset: Any = None) -> Any:
        confirmation = super().get_object(queryset)
        if confirmation.email_address.user_id != self.request.user.pk:
            raise Http404
        return confirmation


class _CountsAsProof:
    """Counts a passkey or app just set up as proof of presence.

    Otherwise somebody without a password would be asked for it before they see their recovery codes.
    """

    request: HttpRequest

    def form_valid(self, form: Any) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)  # type: ignore[misc]
        record_authentication(self.request, self.request.user, "mfa", reauthenticated=True)
        return response


class AddPasskeyView(_CountsAsProof, AddWebAuthnView):  # type: ignore[misc]
    pass


class ActivateAppView(_CountsAsProof, ActivateTOTPView):  # type: ignore[misc]
    pass
