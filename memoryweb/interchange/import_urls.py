from django.urls import path

from memoryweb.interchange import import_pages

app_name = "imports"
urlpatterns = [
    path("", import_pages.imports, name="imports"),
    path("<uuid:pk>/", import_pages.import_batch, name="import_batch"),
    path("<uuid:pk>/start/", import_pages.start, name="start"),
    path("<uuid:pk>/discard/", import_pages.discard, name="discard"),
    path("<uuid:pk>/undo/", import_pages.undo, name="undo"),
]
