"""The addresses of the hooks, below /hooks/v1/. Those of the hosts come from the table of hosts."""

from django.urls import path

from memoryweb.api.hooks import views
from memoryweb.api.hooks.hosts import HOSTS

app_name = "hooks"
urlpatterns = [
    path("memoryweb-hook", views.script, name="script"),
    *(path(host, views.hook, {"host": host}) for host in HOSTS),
    path("<str:host>", views.hook, name="hook"),
]
