"""The addresses that clients find and call. People answer on review:consent, which the metadata names too."""

from django.urls import path

from memoryweb.oauth import metadata, views
from memoryweb.oauth.toolkit import METADATA_PATH, RESOURCE_PATH

app_name = "oauth2_provider"
urlpatterns = [
    path(METADATA_PATH[1:], metadata.of_resource, name="oauth-resource-metadata"),
    path(f"{METADATA_PATH}{RESOURCE_PATH}"[1:], metadata.of_resource, name="oauth-resource-metadata-path"),
    path(".well-known/oauth-authorization-server", metadata.of_server, name="oauth-server-metadata"),
    path("oauth/token/", views.token, name="token"),
    path("oauth/revoke/", views.revoke, name="revoke-token"),
    path("oauth/register/", views.register, name="dcr-register"),
    # A client that drops the last slash cannot follow a redirect with what it sends.
    path("oauth/token", views.token),
    path("oauth/revoke", views.revoke),
    path("oauth/register", views.register),
]
