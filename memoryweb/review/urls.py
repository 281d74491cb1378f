"""The people's door. URL = name = view = template = test."""

from django.urls import path

from memoryweb.review.views import activity, agents, erasures, memories, memory, overview, proposals, settings, sign_in

app_name = "review"
urlpatterns = [
    path("", overview.overview, name="overview"),
    path("example/", overview.load_example, name="load_example"),
    # /review/ and the questions on it
    path("review/", proposals.review, name="review"),
    path("review/accept-all/", proposals.accept_all, name="accept_all"),
    path("proposals/<uuid:pk>/accept/", proposals.accept, name="accept"),
    path("proposals/<uuid:pk>/reject/", proposals.reject, name="reject"),
    path("proposals/<uuid:pk>/only-this-time/", proposals.only_this_time, name="only_this_time"),
    # /memories/, all of them
    path("memories/", memories.memories, name="memories"),
    path("memories/add/", memories.add, name="add"),
    path("memories/confirm/", memories.confirm_many, name="confirm_many"),
    path("memories/expire/", memories.expire_many, name="expire_many"),
    path("memories/erase/", memories.erase_many, name="erase_many"),
    path("memories/undo/", memories.undo, name="undo"),
    # /memories/<id>/, one of them
    path("memories/<uuid:pk>/", memory.memory, name="memory"),
    path("memories/<uuid:pk>/edit/", memory.edit, name="edit"),
    path("memories/<uuid:pk>/confirm/", memory.confirm, name="confirm"),
    path("memories/<uuid:pk>/decline/", memory.decline, name="decline"),
    path("memories/<uuid:pk>/expire/", memory.expire, name="expire"),
    path("memories/<uuid:pk>/restore/<int:version>/", memory.restore, name="restore"),
    path("memories/<uuid:pk>/erase/", memory.erase, name="erase"),
    path("erasures/", erasures.erasures, name="erasures"),
    path("erasures/<uuid:pk>/", erasures.erasure, name="erasure"),
    # the log, the agents, the switches
    path("activity/", activity.activity, name="activity"),
    path("agents/", agents.agents, name="agents"),
    path("agents/connect/", agents.connect, name="connect"),
    path("agents/<uuid:pk>/", agents.agent, name="agent"),
    path("agents/<uuid:pk>/pause/", agents.pause, name="pause"),
    path("agents/<uuid:pk>/resume/", agents.resume, name="resume"),
    path("agents/<uuid:pk>/revoke/", agents.revoke, name="revoke"),
    path("settings/", settings.settings, name="settings"),
    # signing in by link; passwords are allauth's
    path("sign-in/", sign_in.sign_in, name="sign_in"),
    path("sign-in/link/", sign_in.ask_for_link, name="ask_for_link"),
]
