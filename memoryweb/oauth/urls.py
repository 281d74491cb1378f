"""The addresses that clients find and call. People answer on review:consent, which the metadata names too."""

from django.urls import path
from oauth2_provider.views import OAuthProtectedResourceMetadataView, OAuthServerMetadataView

from memoryweb.oauth import views
from memoryweb.oauth.toolkit import METADATA_PATH, RESOURCE_PATH

app_name = "oauth2_provider"  # by these names the toolkit finds what its metadata lists
protected = OAuthProtectedResourceMetadataView.as_view()
urlpatterns = [
    path(METADATA_PATH[1:], protected, name="oauth-resource-metadata"),
    path(f"{METADATA_PATH}{RESOURCE_PATH}"[1:], protected, name="oauth-resource-metadata-path"),
    path(".well-known/oauth-authorization-server", OAuthServerMetadataView.as_view(), name="oauth-server-metadata"),
    path("oauth/token/", views.token, name="token"),
    path("oauth/revoke/", views.revoke, name="revoke-token"),
    path("oauth/register/", views.register, name="dcr-register"),
]
