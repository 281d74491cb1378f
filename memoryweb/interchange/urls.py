from django.urls import path

from memoryweb.interchange import views

app_name = "interchange"
urlpatterns = [
    path("MEMORY.md", views.memory_md, name="memory_md"),
    path("archive.json", views.archive_json, name="archive_json"),
]
