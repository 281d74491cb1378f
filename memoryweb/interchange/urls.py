from django.urls import path

from memoryweb.interchange import views
from memoryweb.interchange.formats import FORMATS

app_name = "interchange"
urlpatterns = [
    *(path(each.file_name, views.download, {"name": each.name}, name=each.name) for each in FORMATS.values()),
    path("everything.zip", views.everything, name="everything"),
]
