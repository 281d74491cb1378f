from django.urls import path

from memoryweb.folders import pages

app_name = "folders"
urlpatterns = [
    path("", pages.folders, name="folders"),
    path("<uuid:pk>/", pages.folder, name="folder"),
    path("<uuid:pk>/declare/", pages.declare, name="declare_folder"),
    path("<uuid:pk>/yes/", pages.standing_yes, name="standing_yes"),
    path("<uuid:pk>/pause/", pages.pause, name="pause_folder"),
    path("<uuid:pk>/resume/", pages.resume, name="resume_folder"),
    path("<uuid:pk>/answer/", pages.answer, name="answer_folder"),
    path("<uuid:pk>/stop/", pages.stop, name="stop_folder"),
]
