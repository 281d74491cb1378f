"""The addresses of the pages, the API and the health check."""

from django.urls import URLPattern, URLResolver, include, path

from memoryweb.health import healthz
from memoryweb.oauth import urls as oauth
from memoryweb.review.administration import site
from memoryweb.review.agents.views.authorize import authorize
from memoryweb.review.settings.views.notifications import service_worker

# The page on which a person answers a client is listed with what clients call, because the metadata names both.
connectors = [path("oauth/authorize/", authorize, name="authorize"), *oauth.urlpatterns]
urlpatterns: list[URLPattern | URLResolver] = [
    # First what agents call: the many addresses of Review would be tried before them at each call.
    path("api/v1/", include("memoryweb.api.urls")),
    path("hooks/v1/", include("memoryweb.api.hooks.urls")),
    path("", include("memoryweb.review.urls")),
    path("import/", include("memoryweb.interchange.import_urls")),
    path("settings/folders/", include("memoryweb.folders.urls")),
    path("export/", include("memoryweb.interchange.urls")),
    path("", include("memoryweb.telegram.urls")),
    path("healthz", healthz, name="healthz"),
    path("service-worker.js", service_worker, name="service_worker"),  # at the root: it shows messages for every page
    path("person/", include("memoryweb.people.urls")),
    path("admin/", site.urls),
    path("", include((connectors, oauth.app_name))),
]
handler400 = "memoryweb.errors.bad_request"
handler404 = "memoryweb.errors.not_found"
handler500 = "memoryweb.errors.server_failed"
