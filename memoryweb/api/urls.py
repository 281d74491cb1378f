"""The addresses of the HTTP API, below /api/v1/. Those of the operations come from the table of operations."""

from django.urls import path

from memoryweb.api import http
from memoryweb.operations.table import OPERATIONS

app_name = "api"
urlpatterns = [
    path("openapi.json", http.openapi_document, name="openapi"),
    path("tools", http.tools, name="tools"),
    *(path(f"tools/{name}", http.operation, {"name": name}) for name in OPERATIONS),
    path("tools/<str:name>", http.operation, name="operation"),
]
