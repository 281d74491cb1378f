"""Mounts the pages of allauth that have our templates, at allauth's own addresses. Its other pages have none."""

from allauth.account import urls
from django.urls import URLPattern

STYLED = {
    "account_login",
    "account_logout",
    "account_inactive",
    "account_change_password",
    "account_set_password",
    "account_reauthenticate",
}
urlpatterns: list[URLPattern] = [page for page in urls.urlpatterns if page.name in STYLED]
