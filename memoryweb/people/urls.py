"""Mounts the pages of allauth that have our templates. Its other pages are not reachable."""

from allauth.account import views as account
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as passkeys
from allauth.socialaccount import views as identities
from allauth.socialaccount.providers.openid_connect import views as openid_connect
from allauth.usersessions import views as sessions
from django.contrib.auth.decorators import login_required
from django.urls import URLPattern, path
from django.views.generic import RedirectView

from memoryweb.people.signing_in import views

urlpatterns: list[URLPattern] = [
    path("login/", account.login, name="account_login"),
    path("logout/", account.logout, name="account_logout"),
    path("inactive/", account.account_inactive, name="account_inactive"),
    path("reauthenticate/", account.reauthenticate, name="account_reauthenticate"),
    path("password/change/", account.password_change, name="account_change_password"),
    path("password/set/", account.password_set, name="account_set_password"),
    path("email/", account.email, name="account_email"),
    path("confirm-email/<str:key>/", login_required(views.ConfirmOwnEmailView.as_view()), name="account_confirm_email"),
    path("sessions/", sessions.list_usersessions, name="usersessions_list"),
    # the second step, and asking again before a change
    path("second-step/", views.in_scope_of_first_step(mfa.authenticate), name="mfa_authenticate"),
    path("code-again/", mfa.reauthenticate, name="mfa_reauthenticate"),
    path("passkey-again/", passkeys.reauthenticate_webauthn, name="mfa_reauthenticate_webauthn"),
    path("second-factors/", RedirectView.as_view(pattern_name="review:settings"), name="mfa_index"),
    # passkeys
    path("passkey/", views.in_scope_of_passkey(passkeys.login_webauthn), name="mfa_login_webauthn"),
    path("passkeys/", passkeys.list_webauthn, name="mfa_list_webauthn"),
    path("passkeys/add/", views.AddPasskeyView.as_view(), name="mfa_add_webauthn"),
    path("passkeys/<int:pk>/edit/", passkeys.edit_webauthn, name="mfa_edit_webauthn"),
    path("passkeys/<int:pk>/remove/", passkeys.remove_webauthn, name="mfa_remove_webauthn"),
    # an authenticator app, and codes for the day it is lost
    path("authenticator-app/add/", views.ActivateAppView.as_view(), name="mfa_activate_totp"),
    path("authenticator-app/remove/", totp.deactivate_totp, name="mfa_deactivate_totp"),
    path("recovery-codes/", recovery_codes.view_recovery_codes, name="mfa_view_recovery_codes"),
    path("recovery-codes/generate/", recovery_codes.generate_recovery_codes, name="mfa_generate_recovery_codes"),
    # an OpenID Connect provider
    path("oidc/<slug:provider_id>/login/", openid_connect.login, name="openid_connect_login"),
    path("oidc/<slug:provider_id>/login/callback/", openid_connect.callback, name="openid_connect_callback"),
    path("oidc/cancelled/", identities.login_cancelled, name="socialaccount_login_cancelled"),
]
