"""Every door and where it opens."""

from django.urls import URLPattern, URLResolver, path

from memoryweb.api.http import api

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", api.urls),
]
