from django.urls import path
from django.views.decorators.http import require_GET

from memoryweb.interchange import views
from memoryweb.interchange.formats import WRITTEN

app_name = "interchange"
urlpatterns = [
    path("", views.export, name="export"),
    *(path(each.file_name, require_GET(views.download), {"name": name}, name=name) for name, each in WRITTEN.items()),
    path("everything.zip", views.everything, name="everything"),
    path("account.schema.json", views.account_schema, name="account_schema"),
]
