"""The addresses of chats: the page in Settings, Telegram's webhook, and the one for bridges to other chats."""

from django.urls import path

from memoryweb.telegram import doors, views

app_name = "telegram"
urlpatterns = [
    path("settings/telegram/", views.telegram, name="telegram"),
    path("settings/telegram/link-chat/", views.link_chat, name="link_chat"),
    path("settings/telegram/<uuid:pk>/unlink-chat/", views.unlink_chat, name="unlink_chat"),
    path("settings/telegram/<uuid:pk>/unlink-group/", views.unlink_group, name="unlink_group"),
    path("communities/<uuid:pk>/link-group/", views.link_group, name="link_group"),
    path("communities/<uuid:pk>/switch-tools/", views.switch_tools, name="switch_tools"),
    path("telegram/<str:secret>/", doors.webhook, name="webhook"),
    path("chat/v1/message", doors.message, name="message"),
]
