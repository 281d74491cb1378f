"""The room's Django configuration."""

from django.apps import AppConfig


class LocalConfig(AppConfig):
    name = "memoryweb.local"
    label = "local"
