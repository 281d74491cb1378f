"""The addresses of the pages, the API and the health check."""

from django.urls import URLPattern, URLResolver, include, path

from memoryweb.health import healthz
from memoryweb.review.administration import site

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("memoryweb.review.urls")),
    path("export/", include("memoryweb.interchange.urls")),
    path("api/v1/", include("memoryweb.api.urls")),
    path("healthz", healthz, name="healthz"),
    path("person/", include("memoryweb.people.urls")),
    path("admin/", site.urls),
]
handler404 = "memoryweb.errors.not_found"
handler500 = "memoryweb.errors.server_failed"
