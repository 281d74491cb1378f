"""Every door and where it opens."""

from allauth.account import views as sign_in
from django.urls import URLPattern, URLResolver, include, path

from memoryweb.local.health import healthz

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("memoryweb.review.urls")),
    path("export/", include("memoryweb.interchange.urls")),
    path("api/v1/", include("memoryweb.api.urls")),
    path("healthz", healthz, name="healthz"),
    # The part of allauth that is used: nobody signs up, links replace password resets.
    path("person/login/", sign_in.login, name="account_login"),
    path("person/logout/", sign_in.logout, name="account_logout"),
    path("person/password/change/", sign_in.password_change, name="account_change_password"),
    path("person/password/set/", sign_in.password_set, name="account_set_password"),
    path("person/signup/", sign_in.signup, name="account_signup"),
    path("person/inactive/", sign_in.account_inactive, name="account_inactive"),
    path("person/reauthenticate/", sign_in.reauthenticate, name="account_reauthenticate"),
]
handler404 = "memoryweb.errors.not_found"
handler500 = "memoryweb.errors.broken"
