from django.urls import path

from memoryweb.interchange import views
from memoryweb.interchange.formats import WRITTEN

app_name = "interchange"
urlpatterns = [
    *(path(each.file_name, views.download, {"name": name}, name=name) for name, each in WRITTEN.items()),
    path("everything.zip", views.everything, name="everything"),
]
